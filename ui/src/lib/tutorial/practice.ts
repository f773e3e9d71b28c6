/** The table the tutorial is played at; remembered so that a reload goes on where it was. */
import { api } from '$lib/api/client';
import { settings } from '$lib/state/settings.svelte';

const KEY = 'praefectus.tutorial';

export async function openPractice(): Promise<string> {
  const { bots } = await api.bots();
  const level = bots[0]?.id ?? 'random';
  const name = settings.name.trim();
  const { table } = await api.create({
    name: null,
    map: 'italia',
    hands: 'open',
    hints: true,
    seats: [
      { kind: 'me', color: 'red', name: name || null, level: null },
      { kind: 'bot', color: 'blue', name: null, level },
    ],
  });
  remember(table.id);
  return table.id;
}

export function isPractice(id: string): boolean {
  return localStorage.getItem(KEY) === id;
}

export function remember(id: string | null): void {
  if (id === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, id);
}
