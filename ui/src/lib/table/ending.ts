/** How near the end of the game is, as everybody at the table can see. */
import type { State } from '$lib/api/types';

export type Ending = {
  /** Cards left to buy, on display and in the deck. */
  cards: number;
  /** Who has built the most, and how many houses they have left. */
  leader: number;
  houses: number;
  /** Who has begun the end, if anybody has. */
  concordia: number | null;
};

const HOUSES = 15;

export function endOf(state: State): Ending {
  const built = state.players.map((player) => player.houses.length);
  const most = Math.max(...built);
  return {
    cards: state.deck + state.display.filter((card) => card !== null).length,
    leader: built.indexOf(most),
    houses: HOUSES - most,
    concordia: state.concordia,
  };
}
