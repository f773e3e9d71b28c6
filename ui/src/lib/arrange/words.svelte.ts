/** The words of setting up a position. */
import type en from '$data/messages/arrange/en.json';
import { t, tList, type Values } from '$lib/i18n';
import { WordsApart } from '$lib/i18n/apart.svelte';
import type { Catalogue } from '$lib/i18n/languages';
import { face as faceOf } from '$lib/art/faces';
import { cardName, goodIn } from '$lib/words/names';

export type ArrangeKey = keyof typeof en;

const words = new WordsApart<ArrangeKey>(
  import.meta.glob<Catalogue>('$data/messages/arrange/??.json', { import: 'default' }),
);

export const loadWords = (language: string): Promise<void> => words.load(language);
export const w = (key: ArrangeKey, values: Values = {}): string => words.text(key, values);

/** A card told apart from others of its name: Mercators by what they bring, Diplomats by god, and for sale by price. */
export function cardInWords(id: string): string {
  const { person, god, income, cost } = faceOf(id);
  const card = cardName(id);
  if (income !== null) return w('arrange.card', { card, what: t('money', { count: income }) });
  if (person !== 'diplomat') return card;
  const [price] = id.startsWith('diplomat-saturnus-') ? cost : [];
  return w('arrange.card', {
    card,
    what: price === undefined ? t(`god.${god}`) : tList([t(`god.${god}`), goodIn(price)], 'unit'),
  });
}
