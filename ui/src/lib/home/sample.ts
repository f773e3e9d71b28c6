/** A board in the middle of a game, made up for the front page: nobody plays it. */
import { COLORS } from '$lib/api/lists';
import { GOODS } from '$lib/api/types';
import type { BoardDrawing, BoardPosition } from '$lib/board';

/** Something on every third city, so that the board looks played on and stays readable. */
export function samplePosition(board: BoardDrawing): BoardPosition {
  const players = COLORS.slice(0, 4);
  const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T;
  const cities = board.cities.filter(({ id }) => id !== board.capital.id);
  return {
    players,
    cities: Object.fromEntries(cities.map(({ id }, i) => [id, pick(GOODS, i * 2 + Math.floor(i / 5))])),
    houses: Object.fromEntries(
      cities.map(({ id }, i) => [id, i % 3 === 0 ? [pick(players, i), pick(players, i + 1 + (i % 2))] : []]),
    ),
    // Who travels on it stands in the middle of a line: see Hero.svelte.
    colonists: [],
    markers: Object.fromEntries(
      board.provinces.map(({ id }, i) => [
        id,
        { side: i % 4 === 2 ? 'coins' : 'goods', good: pick(GOODS, i), coins: 1 + (i % 2) },
      ]),
    ),
  };
}
