/** A game that bots play for somebody who wants to look on; their seat can be taken at any time. */
import { api } from '$lib/api/client';
import { COLORS } from '$lib/api/lists';
import { settings } from '$lib/state/settings.svelte';

export async function openWatched(): Promise<string> {
  const { default: level } = await api.bots();
  const [first = 'red', ...others] = COLORS.slice(0, 3);
  const { table } = await api.create({
    name: null,
    map: 'imperium',
    hands: 'open',
    hints: true,
    seats: [
      { kind: 'me', color: first, name: settings.name.trim() || null, level: null },
      ...others.map((color) => ({ kind: 'bot' as const, color, name: null, level })),
    ],
  });
  const mine = table.seats.find((seat) => seat.mine);
  if (mine) await api.replace(table.id, mine.seat, level);
  return table.id;
}
