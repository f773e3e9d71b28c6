/** Names of the table's things in the user's language. */
import { t, tAny, tList } from '$lib/i18n';
import { mapTitle, placeTitle } from '$lib/state/maps.svelte';
import { GOODS, type Good } from '$lib/api/types';

export const cityName = placeTitle;
export const provinceName = placeTitle;
export const goodName = (id: string): string => tAny(`good.${id}`);
/** A good inside a sentence. */
export const goodIn = (id: string): string => tAny(`good.${id}.in`);
export const godName = (id: string): string => tAny(`god.${id}`);
export const mapName = mapTitle;

/** The catalogue's name for a card face: Diplomats share one, whatever their god and price. */
export function cardKey(face: string): string {
  return face.startsWith('diplomat') ? 'card.diplomat' : `card.${face}`;
}

export const cardName = (face: string): string => tAny(cardKey(face));
export const cardText = (face: string): string => tAny(`${cardKey(face)}.text`);

/** A city, or the two cities of a line. */
export function placeName(id: string): string {
  const [from, to] = id.split('~');
  return from !== undefined && to !== undefined
    ? t('line', { from: cityName(from), to: cityName(to) })
    : cityName(id);
}

/** "2 wine and 1 cloth"; amounts are shown without their sign. */
export function goodsList(goods: Partial<Record<Good, number>>): string {
  const items = GOODS.filter((good) => goods[good]).map((good) =>
    t(`good.${good}.count`, { count: Math.abs(goods[good] ?? 0) }),
  );
  return tList(items);
}

/** What a bot level is called: its own name if the catalogue has one, else its id. */
export function levelName(id: string): string {
  const named = tAny(`level.${id}`);
  return named === `level.${id}` ? id : named;
}
