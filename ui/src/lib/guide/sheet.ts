/** What a board and a number of players need from the box, read from the reference data. */
import type { God, Good, Reference } from '$lib/api/types';
import examples from './examples.json';

type Map = Reference['maps'][number];

export interface TokenRow {
  letter: string;
  cities: number;
  tokens: Partial<Record<Good, number>>;
}

export interface SetupSheet {
  board: string;
  players: number;
  tokens: TokenRow[];
  /** Letters without a city on the board. */
  unusedLetters: string[];
  provinces: number;
  decks: { id: string; cards: number }[];
  unusedDecks: string[];
  open: number;
  cards: number;
  /** How many cards for sale each god has. */
  gods: Partial<Record<God, number>>;
  /** Sestertii in turn order; the last player has the Praefectus Magnus. */
  money: number[];
}

interface Cards {
  city_tokens: Record<string, Partial<Record<Good, number>>>;
  for_sale: Record<string, { god: string }[]>;
  display_cost: unknown[];
}

export const countsOf = (map: Map): number[] => [...map.meta.players].sort((a, b) => a - b);

export function makeSheet(map: Map, cards: Cards, players: number): SetupSheet {
  const letters = Object.entries(cards.city_tokens).map(([letter, tokens]) => ({
    letter,
    tokens,
    cities: map.topology.cities.filter((city) => city.letter === letter).length,
  }));
  const decks = Object.entries(cards.for_sale);
  const used = decks.slice(0, players);
  const sold = used.flatMap(([, deck]) => deck);
  const gods: Partial<Record<God, number>> = {};
  for (const { god } of sold) gods[god as God] = (gods[god as God] ?? 0) + 1;
  const { money, more } = examples.start;
  return {
    board: map.meta.name,
    players,
    tokens: letters.filter(({ cities }) => cities > 0),
    unusedLetters: letters.filter(({ cities }) => cities === 0).map(({ letter }) => letter),
    provinces: map.topology.provinces.length,
    decks: used.map(([id, deck]) => ({ id, cards: deck.length })),
    unusedDecks: decks.slice(players).map(([id]) => id),
    open: Math.min(cards.display_cost.length, sold.length),
    cards: sold.length,
    gods,
    money: Array.from({ length: players }, (_, seat) => money + more * seat),
  };
}
