/** Answers to what the command line is asked: read off the table as it stands, changing nothing. */
import { STOREHOUSE_SPACES } from '$lib/api/facts';
import { GODS, type LegalAction, type LogTurn } from '$lib/api/types';
import { t, tList } from '$lib/i18n';
import type { Table } from '$lib/state/table.svelte';
import type { TableContext } from '$lib/table/context';
import { stored } from '$lib/table/stored';
import { lastCard, logLines } from '$lib/words/log';
import { cardName, cityName, godName, goodIn, goodsList, placeName } from '$lib/words/names';
import { cityInWords, provinceInWords, storeInWords } from '$lib/words/places';
import { turnInWords } from '$lib/words/spoken';
import { ASKS, CONTROLS, place, type Ask, type Vocabulary } from './grammar';

/** Answers one question. `about` is what was said after it. */
export class Answers {
  constructor(
    readonly context: TableContext<Table>,
    readonly vocabulary: () => Vocabulary,
  ) {}

  async give(ask: Ask, about: string): Promise<string> {
    const answers: Record<Ask, () => string | Promise<string>> = {
      hand: () => this.#hand(),
      store: () => this.#store(),
      points: () => this.#points(),
      where: () => this.#where(),
      city: () => this.#place('city', about),
      province: () => this.#place('province', about),
      shop: () => this.#shop(),
      who: () => this.#who(),
      last: () => this.#turns(this.#told.slice(-1)),
      since: () => this.#turns(this.#since()),
      can: () => this.#can(about),
      hint: () => this.#hint(),
      help: () =>
        t('command.help', { asks: tList([...ASKS], 'unit'), controls: tList([...CONTROLS], 'unit') }),
    };
    return answers[ask]();
  }

  get #table(): Table {
    return this.context.table;
  }

  get #seat(): number | null {
    return this.#table.question?.seat ?? this.#table.view?.seat ?? null;
  }

  get #state() {
    return this.#table.view?.game?.state;
  }

  get #me() {
    return this.#seat === null ? undefined : this.#state?.players[this.#seat];
  }

  get #told(): LogTurn[] {
    return this.#table.log.filter((turn) => !turn.open);
  }

  #hand(): string {
    const me = this.#me;
    if (!me?.hand) return t('command.watching');
    return t('command.hand', {
      any: String(me.hand.length > 0),
      cards: tList(me.hand.map(cardName)),
      played: String(me.discard.length > 0),
      top: cardName(me.discard.at(-1) ?? 'any'),
    });
  }

  #store(): string {
    const me = this.#me;
    if (!me) return t('command.watching');
    return t('command.store', {
      money: me.money,
      goods: storeInWords(me.goods),
      land: me.storehouse.land,
      sea: me.storehouse.sea,
      free: STOREHOUSE_SPACES - stored(me),
    });
  }

  #points(): string {
    const players = this.#state?.players ?? [];
    const totals = players.map(({ points }, seat) =>
      t('command.points.one', { name: this.#table.seatName(seat), count: points.total }),
    );
    const me = this.#me;
    const gods = GODS.filter((god) => me?.points[god]).map((god) =>
      t('command.points.one', { name: godName(god), count: me?.points[god] ?? 0 }),
    );
    return t('command.points', {
      totals: tList(totals, 'unit'),
      any: String(gods.length > 0),
      gods: tList(gods, 'unit'),
    });
  }

  #where(): string {
    const me = this.#me;
    if (!me) return t('command.watching');
    const colonists = me.colonists.map((colonist) => {
      const [kind = 'land', at = ''] = colonist.split(' ');
      return t('command.where.one', { kind, place: placeName(at) });
    });
    return t('command.where', {
      colonists: tList(colonists, 'unit'),
      any: String(me.houses.length > 0),
      houses: tList(me.houses.map(cityName)),
    });
  }

  async #place(type: 'city' | 'province', about: string): Promise<string> {
    const { cities, provinces, title } = this.vocabulary();
    const id = place(about, type === 'city' ? cities : provinces, title);
    const atlas = this.context.atlas();
    if (id === undefined || !atlas) return t(`command.which.${type}`);
    if (type === 'city') return cityInWords(atlas, id);
    const prospects = await this.context.prospector?.ask(this.#table.view?.version ?? 0);
    return provinceInWords(atlas, id, prospects ?? null);
  }

  #shop(): string {
    const slots = (this.#table.view?.game?.slots ?? []).flatMap(({ slot, card, card_cost, slot_cost }) => {
      if (card === null) return [];
      const price = [...card_cost, ...slot_cost].map(goodIn);
      return [t('command.shop.one', { slot, card: cardName(card), price: tList(price) })];
    });
    return t('command.shop', {
      any: String(slots.length > 0),
      slots: tList(slots, 'unit'),
      deck: this.#state?.deck ?? 0,
    });
  }

  #who(): string {
    const { view } = this.#table;
    const state = this.#state;
    const players = state?.players.map((player, seat) =>
      t('command.who.one', {
        name: this.#table.seatName(seat),
        money: player.money,
        goods: goodsList(player.goods) || t('place.nothing'),
        houses: player.houses.length,
        colonists: player.colonists.length,
        hand: player.hand_count,
        points: player.points.total,
      }),
    );
    return t('command.who', {
      players: (players ?? []).join(' '),
      turn: this.#table.seatName(view?.game?.seat ?? 0),
      over: String(view?.status === 'finished'),
      magnus: this.#table.seatName(state?.praefectus_magnus ?? 0),
    });
  }

  /** Everything after the reader's last turn. */
  #since(): LogTurn[] {
    const last = this.#told.findLast((turn) => turn.seat === this.#seat);
    return this.#told.filter((turn) => turn.turn > (last?.turn ?? 0));
  }

  #turns(turns: LogTurn[]): string {
    const { log } = this.#table;
    const name = (seat: number): string => this.#table.seatName(seat);
    const said = turns.map((turn) => turnInWords(turn, name, (seat) => lastCard(log, seat, turn.turn)));
    return said.length > 0 ? said.join(' ') : t('log.empty');
  }

  #can(about: string): string {
    const { question } = this.#table;
    if (!question) return t('error.action/not-your-turn');
    const wanted = question.legal.filter((one) => about === '' || one.text.startsWith(about));
    // In words that can be typed again, and read out without signs.
    const list = (about === '' ? briefly(wanted) : wanted).map((one) => one.text.replaceAll('~', ' '));
    return list.length > 0 ? t('command.can', { list: tList(list, 'disjunction') }) : t('command.can.none');
  }

  async #hint(): Promise<string> {
    if (!this.#table.question) return t('error.action/not-your-turn');
    if (!this.#table.view?.options.hints) return t('error.hint/off');
    const [best] = (await this.#table.hint())?.hints ?? [];
    if (!best) return t('hint.end');
    const seat = this.#table.question.seat;
    const name = (who: number): string => this.#table.seatName(who);
    const [first] = best.steps;
    const card = first?.kind === 'play' ? cardName(first.thing.id) : '';
    const lines = logLines({ seat, steps: best.steps }, name).filter(({ key }) => key !== 'log.receives');
    return t('command.hint', {
      card,
      play: String(card !== ''),
      any: String(lines.length > 0),
      what: tList(
        lines.map((line) => t(line.key, line.values)),
        'unit',
      ),
      chance: best.win_chance,
    });
  }
}

/** One decision of each kind and thing stands for all its amounts: `sell wine` may be 1 to 5. */
function briefly(legal: LegalAction[]): LegalAction[] {
  const most = new Map<string, LegalAction>();
  for (const one of legal)
    most.set(`${one.kind} ${one.thing.type} ${one.thing.id} ${one.thing.colonist ?? ''}`, one);
  return [...most.values()];
}
