/** What a decision changes, as small signed amounts to draw, and as one sentence for those who listen. */
import { GODS, GOODS, type Effect, type God, type Good, type SeatEffect } from '$lib/api/types';
import { t, tList } from '$lib/i18n';

export type Amount =
  | { what: 'money'; by: number }
  | { what: 'good'; good: Good; by: number }
  | { what: 'points'; god: God | 'total'; by: number };

/** The amounts of one seat's change, money before goods. */
export function amountsOf(effect: SeatEffect): Amount[] {
  const amounts: Amount[] = [];
  if (effect.money) amounts.push({ what: 'money', by: effect.money });
  for (const good of GOODS) {
    const by = effect.goods?.[good];
    if (by) amounts.push({ what: 'good', good, by });
  }
  return amounts;
}

/** The change of points by god that a preview mentions; the total comes first. */
export function pointsOf(effect: SeatEffect): Amount[] {
  const amounts: Amount[] = [];
  const total = effect.points?.total;
  if (total) amounts.push({ what: 'points', god: 'total', by: total });
  for (const god of GODS) {
    const by = effect.points?.[god];
    if (by) amounts.push({ what: 'points', god, by });
  }
  return amounts;
}

export function seatEffect(effect: Effect | null | undefined, seat: number): SeatEffect | undefined {
  return effect?.seats?.find((one) => one.seat === seat);
}

/** "pays 5 sestertii and 1 brick, receives 2 wine". */
export function amountsInWords(amounts: Amount[]): string {
  return tList(amounts.map(inWords), 'unit');
}

function inWords(amount: Amount): string {
  const count = Math.abs(amount.by);
  const sign = amount.by < 0 ? 'less' : 'more';
  switch (amount.what) {
    case 'money':
      return t('amount.money', { sign, count });
    case 'good':
      return t('amount.good', { sign, what: t(`good.${amount.good}.count`, { count }) });
    case 'points':
      return amount.god === 'total'
        ? t('amount.points', { sign, count })
        : t('amount.points.god', { sign, count, god: t(`god.${amount.god}`) });
  }
}
