/**
 * What a typed line means: a decision in the game's own words, a control of the turn, or a question.
 *
 * Words may be shortened as long as one thing is meant (`bu mass`), places may be said by their names, and `~` and `-`
 * may be spaces. Only what the server offers is ever a decision; anything else is handed back to be explained.
 */
import type { TurnControl } from '$lib/api/client';
import { GOODS, type LegalAction } from '$lib/api/types';

export const ASKS = [
  'hand',
  'store',
  'points',
  'where',
  'city',
  'province',
  'shop',
  'who',
  'last',
  'since',
  'can',
  'hint',
  'help',
] as const;
export type Ask = (typeof ASKS)[number];
export const CONTROLS: readonly TurnControl[] = ['undo', 'redo', 'restart', 'end'];

/** What there are words for at this table. */
export type Vocabulary = {
  legal: readonly LegalAction[];
  /** A decision as its button names it. */
  words: (legal: LegalAction) => string;
  cities: readonly string[];
  provinces: readonly string[];
  /** With their kind: `sea massilia~roma`. */
  lines: readonly string[];
  faces: readonly string[];
  seats: number;
  /** What a city or province is called. */
  title: (id: string) => string;
};

export type Command =
  | { type: 'decide'; legal: LegalAction }
  | { type: 'control'; what: TurnControl }
  | { type: 'ask'; ask: Ask; about: string }
  | { type: 'which'; choices: LegalAction[] }
  /** Readable, but not offered now: the server knows why. */
  | { type: 'refused'; decision: string }
  | { type: 'unknown' };

export type Suggestion = { text: string; words: string };

/** Several commands on one line, in order. */
export function lines(typed: string): string[] {
  return typed
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function read(typed: string, vocabulary: Vocabulary): Command {
  const words = split(typed);
  const [verb = '', ...rest] = words;
  const about = rest.join(' ');
  const ask = ASKS.find((one) => one === verb);
  if (ask) return { type: 'ask', ask, about };
  const control = CONTROLS.find((one) => one === verb);
  if (control && rest.length === 0) return { type: 'control', what: control };
  const found = meant(words, vocabulary.legal, (legal) => [
    split(legal.text),
    split(vocabulary.words(legal)),
  ]);
  const [only] = found;
  if (only && found.length === 1) return { type: 'decide', legal: only };
  if (found.length > 1) return { type: 'which', choices: found };
  const started = [...CONTROLS, ...ASKS].filter((one) => verb !== '' && one.startsWith(verb));
  const [short] = started;
  if (short && started.length === 1) return read([short, ...rest].join(' '), vocabulary);
  const [decision] = meant(words, conceivable(verb, rest, vocabulary), (text) => [
    split(text),
    [verb, ...text.split(/[ ~]/).flatMap((id) => split(vocabulary.title(id)))],
  ]);
  return decision === undefined ? { type: 'unknown' } : { type: 'refused', decision };
}

/** The place a question is about; undefined if none, or several, are meant. */
export function place(
  about: string,
  ids: readonly string[],
  title: (id: string) => string,
): string | undefined {
  const found = meant(['', ...split(about)], ids, (id) => [
    ['', ...split(id)],
    ['', ...split(title(id))],
  ]);
  return found.length === 1 ? found[0] : undefined;
}

/** What the line may become, the best first. */
export function complete(typed: string, vocabulary: Vocabulary, most = 8): Suggestion[] {
  const line = typed.slice(typed.lastIndexOf(';') + 1);
  const words = split(line);
  const [verb = '', ...rest] = words;
  const { legal, title } = vocabulary;
  if (verb === 'city' || verb === 'province') {
    const ids = verb === 'city' ? vocabulary.cities : vocabulary.provinces;
    return begun(rest, ids, title)
      .slice(0, most)
      .map((id) => ({ text: `${verb} ${id}`, words: title(id) }));
  }
  const decisions = (words.length === 0 ? legal : near(words, vocabulary)).map((one) => ({
    text: one.text,
    words: vocabulary.words(one),
  }));
  const others = [...CONTROLS, ...ASKS]
    .filter((one) => verb !== '' && rest.length === 0 && one.startsWith(verb))
    .map((text) => ({ text, words: '' }));
  const texts = new Set(decisions.map(({ text }) => text));
  return [...decisions, ...others.filter(({ text }) => !texts.has(text))].slice(0, most);
}

function near(words: string[], { legal, words: name }: Vocabulary): LegalAction[] {
  return legal.filter((one) => level(words, split(one.text)) > 0 || level(words, split(name(one))) > 0);
}

function begun(words: string[], ids: readonly string[], title: (id: string) => string): string[] {
  return ids.filter(
    (id) => words.length === 0 || level(['', ...words], ['', ...split(title(id)), ...split(id)]) > 0,
  );
}

/** Those that are meant best: what is said in full goes before what is only begun. */
function meant<T>(words: string[], things: readonly T[], spoken: (thing: T) => string[][]): T[] {
  if (words.length === 0) return [];
  const levels = things.map((thing) => Math.max(...spoken(thing).map((said) => level(words, said))));
  const best = Math.max(0, ...levels);
  return best === 0 ? [] : things.filter((_, i) => levels[i] === best);
}

/** 3: said in full; 2: every word said in full, but not all of them; 1: words are begun; 0: not this. */
function level(words: string[], said: readonly string[]): number {
  const [verb = '', ...rest] = words;
  const [spoken = '', ...parts] = said;
  if (!spoken.startsWith(verb)) return 0;
  let whole = verb === spoken;
  const left = [...parts];
  for (const word of rest) {
    let at = left.indexOf(word);
    if (at < 0) {
      whole = false;
      // A number is never only begun: 1 is not 12.
      at = /^\d+$/.test(word) ? -1 : left.findIndex((part) => part.startsWith(word));
    }
    if (at < 0) return 0;
    left.splice(at, 1);
  }
  return whole ? (left.length === 0 ? 3 : 2) : 1;
}

/** Every decision the words might mean on any turn, so that the server can be asked about it. */
function conceivable(verb: string, rest: string[], vocabulary: Vocabulary): string[] {
  const { cities, provinces, lines: ways, faces, seats } = vocabulary;
  const kinds = ['land', 'sea'];
  const number = rest.find((word) => /^\d+$/.test(word)) ?? '1';
  const all: Record<string, () => string[]> = {
    play: () => faces.map((face) => `play ${face}`),
    build: () => cities.map((city) => `build ${city}`),
    produce: () => provinces.map((province) => `produce ${province}`),
    settle: () => kinds.flatMap((kind) => cities.map((city) => `settle ${kind} ${city}`)),
    to: () => ways.map((line) => `to ${line}`),
    move: () => [
      ...kinds.flatMap((kind) => cities.map((city) => `move ${kind} ${city}`)),
      ...ways.map((line) => `move ${line}`),
    ],
    purchase: () => [`purchase ${number}`, ...GOODS.map((good) => `purchase ${number} ${good}`)],
    sell: () => GOODS.map((good) => `sell ${good} ${number}`),
    buy: () => GOODS.map((good) => `buy ${good} ${number}`),
    keep: () => GOODS.map((good) => `keep ${good}`),
    copy: () => Array.from({ length: seats }, (_, seat) => `copy ${String(seat)}`),
    colonist: () => kinds.map((kind) => `colonist ${kind}`),
    income: () => ['income'],
    cash: () => ['cash'],
  };
  const known = Object.keys(all).filter((one) => verb !== '' && one.startsWith(verb));
  const said = all[verb] ?? (known.length === 1 ? all[known[0] ?? ''] : undefined);
  return said?.() ?? [];
}

/** Lower case without accents, cut at spaces and the signs inside ids. */
export function split(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
