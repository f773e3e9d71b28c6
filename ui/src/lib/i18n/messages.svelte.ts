/**
 * Words for the screen, all of them from message catalogues in ICU form.
 *
 * A component never builds a sentence: it names a message and gives its values. `t` returns plain text,
 * `tParts` returns the pieces of a message with `<tags>` so that a component can draw them (see Rich.svelte).
 */
import { IntlMessageFormat } from 'intl-messageformat';
import en from '../../messages/en.json';
import { PSEUDO_LOCALES, pseudo } from './pseudo';

export type MessageKey = keyof typeof en;
export type Value = string | number | boolean | null | undefined;
export type Values = Record<string, Value>;
/** A piece of a message: text, or what stands inside a `<tag>`. */
export type Part = string | { tag: string; text: string };

type Catalogue = Record<string, string>;

/** Languages people can choose. A further one is a catalogue and a line here. */
export const LANGUAGES = {
  en: { dir: 'ltr', load: () => Promise.resolve(en as Catalogue) },
} as const satisfies Record<string, { dir: 'ltr' | 'rtl'; load: () => Promise<Catalogue> }>;

const current = $state({ locale: 'en', dir: 'ltr' as 'ltr' | 'rtl' });
let catalogue = $state.raw<Catalogue>(en);
const formats = new Map<string, IntlMessageFormat>();
const TAG = /<([a-z]+)>/g;

export function locale(): string {
  return current.locale;
}

export function direction(): 'ltr' | 'rtl' {
  return current.dir;
}

/** Switches the language of everything on the page; unknown locales fall back to English. */
export async function setLocale(wanted: string): Promise<void> {
  const invented = PSEUDO_LOCALES[wanted];
  const known = LANGUAGES[wanted as keyof typeof LANGUAGES] ?? LANGUAGES.en;
  const words = await known.load();
  formats.clear();
  catalogue = invented ? pseudo(words, invented) : words;
  current.locale = invented || wanted in LANGUAGES ? wanted : 'en';
  current.dir = invented?.dir ?? known.dir;
  document.documentElement.lang = invented ? 'en' : current.locale;
  document.documentElement.dir = current.dir;
}

export function hasMessage(key: string): key is MessageKey {
  return key in catalogue || key in en;
}

function format(key: string): IntlMessageFormat {
  const words = catalogue;
  const known = formats.get(key);
  if (known) return known;
  const message = words[key] ?? (en as Catalogue)[key] ?? key;
  const made = new IntlMessageFormat(message, current.locale.startsWith('en') ? 'en' : current.locale);
  formats.set(key, made);
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
  const message = catalogue[key] ?? (en as Catalogue)[key] ?? key;
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
  const text = String(format(key).format({ ...clean(values), ...tags }));
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
  return new Intl.ListFormat(lang, { type, style: type === 'unit' ? 'short' : 'long' }).format(items);
}

export function tNumber(value: number): string {
  return new Intl.NumberFormat(current.locale.startsWith('en') ? 'en' : current.locale).format(value);
}

function clean(values: Values): Values {
  const safe: Values = {};
  for (const [name, value] of Object.entries(values))
    safe[name] = typeof value === 'string' ? value.replaceAll(MARK, '') : value;
  return safe;
}
