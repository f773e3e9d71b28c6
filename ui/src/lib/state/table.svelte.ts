/** One table as this browser sees it: the last update, its log, and the ways to act on it. */
import { api, ApiError, type TurnControl } from '$lib/api/client';
import { Live, type Connection } from '$lib/api/live';
import { takeTurn } from '$lib/api/turns';
import type {
  Question,
  Explanation,
  HintList,
  LogTurn,
  Presence,
  SeatView,
  TableUpdate,
  TableView,
} from '$lib/api/types';
import { errorInWords } from '$lib/words/errors';
import { seatNews } from '$lib/words/seats';
import { pace } from './settings.svelte';
import { play, playDecision, type Sound } from './sound';
import { Stage, type Scene } from './stage.svelte';
import { toast } from './toasts.svelte';
import { UnderWay } from './underWay';

export class Table {
  view = $state.raw<TableView | null>(null);
  log = $state.raw<LogTurn[]>([]);
  connection = $state<Connection>('connecting');
  /** A request is under way. */
  busy = $state(false);
  /** With hidden hands and several own seats: whose eyes the screen is uncovered for. */
  uncovered = $state<number | null>(null);
  readonly stage: Stage;
  /** What was decided here and isn't answered. */
  readonly underWay = new UnderWay();

  readonly #live: Live;
  #queue: Promise<void> = Promise.resolve();
  /** What is to be heard when the stage has shown how it came to that. */
  #bell: Sound | null = null;
  readonly #explained = new Map<string, Promise<Explanation | null>>();

  constructor(readonly id: string) {
    this.stage = new Stage(
      ({ step }) => playDecision(step.text),
      () => this.#ring(),
    );
    this.#live = new Live(id, {
      update: (update) => this.receive(update),
      presence: (connected) => this.#seePresence(connected),
      connection: (now) => (this.connection = now),
      known: () => this.#known(),
    });
  }

  open(): void {
    this.#live.open();
  }

  close(): void {
    this.#live.close();
  }

  retry(): void {
    this.#live.retry();
  }

  #known(): number {
    return this.log.findLast((turn) => !turn.open)?.turn ?? 0;
  }

  get question(): Question | null {
    return this.view?.game?.question ?? null;
  }

  get mine(): SeatView[] {
    return this.view?.seats.filter((seat) => seat.mine) ?? [];
  }

  /** Whether the turns of a seat are taken here: it is an own one, and no bot stands in. */
  isPlayedHere(seat: number): boolean {
    return this.view !== null && isPlayedHere(this.view, seat);
  }

  /** Several people share this screen and may not see each other's hands. */
  get mustCover(): boolean {
    const hidden = this.view?.options.hands === 'hidden' && this.view.status === 'playing';
    return hidden && this.mine.length > 1 && this.uncovered !== this.view?.seat;
  }

  seatName(seat: number): string {
    return this.view?.seats[seat]?.name ?? '';
  }

  receive(update: TableUpdate): void {
    const before = this.view;
    if (before && update.table.version < before.version) return;
    const first = before?.game == null;
    const scenes = first ? [] : this.#news(update);
    this.log = merged(this.log, update.log);
    this.view = update.table;
    this.#explained.clear();
    if (!first) this.#bell = bellOf(before, update.table) ?? this.#bell;
    // Nobody is looking: whoever waits elsewhere hears it at once.
    if (document.hidden) this.#ring();
    const state = update.table.game?.state;
    if (state) this.stage.advance(state, scenes);
    if (before && !first) for (const words of seatNews(before.seats, update.table.seats)) toast(words);
  }

  #ring(): void {
    if (this.#bell) play(this.#bell);
    this.#bell = null;
  }

  /** Asks how the table stands, for what changes by time alone; if that fails, the next update says it. */
  async refresh(): Promise<void> {
    try {
      this.receive(await api.table(this.id, this.#known()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Takes an own seat back from the bot that plays it. */
  async claim(seat: number): Promise<void> {
    try {
      this.receive(await api.claim(this.id, seat));
    } catch (error) {
      this.#refused(error);
    }
  }

  async decide(decision: string): Promise<void> {
    this.#bell = null;
    this.stage.skip();
    playDecision(decision);
    await this.#send(
      () => this.#offers(decision),
      (version) => takeTurn(this.#live, this.id, version, { type: 'decide', decision }),
    );
  }

  #offers(decision: string): boolean {
    return this.question?.legal.some((legal) => legal.text === decision) ?? false;
  }

  async control(what: TurnControl): Promise<void> {
    this.stage.skip();
    const offered = (): boolean => {
      const { can_undo = false, can_redo = false, can_end = false } = this.question ?? {};
      return { undo: can_undo, restart: can_undo, redo: can_redo, end: can_end }[what];
    };
    await this.#send(offered, (version) => takeTurn(this.#live, this.id, version, { type: what }));
  }

  /** Takes back the last decision and takes another instead, as when another colonist is picked. */
  instead(decision: string): Promise<boolean> {
    return this.#whole(async () => {
      await this.control('undo');
      await this.decide(decision);
      return this.#took(decision);
    });
  }

  /** Takes decisions one after another, until one isn't taken. */
  take(decisions: readonly string[]): Promise<boolean> {
    return this.#whole(async () => {
      for (const decision of decisions) {
        await this.decide(decision);
        if (!this.#took(decision)) return false;
      }
      return true;
    });
  }

  #took(decision: string): boolean {
    return this.question?.tentative.at(-1)?.text === decision;
  }

  #whole(work: () => Promise<boolean>): Promise<boolean> {
    return this.underWay.whole(work, (well) => well);
  }

  /** Moves a colonist in one go. If it can't get there it stays, and the reason is returned. */
  move(pick: string, to: string): Promise<Explanation | null> {
    return this.underWay.whole(
      async () => {
        await this.decide(pick);
        if (!this.#took(pick)) return null;
        if (this.#offers(to)) {
          await this.decide(to);
          return null;
        }
        const why = await this.explain(to);
        await this.control('undo');
        return why;
      },
      () => this.#took(to),
    );
  }

  /** The best turns from here. Asked after what is under way; what is done meanwhile doesn't wait for it. */
  async hint(): Promise<HintList | null> {
    await this.#queue;
    if (!this.view) return null;
    try {
      return await api.hint(this.id, this.view.version);
    } catch (error) {
      this.#refused(error);
      return null;
    }
  }

  /** Why a decision cannot be taken now; null if it can, or if nobody knows. */
  explain(decision: string): Promise<Explanation | null> {
    const known = this.#explained.get(decision);
    if (known) return known;
    const asked = api.explain(this.id, decision).then(
      (answer) => (answer.legal ? null : answer),
      () => null,
    );
    this.#explained.set(decision, asked);
    return asked;
  }

  /** One request after another: a click made while one is under way is sent after it, if it is still offered then. */
  #send(offered: () => boolean, request: (version: number) => Promise<TableUpdate>): Promise<boolean> {
    const sent = this.#whole(() =>
      this.#queue.then(() => (offered() ? this.#sendNow(request) : Promise.resolve(false))),
    );
    // What goes wrong with one request is its own caller's to hear, not the next one's.
    this.#queue = sent.then(
      () => undefined,
      () => undefined,
    );
    return sent;
  }

  async #sendNow(request: (version: number) => Promise<TableUpdate>): Promise<boolean> {
    if (!this.view) return false;
    this.busy = true;
    try {
      this.receive(await request(this.view.version));
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #refused(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.body.update) this.receive(error.body.update);
    play('refused');
    toast(errorInWords(error), 'error');
  }

  #seePresence(connected: Presence['connected']): void {
    if (!this.view) return;
    const seats = this.view.seats.map((seat) => ({ ...seat, connected: connected[seat.seat] ?? null }));
    this.view = { ...this.view, seats };
  }

  /** Steps this browser hasn't seen yet, in order: those of others and of bots, and how its own turns ended. */
  #news(update: TableUpdate): Scene[] {
    // What a bot did on an own seat is news too, even if its owner has just come back.
    const own = (seat: number): boolean => this.isPlayedHere(seat) && isPlayedHere(update.table, seat);
    const scenes: Scene[] = [];
    for (const turn of update.log) {
      const known = this.log.find((entry) => entry.turn === turn.turn);
      const fresh = turn.steps.slice(known?.steps.length ?? 0);
      for (const step of fresh) {
        if (!own(step.seat) || step.kind === 'end') scenes.push({ turn, step });
      }
    }
    return scenes;
  }
}

function isPlayedHere(view: TableView, number: number): boolean {
  const seat = view.seats[number];
  return seat !== undefined && seat.mine && !seat.stand_in;
}

function merged(log: LogTurn[], news: LogTurn[]): LogTurn[] {
  if (news.length === 0) return log;
  const by = new Map(log.map((turn) => [turn.turn, turn]));
  for (const turn of news) by.set(turn.turn, turn);
  return [...by.values()].sort((a, b) => a.turn - b.turn);
}

/** What an update sounds like once it is seen: it is the viewer's turn, or the game is over. */
function bellOf(before: TableView | null, now: TableView): Sound | null {
  // A score sheet that is revealed before somebody's eyes has its own end.
  if (now.status === 'finished' && before?.status === 'playing')
    return pace(1) === 0 || document.hidden ? 'end' : null;
  return now.game?.question && !before?.game?.question ? 'turn' : null;
}
