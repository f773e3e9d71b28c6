/** A game looked at again: the same parts as at the table, fed with the frames of a replay. */
import cards from '$data/cards/base.json';
import { COLORS } from '$lib/api/lists';
import type {
  Question,
  LogTurn,
  Replay,
  SeatView,
  SlotPrice,
  State,
  TableUpdate,
  TableView,
} from '$lib/api/types';
import type { Scene } from '$lib/state/stage.svelte';
import { pace } from '$lib/state/settings.svelte';
import type { Watched } from '$lib/table/context';
import { plainView } from './plainView';

const FRAME_MS = 1400;

export class ReplayTable implements Watched {
  at = $state(0);
  playing = $state(false);
  readonly question: Question | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `branchAt` opens a table that plays on after a turn, in a seat, against bots of a level; `retryAt` one at which the turn that
   * came next is a puzzle.
   */
  constructor(
    readonly replay: Replay,
    private readonly branchAt: (turn: number, seat: number, level: string) => Promise<TableUpdate>,
    readonly retryAt: (turn: number) => Promise<TableUpdate>,
    readonly colors: SeatView['color'][] = [...COLORS],
    /** Where its record can be downloaded. */
    readonly record: string | null = null,
  ) {}

  /** Whether the game can be played on from here: it is over, but not here. */
  get canBranch(): boolean {
    return this.replay.outcome !== null && this.at < this.last;
  }

  branch(seat: number, level: string): Promise<TableUpdate> {
    return this.branchAt(this.frame?.turn ?? 0, seat, level);
  }

  get last(): number {
    return this.replay.frames.length - 1;
  }

  get frame(): Replay['frames'][number] | undefined {
    return this.replay.frames[this.at];
  }

  get log(): LogTurn[] {
    return this.replay.frames.slice(0, this.at + 1).flatMap((frame) => (frame.log ? [frame.log] : []));
  }

  get stage(): { shown: State | null; scene: Scene | null; running: boolean } {
    return { shown: this.frame?.state ?? null, scene: null, running: false };
  }

  get view(): TableView | null {
    const state = this.frame?.state;
    if (!state) return null;
    const { options, seats, board } = this.replay;
    return plainView({
      name: this.replay.name,
      options,
      names: seats,
      colors: this.colors,
      version: this.at,
      game: {
        seat: state.to_play,
        turn_seat: state.to_play ?? 0,
        turn: state.turn,
        phase: state.phase,
        state,
        board,
        slots: state.display.map((card, i) => ({
          slot: i + 1,
          card,
          card_cost: [],
          slot_cost: (cards.display_cost[i] ?? []) as SlotPrice['slot_cost'],
        })),
        question: null,
        outcome: this.at === this.last ? this.replay.outcome : null,
      },
    });
  }

  seatName(seat: number): string {
    return this.replay.seats[seat] ?? '';
  }

  show(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
    if (this.at === this.last) this.pause();
  }

  play(): void {
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    const next = (): void => {
      this.show(this.at + 1);
      if (this.playing) this.#timer = setTimeout(next, Math.max(pace(FRAME_MS), 250));
    };
    this.#timer = setTimeout(next, Math.max(pace(FRAME_MS) / 2, 250));
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  explain(): Promise<null> {
    return Promise.resolve(null);
  }

  decide(): Promise<void> {
    return Promise.resolve();
  }
}
