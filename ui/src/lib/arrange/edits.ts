/** What a hand does on the table: each edit gives another position, and the one before stays as it was. */
import type { ArrangedPlayer, Arrangement, ColonistKind, Good } from '$lib/api/types';
import { cardsLeft, inHand, isLeft, nextLeft } from './parts';

/** The letter of every city that has one: cities of a letter share a set of tokens. */
export type Letters = Readonly<Record<string, string>>;

export function withPlayer(
  position: Arrangement,
  seat: number,
  change: (player: ArrangedPlayer) => Partial<ArrangedPlayer>,
): Arrangement {
  const players = position.players.map((player, i) =>
    i === seat ? { ...player, ...change(player) } : player,
  );
  return { ...position, players };
}

/** The list without the last `one` of it. */
function without(list: readonly string[], one: string): string[] {
  const at = list.lastIndexOf(one);
  return at < 0 ? [...list] : list.toSpliced(at, 1);
}

export function toggleHouse(position: Arrangement, seat: number, city: string): Arrangement {
  return withPlayer(position, seat, ({ houses }) => ({
    houses: houses.includes(city) ? without(houses, city) : [...houses, city],
  }));
}

export function putColonist(
  position: Arrangement,
  seat: number,
  kind: ColonistKind,
  place: string,
): Arrangement {
  return withPlayer(position, seat, ({ colonists }) => ({ colonists: [...colonists, `${kind} ${place}`] }));
}

/** Back into the storehouse. */
export function takeColonist(position: Arrangement, seat: number, colonist: string): Arrangement {
  return withPlayer(position, seat, ({ colonists }) => ({ colonists: without(colonists, colonist) }));
}

/** From the hand onto the pile. */
export function playCard(position: Arrangement, seat: number, face: string): Arrangement {
  return withPlayer(position, seat, ({ hand, discard }) => ({
    hand: without(hand, face),
    discard: [...discard, face],
  }));
}

/** From anywhere in the pile back into the hand. */
export function takeBack(position: Arrangement, seat: number, at: number): Arrangement {
  return withPlayer(position, seat, ({ hand, discard }) => ({
    hand: [...hand, ...discard.slice(at, at + 1)],
    discard: discard.toSpliced(at, 1),
  }));
}

/** Gives a player a bought card: one that is left, or else the one of the display, where another takes its place. */
export function addCard(position: Arrangement, seat: number, face: string): Arrangement {
  const left = (cardsLeft(position).get(face) ?? 0) > 0;
  return withPlayer(left ? position : sold(position, face), seat, ({ hand }) => ({ hand: [...hand, face] }));
}

function sold(position: Arrangement, face: string): Arrangement {
  const slot = position.display.findIndex((card) => card !== null && inHand(card) === face);
  const next = nextLeft(position);
  const display =
    next === null ? [...position.display.toSpliced(slot, 1), null] : position.display.with(slot, next);
  return { ...position, display };
}

/** Back to the face-down cards. */
export function removeCard(position: Arrangement, seat: number, face: string): Arrangement {
  return withPlayer(position, seat, ({ hand }) => ({ hand: without(hand, face) }));
}

/** Lays a card into a slot. One that is not left comes from another slot, in exchange. */
export function fillSlot(position: Arrangement, slot: number, card: string | null): Arrangement {
  const display = [...position.display];
  const other = card === null || isLeft(position, card) ? -1 : display.indexOf(card);
  if (other >= 0) display[other] = display[slot] ?? null;
  display[slot] = card;
  return { ...position, display };
}

export function turnMarker(position: Arrangement, province: string): Arrangement {
  const side = position.markers[province] === 'coins' ? 'goods' : 'coins';
  return { ...position, markers: { ...position.markers, [province]: side } };
}

/**
 * Gives a city a token in exchange for that of another city of its letter, so that the tokens stay those of the box:
 * of one that no hand has touched, if there is one.
 */
export function swapToken(
  position: Arrangement,
  letters: Letters,
  city: string,
  good: Good,
  touched: ReadonlySet<string>,
): Arrangement {
  const { cities } = position;
  const had = cities[city];
  const givers = Object.keys(cities).filter(
    (one) => one !== city && letters[one] === letters[city] && cities[one] === good,
  );
  const giver = givers.find((one) => !touched.has(one)) ?? givers[0];
  if (giver === undefined || had === undefined || had === good) return position;
  return { ...position, cities: { ...cities, [city]: good, [giver]: had } };
}

/** Rounds are counted from 1; in each, every seat has a turn. */
export const roundOf = ({ turn, options }: Arrangement): number => Math.floor(turn / options.players) + 1;
export const toPlay = ({ turn, options }: Arrangement): number => turn % options.players;

export function withTurn(position: Arrangement, round: number, seat: number): Arrangement {
  return { ...position, turn: (round - 1) * position.options.players + seat };
}
