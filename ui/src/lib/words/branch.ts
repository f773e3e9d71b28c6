/** Where a what-if game came from. */
import type { TableView } from '$lib/api/types';
import { t } from '$lib/i18n';

export function branchInWords({ turn, winner }: NonNullable<TableView['branch']>): string {
  return t(winner === null ? 'whatif.position' : 'whatif.short', { turn });
}
