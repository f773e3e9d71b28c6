/** The log in words: a turn becomes lines, each a message with the things it points to and what it brought whom. */
import type { LogTurn, Step } from '$lib/api/types';
import type { Pointed } from '$lib/table/focus.svelte';
import { type MessageKey, type Values } from '$lib/i18n';
import { amountsOf, type Amount } from './effects';
import { cardName, cityName, goodIn, goodsList, placeName, provinceName } from './names';

export type LogLine = {
  key: MessageKey;
  values: Values;
  /** What lights up on the board while the line is pointed at. */
  things: Pointed[];
  amounts: Amount[];
};

export type Namer = (seat: number) => string;

/** What is said of a turn: one of the log, or one that could be played. */
export type ToldTurn = Pick<LogTurn, 'seat' | 'steps'>;

/** The card on top of a seat's pile before a turn, if that is known. */
export type Copied = (seat: number) => string | null;

const UNKNOWN: Copied = () => null;

/** What a seat had played last before a turn: what a Diplomat of that turn copied. */
export function lastCard(log: readonly LogTurn[], seat: number, before = Infinity): string | null {
  return log.findLast((turn) => turn.seat === seat && turn.turn < before)?.card ?? null;
}

export function logLines(turn: ToldTurn, name: Namer, copied = UNKNOWN): LogLine[] {
  return turn.steps.flatMap((step) => stepLines(step, turn, name, copied));
}

/** The line for one step while it is shown; steps without one of their own repeat what was played. */
export function sceneLine(turn: LogTurn, step: Step, name: Namer, copied = UNKNOWN): LogLine {
  const played: LogLine = {
    key: 'log.play',
    values: { name: name(turn.seat), card: cardName(turn.card) },
    things: [],
    amounts: [],
  };
  return step.kind === 'play' ? played : (stepLines(step, turn, name, copied)[0] ?? played);
}

function stepLines(step: Step, turn: ToldTurn, name: Namer, copied: Copied): LogLine[] {
  const own = step.effect.seats?.find((one) => one.seat === step.seat);
  const line = (key: MessageKey, values: Values, things = [step.thing] as LogLine['things']): LogLine => ({
    key,
    values,
    things,
    amounts: own ? amountsOf(own) : [],
  });
  const { thing } = step;
  switch (step.kind) {
    case 'play': {
      const brought = own ? amountsOf(own) : [];
      return brought.length > 0 ? [line('log.receives', { name: name(step.seat) }, [])] : [];
    }
    case 'move':
      return [];
    case 'to':
      return [line('log.to', { kind: thing.colonist ?? 'land', line: placeName(thing.id) })];
    case 'build':
      return [line('log.build', { city: cityName(thing.id) })];
    case 'settle':
      return [line('log.settle', { kind: thing.colonist ?? 'land', city: cityName(thing.id) })];
    case 'colonist':
      return [line('log.colonist', { kind: thing.colonist ?? thing.id })];
    case 'income':
      return [line('log.income', {})];
    case 'cash':
      return [line('log.cash', {})];
    case 'produce':
      return [line('log.produce', { province: provinceName(thing.id) })];
    case 'sell':
    case 'buy':
      return [line(`log.${step.kind}`, { goods: goodsList({ [thing.id]: thing.amount ?? 0 }) })];
    case 'purchase':
      return [line('log.purchase', { card: cardName(own?.cards?.[0] ?? '') })];
    case 'copy': {
      const seat = thing.seat ?? Number(thing.id);
      const card = copied(seat);
      return [
        card === null
          ? line('log.copy', { name: name(seat) })
          : line('log.copy.card', { name: name(seat), card: cardName(card) }),
      ];
    }
    case 'keep':
      return [line('log.keep', { name: name(step.seat), good: goodIn(thing.id) })];
    case 'end':
      return endLines(step, turn, name);
  }
}

/** What the end of a turn brought: goods for others, the Praefectus Magnus, Concordia, new cards. */
function endLines(step: Step, turn: ToldTurn, name: Namer): LogLine[] {
  const { effect } = step;
  const lines: LogLine[] = [];
  const plain = (key: MessageKey, values: Values): void => {
    lines.push({ key, values, things: [], amounts: [] });
  };
  for (const seat of effect.seats ?? []) {
    const amounts = amountsOf(seat);
    if (amounts.length > 0)
      lines.push({ key: 'log.receives', values: { name: name(seat.seat) }, things: [], amounts });
  }
  if (effect.praefectus_magnus != null) plain('log.praefectus', { name: name(effect.praefectus_magnus) });
  if (effect.concordia != null) plain('log.concordia', { name: name(effect.concordia) });
  if (effect.intermediate != null) plain('log.intermediate', { name: name(turn.seat) });
  return lines;
}
