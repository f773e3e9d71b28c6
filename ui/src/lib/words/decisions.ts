/** A decision in the user's words, from its parts; never from its text. */
import type { LegalAction, Step, Thing } from '$lib/api/types';
import { t } from '$lib/i18n';
import { cardName, cityName, goodIn, goodsList, placeName, provinceName } from './names';

type Named = Pick<LegalAction, 'kind' | 'thing'> | Pick<Step, 'kind' | 'thing'>;

/** The cards on the table that a decision may be about: on a place of the display, on top of a seat's pile. */
export type FacesOnTable = { slot: (slot: number) => string | null; top: (seat: number) => string | null };

const NO_FACES: FacesOnTable = { slot: () => null, top: () => null };

/** Words for a button or an announcement: "Build in Massilia". `seatName` names whom a Diplomat copies. */
export function decisionInWords(
  decision: Named,
  seatName: (seat: number) => string,
  faces: FacesOnTable = NO_FACES,
): string {
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
      return purchaseInWords(thing, faces.slot(Number(thing.id)));
    case 'copy': {
      const name = seatName(thing.seat ?? 0);
      const card = faces.top(thing.seat ?? 0);
      return card === null
        ? t('decision.copy', { name })
        : t('decision.copy.card', { name, card: cardName(card) });
    }
    case 'keep':
      return t('decision.keep', { good: goodIn(thing.id) });
    case 'end':
      return t('decision.end');
  }
}

function kindOf(thing: Thing): string {
  return thing.colonist ?? thing.id.split(' ')[0] ?? 'land';
}

function purchaseInWords(thing: Thing, face: string | null): string {
  const [paid] = thing.goods ?? [];
  const [slot, card] = [Number(thing.id), face === null ? t('card.any') : cardName(face)];
  return paid === undefined
    ? t('decision.purchase', { slot, card })
    : t('decision.purchase.with', { slot, card, good: goodIn(paid) });
}
