// @ts-check
/** Repeatable chance for ornaments: the same board every build. */

/** @param {number} seed @returns {() => number} numbers from 0 up to 1 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Smooth value noise over the plane, -1 to 1.
 * @param {number} seed
 * @returns {(x: number, y: number) => number}
 */
export function noise(seed) {
  /** @param {number} x @param {number} y */
  const lattice = (x, y) => {
    let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 1442695041);
    h = Math.imul(h ^ (h >>> 13), 1274126177);
    return ((h ^ (h >>> 16)) >>> 0) / 2147483648 - 1;
  };
  /** @param {number} t */
  const ease = (t) => t * t * (3 - 2 * t);
  return (x, y) => {
    const [ix, iy] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [ease(x - ix), ease(y - iy)];
    const top = lattice(ix, iy) * (1 - u) + lattice(ix + 1, iy) * u;
    const bottom = lattice(ix, iy + 1) * (1 - u) + lattice(ix + 1, iy + 1) * u;
    return top * (1 - v) + bottom * v;
  };
}
