/** How a player's points come about: so many cards of a god, so many points for each. */
import { GODS, type God, type PlayerState } from '$lib/api/types';
import { FACES } from '$lib/art/faces';

export type Formula = {
  god: God;
  points: number;
  cards: number;
  /** What each card brings; null where cards differ, or none is there to tell. */
  each: number | null;
};

/** The god whose strip a card has. */
export function godOf(face: string): God | null {
  return FACES.get(face)?.god ?? null;
}

/**
 * A row for every god. `worth` says what one more card of each face would bring (the server works it out); without
 * it, as in a replay, points and cards tell what each brings.
 */
export function formulas(
  player: Pick<PlayerState, 'cards' | 'points'>,
  worth: Readonly<Record<string, number>> | null = null,
): Formula[] {
  return GODS.map((god) => {
    const owned = player.cards.filter((face) => godOf(face) === god);
    const points = player.points[god];
    return { god, points, cards: owned.length, each: eachOf(god, owned, points, worth) };
  });
}

function eachOf(
  god: God,
  owned: string[],
  points: number,
  worth: Readonly<Record<string, number>> | null,
): number | null {
  if (god === 'concordia') return null;
  const kinds = new Set(owned);
  // Specialists value different things.
  if (god === 'minerva' && kinds.size !== 1) return null;
  if (owned.length > 0) return points / owned.length;
  const face = [...FACES.keys()].find((id) => godOf(id) === god && worth?.[id] !== undefined);
  return face === undefined ? null : (worth?.[face] ?? null);
}
