export { default as Board } from './Board.svelte';
export { BOARDS, loadBoard } from './load';
export { thingKey } from './things';
export type * from './types';
