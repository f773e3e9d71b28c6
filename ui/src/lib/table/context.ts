/** What every part of the table page shares. */
import { getContext, setContext } from 'svelte';
import type { Question, Explanation, LegalAction, LogTurn, State, TableView, Thing } from '$lib/api/types';
import { t } from '$lib/i18n';
import { Speaker } from '$lib/state/speaker.svelte';
import type { Scene } from '$lib/state/stage.svelte';
import { UnderWay } from '$lib/state/underWay';
import { decisionInWords } from '$lib/words/decisions';
import { explanationInWords } from '$lib/words/errors';
import { thingInWords, type Atlas } from '$lib/words/places';
import { choiceInWords } from '$lib/words/spoken';
import { attempt } from './attempts';
import { Commands } from './commands';
import { Prospector } from '$lib/state/prospects.svelte';
import { facedOf, Focus, thingKey, type Faced, type Pointed } from './focus.svelte';
import { Kept } from './kept.svelte';

/** A game that can be looked at: a live table or a replay. */
export interface Watched {
  readonly view: TableView | null;
  readonly log: LogTurn[];
  readonly question: Question | null;
  readonly stage: { readonly shown: State | null; readonly scene: Scene | null; readonly running: boolean };
  /** What was asked of the server; a replay asks nothing. */
  readonly underWay?: UnderWay;
  seatName(seat: number): string;
  decide(decision: string): Promise<void>;
  explain(decision: string): Promise<Explanation | null>;
}

export type Spot = { x: number; y: number };
/** Who has chosen: an event of a pointer, or what is known of it. */
export type By = Event | { pointerType: string };

const HOVER_MS = 650;
/** How long the pointer rests before a face comes; once one is there the next comes at once. */
const FACE_MS = 320;
const KEY = Symbol('table');

export class TableContext<T extends Watched = Watched> {
  readonly focus = new Focus();
  readonly commands = new Commands();
  readonly speaker = new Speaker((turns) => t('say.more', { turns }));
  /** What things would bring; a replay has none. */
  readonly prospector: Prospector | null;
  readonly kept: Kept;
  #hovered: ReturnType<typeof setTimeout> | undefined;
  #faced: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: T) {
    this.prospector = 'id' in table && typeof table.id === 'string' ? new Prospector(table.id) : null;
    this.kept = new Kept(table.underWay ?? new UnderWay(), {
      turn: () => [table.view?.game?.turn, table.question?.seat].join(' '),
      armed: () => this.focus.armed !== null,
    });
  }

  /** Shows the face of a thing, or none: after a moment's rest, or at once for a tap and for the keyboard. */
  point(thing: Faced | null, how: 'rest' | 'now' = 'rest'): void {
    clearTimeout(this.#faced);
    const show = (): void => {
      this.focus.face = thing;
    };
    if (how === 'now' || (thing && this.focus.face)) show();
    else this.#faced = setTimeout(show, thing ? FACE_MS : FACE_MS / 2);
  }

  /** What may be decided about a thing now. */
  choices(type: Thing['type'], id: string): LegalAction[] {
    const key = thingKey({ type, id });
    return this.table.question?.legal.filter((legal) => thingKey(legal.thing) === key) ?? [];
  }

  /** Takes a decision. A finger can't point without tapping, so its first tap only shows what the choice would bring. */
  choose(action: LegalAction, by?: By): void {
    this.kept.do(action.text, () => this.#choose(action, by));
  }

  #choose(action: LegalAction, by: By | undefined): void {
    if (!this.table.question?.legal.some((legal) => legal.text === action.text)) return;
    const finger = by !== undefined && 'pointerType' in by && by.pointerType === 'touch';
    if (finger && this.focus.armed?.text !== action.text) {
      this.focus.why = null;
      this.focus.armed = action;
      return;
    }
    this.letGo();
    this.point(null, 'now');
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

  /** The same with what it costs and brings, as it is read out. */
  label(legal: LegalAction): string {
    return choiceInWords(this.words(legal), legal, this.table.question?.seat ?? 0);
  }

  /** What places are described from; null before the board is drawn. */
  atlas(): Atlas | null {
    const { view } = this.table;
    const { drawing } = this.focus;
    if (!view?.game || !drawing) return null;
    const { state, board } = view.game;
    return { state, board, drawing, seat: view.seat, seatName: (seat) => this.table.seatName(seat) };
  }

  preview(action: LegalAction | null): void {
    this.focus.preview = action;
  }

  /** Says why a thing can't be chosen, if it could have been meant; `aloud` if that was asked for. */
  async explain(thing: Pointed, at: Spot, aloud = false): Promise<void> {
    const { question, view } = this.table;
    const said = question ? attempt(question, thing) : null;
    if (said === null) return;
    const why = await this.table.explain(said);
    if (!why || this.table.view?.version !== view?.version) return;
    const text = explanationInWords(why, (seat) => this.table.seatName(seat));
    this.focus.why = { text, rule: why.rule, ...at };
    if (aloud) this.speaker.say(text);
  }

  /** Shows the face of a thing that was asked about, and says what it is. */
  tell(thing: Pointed): void {
    const atlas = this.atlas();
    if (!atlas) return;
    clearTimeout(this.#hovered);
    const slots = this.table.view?.game?.slots ?? [];
    const text = thingInWords(atlas, thing, slots, this.prospector?.current ?? null);
    if (text === '') return;
    this.point(facedOf(thing, slots), 'now');
    this.speaker.say(text);
  }

  /** Shows and says a refusal that came with an answer. */
  refuse(why: Explanation, at: Spot): void {
    const text = explanationInWords(why, (seat) => this.table.seatName(seat));
    this.focus.why = { text, rule: why.rule, ...at };
    this.speaker.say(text);
  }

  /** The same after the pointer has rested on it for a moment. */
  hover(thing: Pointed, at: Spot): void {
    clearTimeout(this.#hovered);
    this.#hovered = setTimeout(() => void this.explain(thing, at), HOVER_MS);
  }

  /** The pointer is elsewhere. What a finger has tapped stays: a mouse that rests on the same page has no say in it. */
  leave(): void {
    clearTimeout(this.#hovered);
    this.focus.preview = null;
    this.focus.why = null;
  }

  /** Nothing is looked at or meant any more. */
  letGo(): void {
    this.leave();
    this.focus.armed = null;
  }
}

export function provideTable<T extends Watched>(table: T): TableContext<T> {
  return setContext(KEY, new TableContext(table));
}

export function useTable<T extends Watched = Watched>(): TableContext<T> {
  return getContext<TableContext<T>>(KEY);
}
