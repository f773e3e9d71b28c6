/** The words of the guide. */
import type en from '$data/messages/guide/en.json';
import type { Part, Values } from '$lib/i18n';
import { WordsApart } from '$lib/i18n/apart.svelte';
import type { Catalogue } from '$lib/i18n/languages';

export type GuideKey = keyof typeof en;

const words = new WordsApart<GuideKey>(
  import.meta.glob<Catalogue>('$data/messages/guide/??.json', { import: 'default' }),
);

export const loadWords = (language: string): Promise<void> => words.load(language);
export const hasWords = (key: string): key is GuideKey => words.has(key);
export const gParts = (key: GuideKey, values: Values = {}): Part[] => words.parts(key, values);
export const g = (key: GuideKey, values: Values = {}): string => words.text(key, values);
