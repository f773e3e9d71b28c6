/** A review that grows: asked for once, then looked at until it is complete. */
import { api, ApiError } from '$lib/api/client';
import type { ReviewedTurn, ReviewProgress, SeatReview } from '$lib/api/types';
import { errorInWords } from '$lib/words/errors';

const EVERY_MS = 1000;
/** Until the first turn is there, but not for ever: somebody has just asked, and waits. */
const FIRST_MS = 250;
const FIRST_LOOKS = 12;
/** A server that is away comes back: what was found is kept there. */
const AWAY_MS = 3000;

/** Where a review comes from. */
export interface Source {
  /** As far as it is; null if that is not known before it is asked for. */
  find(): Promise<ReviewProgress | null>;
  ask(): Promise<ReviewProgress>;
  more(key: string, after: number): Promise<ReviewProgress>;
}

export function ofTable(id: string): Source {
  return {
    find: () => api.review(id, 0),
    ask: () => api.askReview(id),
    more: (_, after) => api.review(id, after),
  };
}

export function ofShared(token: string): Source {
  return {
    find: () => api.sharedReview(token, 0),
    ask: () => api.askSharedReview(token),
    more: (_, after) => api.sharedReview(token, after),
  };
}

export function ofRecord(ask: () => Promise<ReviewProgress>): Source {
  return {
    find: () => Promise.resolve(null),
    ask,
    more: (key, after) => api.recordReview(key, after),
  };
}

export class ReviewWatch {
  /** `looking` until it is known whether somebody asked for it. */
  stage: 'new' | 'looking' | 'none' | 'running' | 'complete' = $state('new');
  length = $state(0);
  simulations = $state(0);
  turns: ReviewedTurn[] = $state.raw([]);
  seats: SeatReview[] | null = $state.raw(null);
  problem = $state('');
  #key = '';
  #looks = 0;
  #left = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly source: Source) {}

  /** Looks once whether there is a review already. */
  async look(): Promise<void> {
    if (this.stage !== 'new') return;
    this.stage = 'looking';
    await this.#try(async () => {
      const found = await this.source.find();
      if (found?.asked) this.#take(found);
      else this.stage = 'none';
    });
  }

  async ask(): Promise<void> {
    this.problem = '';
    this.stage = 'running';
    this.#looks = 0;
    await this.#try(async () => {
      this.turns = [];
      this.#take(await this.source.ask());
    });
  }

  /** Nobody looks any more. */
  stop(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }

  async #more(): Promise<void> {
    this.#looks += 1;
    try {
      this.#take(await this.source.more(this.#key, this.turns.length));
      this.problem = '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = errorInWords(error);
      // What was found stays there; a server that is away or busy goes on with it.
      if (error.status === 0 || error.status === 429 || error.status >= 500) this.#wait(AWAY_MS);
      else this.stage = 'none';
    }
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#left) this.#timer = setTimeout(() => void this.#more(), ms);
  }

  #take(found: ReviewProgress): void {
    this.#key = found.key;
    this.length = found.length;
    this.simulations = found.simulations;
    const known = this.turns.length;
    this.turns = [...this.turns, ...found.turns.filter((turn) => turn.turn > known)];
    this.seats = found.seats;
    // One that was given up is not asked for any more.
    this.stage = found.seats ? 'complete' : found.asked ? 'running' : 'none';
    const first = this.turns.length === 0 && this.#looks < FIRST_LOOKS;
    if (this.stage === 'running') this.#wait(first ? FIRST_MS : EVERY_MS);
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.problem = errorInWords(error);
      this.stage = 'none';
    }
  }
}
