/** How a table is called in lists: as its host has named it, else by who sits there. */
import type { TableSummary } from '$lib/api/types';
import { tList } from '$lib/i18n';

export function peopleAt(table: TableSummary): string {
  return tList(table.seats.filter((seat) => seat.kind !== 'open').map((seat) => seat.name));
}

/** The server calls a table like its board until somebody names it. */
export function hasOwnName(table: TableSummary): boolean {
  return table.name.toLowerCase() !== table.options.map.toLowerCase();
}

export function tableName(table: TableSummary): string {
  return hasOwnName(table) ? table.name : peopleAt(table);
}
