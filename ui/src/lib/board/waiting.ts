/** Where colonists stand that wait in a city: around it, wherever they cover neither names nor other places. */
import type { Point } from './geometry';
import type { BoardDrawing, CityDrawing } from './types';

/** From a colonist's middle to its edges as it is drawn at its largest: left and right, up, down. */
export const COLONIST = { across: 23, up: 24, down: 22 } as const;

/** Distances from the city's middle: outside its houses, and further if there is no room. */
const FIRST_RING = 62;
const RING_STEP = 9;
const RINGS = 16;
const TURN = 3;
/** Those of five players, of one kind in one place each. */
const MOST = 10;
/** Least distances from other cities, bonus markers, other colonists, and, if it can be, colonists on lines. */
const FROM_CITY = 48;
const FROM_MARKER = 42;
const FROM_PAD = 33;
const APART = 37;
const FROM_LINE = 36;
/** How much further out a colonist stands rather than one degree further round. */
const ROUND = 0.05;

/** Places around a city, the best first; each is clear of all before it. */
export function waitingPlaces(board: BoardDrawing, city: CityDrawing): Point[] {
  const around = surroundings(board, city, FIRST_RING + RING_STEP * RINGS);
  const spots: (Point & { cost: number })[] = [];
  for (let ring = 0; ring < RINGS; ring++) {
    const radius = FIRST_RING + RING_STEP * ring;
    for (let turn = -180; turn < 180; turn += TURN) {
      const angle = ((city.fan + turn) * Math.PI) / 180;
      const at = { x: city.x + radius * Math.cos(angle), y: city.y + radius * Math.sin(angle) };
      if (!isFree(around, at)) continue;
      const near = around.lines.reduce((sum, line) => sum + Math.max(0, FROM_LINE - apart(line, at)), 0);
      spots.push({ ...at, cost: radius + 2 * near + ROUND * Math.abs(turn) });
    }
  }
  const chosen: Point[] = [];
  for (const { x, y } of spots.sort((a, b) => a.cost - b.cost)) {
    if (chosen.every((other) => apart(other, { x, y }) >= APART)) chosen.push({ x, y });
    if (chosen.length === MOST) break;
  }
  return chosen;
}

type Box = CityDrawing['label']['box'];
type Surroundings = { names: Box[]; cities: Point[]; markers: Point[]; lines: Point[]; pads: Point[] };

/** What lies near enough to matter. */
function surroundings(board: BoardDrawing, city: CityDrawing, radius: number): Surroundings {
  const isNear = (place: Point): boolean => apart(place, city) < radius + FROM_CITY;
  const reach = radius + COLONIST.up;
  return {
    names: board.cities
      .map(({ label }) => label.box)
      .filter(
        ([left, top, right, bottom]) =>
          left < city.x + reach && right > city.x - reach && top < city.y + reach && bottom > city.y - reach,
      ),
    cities: board.cities.filter((other) => other.id !== city.id && isNear(other)),
    markers: board.provinces.map(({ marker }) => marker).filter(isNear),
    lines: board.lines.filter(isNear),
    pads: board.cities.flatMap(({ pads }) => pads.map(([x, y]) => ({ x, y }))).filter(isNear),
  };
}

/** The first `count` of the places, in their order around the city, so that what belongs together stands together. */
export function inTurn(city: CityDrawing, places: readonly Point[], count: number): Point[] {
  const begin = ((city.fan + 180) * Math.PI) / 180;
  const turn = ({ x, y }: Point): number => {
    const angle = Math.atan2(y - city.y, x - city.x) - begin;
    return angle - 2 * Math.PI * Math.floor(angle / (2 * Math.PI));
  };
  return places.slice(0, count).sort((a, b) => turn(a) - turn(b));
}

function isFree({ names, cities, markers, pads }: Surroundings, at: Point): boolean {
  return (
    cities.every((other) => apart(other, at) >= FROM_CITY) &&
    pads.every((pad) => apart(pad, at) >= FROM_PAD) &&
    markers.every((marker) => apart(marker, at) >= FROM_MARKER) &&
    names.every((name) => !covers(at, name))
  );
}

const covers = (at: Point, [left, top, right, bottom]: Box): boolean =>
  at.x + COLONIST.across > left &&
  at.x - COLONIST.across < right &&
  at.y + COLONIST.down > top &&
  at.y - COLONIST.up < bottom;
/** Not `Math.hypot`, which is many times slower: this runs a hundred thousand times for a city. */
const apart = (a: Point, b: Point): number => Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
