/** A table's live connection: says what arrives and how it stands, carries requests, and comes back by itself when it is lost. */
import type { Done, LiveControl, LiveDecide, Presence, Refused, TableUpdate } from './types';

export type Connection = 'connecting' | 'live' | 'lost' | 'gone';

export type Listener = {
  update: (update: TableUpdate) => void;
  /** Who watches, by seat; null where that isn't known. */
  presence: (connected: Presence['connected']) => void;
  connection: (now: Connection) => void;
  /** Complete turns of the log already known. */
  known: () => number;
};

/** A request without its number. */
export type LiveRequest = Omit<LiveDecide, 'id'> | Omit<LiveControl, 'id'>;
/** `unanswered`: the socket was lost meanwhile, and nobody knows whether it was done. */
export type LiveAnswer = Done | Refused | 'unsent' | 'unanswered';

const PING_MS = 25_000;
/** A socket that says nothing for so long counts as lost. */
const ANSWER_MS = 5_000;
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
  #requests = 0;
  readonly #waiting = new Map<number, (answer: LiveAnswer) => void>();

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
      const data = JSON.parse(message.data) as TableUpdate | Presence | Done | Refused | { type: 'pong' };
      this.#wait = FIRST_WAIT_MS;
      this.listener.connection('live');
      if (data.type === 'update') this.listener.update(data);
      else if (data.type === 'presence') this.listener.presence(data.connected);
      else if (data.type === 'done' || data.type === 'refused') this.#answered(data.id, data);
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

  /** Sends a request, if the socket is open, and waits for its answer. */
  ask(request: LiveRequest): Promise<LiveAnswer> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve('unsent');
    const id = this.#requests++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#lost(0), ANSWER_MS);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      socket.send(JSON.stringify({ ...request, id }));
    });
  }

  #answered(id: number, answer: LiveAnswer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
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
    for (const id of [...this.#waiting.keys()]) this.#answered(id, 'unanswered');
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
