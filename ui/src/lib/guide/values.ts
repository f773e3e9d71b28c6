/** What the engine gives for an example, as values of its message in the language of the page. */
import { t, tAny, tList, type Values } from '$lib/i18n';
import type { Good } from '$lib/api/types';
import { cardName, goodIn, goodsList, placeName } from '$lib/words/names';
import examples from './examples.json';
import type { GuideKey } from './words.svelte';

/** A number, or the id of something that has a name (scripts/guide_examples.py). */
export type Given =
  | number
  | { place: string }
  | { good: string }
  | { goods: Partial<Record<Good, number>> }
  | { list: string[] }
  | { card: string };

function word(given: Given): string | number {
  if (typeof given === 'number') return given;
  if ('place' in given) return placeName(given.place);
  if ('good' in given) return goodIn(given.good);
  if ('goods' in given) return goodsList(given.goods);
  if ('list' in given) return tList(given.list.map((good) => tAny(`good.${good}.in`)));
  return cardName(given.card);
}

export function inWords(given: Record<string, Given>): Values {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, word(value)]));
}

/** The values of the guide's own texts: numbers of the set-up. */
export function textValues(key: GuideKey): Record<string, number> {
  return key === 'R1.6' ? { money: examples.start.money } : {};
}

/** "5 sestertii" */
export const money = (count: number): string => t('money', { count });
