/** Colonists on their way: where each is drawn now. */
import {
  along,
  colonistPlaces,
  keyed,
  track,
  type Chart,
  type Leg,
  type Point,
  type TrackedColonist,
  type Tray,
} from './geometry';
import type { ColonistPosition } from './types';

export interface Walker extends TrackedColonist {
  x: number;
  y: number;
}

interface Journey {
  key: number;
  legs: Leg[] | null;
  from: Point;
  to: Point;
  start: number;
  time: number;
}

const smooth = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

export class Walkers {
  list = $state.raw<Walker[]>([]);
  #journeys: Journey[] = [];
  #frame = 0;
  #lastKey = 0;

  constructor(readonly chart: Chart) {}

  /** Puts the colonists where they are now; those that moved travel there in `time` milliseconds (0: at once). */
  move(colonists: readonly ColonistPosition[], tray: Tray, time: number): void {
    const before = keyed(this.list);
    const tracked = track(this.list, colonists, () => ++this.#lastKey);
    const places = colonistPlaces(this.chart, tracked, tray);
    const now = performance.now();
    this.#journeys = [];
    this.list = tracked.map((colonist) => {
      const to = places.get(colonist.key) ?? { x: 0, y: 0 };
      const old = before.get(colonist.key);
      if (!old || time <= 0 || (old.x === to.x && old.y === to.y)) return { ...colonist, ...to };
      const legs = old.at === colonist.at ? null : this.chart.route(colonist.kind, old.at, colonist.at);
      this.#journeys.push({ key: colonist.key, legs, from: { x: old.x, y: old.y }, to, start: now, time });
      return { ...colonist, x: old.x, y: old.y };
    });
    cancelAnimationFrame(this.#frame);
    if (this.#journeys.length > 0) this.#frame = requestAnimationFrame(this.#step);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #step = (now: number): void => {
    const share = (journey: Journey): number =>
      Math.min(1, Math.max(0, (now - journey.start) / journey.time));
    const going = keyed(this.#journeys);
    this.list = this.list.map((walker) => {
      const journey = going.get(walker.key);
      return journey ? { ...walker, ...between(journey, smooth(share(journey))) } : walker;
    });
    this.#journeys = this.#journeys.filter((journey) => share(journey) < 1);
    if (this.#journeys.length > 0) this.#frame = requestAnimationFrame(this.#step);
  };
}

function between({ legs, from, to }: Journey, share: number): Point {
  if (share >= 1) return to;
  if (!legs) return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  // The way starts at the middle of the city or line, the piece beside it: it joins the way as it goes.
  const start = along(legs, 0);
  const here = along(legs, share);
  const rest = Math.max(0, 1 - share * 4);
  return { x: here.x + (from.x - start.x) * rest, y: here.y + (from.y - start.y) * rest };
}
