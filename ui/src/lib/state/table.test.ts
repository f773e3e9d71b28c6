import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogTurn, SeatView, TableUpdate } from '$lib/api/types';
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

describe('the stage shows', () => {
  const livia = { seat: 0, name: 'Livia', mine: true, stand_in: false } as SeatView;
  const cato = { seat: 1, name: 'Cato', mine: false, stand_in: false } as SeatView;

  function played(version: number, seats: SeatView[], turns: number[]): TableUpdate {
    const log = turns.map(
      (seat, index) =>
        ({
          turn: index + 1,
          seat,
          steps: [{ seat, kind: 'play', text: 'play', effect: {} }],
        }) as never as LogTurn,
    );
    const game = { state: { players: [] }, question: null };
    return { type: 'update', table: { version, status: 'playing', seats, game } as never, log };
  }

  const scenes = (seats: SeatView[], now = seats): (number | undefined)[] => {
    vi.useFakeTimers();
    const table = new Table('t');
    table.receive(played(1, seats, []));
    table.receive(played(2, now, [0, 1]));
    const seen = [];
    while (table.stage.running) {
      seen.push(table.stage.scene?.turn.seat);
      vi.advanceTimersToNextTimer();
    }
    vi.useRealTimers();
    return seen;
  };

  it('what others did, and not what was done here', () => {
    expect(scenes([livia, cato])).toEqual([1]);
  });

  it('what a bot did that stands in, even if its owner has just come back', () => {
    const left = { ...livia, stand_in: true };
    expect(scenes([left, cato])).toEqual([0, 1]);
    expect(scenes([livia, cato], [left, cato])).toEqual([0, 1]);
    expect(scenes([left, cato], [livia, cato])).toEqual([0, 1]);
  });
});
