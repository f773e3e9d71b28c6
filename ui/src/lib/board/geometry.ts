/** Where things stand on a board and how they get there. Board units throughout; y points down. */
import type { Color } from '$lib/api/types';
import type { BoardDrawing, Box, CityDrawing, ColonistPosition, Curve, Kind, LineDrawing } from './types';
import { inTurn, waitingPlaces } from './waiting';

export interface Point {
  x: number;
  y: number;
}

export function curvePath(c: Curve): string {
  return `M${c[0]} ${c[1]}C${c[2]} ${c[3]} ${c[4]} ${c[5]} ${c[6]} ${c[7]}`;
}

export function pointAt(c: Curve, t: number): Point {
  const u = 1 - t;
  const [a, b, d, e] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return { x: a * c[0] + b * c[2] + d * c[4] + e * c[6], y: a * c[1] + b * c[3] + d * c[5] + e * c[7] };
}

/** Looks up cities and lines of a board by id. */
export class Chart {
  readonly cities: ReadonlyMap<string, CityDrawing>;
  readonly lines: ReadonlyMap<string, LineDrawing>;
  readonly #touching = new Map<string, LineDrawing[]>();
  readonly #waiting = new Map<string, Point[]>();

  constructor(readonly board: BoardDrawing) {
    this.cities = new Map(board.cities.map((city) => [city.id, city]));
    this.lines = new Map(board.lines.map((line) => [line.id, line]));
    for (const line of board.lines) {
      for (const city of line.between) {
        const key = `${line.kind} ${city}`;
        this.#touching.set(key, [...(this.#touching.get(key) ?? []), line]);
      }
    }
  }

  line(kind: Kind, id: string): LineDrawing | undefined {
    return this.lines.get(`${kind} ${id}`);
  }

  /** Middle of a city, or the place of a colonist on a line. */
  place(kind: Kind, at: string): Point | undefined {
    return this.line(kind, at) ?? this.cities.get(at);
  }

  /** Places for colonists that wait in a city, the best first. */
  waiting(city: CityDrawing): Point[] {
    const known = this.#waiting.get(city.id) ?? waitingPlaces(this.board, city);
    this.#waiting.set(city.id, known);
    return known;
  }

  /** What is played on: all cities with their pads and names, all lines, markers and the tray. */
  get played(): Box {
    const { cities, lines, provinces, tray } = this.board;
    const round = ({ x, y }: Point, by: number): Box => [x - by, y - by, x + by, y + by];
    return around([
      ...cities.flatMap((city) => [
        round(city, 40),
        city.label.box,
        ...city.pads.map(([x, y]) => round({ x, y }, 18)),
      ]),
      ...lines.map((line) => round(line, 20)),
      ...provinces.map(({ marker }) => round(marker, 22)),
      round(tray, TRAY_CELL),
    ]);
  }

  /** The legs of a shortest way along lines of one kind from a place to a line. */
  route(kind: Kind, from: string, to: string): Leg[] | null {
    const goal = this.line(kind, to);
    if (!goal) return null;
    const start = this.line(kind, from);
    const begins: { city: string; legs: Leg[] }[] = start
      ? start.between.map((city, end) => ({ city, legs: [{ line: start, from: start.t, to: end }] }))
      : this.cities.has(from)
        ? [{ city: from, legs: [] }]
        : [];
    const seen = new Set(begins.map(({ city }) => city));
    const queue = begins;
    for (let next = queue.shift(); next; next = queue.shift()) {
      const end = goal.between.indexOf(next.city);
      if (end >= 0) return [...next.legs, { line: goal, from: end, to: goal.t }];
      for (const line of this.#touching.get(`${kind} ${next.city}`) ?? []) {
        const away = line.between[0] === next.city ? 1 : 0;
        const city = line.between[away];
        if (seen.has(city)) continue;
        seen.add(city);
        queue.push({ city, legs: [...next.legs, { line, from: 1 - away, to: away }] });
      }
    }
    return null;
  }
}

/** A stretch of a line, from one place along its curve to another. */
export interface Leg {
  line: LineDrawing;
  from: number;
  to: number;
}

/** The place after a share (0 to 1) of the way. */
export function along(legs: readonly Leg[], share: number): Point {
  const lengths = legs.map(({ line, from, to }) => line.length * Math.abs(to - from));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (const [i, leg] of legs.entries()) {
    const length = lengths[i] ?? 0;
    if (left <= length || i === legs.length - 1) {
      const part = length > 0 ? Math.min(1, left / length) : 1;
      return pointAt(leg.line.curve, leg.from + (leg.to - leg.from) * part);
    }
    left -= length;
  }
  return { x: 0, y: 0 };
}

/** The way as an SVG path. */
export function routePath(legs: readonly Leg[]): string {
  const points: string[] = [];
  for (const leg of legs) {
    for (let i = 0; i <= 12; i++) {
      const { x, y } = pointAt(leg.line.curve, leg.from + ((leg.to - leg.from) * i) / 12);
      points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
    }
  }
  return `M${points.join('L')}`;
}

/** Where a player's house stands in a city: always on the same pad. */
export function padOf(city: CityDrawing, players: readonly Color[], color: Color): Point {
  const [x, y] = city.pads[players.indexOf(color)] ?? [city.x, city.y];
  return { x, y };
}

function around(boxes: readonly Box[]): Box {
  return boxes.reduce((all, box) => [
    Math.min(all[0], box[0]),
    Math.min(all[1], box[1]),
    Math.max(all[2], box[2]),
    Math.max(all[3], box[3]),
  ]);
}

/** Size of a cell of the capital's tray. */
export const TRAY_CELL = 36;

/** The capital's tray: a lane a player, with the land and the sea colonists in it. */
export interface Tray {
  /** Whoever has colonists there, in turn order. */
  players: readonly Color[];
  /** From the land to the sea colonists of a player. */
  apart: number;
}

/** The middle of a tray's cell. */
export function trayPlace({ tray: at }: BoardDrawing, tray: Tray, color: Color, kind: Kind): Point {
  const lane = (Math.max(0, tray.players.indexOf(color)) - (tray.players.length - 1) / 2) * TRAY_CELL;
  const side = (kind === 'land' ? -0.5 : 0.5) * tray.apart;
  return at.upright ? { x: at.x + side, y: at.y + lane } : { x: at.x + lane, y: at.y + side };
}

/**
 * A place beside each point for a sign of the given size: right, left, under or over it, wherever it covers least of
 * what it should not.
 */
export function placeSigns(
  signs: readonly { at: Point; width: number }[],
  height: number,
  room: number,
  taken: readonly (Point & { r: number })[],
  names: readonly Box[],
): Point[] {
  const placed: Box[] = [];
  return signs.map(({ at, width }) => {
    const [dx, dy] = [room + width / 2, room + height / 2];
    const sides = [
      { x: at.x + dx, y: at.y + 10 },
      { x: at.x - dx, y: at.y + 10 },
      { x: at.x, y: at.y + dy },
      { x: at.x, y: at.y - dy },
    ];
    let best = sides[0] ?? at;
    let least = Infinity;
    for (const [i, side] of sides.entries()) {
      const box: Box = [side.x - width / 2, side.y - height / 2, side.x + width / 2, side.y + height / 2];
      const cost =
        i +
        50 * placed.filter((other) => overlap(box, other)).length +
        9 * names.filter((other) => overlap(box, other)).length +
        taken.reduce((sum, p) => sum + Math.max(0, p.r - distanceTo(box, p)), 0);
      if (cost < least) [best, least] = [side, cost];
    }
    placed.push([best.x - width / 2, best.y - height / 2, best.x + width / 2, best.y + height / 2]);
    return best;
  });
}

const overlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const distanceTo = (box: Box, p: Point): number =>
  Math.hypot(Math.max(box[0] - p.x, 0, p.x - box[2]), Math.max(box[1] - p.y, 0, p.y - box[3]));

/** The items of each key, in their order. */
export function grouped<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Things by their keys. */
export function keyed<T extends { key: number }>(list: readonly T[]): ReadonlyMap<number, T> {
  return new Map(list.map((item) => [item.key, item]));
}

/** A colonist with an identity that lasts while it moves. */
export interface TrackedColonist extends ColonistPosition {
  key: number;
}

/**
 * Gives colonists the keys they had before: those that did not move keep theirs, the others of a colour and kind are
 * taken for the ones that left a place.
 */
export function track(
  before: readonly TrackedColonist[],
  now: readonly ColonistPosition[],
  nextKey: () => number,
): TrackedColonist[] {
  const free = [...before];
  const take = (match: (old: TrackedColonist) => boolean): number | undefined => {
    const i = free.findIndex(match);
    return i < 0 ? undefined : free.splice(i, 1)[0]?.key;
  };
  const same = (a: ColonistPosition, b: ColonistPosition): boolean =>
    a.color === b.color && a.kind === b.kind;
  const keys = now.map((colonist) => take((old) => same(old, colonist) && old.at === colonist.at));
  return now.map((colonist, i) => ({
    ...colonist,
    key: keys[i] ?? take((old) => same(old, colonist)) ?? nextKey(),
  }));
}

/** Colonists of one player and kind that wait in the same city: they stand on one spot. */
export const spotOf = ({ color, kind, at }: ColonistPosition): string => `${color} ${kind} ${at}`;

/** Where every colonist stands, by key. */
export function colonistPlaces(
  chart: Chart,
  colonists: readonly TrackedColonist[],
  tray: Tray,
): Map<number, Point> {
  const places = new Map<number, Point>();
  for (const { key, kind, at } of colonists) {
    const line = chart.line(kind, at);
    if (line) places.set(key, { x: line.x, y: line.y });
  }
  const inCities = colonists.filter(({ key }) => !places.has(key));
  for (const [id, group] of grouped(inCities, ({ at }) => at)) {
    const city = chart.cities.get(id);
    if (!city) continue;
    const alike = [...grouped(group, spotOf).values()];
    const spots = inTurn(city, chart.waiting(city), alike.length);
    alike.forEach((some, i) => {
      for (const { key, color, kind } of some) {
        const inTray = id === chart.board.capital.id;
        places.set(
          key,
          inTray ? trayPlace(chart.board, tray, color, kind) : (spots[i % spots.length] ?? city),
        );
      }
    });
  }
  return places;
}
