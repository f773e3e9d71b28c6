// @ts-check
/** Projection, coastline and the mask that tells land from sea. */
import { geoConicEqualArea, geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

/** @typedef {[number, number]} Point */
/** @typedef {Point[]} Ring */
/** @typedef {[number, number, number, number]} Frame left, top, right, bottom */

/**
 * The projection of a board: its points of interest fill the sheet inside the margins (top, right, bottom, left).
 * @param {import('./types').ProjectionData} data
 * @param {Point[]} places longitude, latitude
 */
export function projectionOf(data, places) {
  const [width, height] = data.size;
  const [top, right, bottom, left] = data.margin;
  const projection =
    data.kind === 'mercator'
      ? geoMercator()
      : geoConicEqualArea()
          .parallels(data.parallels ?? [33, 48])
          .rotate([-(data.centre ?? 13), 0]);
  projection.precision(0);
  projection.fitExtent(
    [
      [left, top],
      [width - right, height - bottom],
    ],
    { type: 'MultiPoint', coordinates: places },
  );
  return projection;
}

/**
 * The polygons of a map of the world that come near some places: leaving out the rest saves most of the work.
 * @param {import('geojson').MultiPolygon} world
 * @param {Point[]} places longitude, latitude
 * @param {number} [around] degrees
 * @returns {import('geojson').MultiPolygon}
 */
export function landAround(world, places, around = 25) {
  const [lons, lats] = [places.map(([lon]) => lon), places.map(([, lat]) => lat)];
  const [west, east] = [Math.min(...lons) - around, Math.max(...lons) + around];
  const [south, north] = [Math.min(...lats) - around, Math.max(...lats) + around];
  const coordinates = world.coordinates.filter(([outer]) =>
    outer?.some(([lon = 0, lat = 0]) => lon > west && lon < east && lat > south && lat < north),
  );
  return { type: 'MultiPolygon', coordinates };
}

/**
 * One polygon of many, of the features of a TopoJSON file of land.
 * @param {import('topojson-specification').Topology} topology
 * @returns {import('geojson').MultiPolygon}
 */
export function landOf(topology) {
  const land = /** @type {import('topojson-specification').GeometryObject} */ (topology.objects['land']);
  const all = /** @type {import('geojson').FeatureCollection<import('geojson').MultiPolygon>} */ (
    /** @type {unknown} */ (feature(topology, land))
  );
  return { type: 'MultiPolygon', coordinates: all.features.flatMap((one) => one.geometry.coordinates) };
}

/**
 * The land inside a frame as rings, simplified to about `detail` square units, coarser where nobody plays.
 * @param {import('geojson').MultiPolygon} land
 * @param {import('d3-geo').GeoProjection} projection
 * @param {Frame} frame
 * @param {{detail: number, smallest: number, played: [number, number]}} options the last: width and height of what is played on
 * @returns {Ring[]}
 */
export function landRings(land, projection, frame, { detail, smallest, played }) {
  const [left, top, right, bottom] = frame;
  const clipped = projection.clipExtent([
    [left, top],
    [right, bottom],
  ]);
  /** @type {Ring[]} */
  const rings = [];
  /** @type {Ring} */
  let ring = [];
  const context = {
    beginPath() {},
    /** @param {number} x @param {number} y */
    moveTo(x, y) {
      ring = [[x, y]];
    },
    /** @param {number} x @param {number} y */
    lineTo(x, y) {
      ring.push([x, y]);
    },
    closePath() {
      rings.push(ring);
    },
    arc() {},
  };
  // d3-geo only calls the five methods above.
  geoPath(clipped, /** @type {any} */ (context))(land);
  clipped.clipExtent(null);
  // Land on the far side of the earth can be clipped to the bare frame of the sheet, which is no coast.
  const whole = (right - left) * (bottom - top);
  return rings
    .filter((points) => points.length > 5 || Math.abs(area(points)) < whole * 0.99)
    .filter((points) => Math.abs(area(points)) >= smallest)
    .map((points) => simplify(points, detail, frame, played))
    .filter((points) => points.length >= 4);
}

/** @param {Ring} ring */
export function area(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = /** @type {Point} */ (ring[j]);
    const [bx, by] = /** @type {Point} */ (ring[i]);
    sum += ax * by - bx * ay;
  }
  return sum / 2;
}

/** How much more area a point must span to be kept outside of what is played on. */
const COARSER = 8;

/**
 * Visvalingam's simplification of a closed ring: drops the points that span the least area.
 * @param {Ring} ring
 * @param {number} detail
 * @param {Frame} frame points on it are kept
 * @param {[number, number]} [played] outside of this width and height less detail will do
 * @returns {Ring}
 */
export function simplify(ring, detail, frame, played = [Infinity, Infinity]) {
  const [left, top, right, bottom] = frame;
  const [width, height] = played;
  const points = ring.slice();
  const [first, last] = [points[0], points[points.length - 1]];
  if (first && last && first[0] === last[0] && first[1] === last[1]) points.pop();
  const n = points.length;
  const before = points.map((_, i) => (i + n - 1) % n);
  const after = points.map((_, i) => (i + 1) % n);
  const gone = new Uint8Array(n);
  /** @param {number} i */
  const span = (i) => {
    const a = /** @type {Point} */ (points[/** @type {number} */ (before[i])]);
    const b = /** @type {Point} */ (points[i]);
    const c = /** @type {Point} */ (points[/** @type {number} */ (after[i])]);
    if (b[0] <= left || b[1] <= top || b[0] >= right || b[1] >= bottom) return Infinity;
    const away = width < Infinity && (b[0] < 0 || b[1] < 0 || b[0] > width || b[1] > height);
    return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / (away ? 2 * COARSER : 2);
  };
  /** @type {[number, number][]} */
  let queue = points.map((_, i) => [span(i), i]);
  let remaining = n;
  // Repeated passes with a rising threshold stand in for a heap: simple, and fast enough for a build.
  for (let step = detail / 16; step <= detail; step *= 2) {
    let changed = true;
    while (changed && remaining > 4) {
      changed = false;
      queue = queue.filter(([, i]) => !gone[i]);
      queue.sort((p, q) => p[0] - q[0]);
      for (const [, i] of queue) {
        if (remaining <= 4) break;
        if (span(i) > step) continue;
        gone[i] = 1;
        const p = /** @type {number} */ (before[i]);
        const q = /** @type {number} */ (after[i]);
        after[p] = q;
        before[q] = p;
        remaining -= 1;
        changed = true;
      }
      queue = queue.map(([, i]) => [span(i), i]);
    }
  }
  return points.filter((_, i) => !gone[i]);
}

/** A coarse picture of what lies in a frame: 1 where there is land. */
export class Mask {
  /** @param {Ring[]} rings @param {Frame} frame @param {number} cell */
  constructor(rings, frame, cell) {
    const [left, top, right, bottom] = frame;
    this.left = left;
    this.top = top;
    this.cell = cell;
    this.columns = Math.ceil((right - left) / cell);
    this.rows = Math.ceil((bottom - top) / cell);
    this.cells = new Uint8Array(this.columns * this.rows);
    for (let row = 0; row < this.rows; row++) {
      const y = top + (row + 0.5) * cell;
      /** @type {number[]} */
      const crossings = [];
      for (const ring of rings) {
        for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
          const [ax, ay] = /** @type {Point} */ (ring[j]);
          const [bx, by] = /** @type {Point} */ (ring[i]);
          if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
        }
      }
      crossings.sort((a, b) => a - b);
      for (let k = 0; k + 1 < crossings.length; k += 2) {
        const [enters = 0, leaves = 0] = [crossings[k], crossings[k + 1]];
        const from = Math.max(0, Math.ceil((enters - left) / cell - 0.5));
        const to = Math.min(this.columns - 1, Math.floor((leaves - left) / cell - 0.5));
        for (let column = from; column <= to; column++) this.cells[row * this.columns + column] = 1;
      }
    }
  }

  /** @param {number} x @param {number} y */
  isLand(x, y) {
    const column = Math.min(this.columns - 1, Math.max(0, Math.floor((x - this.left) / this.cell)));
    const row = Math.min(this.rows - 1, Math.max(0, Math.floor((y - this.top) / this.cell)));
    return this.cells[row * this.columns + column] === 1;
  }
}

/**
 * SVG path data of closed rings, relative and rounded: a coast to half a unit, less than a screen shows of it.
 * @param {Ring[]} rings
 * @param {number} [grain] what is rounded to
 */
export function pathOf(rings, grain = 0.5) {
  let path = '';
  for (const ring of rings) {
    let x = 0;
    let y = 0;
    ring.forEach(([px, py], i) => {
      const nx = Math.round(px / grain);
      const ny = Math.round(py / grain);
      if (i > 0 && nx === x && ny === y) return;
      const dx = i === 0 ? nx : nx - x;
      const dy = i === 0 ? ny : ny - y;
      path +=
        (i === 0 ? 'M' : i === 1 ? 'l' : dx < 0 ? '' : ' ') +
        short(dx * grain) +
        (dy < 0 ? '' : ' ') +
        short(dy * grain);
      x = nx;
      y = ny;
    });
    path += 'z';
  }
  return path;
}

/** @param {number} value */
function short(value) {
  return String(value).replace(/^(-?)0\./, '$1.');
}
