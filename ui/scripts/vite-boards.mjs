// @ts-check
import { drawBoards, MAPS } from './draw-boards.mjs';

/**
 * A Vite plugin that draws the boards before anything is served, built or tested, and again when a map file changes.
 * @returns {import('vite').Plugin}
 */
export function boards() {
  return {
    name: 'praefectus-boards',
    async buildStart() {
      await drawBoards();
    },
    configureServer(server) {
      server.watcher.add(MAPS);
      server.watcher.on('change', (path) => {
        if (path.endsWith('.json') && path.includes('/data/maps/')) void drawBoards();
      });
    },
  };
}
