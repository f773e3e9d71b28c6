/**
 * Words for the screen, all of them from message catalogues in ICU form.
 *
 * A component never builds a sentence: it names a message and gives its values. `t` returns plain text,
 * `tParts` returns the pieces of a message with `<tags>` so that a component can draw them (see Rich.svelte).
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type en from '$data/messages/en.json';
import { LANGUAGES, bestLanguage, type Catalogue, type Direction, type PlaceNames } from './languages';
import { PSEUDO_LOCALES, pseudo } from './pseudo';

export type MessageKey = keyof typeof en;
export type Value = string | number | boolean | null | undefined;
export type Values = Record<string, Value>;
/** A piece of a message: text, or what stands inside a `<tag>`. */
export type Part = string | { tag: string; text: string };

const current = $state({ locale: 'en', dir: 'ltr' as Direction });
let catalogue = $state.raw<Catalogue>({});
let places = $state.raw<PlaceNames>({});
let latest = 0;
const formats = new Map<string, IntlMessageFormat>();
const TAG = /<([a-z]+)>/g;
const SELECT = /\{\s*(\w+)\s*,\s*select\b/g;

export function locale(): string {
  return current.locale;
}

export function direction(): Direction {
  return current.dir;
}

/** The language's own name of a city or province, if it has one. */
export function placeIn(id: string): string | undefined {
  return places[id];
}

/** Switches the language of everything on the page; one that is unknown or cannot be loaded becomes English. */
export async function setLocale(wanted: string): Promise<void> {
  const asked = ++latest;
  const invented = Object.hasOwn(PSEUDO_LOCALES, wanted) ? PSEUDO_LOCALES[wanted] : undefined;
  let chosen = bestLanguage([wanted]); // `de-AT` is German
  let [words, names] = await load(chosen);
  if (!words) {
    chosen = 'en'; // the network is gone, or the server is another version by now
    [words, names] = await load(chosen);
  }
  if (asked !== latest) return; // another language was chosen in the meantime
  if (!words) return; // and nothing better than the language there is
  formats.clear();
  catalogue = invented ? pseudo(words, invented) : words;
  places = names;
  current.locale = invented ? wanted : chosen;
  current.dir = invented?.dir ?? LANGUAGES[chosen]?.dir ?? 'ltr';
  document.documentElement.lang = chosen;
  document.documentElement.dir = current.dir;
}

async function load(id: string): Promise<[Catalogue | null, PlaceNames]> {
  const language = LANGUAGES[id];
  try {
    return await Promise.all([language?.load() ?? null, language?.places?.() ?? {}]);
  } catch {
    return [null, {}];
  }
}

export function hasMessage(key: string): key is MessageKey {
  return key in catalogue;
}

function format(message: string): IntlMessageFormat {
  const known = formats.get(message);
  if (known) return known;
  const made = new IntlMessageFormat(message, current.locale.startsWith('en') ? 'en' : current.locale);
  formats.set(message, made);
  return made;
}

/** The message in words. */
export function t(key: MessageKey, values: Values = {}): string {
  return tParts(key, values)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');
}

/** The message for a key made from data (`good.` + id): falls back to the last part of the key. */
export function tAny(key: string, values: Values = {}): string {
  return hasMessage(key) ? t(key, values) : key;
}

/** The message as text and tagged pieces, in the order of the language. */
export function tParts(key: MessageKey, values: Values = {}): Part[] {
  return partsOf(catalogue[key] ?? key, values);
}

/** The same of a message from a catalogue that is loaded apart (lib/guide). */
export function partsOf(message: string, values: Values): Part[] {
  const parts: Part[] = [];
  const tags: Record<string, (chunks: unknown[]) => string> = {};
  const marked: Part[] = [];
  for (const [, tag] of message.matchAll(TAG)) {
    if (tag === undefined) continue;
    tags[tag] = (chunks) => {
      marked.push({ tag, text: chunks.join('') });
      return `${MARK}${String(marked.length - 1)}${MARK}`;
    };
  }
  const text = String(format(message).format({ ...clean(values, message), ...tags }));
  text.split(MARK).forEach((piece, i) => {
    if (i % 2 === 1) parts.push(marked[Number(piece)] ?? '');
    else if (piece !== '') parts.push(piece);
  });
  return parts;
}

/** A private-use character: it cannot stand in a message or a name that passed the server. */
const MARK = '\uE000';

/** "a, b and c" as the language writes lists. */
export function tList(items: string[], type: 'conjunction' | 'disjunction' | 'unit' = 'conjunction'): string {
  const lang = current.locale.startsWith('en') ? 'en' : current.locale;
  const list = new Intl.ListFormat(lang, { type, style: type === 'unit' ? 'short' : 'long' });
  // From right to left the list runs so even where all its items are Latin: the mark is its first letter.
  return current.dir === 'rtl' && items.length > 1
    ? `\u200f${list.format(items.map(isolated))}`
    : list.format(items);
}

export function tNumber(value: number): string {
  return new Intl.NumberFormat(current.locale.startsWith('en') ? 'en' : current.locale).format(value);
}

function clean(values: Values, message: string): Values {
  // What a select chooses by is compared, not shown: it stays as it is.
  const compared = new Set([...message.matchAll(SELECT)].map(([, name]) => name));
  const safe: Values = {};
  for (const [name, value] of Object.entries(values))
    safe[name] =
      typeof value === 'string' && !compared.has(name) ? isolated(value.replaceAll(MARK, '')) : value;
  return safe;
}

/** A text without the marks that isolate its parts: for names that are sent away. */
export function unmarked(text: string): string {
  return text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '');
}

/** In a sentence from right to left a name or list keeps its own direction: what <bdi> does, in plain text. */
function isolated(text: string): string {
  return current.dir === 'rtl' && text !== '' ? `\u2068${text}\u2069` : text;
}
