/** Messages that only one part of the page needs: a catalogue of their own per language, loaded with that part. */
import type { Catalogue } from './languages';
import { partsOf, type Part, type Values } from './messages.svelte';
import { PSEUDO_LOCALES, pseudo } from './pseudo';

export class WordsApart<Key extends string> {
  #english = $state.raw<Catalogue>({});
  #words = $state.raw<Catalogue>({});
  #latest = 0;

  /** The files by their paths, each ending in `/<language>.json`. */
  constructor(private readonly files: Record<string, () => Promise<Catalogue>>) {}

  /** Loads the catalogue of a language, and English for what it lacks. Fails only if English cannot be loaded. */
  async load(language: string): Promise<void> {
    const asked = ++this.#latest;
    const loads = [this.#file('en')?.(), this.#file(language)?.().catch(() => ({}))] as const;
    const [base = {}, own = {}] = await Promise.all(loads);
    if (asked !== this.#latest) return; // another language was chosen in the meantime
    const invented = PSEUDO_LOCALES[language];
    this.#english = invented ? pseudo(base, invented) : base;
    this.#words = own;
  }

  has(key: string): key is Key {
    return this.#message(key) !== undefined;
  }

  /** The message as text and tagged pieces. */
  parts(key: Key, values: Values = {}): Part[] {
    return partsOf(this.#message(key) ?? key, values);
  }

  /** The message in words. */
  text(key: Key, values: Values = {}): string {
    return this.parts(key, values)
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join('');
  }

  #file(language: string): (() => Promise<Catalogue>) | undefined {
    return Object.entries(this.files).find(([path]) => path.endsWith(`/${language}.json`))?.[1];
  }

  #message(key: string): string | undefined {
    return this.#words[key] ?? this.#english[key];
  }
}
