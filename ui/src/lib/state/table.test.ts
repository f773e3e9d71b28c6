import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SeatView, TableUpdate } from '$lib/api/types';
import { Table } from './table.svelte';

// The store knows the settings, which ask the system for its theme; jsdom has none.
vi.hoisted(() => {
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as never;
});

let hear: (data: object) => void;

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  set onmessage(listener: ((message: { data: string }) => void) | null) {
    hear = (data) => listener?.({ data: JSON.stringify(data) });
  }
  close(): void {}
}

beforeEach(() => vi.stubGlobal('WebSocket', FakeSocket));
afterEach(() => vi.unstubAllGlobals());

function update(version: number): TableUpdate {
  const seats = [0, 1].map((seat) => ({ seat, name: `seat ${seat}`, connected: true }) as SeatView);
  return { type: 'update', table: { version, seats, game: null } as never, log: [] };
}

it('sees who comes and goes without an update', () => {
  const table = new Table('t');
  table.open();
  hear({ type: 'presence', connected: [true, true] });
  expect(table.view).toBeNull();
  hear(update(3));
  hear({ type: 'presence', connected: [true, false] });
  expect(table.view?.seats.map((seat) => seat.connected)).toEqual([true, false]);
  expect(table.view?.version).toBe(3);
  expect(table.seatName(1)).toBe('seat 1');
});
