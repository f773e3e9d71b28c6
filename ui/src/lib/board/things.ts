/** Names of things on the board. */
import type { BoardThing } from './types';

/** One name for a thing: `city massilia`, `line sea massilia~roma`, `province gallia`, `colonist land roma`. */
export function thingKey(thing: BoardThing): string {
  return thing.type === 'line' && thing.colonist
    ? `line ${thing.colonist} ${thing.id}`
    : `${thing.type} ${thing.id}`;
}
