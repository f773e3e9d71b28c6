/** The ways to a puzzle's table. */
import { api } from '$lib/api/client';
import type { PuzzleList } from '$lib/api/types';
import { go } from '$lib/state/router.svelte';

export async function openPuzzle(id: string): Promise<void> {
  const { table } = await api.openPuzzle(id);
  go(`/table/${table.id}`);
}

/** The first puzzle after one that is not solved yet; after the last comes the first. */
export function nextUnsolved({ puzzles }: PuzzleList, after: string | null): string | null {
  const from = puzzles.findIndex(({ id }) => id === after) + 1;
  const order = [...puzzles.slice(from), ...puzzles.slice(0, from)];
  return order.find(({ id, solved }) => !solved && id !== after)?.id ?? null;
}
