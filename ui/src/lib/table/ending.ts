/** How near the end of the game is, as everybody at the table can see. */
import { HOUSES_PER_PLAYER } from '$lib/api/facts';
import type { State } from '$lib/api/types';

export type Ending = {
  /** Cards left to buy, on display and in the deck. */
  cards: number;
  /** Who has built the most, and how many houses they have left. */
  leader: number;
  houses: number;
  /** Nobody else has as few. */
  alone: boolean;
  /** Who has begun the end, if anybody has. */
  concordia: number | null;
};

export function endOf(state: State): Ending {
  const built = state.players.map((player) => player.houses.length);
  const most = Math.max(...built);
  return {
    cards: state.deck + state.display.filter((card) => card !== null).length,
    leader: built.indexOf(most),
    houses: HOUSES_PER_PLAYER - most,
    alone: built.filter((count) => count === most).length === 1,
    concordia: state.concordia,
  };
}
