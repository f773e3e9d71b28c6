/** What the player is asked for, in words that mention only what is offered. */
import type { Question, LegalAction } from '$lib/api/types';
import { t } from '$lib/i18n';
import { placeName } from './names';

const PURCHASES = { senator: 2, consul: 1 } as const;
const TRADES = 2;

/** `last`: no turn comes after this one. */
export function promptInWords(question: Question, last = false): string {
  const offers = (kind: LegalAction['kind']): boolean => question.legal.some((one) => one.kind === kind);
  switch (question.phase) {
    case 'play':
      return t('prompt.play', { last: String(last) });
    case 'architect':
      return t('prompt.architect', {
        can: offers('move') ? (offers('build') ? 'both' : 'move') : offers('build') ? 'build' : 'none',
        count: question.movement ?? 0,
      });
    case 'line': {
      const picked = question.tentative.at(-1)?.thing;
      return t('prompt.line', {
        kind: picked?.colonist ?? 'land',
        place: placeName(picked?.at ?? ''),
        count: question.movement ?? 0,
      });
    }
    case 'build':
      return t('prompt.build', { can: String(offers('build')) });
    case 'tribune':
      return t('prompt.tribune', { can: String(offers('colonist')) });
    case 'prefect':
      return t('prompt.prefect', {
        can: offers('produce') ? (coins(question) > 0 ? 'both' : 'produce') : 'cash',
      });
    case 'colonist':
      return t('prompt.colonist', { can: String(offers('settle')) });
    case 'settle':
      return t('prompt.settle', { can: String(offers('settle')) });
    case 'senator':
    case 'consul':
      return t(`prompt.${question.phase}`, {
        can: String(offers('purchase')),
        count: PURCHASES[question.phase] - taken(question, 'purchase'),
      });
    case 'mercator':
      return t('prompt.mercator', {
        can: String(offers('sell') || offers('buy')),
        count: TRADES - taken(question, 'sell', 'buy'),
      });
    case 'finished':
      return t('prompt.end');
    default:
      return t(`prompt.${question.phase}`);
  }
}

/** What ending the turn now would leave undone although it could be done; empty if nothing. */
export function unusedInWords(question: Question): string[] {
  if (!question.can_end) return [];
  const offered = new Set(question.legal.map((one) => one.kind));
  const unused: string[] = [];
  if (offered.has('move')) unused.push(t('unused.steps', { count: question.movement ?? 0 }));
  if (offered.has('build')) unused.push(t('unused.house'));
  if (offered.has('colonist') || offered.has('settle')) unused.push(t('unused.colonist'));
  if (offered.has('purchase')) unused.push(t('unused.purchase'));
  if (offered.has('sell') || offered.has('buy')) unused.push(t('unused.trade'));
  return unused;
}

function taken(question: Question, ...kinds: LegalAction['kind'][]): number {
  return question.tentative.filter((step) => kinds.includes(step.kind)).length;
}

/** What collecting the coins would bring now. */
function coins(question: Question): number {
  const cash = question.legal.find((one) => one.kind === 'cash');
  return cash?.effect?.seats?.find((one) => one.seat === question.seat)?.money ?? 0;
}
