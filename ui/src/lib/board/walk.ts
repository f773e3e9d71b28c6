/**
 * Walking the board by arrow keys: from a city onto a line, from a line to the city at its end. Where more lines meet than
 * there are arrows, an arrow across a line leads to the next line.
 */
import type { Chart, Point } from './geometry';
import type { BoardThing } from './types';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** A place to stand: a city or a line, by `thingKey`. */
export interface Stop extends Point {
  key: string;
}

const WAYS: Record<Arrow, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** How far a way may lead aside of the arrow: every way is within reach of one arrow, most of two. */
const WIDEST = Math.cos((80 * Math.PI) / 180);
/** An arrow along a line leads to its end. */
const ALONG = Math.cos((46 * Math.PI) / 180);

export const isArrow = (key: string): key is Arrow => key in WAYS;

/** Every place of the board, cities first. */
export function stops(chart: Chart): Stop[] {
  return [
    ...chart.board.cities.map(({ id, x, y }) => ({ key: `city ${id}`, x, y })),
    ...chart.board.lines.map(({ id, x, y }) => ({ key: `line ${id}`, x, y })),
  ];
}

/** Where an arrow leads from a place; undefined where no line leads that way. */
export function walk(chart: Chart, from: string, arrow: Arrow): Stop | undefined {
  const here = stopOf(chart, from);
  if (!here) return undefined;
  if (from.startsWith('city ')) return towards(here, neighbours(chart, from), arrow);
  const ends = neighbours(chart, from);
  return (
    towards(here, ends, arrow, ALONG) ??
    towards(
      here,
      ends.flatMap((end) => neighbours(chart, end.key)),
      arrow,
    )
  );
}

/** Of some places the one that lies most in an arrow's direction. */
export function towards<T extends Point>(
  from: Point,
  places: readonly T[],
  arrow: Arrow,
  widest = WIDEST,
): T | undefined {
  const way = WAYS[arrow];
  let best: T | undefined;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const far = Math.hypot(dx, dy);
    const straight = far > 0 ? (dx * way.x + dy * way.y) / far : 0;
    // A place straight ahead may be further away than one aside.
    const cost = far * (2 - straight);
    if (straight > widest && cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** The place a thing is found at: a colonist stands on a line or in a city. */
export function placeKey(thing: BoardThing): string | undefined {
  if (thing.type === 'city') return `city ${thing.id}`;
  if (thing.type === 'line') return thing.colonist ? `line ${thing.colonist} ${thing.id}` : undefined;
  if (thing.type === 'province') return undefined;
  return thing.id.includes('~') ? `line ${thing.id}` : `city ${thing.id.split(' ')[1] ?? ''}`;
}

function stopOf(chart: Chart, key: string): Stop | undefined {
  const id = key.slice(key.indexOf(' ') + 1);
  const at = key.startsWith('city ') ? chart.cities.get(id) : chart.lines.get(id);
  return at && { key, x: at.x, y: at.y };
}

function neighbours(chart: Chart, key: string): Stop[] {
  const id = key.slice(key.indexOf(' ') + 1);
  const keys = key.startsWith('city ')
    ? chart.board.lines.filter(({ between }) => between.includes(id)).map((line) => `line ${line.id}`)
    : (chart.lines.get(id)?.between.map((city) => `city ${city}`) ?? []);
  return keys.flatMap((one) => stopOf(chart, one) ?? []);
}
