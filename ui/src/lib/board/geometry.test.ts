import { describe, expect, it, vi } from 'vitest';
import {
  along,
  Chart,
  colonistPlaces,
  housePlace,
  placeSigns,
  track,
  type Point,
  type TrackedColonist,
} from './geometry';
import { BOARDS, loadBoard } from './load';
import type { ColonistPosition } from './types';
import { COLONIST } from './waiting';

/** From a house's middle to its edges as it is drawn at its largest; a hair's breadth over a name is not seen. */
const HOUSE = { across: 11, up: 14, down: 10 };

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

  it('a house of each player stands beside a city, clear of all names', () => {
    const most = board.id === 'italia' ? 4 : 5;
    const covered = board.cities
      .filter((city) => city.id !== board.capital.id)
      .flatMap((city) =>
        Array.from({ length: most }, (_, n) =>
          Array.from({ length: n + 1 }, (_, i) => housePlace(city, i, n + 1)),
        ).flatMap((places) => [
          ...places.flatMap((place) => namesUnder(place, HOUSE).map((name) => `${city.id} on ${name}`)),
          ...places
            .filter((a, i) => places.slice(i + 1).some((b) => Math.hypot(a.x - b.x, a.y - b.y) <= 18))
            .map(() => `${city.id} too close`),
        ]),
      );
    expect(new Set(covered)).toEqual(new Set());
  });

  it('colonists that wait in a city cover no name and not each other', () => {
    const most = board.id === 'italia' ? 8 : 10;
    const bad = board.cities.flatMap((city) => {
      const waiting = Array.from({ length: most }, (_, i) => at('red', i % 2 ? 'sea' : 'land', city.id));
      const places = [...colonistPlaces(chart, track([], waiting, numbering())).values()];
      return [
        ...places.flatMap((place) => namesUnder(place, COLONIST).map((name) => `${city.id} on ${name}`)),
        ...places
          .filter((a, i) => places.slice(i + 1).some((b) => Math.hypot(a.x - b.x, a.y - b.y) < 36))
          .map(() => `${city.id} too close`),
      ];
    });
    expect(bad).toEqual([]);
  });

  it('colonists that wait in Roma stand close to it', () => {
    const roma = chart.cities.get(board.capital.id)!;
    const places = chart.waiting(roma).slice(0, board.id === 'italia' ? 8 : 10);
    expect(Math.max(...places.map((place) => Math.hypot(place.x - roma.x, place.y - roma.y)))).toBeLessThan(
      100,
    );
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
