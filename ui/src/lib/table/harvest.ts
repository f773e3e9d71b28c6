/** What a Prefect would bring whom: read off the board, where the houses and the marker lie open to all. */
import { GOODS, type BoardView, type Good, type PlayerState, type State } from '$lib/api/types';
import type { BoardDrawing } from '$lib/board';
import { amountsOf, type Amount } from '$lib/words/effects';

export type Harvest = {
  seat: number;
  amounts: Amount[];
  /** How many of them fit, if not all do. */
  room: number | null;
};

const SPACES = 12;

/** Everybody's goods from a province, the acting player's with its marker first. */
export function harvestOf(
  state: State,
  board: BoardView,
  drawing: BoardDrawing,
  province: string,
  acting: number,
): Harvest[] {
  const cities = drawing.provinces.find((one) => one.id === province)?.cities ?? [];
  const marker = board.markers[province];
  const harvests = state.players.map((player, seat) => {
    const goods: Partial<Record<Good, number>> = {};
    const add = (good: Good | undefined, count: number): void => {
      if (good) goods[good] = (goods[good] ?? 0) + count;
    };
    if (seat === acting) add(marker, state.praefectus_magnus === seat ? 2 : 1);
    for (const city of player.houses.filter((id) => cities.includes(id))) add(board.cities[city], 1);
    const received = GOODS.reduce((sum, good) => sum + (goods[good] ?? 0), 0);
    const room = Math.max(0, SPACES - stored(player));
    return { seat, amounts: amountsOf({ seat, goods }), room: received > room ? room : null };
  });
  return harvests
    .filter(({ amounts }) => amounts.length > 0)
    .sort((a, b) => Number(b.seat === acting) - Number(a.seat === acting));
}

/** Spaces of the storehouse in use. */
export function stored(player: PlayerState): number {
  const goods = GOODS.reduce((sum, good) => sum + player.goods[good], 0);
  return goods + player.storehouse.land + player.storehouse.sea;
}
