/** Gentle remarks in a first game: each is made once, when it first applies. */
import { SPECIALISTS, STOREHOUSE_SPACES } from '$lib/api/facts';
import type { BoardView, Good, Phase, State } from '$lib/api/types';
import { endOf } from '$lib/table/ending';
import { stored } from '$lib/table/stored';

export const TIPS = ['overflow', 'specialist', 'end'] as const;
export type Tip = (typeof TIPS)[number];
/** A remark and what it is about. */
export type Remark = { tip: Tip; card?: string; good?: Good; count?: number };

const NEAR = { cards: 5, houses: 3 };
const KEY = 'praefectus.tips';

/** The first remark that applies to a seat and was not made yet; null if there is none. */
export function remarkFor(
  state: State,
  board: BoardView,
  seat: number,
  phase: Phase,
  made: ReadonlySet<Tip>,
): Remark | null {
  const me = state.players[seat];
  if (!me) return null;
  const apply: Record<Tip, () => Remark | null> = {
    overflow: () => (phase === 'keep' || stored(me) >= STOREHOUSE_SPACES ? { tip: 'overflow' } : null),
    specialist: () => {
      for (const card of state.display) {
        const good = card === null ? undefined : SPECIALISTS[card];
        const count = me.houses.filter((city) => board.cities[city] === good).length;
        if (card !== null && good && count >= 2) return { tip: 'specialist', card, good, count };
      }
      return null;
    },
    end: () => {
      const { cards, houses, concordia } = endOf(state);
      const near = cards <= NEAR.cards || houses <= NEAR.houses;
      return near && concordia === null ? { tip: 'end' } : null;
    },
  };
  for (const tip of TIPS) {
    const remark = made.has(tip) ? null : apply[tip]();
    if (remark) return remark;
  }
  return null;
}

/** The remarks this browser's user has had. */
export function madeRemarks(): Set<Tip> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(TIPS.filter((tip) => Array.isArray(kept) && kept.includes(tip)));
  } catch {
    return new Set();
  }
}

export function keepRemark(tip: Tip): void {
  localStorage.setItem(KEY, JSON.stringify([...madeRemarks(), tip]));
}

/** Remarks are made anew, as for somebody who has just had the tutorial. */
export function forgetRemarks(): void {
  localStorage.removeItem(KEY);
}
