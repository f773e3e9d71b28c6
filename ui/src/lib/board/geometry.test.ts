import { describe, expect, it, vi } from 'vitest';
import {
  along,
  Chart,
  colonistPlaces,
  padOf,
  placeSigns,
  track,
  type Point,
  type TrackedColonist,
} from './geometry';
import { COLORS } from '$lib/api/lists';
import { BOARDS, loadBoard } from './load';
import type { ColonistPosition } from './types';
import { COLONIST } from './waiting';

/** From a house's middle to its edges; its white edge may touch what is around. */
const HOUSE = { across: 12, up: 14, down: 12 };
/** How deep a piece may lie in another's corner and both still be told. */
const TOUCH = 6;

const boards = await Promise.all(BOARDS.map(loadBoard));
// A busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 });
const at = (
  color: ColonistPosition['color'],
  kind: ColonistPosition['kind'],
  place: string,
): ColonistPosition => ({
  color,
  kind,
  at: place,
});

function numbering(): () => number {
  let last = 0;
  return () => ++last;
}

it('there are two boards', () => {
  expect([...BOARDS].sort()).toEqual(['imperium', 'italia']);
});

describe.each(boards)('on $id', (board) => {
  const chart = new Chart(board);
  const namesUnder = (at: Point, { across, up, down }: Record<'across' | 'up' | 'down', number>): string[] =>
    board.cities
      .filter(({ label: { box } }) => {
        const [left, top, right, bottom] = box;
        return at.x + across > left && at.x - across < right && at.y + down > top && at.y - up < bottom;
      })
      .map(({ id }) => id);

  it('a colonist can travel from Roma to every line of its kind, along lines that meet', () => {
    for (const line of board.lines) {
      const legs = chart.route(line.kind, board.capital.id, line.between.join('~'));
      expect(legs, line.id).not.toBeNull();
      for (let i = 1; i < (legs?.length ?? 0); i++) {
        const before = along(legs?.slice(0, i) ?? [], 1);
        const after = along(legs?.slice(i) ?? [], 0);
        expect(Math.hypot(before.x - after.x, before.y - after.y)).toBeLessThan(0.5);
      }
      const end = along(legs ?? [], 1);
      expect(Math.hypot(end.x - line.x, end.y - line.y)).toBeLessThan(0.5);
    }
  });

  const players = COLORS.slice(0, board.id === 'italia' ? 4 : 5);
  const houses = board.cities
    .filter((city) => city.id !== board.capital.id)
    .flatMap((city) => players.map((color) => ({ city: city.id, color, at: padOf(city, players, color) })));
  const touching = (a: Point, b: Point, room: number): boolean =>
    Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < room;

  it('every player has a pad of their own in every city, clear of all names', () => {
    expect(houses).toHaveLength((board.cities.length - 1) * players.length);
    expect(
      houses.flatMap(({ city, at }) => namesUnder(at, HOUSE).map((name) => `${city} on ${name}`)),
    ).toEqual([]);
  });

  it('houses cover neither each other nor other cities', () => {
    const bad = houses.flatMap((one, i) => [
      ...houses
        .slice(i + 1)
        .filter((other) => Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y) < 24 - TOUCH)
        .map((other) => `${one.city} ${one.color} / ${other.city} ${other.color}`),
      ...board.cities
        .filter((city) => city.id !== one.city && touching(city, one.at, 24 + 12 - TOUCH))
        .map((city) => `${one.city} ${one.color} on ${city.id}`),
    ]);
    expect(bad).toEqual([]);
  });

  it('colonists on lines cover neither houses nor names nor each other', () => {
    const bad = board.lines.flatMap((line, i) => [
      ...houses
        .filter(({ at }) => touching(line, at, 15 + 12 - TOUCH))
        .map(({ city, color }) => `${line.id} on ${city} ${color}`),
      ...namesUnder(line, { across: 12, up: 14, down: 14 }).map((name) => `${line.id} on ${name}`),
      ...board.lines
        .slice(i + 1)
        .filter((other) => Math.hypot(line.x - other.x, line.y - other.y) < 36)
        .map((other) => `${line.id} / ${other.id}`),
    ]);
    expect(bad).toEqual([]);
  });

  it('colonists that wait in a city cover no name, no house and not each other', () => {
    const bad = board.cities
      .filter((city) => city.id !== board.capital.id)
      .flatMap((city) => {
        const waiting = COLORS.slice(0, 3).map((color, i) => at(color, i % 2 ? 'sea' : 'land', city.id));
        const places = [
          ...colonistPlaces(chart, track([], waiting, numbering()), { players: [], apart: 36 }).values(),
        ];
        return [
          ...places.flatMap((place) => namesUnder(place, COLONIST).map((name) => `${city.id} on ${name}`)),
          ...places
            .filter((place) => houses.some(({ at }) => touching(place, at, 20)))
            .map(() => `${city.id} on a house`),
          ...places
            .filter((a, i) => places.slice(i + 1).some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 36))
            .map(() => `${city.id} too close`),
        ];
      });
    expect(bad).toEqual([]);
  });

  it('the tray of the capital has a cell for every colour and kind, and covers no names, cities or houses', () => {
    const waiting = players.flatMap((color) => [
      at(color, 'land', board.capital.id),
      at(color, 'land', board.capital.id),
      at(color, 'sea', board.capital.id),
    ]);
    const places = [
      ...colonistPlaces(chart, track([], waiting, numbering()), { players, apart: 36 }).values(),
    ];
    const spots = new Set(places.map(({ x, y }) => `${String(x)} ${String(y)}`));
    expect(spots.size).toBe(2 * players.length);
    const cell = { across: 18, up: 18, down: 18 };
    expect(places.flatMap((place) => namesUnder(place, cell))).toEqual([]);
    expect(places.filter((place) => houses.some((house) => touching(place, house.at, 24)))).toEqual([]);
    expect(places.filter((place) => board.cities.some((city) => touching(place, city, 38)))).toEqual([]);
  });
});

describe('track', () => {
  const before: TrackedColonist[] = [
    { ...at('red', 'land', 'roma'), key: 1 },
    { ...at('red', 'land', 'massilia~roma'), key: 2 },
    { ...at('blue', 'land', 'roma'), key: 3 },
  ];

  it('keeps who stayed and takes the other for the one that moved', () => {
    const now = [
      at('red', 'land', 'massilia~roma'),
      at('red', 'land', 'novaria~roma'),
      at('blue', 'land', 'roma'),
    ];
    expect(track(before, now, numbering()).map(({ key }) => key)).toEqual([2, 1, 3]);
  });

  it('gives a new colonist a new key and never mixes colours or kinds', () => {
    const keys = numbering();
    for (let i = 0; i < 3; i++) keys();
    const now = [...before, at('red', 'sea', 'roma'), at('black', 'land', 'roma')];
    expect(track(before, now, keys).map(({ key }) => key)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('placeSigns', () => {
  it('moves a sign away from what it would cover', () => {
    const [place] = placeSigns([{ at: { x: 0, y: 0 }, width: 40 }], 20, 30, [{ x: 50, y: 10, r: 30 }], []);
    expect(place?.x).toBeLessThan(0);
  });

  it('never lays two signs on each other when there is room', () => {
    const [a, b] = placeSigns(
      [
        { at: { x: 0, y: 0 }, width: 60 },
        { at: { x: 90, y: 0 }, width: 60 },
      ],
      20,
      30,
      [
        { x: 0, y: 0, r: 30 },
        { x: 90, y: 0, r: 30 },
      ],
      [],
    );
    expect(Math.abs((a?.x ?? 0) - (b?.x ?? 0)) >= 60 || Math.abs((a?.y ?? 0) - (b?.y ?? 0)) >= 20).toBe(true);
  });
});
