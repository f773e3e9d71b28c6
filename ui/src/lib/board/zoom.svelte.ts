/** Panning and zooming of a sheet behind a window, in pixels of the window. At first the sheet fills it. */
import type { Point } from './geometry';
import type { Box } from './types';

export class Zoom {
  /** Where the sheet's origin lies in the window. */
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
    /** The whole sheet, and the part of it that should be seen at first. */
    readonly sheet: Box,
    readonly part: Box,
    /** A place of the sheet worth seeing first when not all of the part fits at a readable size. */
    readonly heart: Point,
    /** Pixels at the top of the window that something else takes. */
    readonly over = 0,
  ) {}

  /** The smallest scale at which the sheet fills the window. */
  get full(): number {
    const [left, top, right, bottom] = this.sheet;
    return Math.max(this.#window[0] / (right - left), this.#window[1] / (bottom - top));
  }

  /** The smallest scale: all that is played on can be seen, even if the sheet leaves gaps in a narrow window then. */
  get least(): number {
    const [left, top, right, bottom] = this.part;
    return Math.min(this.full, this.#window[0] / (right - left), this.#window[1] / (bottom - top));
  }

  get most(): number {
    return Math.max(3, this.least * 4);
  }

  /** True while the view is as it was at first. */
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
      this.#centre(centre);
      this.#stir();
    }
  }

  /** The part that is played on; in a window so small that nothing could be read, as much around its heart as can be. */
  reset(): void {
    const [left, top, right, bottom] = this.part;
    const [width, height] = [this.#window[0], this.#window[1] - this.over];
    const [whole, cover] = [Math.min, Math.max].map((choose) =>
      choose(width / (right - left), height / (bottom - top)),
    ) as [number, number];
    const readable = whole >= READABLE;
    this.scale = Math.max(this.full, readable ? whole : Math.max(Math.min(cover, HANDY), LEGIBLE));
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 - this.over / 2 / this.scale };
    this.#centre(readable ? middle : this.heart);
    this.#home = true;
    if (!this.gliding) this.settled = this.scale;
  }

  /** As `reset`, but with all of `places` in the window: what may be chosen must be seen. */
  resetTo(places: readonly Point[]): void {
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
    // Who needs nearly all of the part sees all of it, with the names of the outermost cities.
    const whole = scale < this.least * NEARLY_ALL;
    const [partLeft, partTop, partRight, partBottom] = this.part;
    this.scale = whole ? this.least : this.#bound(scale);
    this.#centre(
      whole
        ? { x: (partLeft + partRight) / 2, y: (partTop + partBottom) / 2 }
        : { x: (left + right) / 2, y: (top + bottom) / 2 },
    );
    if (!this.gliding) this.settled = this.scale;
  }

  #centre(place: Point): void {
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

  toSheet(x: number, y: number): Point {
    return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale };
  }

  toWindow(place: Point): Point {
    return { x: place.x * this.scale + this.x, y: place.y * this.scale + this.y };
  }

  /** True if a place of the sheet is in the window. */
  shows(place: Point, edge = 0): boolean {
    const { x: px, y: py } = this.toWindow(place);
    // Places at the very edge are computed a little beside it.
    const least = edge - UNSEEN;
    return px >= least && py >= least && px <= this.#window[0] - least && py <= this.#window[1] - least;
  }

  /** Moves the view, if it must, so that a place of the sheet is seen. */
  show(place: Point, margin = 60): void {
    const { x: px, y: py } = this.toWindow(place);
    const dx = Math.max(0, margin - px) - Math.max(0, px - this.#window[0] + margin);
    const dy = Math.max(0, margin - py) - Math.max(0, py - this.#window[1] + margin);
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  #bound(scale: number): number {
    return Math.min(this.most, Math.max(this.least, scale));
  }

  /** Keeps the sheet behind all of the window, or in its middle where it is smaller. */
  #hold(): void {
    const [left, top, right, bottom] = this.sheet;
    const hold = (offset: number, room: number, first: number, last: number): number =>
      (last - first) * this.scale < room
        ? (room - (first + last) * this.scale) / 2
        : Math.min(-first * this.scale, Math.max(room - last * this.scale, offset));
    this.x = hold(this.x, this.#window[0], left, right);
    this.y = hold(this.y, this.#window[1], top, bottom);
  }
}

/** Pixels from the edge of the window within which nothing to choose should lie. */
const EDGE = 26;
/** Pixels that nobody sees. */
const UNSEEN = 0.5;
/** Times the smallest scale below which the smallest is taken. */
const NEARLY_ALL = 1.15;
/** Milliseconds after which the view is at rest. */
const REST = 260;
/** Pixels a board unit from which all of it is shown, at which fingers do well, and below which pieces can't be told. */
const READABLE = 0.4;
const HANDY = 0.62;
const LEGIBLE = 0.46;
