// @ts-check
import { drawBoards } from './draw-boards.mjs';

/**
 * A Vite plugin that draws the boards before anything is served, built or tested.
 * @returns {import('vite').Plugin}
 */
export function boards() {
  return {
    name: 'praefectus-boards',
    async buildStart() {
      await drawBoards();
    },
  };
}
