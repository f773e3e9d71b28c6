/** Names of the table's things in the user's language. */
import { placeIn, t, tAny, tList } from '$lib/i18n';
import { mapTitle, placeInWords, placeTitle } from '$lib/state/maps.svelte';
import { GOODS, type Good } from '$lib/api/types';

export const cityName = placeInWords;
export const provinceName = placeInWords;
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

/** The Latin name of a place, as the board has it, where the language of the page has another; else nothing. */
export function latinName(id: string): string | undefined {
  const ids = id.split('~');
  if (ids.every((one) => placeIn(one) === undefined)) return undefined;
  const [from = '', to] = ids.map(placeTitle);
  return to === undefined ? from : t('line', { from, to });
}

/** "2 wine and 1 cloth"; amounts are shown without their sign. */
export function goodsList(goods: Partial<Record<Good, number>>): string {
  const items = GOODS.filter((good) => goods[good]).map((good) =>
    t(`good.${good}.count`, { count: Math.abs(goods[good] ?? 0) }),
  );
  return tList(items);
}

/** What stands between a level and its style. */
export const STYLE = ':style=';

/** What a bot level is called: its own name if the catalogue has one, else its id; with its style, if it has one. */
export function levelName(id: string): string {
  const [level = id, style] = id.split(STYLE);
  const key = `level.${level}`;
  const named = tAny(key) === key ? level : tAny(key);
  return style === undefined ? named : t('level.styled', { level: named, style: tAny(`style.${style}`) });
}
