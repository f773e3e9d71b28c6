/** What there is to say about a city, a line or a province: all of it lies open on the board. */
import cards from '$data/cards/base.json';
import { HOUSE_PRICES } from '$lib/api/facts';
import { GOODS, type BoardView, type Good, type Prospects, type SlotPrice, type State } from '$lib/api/types';
import type { BoardDrawing } from '$lib/board';
import { t, tList } from '$lib/i18n';
import { harvestOf } from '$lib/face/harvest';
import type { Pointed } from '$lib/table/focus.svelte';
import { amountsInWords } from './effects';
import { cardName, cardText, cityName, goodIn, goodsList, placeName, provinceName } from './names';

/** What a place is described from. */
export type Atlas = {
  state: State;
  board: BoardView;
  drawing: BoardDrawing;
  /** The reader's seat: "you". Null for somebody who only watches. */
  seat: number | null;
  seatName: (seat: number) => string;
};

const COINS = new Map(cards.goods.map((good) => [good.id, good.marker_coins]));

/** What the next house in a city costs, as a price list would say it. */
function housePrice(state: State, good: Good, city: string): { money: number; goods: readonly Good[] } {
  const { goods, money } = HOUSE_PRICES[good];
  const standing = state.players.filter((player) => player.houses.includes(city)).length;
  return { goods, money: money[standing] ?? 0 };
}

export function cityInWords(atlas: Atlas, id: string): string {
  const { state, board, drawing } = atlas;
  const good = board.cities[id];
  const said = [good ? goodsAndPrice(atlas, id, good) : t('place.capital', { city: cityName(id) })];
  const owners = seatsOf(atlas, (seat) => state.players[seat]?.houses.includes(id) ?? false);
  if (owners.length > 0) said.push(t('place.houses', { names: tList(owners) }));
  const beside = drawing.lines.filter(({ between }) => between.includes(id)).map((line) => line.id);
  const colonists = [
    ...standing(atlas, [`land ${id}`, `sea ${id}`], 'place.here'),
    ...standing(atlas, beside, 'place.beside'),
  ];
  if (colonists.length > 0) said.push(t('place.colonists', { list: tList(colonists, 'unit') }));
  return said.join(' ');
}

function goodsAndPrice({ state, drawing }: Atlas, id: string, good: Good): string {
  const { money, goods } = housePrice(state, good, id);
  const province = drawing.cities.find((city) => city.id === id)?.province ?? '';
  return t('place.city', {
    city: cityName(id),
    province: provinceName(province),
    good: goodIn(good),
    money,
    goods: goodsList(Object.fromEntries(goods.map((one) => [one, 1]))),
  });
}

/** `id` with its kind: `sea massilia~roma`. */
export function lineInWords(atlas: Atlas, id: string): string {
  const [kind = 'land', line = ''] = id.split(' ');
  const who = seatsOf(atlas, (seat) => atlas.state.players[seat]?.colonists.includes(id) ?? false);
  return t('place.line', { kind, line: placeName(line), taken: String(who.length > 0), name: tList(who) });
}

/** With what a Prefect would bring, if that is known. */
export function provinceInWords(atlas: Atlas, id: string, prospects: Prospects | null): string {
  const { state, board, drawing, seat, seatName } = atlas;
  const marker = board.markers[id];
  const cities = drawing.provinces.find((province) => province.id === id)?.cities ?? [];
  const said = [
    t('place.province', {
      province: provinceName(id),
      side: state.markers[id] ?? 'goods',
      good: marker ? goodIn(marker) : '',
      coins: marker ? (COINS.get(marker) ?? 0) : 0,
      cities: tList(
        cities.map((city) =>
          t('place.makes', { city: cityName(city), good: goodIn(board.cities[city] ?? '') }),
        ),
      ),
    }),
  ];
  const gains = prospects ? harvestOf(prospects, id, seat ?? state.to_play ?? 0) : [];
  const brings = gains.map((one) =>
    t('say.receives', { name: seatName(one.seat), amounts: amountsInWords(one.amounts) }),
  );
  if (brings.length > 0 && state.markers[id] === 'goods')
    said.push(t('place.harvest', { list: tList(brings, 'unit') }));
  return said.join(' ');
}

/** Anything that can be pointed at; empty for what speaks for itself. */
export function thingInWords(
  atlas: Atlas,
  thing: Pointed,
  slots: readonly SlotPrice[],
  prospects: Prospects | null,
): string {
  switch (thing.type) {
    case 'city':
      return cityInWords(atlas, thing.id);
    case 'province':
      return provinceInWords(atlas, thing.id, prospects);
    case 'line':
      return lineInWords(atlas, `${thing.colonist ?? 'land'} ${thing.id}`);
    case 'colonist': {
      const [, at = ''] = thing.id.split(' ');
      return at.includes('~') ? lineInWords(atlas, thing.id) : cityInWords(atlas, at);
    }
    case 'card':
      return t('place.card', { card: cardName(thing.id), text: cardText(thing.id) });
    case 'slot': {
      const slot = slots.find((one) => one.slot === Number(thing.id));
      if (!slot?.card) return '';
      const price = [...slot.card_cost, ...slot.slot_cost].map(goodIn);
      return t('place.slot', { card: cardName(slot.card), text: cardText(slot.card), price: tList(price) });
    }
    default:
      return '';
  }
}

/** Everybody's colonists on some places, in words. */
function standing(atlas: Atlas, places: string[], key: 'place.here' | 'place.beside'): string[] {
  return atlas.state.players.flatMap(({ colonists }, seat) =>
    colonists
      .filter((colonist) => places.includes(colonist))
      .map((colonist) => {
        const [kind = 'land', at = ''] = colonist.split(' ');
        return t(key, { name: atlas.seatName(seat), kind, line: placeName(at) });
      }),
  );
}

function seatsOf(atlas: Atlas, has: (seat: number) => boolean): string[] {
  return atlas.state.players.flatMap((_, seat) => (has(seat) ? [atlas.seatName(seat)] : []));
}

/** "2 wine and 1 cloth", or that there is nothing. */
export function storeInWords(goods: Record<Good, number>): string {
  return GOODS.some((good) => goods[good] > 0) ? goodsList(goods) : t('place.nothing');
}
