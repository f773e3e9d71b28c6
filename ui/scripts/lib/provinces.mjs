// @ts-check
/** Provinces as smooth regions around their cities: Voronoi cells with wavering borders that end where the land is wild. */
import { simplify } from './geo.mjs';
import { noise } from './random.mjs';

/** @typedef {[number, number]} Point */

/**
 * One set of rings per group of seeds, in order.
 * @param {Point[][]} groups
 * @param {import('./geo.mjs').Frame} frame
 * @param {number} reach
 * @returns {Point[][][]}
 */
export function regions(groups, frame, reach) {
  const cell = 4;
  const [left, top, right, bottom] = frame;
  const columns = Math.ceil((right - left) / cell) + 1;
  const rows = Math.ceil((bottom - top) / cell) + 1;
  const waver = noise(11);
  /** @type {Float32Array[]} */
  const distance = groups.map(() => new Float32Array(columns * rows));
  // How far the nearest group is, and the nearest but one: all that a group needs to know of the others.
  const nearest = new Float32Array(columns * rows).fill(Infinity);
  const next = new Float32Array(columns * rows).fill(Infinity);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const px = left + column * cell;
      const py = top + row * cell;
      const x = px + 20 * waver(px / 95, py / 95) + 6 * waver(px / 31 + 40, py / 31);
      const y = py + 20 * waver(px / 95, py / 95 + 70) + 6 * waver(px / 31, py / 31 + 90);
      const i = row * columns + column;
      groups.forEach((seeds, g) => {
        let best = Infinity;
        for (const [sx, sy] of seeds) best = Math.min(best, (x - sx) ** 2 + (y - sy) ** 2);
        const mine = Math.fround(Math.sqrt(best));
        /** @type {Float32Array} */ (distance[g])[i] = mine;
        if (mine < /** @type {number} */ (nearest[i])) {
          next[i] = /** @type {number} */ (nearest[i]);
          nearest[i] = mine;
        } else if (mine < /** @type {number} */ (next[i])) next[i] = mine;
      });
    }
  }
  return groups.map((_, g) => {
    const own = /** @type {Float32Array} */ (distance[g]);
    const field = new Float32Array(columns * rows).fill(-1);
    for (let row = 1; row < rows - 1; row++) {
      for (let column = 1; column < columns - 1; column++) {
        const i = row * columns + column;
        const mine = /** @type {number} */ (own[i]);
        const other = /** @type {number} */ (mine === nearest[i] ? next[i] : nearest[i]);
        field[i] = Math.min((other - mine) / 2, reach - mine);
      }
    }
    return contours(field, columns, rows)
      .filter((ring) => ring.length > 14)
      .map((ring) => ring.map(([x, y]) => /** @type {Point} */ ([left + x * cell, top + y * cell])))
      .map((ring) => simplify(ring, 2.5, [-Infinity, -Infinity, Infinity, Infinity]));
  });
}

/**
 * The rings along which a field crosses zero, in grid coordinates (marching squares).
 * @param {Float32Array} field
 * @param {number} columns
 * @param {number} rows
 */
export function contours(field, columns, rows) {
  /** @type {Map<string, {at: Point, to: string[]}>} */
  const nodes = new Map();
  /** @param {number} ax @param {number} ay @param {number} bx @param {number} by */
  const node = (ax, ay, bx, by) => {
    const key = `${ax},${ay},${bx},${by}`;
    if (!nodes.has(key)) {
      const a = /** @type {number} */ (field[ay * columns + ax]);
      const b = /** @type {number} */ (field[by * columns + bx]);
      const t = a / (a - b);
      nodes.set(key, { at: [ax + (bx - ax) * t, ay + (by - ay) * t], to: [] });
    }
    return key;
  };
  /** @param {string} a @param {string} b */
  const join = (a, b) => {
    nodes.get(a)?.to.push(b);
    nodes.get(b)?.to.push(a);
  };
  for (let y = 0; y + 1 < rows; y++) {
    for (let x = 0; x + 1 < columns; x++) {
      const corner = [
        field[y * columns + x],
        field[y * columns + x + 1],
        field[(y + 1) * columns + x + 1],
        field[(y + 1) * columns + x],
      ];
      const bits = corner.map((value) => Number((value ?? 0) >= 0));
      const sum = bits.reduce((total, bit) => total + bit, 0);
      if (sum === 0 || sum === 4) continue;
      /** @type {string[]} */
      const cut = [];
      if (bits[0] !== bits[1]) cut.push(node(x, y, x + 1, y));
      if (bits[1] !== bits[2]) cut.push(node(x + 1, y, x + 1, y + 1));
      if (bits[2] !== bits[3]) cut.push(node(x, y + 1, x + 1, y + 1));
      if (bits[3] !== bits[0]) cut.push(node(x, y, x, y + 1));
      if (cut.length === 2) join(/** @type {string} */ (cut[0]), /** @type {string} */ (cut[1]));
      else {
        const pairs = bits[0] ? [0, 1, 2, 3] : [0, 3, 1, 2];
        join(
          /** @type {string} */ (cut[/** @type {number} */ (pairs[0])]),
          /** @type {string} */ (cut[/** @type {number} */ (pairs[1])]),
        );
        join(
          /** @type {string} */ (cut[/** @type {number} */ (pairs[2])]),
          /** @type {string} */ (cut[/** @type {number} */ (pairs[3])]),
        );
      }
    }
  }
  /** @type {Point[][]} */
  const rings = [];
  const seen = new Set();
  for (const start of nodes.keys()) {
    if (seen.has(start)) continue;
    /** @type {Point[]} */
    const ring = [];
    /** @type {string | undefined} */
    let key = start;
    while (key && !seen.has(key)) {
      seen.add(key);
      const here = /** @type {{at: Point, to: string[]}} */ (nodes.get(key));
      ring.push(here.at);
      key = here.to.find((next) => !seen.has(next));
    }
    rings.push(ring);
  }
  return rings;
}
