/** A position that is looked at while the engine thinks: deeper and deeper, until it is told to stop. */
import { api, ApiError } from '$lib/api/client';
import { COLORS } from '$lib/api/lists';
import type {
  AnalysedTurn,
  Analysis,
  LogTurn,
  PositionView,
  Question,
  State,
  TableUpdate,
  TableView,
} from '$lib/api/types';
import { plainView } from '$lib/replay/plainView';
import { withEffect } from '$lib/state/effects';
import type { Scene } from '$lib/state/stage.svelte';
import type { Watched } from '$lib/table/context';
import { refusalInWords, seatName } from './words.svelte';

/** Simulations of one search after another. */
export const BUDGETS = [200, 1000, 4000, 16_000] as const;
/** How long to wait when the server has no time. */
const BUSY_MS = 1500;
const BUSY = ['server/busy', 'server/unavailable', 'rate/limited', 'client/unreachable'];

export class AnalysisTable implements Watched {
  position = $state.raw<PositionView | null>(null);
  found = $state.raw<Analysis | null>(null);
  /** The turn whose outcome the board shows. */
  looked = $state.raw<AnalysedTurn | null>(null);
  /** Whether the engine may think. */
  going = $state(true);
  /** Whether it does. */
  thinking = $state(false);
  problem = $state('');
  readonly log: LogTurn[] = [];
  readonly question: Question | null = null;
  #search = new AbortController();
  #asked = 0;

  /** Shows the position of a text, and begins to think about it. */
  async show(ask: () => Promise<PositionView>): Promise<void> {
    const asked = ++this.#asked;
    this.halt();
    this.problem = '';
    try {
      const position = await ask();
      if (asked !== this.#asked) return;
      this.position = position;
      this.found = null;
      this.looked = null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (asked !== this.#asked) return;
      this.problem = refusalInWords(error);
      return;
    }
    if (this.going) void this.#think();
  }

  go(): void {
    this.going = true;
    if (!this.thinking) void this.#think();
  }

  stop(): void {
    this.going = false;
    this.halt();
  }

  /** Ends what is under way; the server gives it up when nobody waits for it. */
  halt(): void {
    this.#search.abort();
    this.thinking = false;
  }

  async #think(): Promise<void> {
    const { position } = this;
    if (!position) return;
    const { signal } = (this.#search = new AbortController());
    this.thinking = true;
    for (const budget of BUDGETS) {
      if (this.found && budget <= this.found.simulations) continue;
      const found = await this.#slice(position.position, budget, signal);
      if (signal.aborted) return;
      if (!found) break;
      this.looked = found.turns.find((turn) => same(turn, this.looked)) ?? null;
      this.found = found;
      // Everything that can come is known, or nothing can be decided.
      if (found.simulations < budget || found.turns.length === 0) break;
    }
    this.thinking = false;
  }

  async #slice(position: string, budget: number, signal: AbortSignal): Promise<Analysis | null> {
    for (;;) {
      try {
        return await api.analyse(position, budget, signal);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (signal.aborted) return null;
        if (!BUSY.includes(error.code)) {
          this.problem = refusalInWords(error);
          return null;
        }
        await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
        if (signal.aborted) return null;
      }
    }
  }

  get seats(): number[] {
    return (this.position?.game.state.players ?? []).map((_, seat) => seat);
  }

  get stage(): { shown: State | null; scene: Scene | null; running: boolean } {
    let shown = this.position?.game.state ?? null;
    for (const step of this.looked?.steps ?? []) if (shown) shown = withEffect(shown, step.effect);
    return { shown, scene: null, running: false };
  }

  get view(): TableView | null {
    if (!this.position) return null;
    const { options, game } = this.position;
    const names = this.seats.map(seatName);
    return plainView({ name: '', options, names, colors: COLORS, version: game.turn, game });
  }

  seatName(seat: number): string {
    return seatName(seat);
  }

  /** Opens a table that plays on from here. */
  branch(seat: number, level: string): Promise<TableUpdate> {
    return api.branchPosition(this.position?.position ?? '', seat, level);
  }

  explain(): Promise<null> {
    return Promise.resolve(null);
  }

  decide(): Promise<void> {
    return Promise.resolve();
  }
}

function same(one: AnalysedTurn, other: AnalysedTurn | null): boolean {
  const texts = (turn: AnalysedTurn): string => turn.steps.map((step) => step.text).join();
  return other !== null && texts(one) === texts(other);
}
