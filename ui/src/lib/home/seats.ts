/** The chairs of a table that is being set up. */
import { COLORS } from '$lib/api/lists';
import type { Color, NewTable, SeatRequest } from '$lib/api/types';

export type Chair = { kind: SeatRequest['kind']; name: string; level: string; color: Color };

export type Plan = {
  map: string;
  /** The rule options that were chosen, by name; the others are as the server has them. */
  rules: Record<string, string | boolean>;
  hands: 'open' | 'hidden';
  /** Null until somebody chooses. */
  hints: boolean | null;
  chairs: Chair[];
};

/** A plan that can be started as it is: me against bots. */
export function firstPlan(level: string): Plan {
  const chairs = COLORS.slice(0, 3).map((color, i): Chair => {
    return { kind: i === 0 ? 'me' : 'bot', name: '', level, color };
  });
  return { map: 'imperium', rules: {}, hands: 'open', hints: null, chairs };
}

/** The chairs for `count` players: kept where they are, bots where they are new. */
export function withCount(chairs: Chair[], count: number, level: string): Chair[] {
  const kept = chairs.slice(0, count);
  const free = COLORS.filter((color) => !kept.some((chair) => chair.color === color));
  while (kept.length < count) kept.push({ kind: 'bot', name: '', level, color: free.shift() ?? 'black' });
  return kept;
}

/** Gives a chair a colour; who had it gets the chair's. */
export function exchange(chairs: Chair[], i: number, color: Color): void {
  const chair = chairs[i];
  if (!chair) return;
  const other = chairs.find((one) => one !== chair && one.color === color);
  if (other) other.color = chair.color;
  chair.color = color;
}

/** The count of players nearest to `count` that a board is for. */
export function countFor(players: readonly number[], count: number): number {
  return players.reduce((best, n) => (Math.abs(n - count) < Math.abs(best - count) ? n : best));
}

/** Friends play without hints, unless the host wants them. */
export function hintsFor(plan: Plan): boolean {
  return plan.hints ?? plan.chairs.every((chair) => chair.kind !== 'open');
}

export function requestFor(plan: Plan): NewTable {
  return {
    name: null,
    map: plan.map,
    ...(plan.rules as object),
    hands: plan.hands,
    hints: hintsFor(plan),
    seats: plan.chairs.map((chair) => ({
      kind: chair.kind,
      color: chair.color,
      name: chair.kind === 'open' ? null : chair.name.trim() || null,
      level: chair.kind === 'bot' ? chair.level : null,
    })),
  };
}
