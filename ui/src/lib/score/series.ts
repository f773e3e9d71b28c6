/** Points over the turns, from the log. */
import type { LogTurn } from '$lib/api/types';
import type { Series } from './chart';

export function pointsSeries(log: LogTurn[], seats: number): Series[] {
  return Array.from({ length: seats }, (_, seat) => ({
    seat,
    values: log.filter((turn) => !turn.open).map((turn) => turn.points[seat]?.total ?? 0),
  }));
}
