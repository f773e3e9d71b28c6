/** A position that is being set up: every change can be undone, and the server says whether it can be. */
import { api, ApiError } from '$lib/api/client';
import type { Arrangement, CheckedArrangement, Good } from '$lib/api/types';
import { refusalInWords, whyInWords } from '$lib/analysis/words.svelte';

/** How long hands rest before the server is asked, and how long to wait when it has no time. */
const REST_MS = 200;
const BUSY_MS = 1500;
const BUSY = ['server/busy', 'server/unavailable', 'rate/limited', 'client/unreachable'];

export class Draft {
  position: Arrangement;
  /** What the server says of this position; null until it has said something. */
  checked = $state.raw<CheckedArrangement | null>(null);
  /** Whether the server has yet to say something of this position. */
  checking = $state(true);
  /** Why the position cannot be, in words; empty if it can, or while nothing is known. */
  problem = $state('');
  /** The goods of the markers, as they were at the last check. */
  markers = $state.raw<Record<string, Good>>({});
  /** Cities whose tokens were laid by hand. */
  touched = $state.raw<ReadonlySet<string>>(new Set());
  #past = $state.raw<readonly Arrangement[]>([]);
  #future = $state.raw<readonly Arrangement[]>([]);
  /** Whether the round was given by hand; else it follows from what has happened. */
  #counted = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    position: Arrangement,
    private readonly onchange: (position: Arrangement) => void,
  ) {
    this.position = $state.raw(position);
    this.#waiting = setTimeout(() => void this.#check(), 0);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  edit(change: (position: Arrangement) => Arrangement): void {
    const next = change(this.position);
    if (next === this.position) return;
    this.#past = [...this.#past, this.position];
    this.#future = [];
    this.#show(next);
  }

  /** The round that somebody counted is not changed any more. */
  count(change: (position: Arrangement) => Arrangement): void {
    this.#counted = true;
    this.edit(change);
  }

  touch(city: string): void {
    this.touched = new Set([...this.touched, city]);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.position, ...this.#future];
    this.#show(before);
  }

  redo(): void {
    const [next, ...rest] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.position];
    this.#future = rest;
    this.#show(next);
  }

  stop(): void {
    clearTimeout(this.#waiting);
    this.#asked++;
  }

  #show(position: Arrangement): void {
    this.position = position;
    this.checked = null;
    this.checking = true;
    this.onchange(position);
    this.stop();
    this.#waiting = setTimeout(() => void this.#check(), REST_MS);
  }

  async #check(): Promise<void> {
    const asked = ++this.#asked;
    const { position } = this;
    try {
      const checked = await api.checkPosition(position);
      if (asked !== this.#asked) return;
      this.markers = checked.markers;
      if (checked.turn !== null && !this.#counted) {
        this.position = { ...position, turn: checked.turn };
        this.onchange(this.position);
        return await this.#check();
      }
      this.checked = checked;
      this.checking = false;
      this.problem = checked.why ? whyInWords(checked.why) : '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (asked !== this.#asked) return;
      if (BUSY.includes(error.code)) this.#waiting = setTimeout(() => void this.#check(), BUSY_MS);
      else {
        this.checking = false;
        this.problem = refusalInWords(error);
      }
    }
  }
}
