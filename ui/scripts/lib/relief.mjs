// @ts-check
/** Mountains as small engraved peaks, rivers as smooth lines. */
import { random } from './random.mjs';

/** @typedef {[number, number]} Point */

/** @param {number} value */
const short = (value) => String(Math.round(value * 10) / 10);

/**
 * Peaks along the ridges, farthest first: x, y, half width, height and lean of each, in one list.
 * @param {Point[][]} ridges in board units
 * @param {(x: number, y: number, room: number) => boolean} isFree
 * @param {number} scale
 * @returns {number[]}
 */
export function peaks(ridges, isFree, scale) {
  const chance = random(23);
  /** @type {{x: number, y: number, w: number, h: number}[]} */
  const standing = [];
  for (const ridge of ridges) {
    for (const [x, y] of walk(ridge, 13 * scale)) {
      for (const side of [-1, 0.2, 1]) {
        const px = x + side * 9 * scale + (chance() - 0.5) * 9 * scale;
        const py = y + side * 8 * scale + (chance() - 0.5) * 7 * scale;
        const h = (side === 0.2 ? 12 : 8.5) * scale * (0.75 + 0.5 * chance());
        const w = h * (0.78 + 0.22 * chance());
        if (!isFree(px, py - h / 2, h)) continue;
        const crowds = standing.some(
          (s) => Math.abs(s.x - px) < (s.w + w) * 0.62 && Math.abs(s.y - py) < (s.h + h) * 0.42,
        );
        if (!crowds) standing.push({ x: px, y: py, w, h });
      }
    }
  }
  standing.sort((a, b) => a.y - b.y);
  return standing.flatMap(({ x, y, w, h }) => [x, y, w, h, (chance() - 0.5) * 0.25 * w].map(Math.round));
}

/**
 * Signs of the wild, scattered where `kindAt` wants them: x, y and height of each fir and each dune.
 * @param {import('./geo.mjs').Frame} frame
 * @param {(x: number, y: number) => 'fir' | 'dune' | null} kindAt
 */
export function wilderness([left, top, right, bottom], kindAt) {
  const chance = random(41);
  const found = { fir: /** @type {number[]} */ ([]), dune: /** @type {number[]} */ ([]) };
  for (let row = top + 10; row < bottom - 30; row += 30) {
    for (let column = left + 10; column < right - 34; column += 34) {
      const place = [column + 26 * chance(), row + 22 * chance(), 6 + 3 * chance()].map(Math.round);
      const kind = kindAt(place[0] ?? 0, place[1] ?? 0);
      if (kind && chance() < 0.75) found[kind].push(...place);
    }
  }
  return found;
}

/**
 * A smooth path through the points of each course.
 * @param {Point[][]} courses in board units
 */
export function streams(courses) {
  let path = '';
  for (const points of courses) {
    const first = /** @type {Point} */ (points[0]);
    path += `M${short(first[0])} ${short(first[1])}`;
    for (let i = 0; i + 1 < points.length; i++) {
      const b = /** @type {Point} */ (points[i]);
      const c = /** @type {Point} */ (points[i + 1]);
      const a = points[i - 1] ?? b;
      const d = points[i + 2] ?? c;
      path += `C${short(b[0] + (c[0] - a[0]) / 6)} ${short(b[1] + (c[1] - a[1]) / 6)} ${short(c[0] - (d[0] - b[0]) / 6)} ${short(c[1] - (d[1] - b[1]) / 6)} ${short(c[0])} ${short(c[1])}`;
    }
  }
  return path;
}

/** @param {Point[]} line @param {number} step @returns {Point[]} points at equal distances */
function walk(line, step) {
  /** @type {Point[]} */
  const points = [];
  let left = step / 2;
  for (let i = 1; i < line.length; i++) {
    const a = /** @type {Point} */ (line[i - 1]);
    const b = /** @type {Point} */ (line[i]);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    for (; left <= length; left += step)
      points.push([a[0] + ((b[0] - a[0]) * left) / length, a[1] + ((b[1] - a[1]) * left) / length]);
    left -= length;
  }
  return points;
}
