/** What every part of the table page shares. */
import { getContext, setContext } from 'svelte';
import type { Question, Explanation, LegalAction, LogTurn, State, TableView, Thing } from '$lib/api/types';
import type { Scene } from '$lib/state/stage.svelte';
import { decisionInWords } from '$lib/words/decisions';
import { explanationInWords } from '$lib/words/errors';
import { attempt } from './attempts';
import { Commands } from './commands';
import { Focus, thingKey, type Pointed } from './focus.svelte';

/** A game that can be looked at: a live table or a replay. */
export interface Watched {
  readonly view: TableView | null;
  readonly log: LogTurn[];
  readonly question: Question | null;
  readonly stage: { readonly shown: State | null; readonly scene: Scene | null; readonly running: boolean };
  seatName(seat: number): string;
  decide(decision: string): Promise<void>;
  explain(decision: string): Promise<Explanation | null>;
}

export type Spot = { x: number; y: number };

const HOVER_MS = 650;
const KEY = Symbol('table');

export class TableContext<T extends Watched = Watched> {
  readonly focus = new Focus();
  readonly commands = new Commands();
  #hovered: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: T) {}

  /** What may be decided about a thing now. */
  choices(type: Thing['type'], id: string): LegalAction[] {
    const key = thingKey({ type, id });
    return this.table.question?.legal.filter((legal) => thingKey(legal.thing) === key) ?? [];
  }

  /** Takes a decision. A finger can't point without tapping, so its first tap only shows what the choice would bring. */
  choose(action: LegalAction, by?: Event): void {
    const finger = by !== undefined && 'pointerType' in by && by.pointerType === 'touch';
    if (finger && this.focus.armed?.text !== action.text) {
      this.focus.why = null;
      this.focus.armed = action;
      return;
    }
    this.leave();
    void this.table.decide(action.text);
  }

  /** A decision in words, with the names of the players and cards it is about. */
  words(decision: Pick<LegalAction, 'kind' | 'thing'>): string {
    const state = this.table.view?.game?.state;
    return decisionInWords(decision, (seat) => this.table.seatName(seat), {
      slot: (slot) => state?.display[slot - 1] ?? null,
      top: (seat) => state?.players[seat]?.discard.at(-1) ?? null,
    });
  }

  preview(action: LegalAction | null): void {
    this.focus.preview = action;
  }

  /** Says why a thing can't be chosen, if it could have been meant. */
  async explain(thing: Pointed, at: Spot): Promise<void> {
    const { question, view } = this.table;
    const said = question ? attempt(question, thing) : null;
    if (said === null) return;
    const why = await this.table.explain(said);
    if (!why || this.table.view?.version !== view?.version) return;
    const text = explanationInWords(why, (seat) => this.table.seatName(seat));
    this.focus.why = { text, rule: why.rule, ...at };
  }

  /** The same after the pointer has rested on it for a moment. */
  hover(thing: Pointed, at: Spot): void {
    clearTimeout(this.#hovered);
    this.#hovered = setTimeout(() => void this.explain(thing, at), HOVER_MS);
  }

  leave(): void {
    clearTimeout(this.#hovered);
    this.focus.preview = null;
    this.focus.armed = null;
    this.focus.why = null;
  }
}

export function provideTable<T extends Watched>(table: T): TableContext<T> {
  return setContext(KEY, new TableContext(table));
}

export function useTable<T extends Watched = Watched>(): TableContext<T> {
  return getContext<TableContext<T>>(KEY);
}
