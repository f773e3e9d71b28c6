// @ts-check
/** A board in a few strokes, for pictures of a hand's breadth: a tenth of what it weighs. */
import { pathOf, simplify } from './geo.mjs';

/** @typedef {[number, number]} Point */

/** How many square units a bend must span to be kept, and the lowest mountain. */
const COAST = 90;
const BORDER = 160;
const LOWEST = 14;
const GRAIN = 2;

/**
 * The drawing without all that is too small to be seen.
 * @param {ReturnType<typeof import('./draw.mjs').draw>} board
 */
export function sketch(board) {
  const coast = coarse(board.shelf, COAST, board);
  return {
    ...board,
    land: coast,
    shelf: coast,
    rivers: '',
    peaks: chunks(board.peaks, 5)
      .filter(([, , , height = 0]) => height >= LOWEST)
      .flat(),
    firs: [],
    dunes: [],
    provinces: board.provinces.map((province) => ({
      ...province,
      d: coarse(province.d, BORDER, board),
    })),
    capital: { ...board.capital, d: coarse(board.capital.d, BORDER, board) },
    cities: [],
    lines: [],
  };
}

/**
 * @param {string} path as `pathOf` writes it
 * @param {number} detail
 * @param {Pick<ReturnType<typeof import('./draw.mjs').draw>, 'frame' | 'size'>} board
 */
function coarse(path, detail, { frame, size }) {
  const rings = path
    .split('M')
    .slice(1)
    .map((ring) => {
      let [x, y] = [0, 0];
      const steps = chunks([...ring.matchAll(/-?\d*\.?\d+/g)].map(Number), 2);
      return steps.map(([dx = 0, dy = 0]) => /** @type {Point} */ ([(x += dx), (y += dy)]));
    });
  return pathOf(
    rings.map((ring) => simplify(ring, detail, frame, size)),
    GRAIN,
  );
}

/** @param {number[]} list @param {number} length @returns {number[][]} */
function chunks(list, length) {
  return Array.from({ length: list.length / length }, (_, i) => list.slice(i * length, (i + 1) * length));
}
