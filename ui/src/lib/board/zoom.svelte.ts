/** Panning and zooming of a sheet inside a window, in pixels of the window. */
export class Zoom {
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  /** The scale when the view last was at rest, for which everything is drawn. */
  settled = $state(1);
  /** True while a change of view is shown as a movement. */
  gliding = $state(false);
  #resting: ReturnType<typeof setTimeout> | undefined;
  #window: [number, number] = [1, 1];
  #home = true;

  constructor(
    readonly sheet: [number, number],
    /** A place of the sheet worth seeing first when not all of it fits at a readable size. */
    readonly heart: { x: number; y: number },
  ) {}

  get least(): number {
    return Math.min(this.#window[0] / this.sheet[0], this.#window[1] / this.sheet[1]);
  }

  get most(): number {
    return Math.max(3, this.least * 4);
  }

  /** True while the whole sheet is shown as it was at first. */
  get isHome(): boolean {
    return this.#home;
  }

  /** Tells the size of the window; the view stays where it was, or whole. */
  resize(width: number, height: number): void {
    const [before, centre] = [this.#window, this.toSheet(this.#window[0] / 2, this.#window[1] / 2)];
    // A hidden board has no size; it keeps what it had.
    if (width <= 0 || height <= 0 || (before[0] === width && before[1] === height)) return;
    this.#window = [width, height];
    if (this.#home) this.reset();
    else {
      this.scale = this.#bound(this.scale);
      this.x = width / 2 - centre.x * this.scale;
      this.y = height / 2 - centre.y * this.scale;
      this.#hold();
      this.#stir();
    }
  }

  /** The whole sheet; in a window so small that nothing could be read, as much around its heart as can be. */
  reset(): void {
    const cover = Math.max(this.#window[0] / this.sheet[0], this.#window[1] / this.sheet[1]);
    this.scale = this.least < READABLE ? Math.max(this.least, Math.min(cover, HANDY)) : this.least;
    this.#centre(this.heart);
    this.#home = true;
    if (!this.gliding) this.settled = this.scale;
  }

  /** As `reset`, but with all of `places` in the window: what may be chosen must be seen. */
  resetTo(places: readonly { x: number; y: number }[]): void {
    this.reset();
    if (places.every((place) => this.shows(place, EDGE))) return;
    const [xs, ys] = [places.map((place) => place.x), places.map((place) => place.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const fit = (room: number, length: number): number => (room - 2 * EDGE) / Math.max(1, length);
    const scale = Math.min(
      fit(this.#window[0], right - left),
      fit(this.#window[1], bottom - top),
      this.scale,
    );
    this.scale = this.#bound(scale);
    this.#centre({ x: (left + right) / 2, y: (top + bottom) / 2 });
    if (!this.gliding) this.settled = this.scale;
  }

  #centre(place: { x: number; y: number }): void {
    this.x = this.#window[0] / 2 - place.x * this.scale;
    this.y = this.#window[1] / 2 - place.y * this.scale;
    this.#hold();
  }

  /** Makes a change of view smooth. */
  glide(change: () => void): void {
    this.gliding = true;
    change();
    this.#stir();
  }

  /** Puts off drawing anew until the view has rested for a moment. */
  #stir(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.gliding = false;
      this.settled = this.scale;
    }, REST);
  }

  pan(dx: number, dy: number): void {
    if (!this.gliding) this.#stir();
    this.x += dx;
    this.y += dy;
    this.#hold();
    this.#home = false;
  }

  /** Zooms by a factor; the point under (x, y) of the window stays where it is. */
  by(factor: number, x = this.#window[0] / 2, y = this.#window[1] / 2): void {
    if (!this.gliding) this.#stir();
    const scale = this.#bound(this.scale * factor);
    const change = scale / this.scale;
    this.x = x - (x - this.x) * change;
    this.y = y - (y - this.y) * change;
    this.scale = scale;
    this.#hold();
    this.#home = false;
  }

  toSheet(x: number, y: number): { x: number; y: number } {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  toWindow(place: { x: number; y: number }): { x: number; y: number } {
    return { x: place.x * this.scale + this.x, y: place.y * this.scale + this.y };
  }

  /** True if a place of the sheet is in the window. */
  shows(place: { x: number; y: number }, edge = 0): boolean {
    const { x: px, y: py } = this.toWindow(place);
    return px >= edge && py >= edge && px <= this.#window[0] - edge && py <= this.#window[1] - edge;
  }

  /** Moves the view, if it must, so that a place of the sheet is seen. */
  show(place: { x: number; y: number }, margin = 60): void {
    const { x: px, y: py } = this.toWindow(place);
    const dx = Math.max(0, margin - px) - Math.max(0, px - this.#window[0] + margin);
    const dy = Math.max(0, margin - py) - Math.max(0, py - this.#window[1] + margin);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  #bound(scale: number): number {
    return Math.min(this.most, Math.max(this.least, scale));
  }

  /** Keeps the sheet in the window: centred where it is smaller, without gaps where it is larger. */
  #hold(): void {
    const hold = (offset: number, room: number, length: number): number =>
      length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, offset));
    this.x = hold(this.x, this.#window[0], this.sheet[0] * this.scale);
    this.y = hold(this.y, this.#window[1], this.sheet[1] * this.scale);
  }
}

/** Pixels from the edge of the window within which nothing to choose should lie. */
const EDGE = 22;
/** Milliseconds after which the view is at rest. */
const REST = 260;
/** Pixels a board unit from which names can be read, and at which fingers do well. */
const READABLE = 0.34;
const HANDY = 0.58;
