// @ts-check
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawBoards, DRAWN, MAPS } from './draw-boards.mjs';

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
    // The server draws its pictures of shared games from them.
    async generateBundle() {
      const names = (await readdir(DRAWN)).filter((name) => name.endsWith('.json'));
      for (const name of names) {
        const source = await readFile(join(DRAWN, name));
        this.emitFile({ type: 'asset', fileName: `boards/${name}`, source });
      }
    },
    configureServer(server) {
      server.watcher.add(MAPS);
      server.watcher.on('change', (path) => {
        if (path.endsWith('.json') && path.includes('/data/maps/')) void drawBoards();
      });
    },
  };
}
