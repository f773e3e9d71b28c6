/** Where on the board the tool in the hand can be used. */
import { GOODS, type Arrangement, type ColonistKind, type Good } from '$lib/api/types';
import type { BoardChoice, BoardDrawing } from '$lib/board';
import { goodIn, placeName, provinceName } from '$lib/words/names';
import { putColonist, swapToken, takeColonist, toggleHouse, turnMarker, type Letters } from './edits';
import { housesLeft, stored } from './parts';
import { w } from './words.svelte';

/** What a seat puts on the board, or what is dealt with the board. */
export type SeatTool = 'house' | ColonistKind;
export type TableTool = Good | 'marker';
export type Tool = { seat: number; tool: SeatTool } | { seat: null; tool: TableTool };

export const SEAT_TOOLS: readonly SeatTool[] = ['house', 'land', 'sea'];
export const TABLE_TOOLS: readonly TableTool[] = [...GOODS, 'marker'];

/** A choice on the board, and what it makes of the position. */
export type Edit = BoardChoice & { edit: (position: Arrangement) => Arrangement };

type Table = {
  position: Arrangement;
  drawing: BoardDrawing;
  letters: Letters;
  /** Cities whose tokens were laid by hand. */
  touched: ReadonlySet<string>;
  seatName: (seat: number) => string;
};

export function editsOf(table: Table, { seat, tool }: Tool): Edit[] {
  if (seat === null) return tool === 'marker' ? markers(table) : tokens(table, tool);
  return tool === 'house' ? houses(table, seat) : colonists(table, seat, tool);
}

function houses({ position, drawing, seatName }: Table, seat: number): Edit[] {
  const player = position.players[seat];
  if (!player) return [];
  return drawing.cities
    .filter(({ id }) => id !== drawing.capital.id)
    .filter(({ id }) => player.houses.includes(id) || housesLeft(player) > 0)
    .map(({ id }) => ({
      action: `house ${id}`,
      thing: { type: 'city', id },
      label: w(player.houses.includes(id) ? 'arrange.house.take' : 'arrange.house.put', {
        name: seatName(seat),
        place: placeName(id),
      }),
      edit: (now) => toggleHouse(now, seat, id),
    }));
}

function colonists(table: Table, seat: number, kind: ColonistKind): Edit[] {
  const { position, drawing, seatName } = table;
  const player = position.players[seat];
  if (!player) return [];
  const name = seatName(seat);
  const taken = position.players.flatMap((each) => each.colonists);
  const lines = drawing.lines.filter((line) => line.kind === kind);
  const standing = [...new Set(player.colonists)].filter((one) => one.startsWith(`${kind} `));
  const take = standing.map((colonist): Edit => {
    const place = placeName(colonist.slice(kind.length + 1));
    return {
      action: `take ${colonist}`,
      thing: { type: 'colonist', id: colonist },
      label: w('arrange.colonist.take', { name, kind, place }),
      edit: (now) => takeColonist(now, seat, colonist),
    };
  });
  if (stored(player, kind) <= 0) return take;
  const label = (place: string): string => w('arrange.colonist.put', { name, kind, place: placeName(place) });
  const onLines = lines
    .filter((line) => !taken.includes(line.id))
    .map((line): Edit => {
      const id = line.id.slice(kind.length + 1);
      return {
        action: `put ${line.id}`,
        thing: { type: 'line', id, colonist: kind },
        label: label(id),
        edit: (now) => putColonist(now, seat, kind, id),
      };
    });
  const inCities = [drawing.capital.id, ...player.houses]
    .filter((city) => lines.some(({ between }) => between.includes(city)))
    .map((id): Edit => ({
      action: `put ${kind} ${id}`,
      thing: { type: 'city', id, colonist: kind },
      label: label(id),
      edit: (now) => putColonist(now, seat, kind, id),
    }));
  return [...inCities, ...onLines, ...take];
}

function markers({ drawing }: Table): Edit[] {
  return drawing.provinces.map(({ id }) => ({
    action: `marker ${id}`,
    thing: { type: 'province', id },
    label: w('arrange.marker.turn', { province: provinceName(id) }),
    edit: (now) => turnMarker(now, id),
  }));
}

function tokens({ position, letters, touched }: Table, good: Good): Edit[] {
  const { cities } = position;
  const having = new Set(Object.keys(cities).filter((city) => cities[city] === good));
  const offered = new Set([...having].map((city) => letters[city]));
  return Object.keys(cities)
    .filter((city) => !having.has(city) && offered.has(letters[city]))
    .map((id) => ({
      action: `token ${id}`,
      thing: { type: 'city', id },
      label: w('arrange.token.put', { place: placeName(id), good: goodIn(good) }),
      edit: (now) => swapToken(now, letters, id, good, touched),
    }));
}
