/** The words of the analysis board, and why a position cannot be. */
import type en from '$data/messages/analysis/en.json';
import type { ApiError } from '$lib/api/client';
import type { Explanation } from '$lib/api/types';
import { t, type Values } from '$lib/i18n';
import { WordsApart } from '$lib/i18n/apart.svelte';
import type { Catalogue } from '$lib/i18n/languages';
import { COLORS } from '$lib/api/lists';
import { errorInWords, valuesInWords } from '$lib/words/errors';

export type AnalysisKey = keyof typeof en;

const words = new WordsApart<AnalysisKey>(
  import.meta.glob<Catalogue>('$data/messages/analysis/??.json', { import: 'default' }),
);

export const loadWords = (language: string): Promise<void> => words.load(language);
export const a = (key: AnalysisKey, values: Values = {}): string => words.text(key, values);

/** Seats of a position have no names but those of their colours. */
export function seatName(seat: number): string {
  return t(`color.${COLORS[seat] ?? 'red'}`);
}

/** Why a position cannot be, by the rule that is broken. */
export function whyInWords(why: Explanation): string {
  // What can be wrong with a turn that has begun is told in one sentence.
  const said = words.has(why.key) ? why.key : 'position.turn';
  return words.text(said, valuesInWords(why.values, seatName));
}

/** A refusal in words. */
export function refusalInWords(error: ApiError): string {
  if (error.body.explanation) return whyInWords(error.body.explanation);
  const key = `error.${error.code}`;
  return words.has(key) ? words.text(key, { message: error.message }) : errorInWords(error, seatName);
}
