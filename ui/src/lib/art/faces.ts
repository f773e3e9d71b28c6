/** Card faces by their ids: who, which god, what price. */
import cards from '$data/cards/base.json';
import type { God } from './gods';
import type { Good } from './goods';
import type { Person } from './persons';

export interface Face {
  id: string;
  person: Person;
  god: God;
  /** Goods on the card; empty for the cards one starts with. */
  cost: Good[];
  /** Sestertii a Mercator brings. */
  income: number | null;
  /** What a specialist produces, and its points for each house. */
  good: Good | null;
  points: number | null;
}

interface Row {
  card: string;
  god: string;
  cost?: string[];
  income?: number;
  good?: string;
  points?: number;
}

/** The face of a card of the data file. */
export function faceOf(row: Row): Face {
  const suffix =
    row.card === 'mercator' ? `-${String(row.income)}` : row.card === 'diplomat' ? `-${row.god}` : '';
  return {
    id: row.card + suffix,
    person: row.card as Person,
    god: row.god as God,
    cost: (row.cost ?? []) as Good[],
    income: row.income ?? null,
    good: (row.good ?? null) as Good | null,
    points: row.points ?? null,
  };
}

/** Two Diplomats of Saturnus differ by price only: for sale they carry it in their names, in the hand they have none. */
export const saleId = ({ id, cost }: Face): string =>
  id === 'diplomat-saturnus' ? `${id}-${cost[0] ?? ''}` : id;

/**
 * Every face there is, in the order of the hand and the decks; ids as in the record format. A face that is both in
 * the starting hand and for sale has the price it is sold for.
 */
export const FACES: ReadonlyMap<string, Face> = (() => {
  const faces = new Map<string, Face>();
  for (const row of cards.starting_hand) faces.set(faceOf(row).id, faceOf(row));
  for (const row of Object.values(cards.for_sale).flat()) {
    const face = faceOf(row);
    faces.set(saleId(face), face);
    if (saleId(face) !== face.id) faces.set(face.id, { ...face, cost: [] });
  }
  return faces;
})();

/** The face of that id. */
export function face(id: string): Face {
  const found = FACES.get(id);
  if (!found) throw new Error(`there is no card face ${JSON.stringify(id)}`);
  return found;
}

/** Points of the Concordia card. */
export const CONCORDIA_POINTS = cards.concordia_points;
/** What each place of the display costs besides the card. */
export const SLOT_COSTS = cards.display_cost as (Good | 'any')[][];
