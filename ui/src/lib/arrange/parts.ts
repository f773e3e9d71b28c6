/** What lies in the box, and what of it is not laid out yet. These are counts; what a position may be, the server says. */
import cards from '$data/cards/base.json';
import { COLONISTS_PER_KIND, HOUSES_PER_PLAYER, STOREHOUSE_SPACES } from '$lib/api/facts';
import { GOODS, type ArrangedPlayer, type Arrangement, type ColonistKind } from '$lib/api/types';
import { faceOf, FACES, saleId } from '$lib/art/faces';

export const FIRST_HAND: readonly string[] = cards.starting_hand.map((row) => faceOf(row).id);
/** The cards for sale by deck, as they are called in the display. */
const DECKS: readonly (readonly string[])[] = Object.values(cards.for_sale).map((deck) =>
  deck.map((row) => saleId(faceOf(row))),
);
const ORDER = [...FACES.keys()];

/** What a card for sale is called in a hand. */
export const inHand = (card: string): string =>
  card.startsWith('diplomat-saturnus') ? 'diplomat-saturnus' : card;

/** Cards in the order of the first hand and the decks. */
export const inOrder = (faces: readonly string[]): string[] =>
  [...faces].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));

const count = (all: readonly string[], wanted: string): number => all.filter((one) => one === wanted).length;

const forSale = (position: Arrangement): string[] => DECKS.slice(0, position.options.players).flat();

/** The cards that are for sale or were bought, by their faces. */
function taken(position: Arrangement): string[] {
  const shown = position.display.flatMap((card) => (card === null ? [] : [inHand(card)]));
  return [...shown, ...position.players.flatMap(bought)];
}

/** How many cards of each face are neither owned nor in the display; those that nobody can buy are not listed. */
export function cardsLeft(position: Arrangement): Map<string, number> {
  const left = new Map<string, number>();
  for (const card of forSale(position)) left.set(inHand(card), (left.get(inHand(card)) ?? 0) + 1);
  for (const face of taken(position)) left.set(face, (left.get(face) ?? 0) - 1);
  return left;
}

/** The cards of a player beyond the first hand. */
export function bought(player: ArrangedPlayer): string[] {
  const owned = [...player.hand, ...player.discard];
  for (const face of FIRST_HAND) {
    const at = owned.indexOf(face);
    if (at >= 0) owned.splice(at, 1);
  }
  return owned;
}

/** What a slot of the display may hold: what is left, and what another slot would give for it. */
export function slotOffers(position: Arrangement, slot: number): string[] {
  const all = forSale(position);
  const left = cardsLeft(position);
  const shown = position.display.flatMap((card) => card ?? []);
  return [...new Set(all)].filter(
    (card) =>
      position.display[slot] === card ||
      shown.includes(card) ||
      ((left.get(inHand(card)) ?? 0) > 0 && count(shown, card) < count(all, card)),
  );
}

/** Whether a card is left to be laid into the display beside those that are there. */
export function isLeft(position: Arrangement, card: string): boolean {
  const shown = position.display.flatMap((one) => one ?? []);
  return (
    (cardsLeft(position).get(inHand(card)) ?? 0) > 0 && count(shown, card) < count(forSale(position), card)
  );
}

/** The card that comes next into the display, if one is left: which one is not known, so any of the deck that is in use. */
export function nextLeft(position: Arrangement): string | null {
  const out = taken(position);
  for (const card of forSale(position)) {
    const at = out.indexOf(inHand(card));
    if (at < 0) return card;
    out.splice(at, 1);
  }
  return null;
}

/** How many cards of each face a player can be given: of those left, and of those in the display. */
export function cardOffers(position: Arrangement): [face: string, count: number][] {
  const counts = cardsLeft(position);
  for (const card of position.display)
    if (card !== null) counts.set(inHand(card), (counts.get(inHand(card)) ?? 0) + 1);
  return inOrder([...counts.keys()]).flatMap((face): [string, number][] => {
    const count = counts.get(face) ?? 0;
    return count > 0 ? [[face, count]] : [];
  });
}

/** How many colonists of a kind a player has in the storehouse. */
export function stored(player: ArrangedPlayer, kind: ColonistKind): number {
  return COLONISTS_PER_KIND - player.colonists.filter((one) => one.startsWith(`${kind} `)).length;
}

/** Spaces of the storehouse that are free; fewer than none if it holds too much. */
export function freeSpaces(player: ArrangedPlayer): number {
  const goods = GOODS.reduce((sum, good) => sum + player.goods[good], 0);
  return STOREHOUSE_SPACES - goods - stored(player, 'land') - stored(player, 'sea');
}

export const housesLeft = (player: ArrangedPlayer): number => HOUSES_PER_PLAYER - player.houses.length;
