// @ts-check
/**
 * Draws the boards: data/maps/*.json plus the world's coastline become src/lib/board/generated/*.json, which is what the
 * page loads for a board it was built with, and a sketch of each for small pictures. Run by Vite before it serves, builds or tests; `npm run draw` does it by hand.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { complete } from './lib/complete.mjs';
import { draw } from './lib/draw.mjs';
import { landOf } from './lib/geo.mjs';
import { sketch } from './lib/sketch.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
export const MAPS = `${here}../../src/praefectus/data/maps/`;
export const DRAWN = `${here}../src/lib/board/generated/`;
const SKETCHES = `${DRAWN}sketches/`;

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
  mkdirSync(SKETCHES, { recursive: true });
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
    if (isFresh(DRAWN + file, stamp)) continue;
    const board = drawing(map);
    // The board last: its stamp says that both are there.
    write(SKETCHES + file, sketch(board));
    write(DRAWN + file, { stamp, ...board });
  }
}

/** @param {string} path @param {string} stamp */
function isFresh(path, stamp) {
  return existsSync(path) && JSON.parse(readFileSync(path, 'utf8')).stamp === stamp;
}

/** In one step: another process may be reading. @param {string} path @param {object} content */
function write(path, content) {
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(content));
  renameSync(`${path}.${process.pid}`, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await drawBoards();
