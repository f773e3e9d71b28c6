/**
 * A position with an effect put on it, for showing other players' turns step by step.
 *
 * An effect lists what changed; nothing is worked out here. After the last step the server's own state takes over.
 */
import { GODS, GOODS, type Effect, type PlayerState, type SeatEffect, type State } from '$lib/api/types';

export function withEffect(state: State, effect: Effect): State {
  const players = state.players.map((player, seat) => {
    const change = effect.seats?.find((one) => one.seat === seat);
    return change ? withSeatEffect(player, change) : player;
  });
  return {
    ...state,
    players,
    markers: { ...state.markers, ...effect.markers },
    display: effect.display ?? state.display,
    deck: effect.deck ?? state.deck,
    praefectus_magnus: effect.praefectus_magnus ?? state.praefectus_magnus,
    concordia: effect.concordia ?? state.concordia,
  };
}

function withSeatEffect(player: PlayerState, change: SeatEffect): PlayerState {
  const goods = { ...player.goods };
  for (const good of GOODS) goods[good] += change.goods?.[good] ?? 0;
  const points = { ...player.points };
  for (const god of [...GODS, 'total'] as const) points[god] += change.points?.[god] ?? 0;
  const played = change.played ?? undefined;
  // More cards in hand without a purchase: the pile was taken back.
  const takenBack = (change.hand ?? 0) > 0 && !change.cards;
  return {
    ...player,
    money: player.money + (change.money ?? 0),
    goods,
    points,
    storehouse: {
      land: player.storehouse.land + (change.storehouse?.land ?? 0),
      sea: player.storehouse.sea + (change.storehouse?.sea ?? 0),
    },
    colonists: [
      ...without(player.colonists, change.colonists_removed ?? []),
      ...(change.colonists_added ?? []),
    ],
    houses: [...player.houses, ...(change.houses ?? [])],
    cards: [...player.cards, ...(change.cards ?? [])].sort(),
    hand: player.hand && played !== undefined ? without(player.hand, [played]) : player.hand,
    hand_count: player.hand_count + (change.hand ?? 0),
    discard: takenBack ? [] : played === undefined ? player.discard : [...player.discard, played],
    discard_count: takenBack ? 0 : player.discard_count + (played === undefined ? 0 : 1),
  };
}

/** The list with one of each of `gone` taken out. */
function without(list: string[], gone: string[]): string[] {
  const left = [...list];
  for (const one of gone) {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
