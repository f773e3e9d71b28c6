export { default as Board } from './Board.svelte';
export { default as Picture } from './Picture.svelte';
export { BOARDS, loadBoard, loadSketch } from './load';
export { thingKey } from './things';
export type * from './types';
