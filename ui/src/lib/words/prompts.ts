/** What the player is asked for, in words. */
import type { Decision } from '$lib/api/types';
import { t } from '$lib/i18n';

export function promptInWords(decision: Decision): string {
  switch (decision.phase) {
    case 'architect':
      return t('prompt.architect', { count: decision.movement ?? 0 });
    case 'senator':
      return t('prompt.senator', {
        count: 2 - decision.tentative.filter((step) => step.kind === 'purchase').length,
      });
    case 'mercator':
      return t('prompt.mercator', {
        count: 2 - decision.tentative.filter((step) => step.kind === 'sell' || step.kind === 'buy').length,
      });
    case 'finished':
      return t('prompt.end');
    default:
      return t(`prompt.${decision.phase}`);
  }
}
