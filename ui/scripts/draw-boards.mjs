// @ts-check
/**
 * Draws the boards: data/maps/*.json plus the world's coastline become src/lib/board/generated/*.json, which is what the
 * page loads for a board it was built with. Run by Vite before it serves, builds or tests; `npm run draw` does it by hand.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { complete } from './lib/complete.mjs';
import { draw } from './lib/draw.mjs';
import { landOf } from './lib/geo.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
export const MAPS = `${here}../../src/praefectus/data/maps/`;
const OUT = `${here}../src/lib/board/generated/`;

/** @type {import('geojson').MultiPolygon | undefined} */
let world;

/** The world's land, as finely as there is. */
export function worldsLand() {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  world ??= landOf(JSON.parse(readFileSync(file, 'utf8')));
  return world;
}

/** @param {string} path @returns {import('./lib/types').MapFile} */
export function readMap(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The board of a map file as the page loads it. @param {import('./lib/types').MapFile} map */
export function drawing(map) {
  const { drawn, surveyed } = complete(map, worldsLand());
  return draw(drawn, surveyed);
}

/** Draws every board whose map, or this script, has changed since. */
export async function drawBoards() {
  mkdirSync(OUT, { recursive: true });
  const sources = [
    'geography.mjs',
    'draw-boards.mjs',
    ...readdirSync(`${here}lib`)
      .sort()
      .map((name) => `lib/${name}`),
  ];
  const script = sources.map((name) => readFileSync(here + name, 'utf8')).join('\n');
  for (const file of readdirSync(MAPS)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const map = readMap(MAPS + file);
    const stamp = createHash('sha256').update(script).update(JSON.stringify(map)).digest('hex').slice(0, 16);
    const out = OUT + file;
    if (existsSync(out) && JSON.parse(readFileSync(out, 'utf8')).stamp === stamp) continue;
    // In one step: another process may be reading.
    writeFileSync(`${out}.${process.pid}`, JSON.stringify({ stamp, ...drawing(map) }));
    renameSync(`${out}.${process.pid}`, out);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await drawBoards();
