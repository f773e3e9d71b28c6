import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, type Connection } from './live';

/** A socket that does what the test says, and keeps count of its kind. */
class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: string[] = [];

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  static get usable(): FakeSocket[] {
    return FakeSocket.made.filter((socket) => socket.readyState <= FakeSocket.OPEN);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = FakeSocket.CLOSING;
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  closes(code = 1006): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code });
  }

  says(data: object): void {
    this.onmessage?.({ data: JSON.stringify(data) });
  }
}

function begin(): { live: Live; heard: Connection[]; updates: unknown[]; present: unknown[] } {
  const heard: Connection[] = [];
  const updates: unknown[] = [];
  const present: unknown[] = [];
  const live = new Live('t', {
    update: (update) => updates.push(update),
    presence: (connected) => present.push(connected),
    connection: (now) => heard.push(now),
    known: () => 0,
  });
  live.open();
  return { live, heard, updates, present };
}

const [first, second] = [() => FakeSocket.made[0] as FakeSocket, () => FakeSocket.made[1] as FakeSocket];

beforeEach(() => {
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a table has one socket at a time', () => {
  it('when somebody is impatient while it connects', () => {
    const { live } = begin();
    live.retry();
    live.retry();
    expect(FakeSocket.made).toHaveLength(1);
  });

  it('when it is opened twice', () => {
    const { live } = begin();
    first().opens();
    live.open();
    expect(FakeSocket.usable).toHaveLength(1);
  });

  it('when it is tried again while the old one is still closing', () => {
    const { live, heard } = begin();
    first().opens();
    first().close();
    live.retry();
    second().opens();
    first().closes();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.usable).toEqual([second()]);
    expect(heard).not.toContain('lost');
  });

  it('when it is lost and somebody tries before the timer does', () => {
    const { live } = begin();
    first().closes();
    live.retry();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.usable).toEqual([second()]);
  });

  it('and what an old one still says is not heard', () => {
    const { live, updates } = begin();
    first().opens();
    first().close();
    live.retry();
    first().says({ type: 'update' });
    expect(updates).toEqual([]);
  });

  it('and pings go to it alone', () => {
    const { live } = begin();
    first().opens();
    first().close();
    live.retry();
    second().opens();
    vi.advanceTimersByTime(26_000);
    expect([first().sent.length, second().sent.length]).toEqual([0, 1]);
  });
});

it('tells updates and presence apart', () => {
  const { updates, present } = begin();
  first().opens();
  first().says({ type: 'presence', connected: [true, false, null] });
  first().says({ type: 'pong' });
  expect(updates).toEqual([]);
  expect(present).toEqual([[true, false, null]]);
});

it('comes back by itself, later each time, until it is refused for good', () => {
  const { heard } = begin();
  first().closes();
  vi.advanceTimersByTime(400);
  second().closes();
  vi.advanceTimersByTime(400);
  expect(FakeSocket.made).toHaveLength(2);
  vi.advanceTimersByTime(400);
  FakeSocket.made[2]?.closes(4404);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(3);
  expect(heard).toEqual(['lost', 'lost', 'gone']);
});

it('stays closed', () => {
  const { live, heard } = begin();
  live.close();
  first().opens();
  first().closes();
  live.retry();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  expect(first().sent).toEqual([]);
  expect(heard).toEqual([]);
});

describe('a request', () => {
  const request = { type: 'decide', version: 3, decision: 'play architect' } as const;

  it('is answered by its number', async () => {
    const { live, updates } = begin();
    first().opens();
    const asked = [live.ask(request), live.ask({ type: 'undo', version: 4 })];
    expect(first().sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { ...request, id: 0 },
      { type: 'undo', version: 4, id: 1 },
    ]);
    const refused = { type: 'refused', id: 1, status: 409, error: { code: 'action/nothing', message: '' } };
    first().says(refused);
    first().says({ type: 'done', id: 0, update: { type: 'update' } });
    expect(await Promise.all(asked)).toEqual([{ type: 'done', id: 0, update: { type: 'update' } }, refused]);
    expect(updates).toEqual([]);
  });

  it('is not sent without an open socket', async () => {
    const { live } = begin();
    expect(await live.ask(request)).toBe('unsent');
    first().opens();
    first().close();
    expect(await live.ask(request)).toBe('unsent');
    expect(first().sent).toEqual([]);
  });

  it('stays unanswered if the socket is lost', async () => {
    const { live } = begin();
    first().opens();
    const asked = live.ask(request);
    first().closes();
    expect(await asked).toBe('unanswered');
  });

  it('gives a socket up that says nothing', async () => {
    const { live, heard } = begin();
    first().opens();
    const asked = live.ask(request);
    vi.advanceTimersByTime(5_000);
    expect(await asked).toBe('unanswered');
    vi.advanceTimersByTime(400);
    expect(FakeSocket.usable).toEqual([second()]);
    expect(heard).toEqual(['lost']);
  });

  it('waits no longer once it is answered', async () => {
    const { live, heard } = begin();
    first().opens();
    const asked = live.ask(request);
    first().says({ type: 'done', id: 0, update: { type: 'update' } });
    await asked;
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.usable).toEqual([first()]);
    expect(heard).toEqual(['live']);
  });
});
