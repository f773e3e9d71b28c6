/** A table's live connection: says what arrives and how it stands, and comes back by itself when it is lost. */
import type { Presence, TableUpdate } from './types';

export type Connection = 'connecting' | 'live' | 'lost' | 'gone';

export type Listener = {
  update: (update: TableUpdate) => void;
  /** Who watches, by seat; null where that isn't known. */
  presence: (connected: Presence['connected']) => void;
  connection: (now: Connection) => void;
  /** Complete turns of the log already known. */
  known: () => number;
};

const PING_MS = 25_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8_000;
/** Close codes after which trying again is of no use (docs/server.md). */
const FINAL = new Set([4404, 4403]);

export class Live {
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #wait = FIRST_WAIT_MS;
  #closed = false;

  constructor(
    private readonly id: string,
    private readonly listener: Listener,
  ) {}

  /** Connects anew; an earlier socket is let go of and heard no more. */
  open(): void {
    if (this.#closed) return;
    this.#letGo();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const after = String(this.listener.known());
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?after=${after}`);
    this.#socket = socket;
    socket.onmessage = (message: MessageEvent<string>) => {
      const data = JSON.parse(message.data) as TableUpdate | Presence | { type: 'pong' };
      this.#wait = FIRST_WAIT_MS;
      this.listener.connection('live');
      if (data.type === 'update') this.listener.update(data);
      else if (data.type === 'presence') this.listener.presence(data.connected);
    };
    socket.onopen = () => {
      this.#ping = setInterval(() => socket.send('{"type": "ping"}'), PING_MS);
    };
    socket.onclose = (event) => this.#lost(event.code);
  }

  /** Tries at once, as when the user asks or the machine is online again. */
  retry(): void {
    const state = this.#socket?.readyState;
    if (state !== WebSocket.CONNECTING && state !== WebSocket.OPEN) this.open();
  }

  close(): void {
    this.#closed = true;
    this.#letGo();
  }

  #letGo(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    const socket = this.#socket;
    if (!socket) return;
    // Its close may come long after its successor is open.
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#socket = undefined;
  }

  #lost(code: number): void {
    this.#letGo();
    if (FINAL.has(code)) {
      this.listener.connection('gone');
      return;
    }
    this.listener.connection('lost');
    this.#timer = setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }
}
