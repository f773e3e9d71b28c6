/** A decision in the user's words, from its parts; never from its text. */
import type { LegalDecision, Step, Thing } from '$lib/api/types';
import { t } from '$lib/i18n';
import { cardName, cityName, goodIn, goodsList, placeName, provinceName } from './names';

type Named = Pick<LegalDecision, 'kind' | 'thing'> | Pick<Step, 'kind' | 'thing'>;

/** Words for a button or an announcement: "Build in Massilia". `seatName` names whom a Diplomat copies. */
export function decisionInWords(decision: Named, seatName: (seat: number) => string): string {
  const { kind, thing } = decision;
  switch (kind) {
    case 'play':
      return t('decision.play', { card: cardName(thing.id) });
    case 'colonist':
      return t('decision.colonist', { kind: kindOf(thing) });
    case 'income':
      return t('decision.income');
    case 'cash':
      return t('decision.cash');
    case 'produce':
      return t('decision.produce', { province: provinceName(thing.id) });
    case 'move':
      return t('decision.move', { kind: kindOf(thing), place: placeName(thing.at ?? '') });
    case 'to':
      return t('decision.to', { line: placeName(thing.id) });
    case 'build':
      return t('decision.build', { city: cityName(thing.id) });
    case 'settle':
      return t('decision.settle', { kind: kindOf(thing), city: cityName(thing.id) });
    case 'sell':
    case 'buy':
      return t(`decision.${kind}`, { goods: goodsList({ [thing.id]: thing.amount ?? 0 }) });
    case 'purchase':
      return purchaseInWords(thing);
    case 'copy':
      return t('decision.copy', { name: seatName(thing.seat ?? 0) });
    case 'keep':
      return t('decision.keep', { good: goodIn(thing.id) });
    case 'end':
      return t('decision.end');
  }
}

function kindOf(thing: Thing): string {
  return thing.colonist ?? thing.id.split(' ')[0] ?? 'land';
}

function purchaseInWords(thing: Thing): string {
  const [paid] = thing.goods ?? [];
  const slot = Number(thing.id);
  return paid === undefined
    ? t('decision.purchase', { slot })
    : t('decision.purchase.with', { slot, good: goodIn(paid) });
}
