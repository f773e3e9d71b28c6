/**
 * What is said aloud: one live region for the whole table, and what was said before, to be read again.
 *
 * Others' turns come as fast as bots play. The first is said at once; what follows within `GAP_MS` waits and is said
 * together, and of a long row only the last few.
 */
export type Said = { key: number; by: 'table' | 'user'; text: string };

const GAP_MS = 1500;
const AT_ONCE = 4;
const KEPT = 200;

export class Speaker {
  /** Everything said, oldest first; `user` are the user's own commands. */
  history = $state.raw<readonly Said[]>([]);

  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next = 1;

  /** `more` words that some turns were left out. */
  constructor(readonly more: (turns: number) => string) {}

  /** Says something now, after whatever waits. */
  say(text: string): void {
    this.#flush();
    this.#add('table', text);
  }

  /** Says what somebody else did, at a pace that can be listened to. */
  tell(sentence: string): void {
    if (this.#timer !== undefined) {
      this.#waiting.push(sentence);
      return;
    }
    this.#add('table', sentence);
    this.#rest();
  }

  /** Keeps what the user typed beside the answers. */
  heard(command: string): void {
    this.#add('user', command);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #rest(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting.length === 0) return;
      this.#flush();
      this.#rest();
    }, GAP_MS);
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const left = waiting.length - AT_ONCE;
    if (left > 0) waiting.splice(0, left, this.more(left));
    if (waiting.length > 0) this.#add('table', waiting.join(' '));
  }

  #add(by: Said['by'], text: string): void {
    this.history = [...this.history.slice(1 - KEPT), { key: this.#next++, by, text }];
  }
}
