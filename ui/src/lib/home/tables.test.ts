import { afterEach, expect, it, vi } from 'vitest';
import { api } from '$lib/api/client';
import type { TableSummary } from '$lib/api/types';
import { MyTables } from './tables.svelte';

const summary = (id: string) => ({ id, status: 'playing', my_turn: true, updated: 1 }) as TableSummary;

afterEach(() => vi.restoreAllMocks());

it('shows a table that is taken out again in one list at every moment', async () => {
  const tables = new MyTables();
  let away = true;
  const inBoth: boolean[] = [];
  const look = () => inBoth.push((tables.list?.length ?? 0) + (tables.archived?.length ?? 0) > 1);
  vi.spyOn(api, 'tables').mockImplementation(async (archived = false) => {
    look();
    await Promise.resolve();
    return { tables: archived === away ? [summary('a')] : [] };
  });
  vi.spyOn(api, 'archive').mockImplementation((id, archived) => {
    away = archived;
    return Promise.resolve(summary(id));
  });
  await tables.load();
  await tables.loadArchived();
  expect([tables.list, tables.archived?.length]).toEqual([[], 1]);
  await tables.archive('a', false);
  look();
  expect([tables.list?.length, tables.archived]).toEqual([1, []]);
  expect(inBoth).not.toContain(true);
});
