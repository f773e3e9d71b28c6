/** What a Prefect would bring whom: the server's prospects, for who plays it. */
import type { Prospects } from '$lib/api/types';
import { amountsOf, type Amount } from '$lib/words/effects';

export type Harvest = {
  seat: number;
  amounts: Amount[];
  /** How many of them fit, if not all do. */
  room: number | null;
};

/** Everybody's goods from a province, the acting player's first. */
export function harvestOf(prospects: Prospects, province: string, acting: number): Harvest[] {
  const found = prospects.provinces[province];
  if (!found) return [];
  return found.houses
    .map((theirs, seat) => {
      const { goods, fits } = seat === acting ? (found.prefect[seat] ?? theirs) : theirs;
      const amounts = amountsOf({ seat, goods });
      const all = amounts.reduce((sum, { by }) => sum + by, 0);
      return { seat, amounts, room: all > fits ? fits : null };
    })
    .filter(({ amounts }) => amounts.length > 0)
    .sort((a, b) => Number(b.seat === acting) - Number(a.seat === acting));
}
