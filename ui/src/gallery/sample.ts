/** Invented positions that fill a board, to see how it copes. */
import { GOODS, type Good } from '$lib/art/goods';
import { COLORS } from '$lib/api/lists';
import type { Color } from '$lib/api/types';
import type { BoardChoice, BoardDrawing, BoardPosition, ColonistPosition } from '$lib/board';

function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

const COINS: Record<Good, number> = { brick: 2, food: 2, tool: 2, wine: 2, cloth: 1 };

/** `start` is the first turn, `crowded` a late one; `players` of them. */
export function position(board: BoardDrawing, kind: 'start' | 'crowded', players: number): BoardPosition {
  const random = chance(5);
  const colors = COLORS.slice(0, players);
  const cities: Record<string, Good> = {};
  const houses: Record<string, Color[]> = {};
  const colonists: ColonistPosition[] = [];
  const markers: BoardPosition['markers'] = {};
  for (const city of board.cities) {
    if (city.id === board.capital.id) continue;
    cities[city.id] = GOODS[random(5)] ?? 'brick';
    if (kind === 'crowded') houses[city.id] = colors.filter(() => random(10) < 6);
  }
  for (const province of board.provinces) {
    const best = Math.max(...province.cities.map((city) => GOODS.indexOf(cities[city] ?? 'brick')));
    const good = GOODS[best] ?? 'brick';
    markers[province.id] = {
      side: kind === 'crowded' && random(3) === 0 ? 'coins' : 'goods',
      good,
      coins: COINS[good],
    };
  }
  const free = [...board.lines];
  for (const color of colors) {
    for (const type of ['land', 'sea'] as const) {
      colonists.push({ color, kind: type, at: board.capital.id });
      if (kind === 'start') continue;
      colonists.pop();
      for (let i = 0; i < 3; i++) {
        const lines = free.filter((line) => line.kind === type);
        const line = lines[random(lines.length)];
        if (!line) continue;
        free.splice(free.indexOf(line), 1);
        colonists.push({ color, kind: type, at: line.between.join('~') });
      }
    }
  }
  if (kind === 'crowded') {
    colonists.push(
      { color: 'red', kind: 'land', at: board.capital.id },
      { color: 'blue', kind: 'sea', at: board.capital.id },
    );
    const port = board.lines.find((line) => line.kind === 'sea' && !line.between.includes(board.capital.id))
      ?.between[0];
    if (port)
      colonists.push({ color: 'green', kind: 'sea', at: port }, { color: 'green', kind: 'land', at: port });
  }
  return { players: [...colors], cities, houses, colonists, markers };
}

/** Some of everything that could be chosen. */
export function choices(
  board: BoardDrawing,
  kind: 'lines' | 'cities' | 'provinces' | 'colonists',
): BoardChoice[] {
  if (kind === 'lines') {
    return board.lines
      .filter((line) => line.kind === 'land')
      .map((line, i) => ({
        action: `to ${line.between.join('~')}`,
        label: line.id,
        thing: { type: 'line', id: line.between.join('~'), colonist: line.kind },
        cost: { points: 1 + (i % 6) },
      }));
  }
  if (kind === 'provinces') {
    return board.provinces.map((province) => ({
      action: `produce ${province.id}`,
      label: province.name,
      thing: { type: 'province', id: province.id },
    }));
  }
  if (kind === 'colonists') {
    return (['land', 'sea'] as const).map((type) => ({
      action: `move ${type} ${board.capital.id}`,
      label: type,
      thing: { type: 'colonist', id: `${type} ${board.capital.id}` },
    }));
  }
  const cities = board.cities.filter((city) => city.id !== board.capital.id);
  return cities.flatMap((city, i): BoardChoice[] =>
    i % 7 === 0
      ? (['land', 'sea'] as const).map((type) => ({
          action: `settle ${type} ${city.id}`,
          label: city.name,
          thing: { type: 'city', id: city.id, colonist: type },
        }))
      : [
          {
            action: `build ${city.id}`,
            label: city.name,
            thing: { type: 'city', id: city.id },
            cost: { money: 2 + i, goods: i % 2 === 0 ? { food: 1 } : { brick: 1, wine: 1 } },
          },
        ],
  );
}
