// @ts-check
/** Lines between cities as cubic curves. */

/** @typedef {[number, number]} Point */
/** @typedef {[number, number, number, number, number, number, number, number]} Curve x and y of start, two controls, end */

/**
 * The curve of a line. `bend` is the offset of its two control points to the left (seen from the first city, y pointing
 * down), as a share of the distance between the cities.
 * @param {Point} from
 * @param {Point} to
 * @param {number | [number, number]} bend
 * @returns {Curve}
 */
export function curveOf(from, to, bend) {
  const [b1, b2] = typeof bend === 'number' ? [bend, bend] : bend;
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  return [
    from[0],
    from[1],
    from[0] + dx / 3 + dy * b1,
    from[1] + dy / 3 - dx * b1,
    from[0] + (dx * 2) / 3 + dy * b2,
    from[1] + (dy * 2) / 3 - dx * b2,
    to[0],
    to[1],
  ];
}

/** @param {Curve} c @param {number} t @returns {Point} */
export function pointAt(c, t) {
  const u = 1 - t;
  const [a, b, d, e] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return [a * c[0] + b * c[2] + d * c[4] + e * c[6], a * c[1] + b * c[3] + d * c[5] + e * c[7]];
}

/** @param {Curve} curve @param {number} count */
export function samples(curve, count) {
  return Array.from({ length: count + 1 }, (_, i) => pointAt(curve, i / count));
}

/** @param {Curve} curve */
export function lengthOf(curve) {
  const points = samples(curve, 40);
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [/** @type {Point} */ (points[i - 1]), /** @type {Point} */ (points[i])];
    sum += Math.hypot(b[0] - a[0], b[1] - a[1]);
  }
  return sum;
}
