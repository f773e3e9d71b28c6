/** The rows of a score sheet. */
import type { Color, Outcome, Points, State } from '$lib/api/types';

export type ScoreRow = {
  seat: number;
  name: string;
  color: Color;
  points: Points;
  /** Null where only the points are known. */
  cards: string[] | null;
  winner: boolean;
  /** Of a what-if game: its points at the end of the original. */
  original?: number;
};

type Seat = { name: string; color: Color };

/** Everybody as they stand, in the order of their seats; with an outcome, as they stood at the end. */
export function scoreRows(state: State | null, seats: readonly Seat[], outcome: Outcome | null): ScoreRow[] {
  return seats.flatMap(({ name, color }, seat) => {
    const player = state?.players[seat];
    const points = outcome?.points[seat] ?? player?.points;
    const cards = player?.cards ?? null;
    return points ? [{ seat, name, color, points, cards, winner: outcome?.winner === seat }] : [];
  });
}

/** The same, best first. */
export function ranked(rows: ScoreRow[], outcome: Outcome): ScoreRow[] {
  return outcome.ranking.flatMap((seat) => rows.filter((row) => row.seat === seat));
}
