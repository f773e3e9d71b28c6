import { GOODS, type PlayerState } from '$lib/api/types';

/** Spaces of the storehouse in use. */
export function stored(player: PlayerState): number {
  const goods = GOODS.reduce((sum, good) => sum + player.goods[good], 0);
  return goods + player.storehouse.land + player.storehouse.sea;
}
