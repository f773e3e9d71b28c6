/** What the rules say that the page shows, told by the engine. Made by scripts/wire_types.py. */
import type { Good } from './types';

export const STOREHOUSE_SPACES = 12;
export const HOUSES_PER_PLAYER = 15;
export const COLONISTS_PER_KIND = 3;
/** The specialists, and the good that each brings. */
export const SPECIALISTS: Readonly<Record<string, Good>> = {
  mason: 'brick',
  farmer: 'food',
  smith: 'tool',
  vintner: 'wine',
  weaver: 'cloth',
};
/** What a house in a city of a good costs: the goods, and the sestertii where 0, 1, 2 houses stand, and so on. */
export const HOUSE_PRICES: Readonly<Record<Good, { goods: readonly Good[]; money: readonly number[] }>> = {
  brick: { goods: ['food'], money: [1, 2, 3, 4, 5] },
  food: { goods: ['brick', 'food'], money: [2, 4, 6, 8, 10] },
  tool: { goods: ['brick', 'tool'], money: [3, 6, 9, 12, 15] },
  wine: { goods: ['brick', 'wine'], money: [4, 8, 12, 16, 20] },
  cloth: { goods: ['brick', 'cloth'], money: [5, 10, 15, 20, 25] },
};
