/** Names of things on the board. */
import type { Color } from '$lib/api/types';
import type { BoardThing, ColonistPosition } from './types';

/** One name for a thing: `city massilia`, `line sea massilia~roma`, `province gallia`, `colonist land roma`. */
export function thingKey(thing: BoardThing): string {
  return thing.type === 'line' && thing.colonist
    ? `line ${thing.colonist} ${thing.id}`
    : `${thing.type} ${thing.id}`;
}

/** The thing of a `thingKey`. */
export function readThing(key: string): BoardThing {
  const [type, ...rest] = key.split(' ');
  if (type === 'line') return { type, id: rest[1] ?? '', colonist: rest[0] === 'sea' ? 'sea' : 'land' };
  return { type: type as BoardThing['type'], id: rest.join(' ') };
}

/** Whether a colonist is the one a thing names; with `mine`, only one of that colour is. */
export function isMeant(colonist: ColonistPosition, thing: BoardThing, mine: Color | undefined): boolean {
  return `${colonist.kind} ${colonist.at}` === thing.id && (mine === undefined || colonist.color === mine);
}

/** The thing of the board that an event is about. */
export function thingAt(event: Event): BoardThing | null {
  const found = (event.target as Element | null)?.closest('[data-thing]')?.getAttribute('data-thing');
  return found ? readThing(found) : null;
}
