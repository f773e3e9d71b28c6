/** The words of puzzles and statistics: a catalogue of their own per language, loaded with them. */
import type en from '$data/messages/study/en.json';
import { partsOf, type Values } from '$lib/i18n';
import type { Catalogue } from '$lib/i18n/languages';
import { PSEUDO_LOCALES, pseudo } from '$lib/i18n/pseudo';

export type StudyKey = keyof typeof en;

const files = import.meta.glob<Catalogue>('$data/messages/study/??.json', { import: 'default' });
const file = (language: string): (() => Promise<Catalogue>) | undefined =>
  Object.entries(files).find(([path]) => path.endsWith(`/${language}.json`))?.[1];

let words = $state.raw<Catalogue>({});
let latest = 0;

/** Loads the catalogue of a language, and English for what it lacks. Fails only if English cannot be loaded. */
export async function loadStudy(language: string): Promise<void> {
  const asked = ++latest;
  const loads = [file('en')?.(), file(language)?.().catch(() => ({}))] as const;
  const [base = {}, own = {}] = await Promise.all(loads);
  if (asked !== latest) return; // another language was chosen in the meantime
  const invented = PSEUDO_LOCALES[language];
  words = { ...(invented ? pseudo(base, invented) : base), ...own };
}

/** The message in words. */
export function s(key: StudyKey, values: Values = {}): string {
  return partsOf(words[key] ?? key, values)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');
}
