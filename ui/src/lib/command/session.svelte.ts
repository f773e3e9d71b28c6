/** The command line at work: reads a line, does or answers it, and says so. */
import cards from '$data/cards/base.json';
import { api, ApiError } from '$lib/api/client';
import { hasMessage, t, tList } from '$lib/i18n';
import type { Table } from '$lib/state/table.svelte';
import type { TableContext } from '$lib/table/context';
import { errorInWords, explanationInWords } from '$lib/words/errors';
import { cityName } from '$lib/words/names';
import { Answers } from './answers';
import { complete, lines, read, type Command, type Suggestion, type Vocabulary } from './grammar';

const MOST = 12;

export class CommandSession {
  readonly #answers: Answers;

  constructor(readonly context: TableContext<Table>) {
    this.#answers = new Answers(context, () => this.vocabulary());
  }

  vocabulary(): Vocabulary {
    const { table, focus } = this.context;
    const drawing = focus.drawing;
    return {
      legal: table.question?.legal ?? [],
      words: (legal) => this.context.words(legal),
      cities: drawing?.cities.map(({ id }) => id) ?? [],
      provinces: drawing?.provinces.map(({ id }) => id) ?? [],
      lines: drawing?.lines.map(({ id }) => id) ?? [],
      faces: cards.cards.map(({ id }) => id),
      seats: table.view?.seats.length ?? 0,
      title: cityName,
    };
  }

  complete(typed: string): Suggestion[] {
    return complete(typed, this.vocabulary());
  }

  /** Runs everything on a line in order, until something isn't done. It waits for what is under way, and does nothing if that fails. */
  async run(typed: string): Promise<void> {
    const { speaker, table } = this.context;
    speaker.heard(typed);
    let well = true;
    while (table.underWay.any) well = (await table.underWay.rest()) && well;
    await table.underWay.whole(
      () => this.#run(typed, well),
      (done) => done,
    );
  }

  async #run(typed: string, well: boolean): Promise<boolean> {
    for (const line of lines(typed)) {
      const command = read(line, this.vocabulary());
      if (!well && command.type !== 'ask') return false;
      const { said, done } = await this.#one(command);
      if (said) this.context.speaker.say(said);
      if (!done) return false;
    }
    return true;
  }

  async #one(command: Command): Promise<{ said: string; done: boolean }> {
    const { table } = this.context;
    switch (command.type) {
      case 'ask':
        return { said: await this.#answers.give(command.ask, command.about), done: true };
      case 'control': {
        const before = table.view?.version;
        if (!table.question) return refused(t('error.action/not-your-turn'));
        if (command.what === 'end' && !table.question.can_end) return refused(await this.#why('end'));
        await table.control(command.what);
        return table.view?.version === before ? refused(t('error.action/nothing')) : { said: '', done: true };
      }
      case 'decide': {
        const before = table.view?.version;
        await table.decide(command.legal.text);
        // The table says what was done; a notice, what went wrong.
        return { said: '', done: table.view?.version !== before };
      }
      case 'which': {
        const some = command.choices.slice(0, MOST).map((legal) => legal.text);
        return refused(t('command.which', { list: tList(some, 'disjunction') }));
      }
      case 'refused':
        return refused(await this.#why(command.decision));
      case 'unknown':
        return refused(t('command.unknown'));
    }
  }

  /** The server's reason, with the rule it rests on. */
  async #why(decision: string): Promise<string> {
    const { table } = this.context;
    if (!table.question) return t('error.action/not-your-turn');
    try {
      const why = await api.explain(table.id, decision);
      const text = explanationInWords(why, (seat) => table.seatName(seat));
      const rule = `rule.${why.rule}`;
      return hasMessage(rule) ? t('command.why', { text, id: why.rule, rule: t(rule) }) : text;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return errorInWords(error);
    }
  }
}

function refused(said: string): { said: string; done: boolean } {
  return { said, done: false };
}
