import { describe, expect, it } from 'vitest';
import {
  along,
  Chart,
  colonistPlaces,
  housePlace,
  placeSigns,
  track,
  type TrackedColonist,
} from './geometry';
import { BOARDS, loadBoard } from './load';
import type { ColonistPosition } from './types';

const boards = await Promise.all(BOARDS.map(loadBoard));
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

  it('a house of each player stands beside a city, clear of its name', () => {
    const most = board.id === 'italia' ? 4 : 5;
    for (const city of board.cities) {
      const places = Array.from({ length: most }, (_, i) => housePlace(city, i, most));
      const [left, top, right, bottom] = city.label.box;
      for (const [i, place] of places.entries()) {
        const inside = place.x > left && place.x < right && place.y > top - 4 && place.y < bottom + 4;
        expect(inside, `house ${String(i)} of ${city.id}`).toBe(false);
        const next = places[i + 1];
        if (next) expect(Math.hypot(place.x - next.x, place.y - next.y)).toBeGreaterThan(18);
      }
    }
  });

  it('ten colonists fit around Roma', () => {
    const colors = ['red', 'green', 'yellow', 'blue', 'black'] as const;
    const all = colors.flatMap((color) => [
      at(color, 'land', board.capital.id),
      at(color, 'sea', board.capital.id),
    ]);
    const places = [...colonistPlaces(chart, track([], all, numbering())).values()];
    expect(places).toHaveLength(10);
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(28);
    }
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
