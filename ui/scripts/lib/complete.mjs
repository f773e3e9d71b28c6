// @ts-check
/**
 * Fills in what a map file leaves out of its drawing, so that a board is drawn well enough from its cities' latitudes and
 * longitudes alone: names and lines are put where they collide least. What the file says stays as it is.
 */
import { survey } from './draw.mjs';
import { landAround } from './geo.mjs';
import { nameOf, widthOf } from './labels.mjs';
import { curveOf, pointAt, samples } from './lines.mjs';

/** @typedef {[number, number]} Point */
/** @typedef {[number, number, number, number]} Box left, top, right, bottom */
/** @typedef {import('./types').MapFile} MapFile */
/** @typedef {import('./labels.mjs').Side} Side */

const SIDES = /** @type {Side[]} */ (['e', 'w', 'n', 's', 'ne', 'se', 'nw', 'sw']);
const BENDS = [0, 0.14, -0.14, 0.26, -0.26, 0.42, -0.42, 0.6, -0.6];
/** How far cities are to be apart on the sheet, in its units. */
const APART = 105;
const [SHORTEST, LONGEST] = [900, 1900];
const EDGE = 36;
const TINTS = 6;

/** @param {Point} a @param {Point} b */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
/** @param {Box} a @param {Box} b */
const gap = (a, b) => Math.max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3]);
/** @param {Box} box @param {Point} p */
const reach = (box, [x, y]) =>
  Math.hypot(Math.max(box[0] - x, 0, x - box[2]), Math.max(box[1] - y, 0, y - box[3]));
/** @param {number[]} list */
const middle = (list) => list.reduce((sum, n) => sum + n, 0) / list.length;

/** The item that costs least; the first of equals. @template T @param {readonly T[]} items @param {(item: T) => number} cost */
function best(items, cost) {
  let [found, least] = [/** @type {T} */ (items[0]), Infinity];
  for (const item of items) {
    const now = cost(item);
    if (now < least) [found, least] = [item, now];
  }
  return found;
}

/**
 * The map with a whole drawing, and the ground it is drawn on.
 * @param {MapFile} map
 * @param {import('geojson').MultiPolygon} world
 */
export function complete(map, world) {
  const { topology } = map;
  const places = topology.cities.map((city) => /** @type {Point} */ ([city.lon, city.lat]));
  const land = landAround(world, places);
  const given = map.drawing ?? {};
  const projection = given.projection ?? projectionFor(places);
  const surveyed = survey({ ...map, drawing: { ...given, projection } }, land);
  const { size, at, mask } = surveyed;
  const cities = [...at.values()];

  const lines = placeLines(map, surveyed);
  const curves = topology.lines.map(({ kind, between }) => {
    const { bend } = /** @type {import('./types').LineDrawing} */ (lines[`${kind} ${between.join('~')}`]);
    const [from, to] = between.map((id) => /** @type {Point} */ (at.get(id)));
    return samples(curveOf(/** @type {Point} */ (from), /** @type {Point} */ (to), bend), 40);
  });
  const middles = topology.lines.map(({ kind, between }) => {
    const { bend, middle: t } = /** @type {import('./types').LineDrawing} */ (
      lines[`${kind} ${between.join('~')}`]
    );
    const [from, to] = between.map((id) => /** @type {Point} */ (at.get(id)));
    return pointAt(curveOf(/** @type {Point} */ (from), /** @type {Point} */ (to), bend), t ?? 0.5);
  });

  /** What names must keep clear of, as it grows. @type {Box[]} */
  const boxes = [];
  /** @param {Box} box */
  const crowding = (box) => {
    const off = Math.max(EDGE - box[0], EDGE - box[1], box[2] - size[0] + EDGE, box[3] - size[1] + EDGE, 0);
    let cost = off * 20;
    for (const other of boxes) cost += Math.max(0, 5 - gap(box, other)) * 12;
    for (const city of cities) cost += Math.max(0, 27 - reach(box, city)) * 8;
    for (const curve of curves) if (curve.some((p) => reach(box, p) < 3)) cost += 30;
    for (const spot of middles) cost += Math.max(0, 22 - reach(box, spot)) * 4;
    return cost;
  };

  /** @type {Record<string, import('./types').CityDrawing>} */
  const named = {};
  // Those with least room choose first.
  const room = (/** @type {{id: string}} */ { id }) => {
    const here = /** @type {Point} */ (at.get(id));
    return middle(cities.map((city) => Math.min(distance(city, here), 300)));
  };
  for (const city of topology.cities.slice().sort((a, b) => room(a) - room(b))) {
    const here = /** @type {Point} */ (at.get(city.id));
    const data = given.cities?.[city.id] ?? {};
    const isCapital = city.id === topology.capital;
    /** @param {Side} label */
    const box = (label) => nameOf(city.name, here, { ...data, label }, isCapital).box;
    // Its own badge is beside its name by design.
    const label = data.label ?? best(SIDES, (side) => crowding(box(side)) + SIDES.indexOf(side));
    named[city.id] = { ...data, label };
    boxes.push(box(label));
  }

  const names = given.names ?? 18;
  const spots = grid(size, 16);
  const tints = colour(topology);
  const typical = middle(cities.map((city) => nearest(city, cities)));
  const far = given.reach ?? Math.round(Math.min(150, Math.max(90, typical)));
  /** @type {Record<string, import('./types').ProvinceDrawing>} */
  const provinces = {};
  for (const province of topology.provinces) {
    const data = given.provinces?.[province.id] ?? {};
    const own = province.cities.map((id) => /** @type {Point} */ (at.get(id)));
    const near = spots.filter((spot) => nearest(spot, own, 0) < far);
    const centre = /** @type {Point} */ ([middle(own.map(([x]) => x)), middle(own.map(([, y]) => y))]);
    const others = topology.provinces
      .filter(({ id }) => id !== province.id)
      .flatMap((other) => other.cities.map((id) => /** @type {Point} */ (at.get(id))));
    /** @param {Point} spot */
    const foreign = (spot) => Math.max(0, nearest(spot, own, 0) - nearest(spot, others, 0) + 20) * 0.5;
    /** @param {Point} spot @returns {Box} */
    const disc = ([x, y]) => [x - 22, y - 22, x + 22, y + 22];
    const marker =
      data.marker ??
      best(near, (spot) => {
        const close = cities.reduce((cost, city) => cost + Math.max(0, 52 - distance(city, spot)) * 10, 0);
        const astray = mask.isLand(...spot) ? 0 : 15;
        return crowding(disc(spot)) + close + astray + foreign(spot) + distance(spot, centre) * 0.12;
      });
    boxes.push(disc(marker));
    const half = widthOf(province.name.toUpperCase(), names, names * 0.16) / 2;
    /** @param {Point} spot @returns {Box} */
    const title = ([x, y]) => [x - half, y - names * 0.8, x + half, y + 2];
    const label =
      data.label ??
      best(near, (spot) => crowding(title(spot)) + foreign(spot) + distance(spot, centre) * 0.12);
    boxes.push(title(label));
    provinces[province.id] = { tint: tints.get(province.id) ?? 0, ...data, marker, label };
  }

  /** @param {Point} spot @param {number} width @param {number} height */
  const ornament = (spot, width, height) => {
    const [x, y] = spot;
    /** @type {Box} */
    const box = [x - width / 2, y - height, x + width / 2, y];
    const corners = /** @type {Point[]} */ ([[box[0], y], [box[2], y], [box[0], box[1]], [box[2], box[1]], [x, y]]); // prettier-ignore
    const ashore = corners.filter((corner) => mask.isLand(...corner)).length;
    const border = Math.min(x, size[0] - x) + Math.min(y, size[1] - y);
    return crowding(box) * 3 + ashore * 25 + border * 0.08;
  };
  const wideGrid = grid(size, 40);
  const titleSize = given.title?.size ?? 50;
  const wide = widthOf(map.meta.name.toUpperCase(), titleSize, titleSize * 0.22);
  const title = given.title ?? {
    at: best(wideGrid, (spot) => ornament(spot, wide + 40, titleSize + 20)),
    size: titleSize,
  };
  boxes.push([title.at[0] - wide / 2 - 20, title.at[1] - title.size - 10, title.at[0] + wide / 2 + 20, title.at[1] + 20]); // prettier-ignore
  const rose = given.compass ?? { at: best(wideGrid, (spot) => ornament(spot, 150, 150)), size: 50 };
  const compass = given.compass ?? { at: /** @type {Point} */ ([rose.at[0], rose.at[1] - 75]), size: 50 };

  /** @type {import('./types').Drawing} */
  const drawing = {
    wild: [],
    wilderness: { trees: 46.5, dunes: 34 },
    relief: 1.2,
    ...given,
    projection,
    reach: far,
    names,
    title,
    compass,
    cities: named,
    lines,
    provinces,
  };
  return { drawn: { ...map, drawing }, surveyed };
}

/** @param {Point} from @param {Point[]} points @param {number} [least] what is nearer is the same point */
function nearest(from, points, least = 1) {
  let found = Infinity;
  for (const point of points) {
    const d = distance(point, from);
    if (d >= least && d < found) found = d;
  }
  return found;
}

/** @param {[number, number]} size @param {number} step @returns {Point[]} */
function grid([width, height], step) {
  /** @type {Point[]} */
  const spots = [];
  for (let y = EDGE + 30; y < height - EDGE; y += step)
    for (let x = EDGE + 30; x < width - EDGE - 30; x += step) spots.push([x, y]);
  return spots;
}

/**
 * A sheet in the shape of the land between the cities, so large that they are well apart.
 * @param {Point[]} places
 * @returns {import('./types').ProjectionData}
 */
function projectionFor(places) {
  const [lons, lats] = [places.map(([lon]) => lon), places.map(([, lat]) => lat)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const centre = (Math.min(...lons) + Math.max(...lons)) / 2;
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const wide = Math.max(0.5, (Math.max(...lons) - Math.min(...lons)) * squeeze);
  const high = Math.max(0.5, north - south);
  const flat = places.map(([lon, lat]) => /** @type {Point} */ ([lon * squeeze, lat]));
  const closest = Math.min(...flat.map((place) => nearest(place, flat, 1e-6)));
  const [least, most] = [SHORTEST / Math.min(wide, high), LONGEST / Math.max(wide, high)];
  const scale = Math.min(most, Math.max(APART / closest, Math.min(least, most * 0.6)));
  const margin = /** @type {[number, number, number, number]} */ ([120, 150, 120, 150]);
  return {
    kind: 'conic-equal-area',
    parallels: [south + (north - south) / 6, north - (north - south) / 6],
    centre,
    size: [
      Math.round(Math.max(SHORTEST, wide * scale + margin[1] + margin[3])),
      Math.round(Math.max(SHORTEST, high * scale + margin[0] + margin[2])),
    ],
    margin,
  };
}

/**
 * Bends lines to where they belong: roads over land, routes over water, clear of cities and of each other.
 * @param {MapFile} map
 * @param {ReturnType<typeof survey>} surveyed
 */
function placeLines(map, { at, mask, size }) {
  /** @type {Record<string, import('./types').LineDrawing>} */
  const lines = {};
  /** @type {Point[]} */
  const taken = [];
  const ends = (/** @type {{between: [string, string]}} */ { between }) =>
    /** @type {[Point, Point]} */ (between.map((id) => at.get(id)));
  for (const line of map.topology.lines) {
    const { kind, between } = line;
    const id = `${kind} ${between.join('~')}`;
    const data = map.drawing?.lines?.[id] ?? {};
    const [from, to] = ends(line);
    const others = [...at].filter(([city]) => !between.includes(city)).map(([, place]) => place);
    const bend =
      data.bend ??
      best(BENDS, (bent) => {
        const curve = curveOf(from, to, bent);
        const points = samples(curve, 40);
        const open = points.filter((p) => distance(p, from) > 30 && distance(p, to) > 30);
        const wrong = open.filter(([x, y]) => mask.isLand(x, y) !== (kind === 'land')).length;
        const close = others.filter((city) => points.some((p) => distance(p, city) < 46)).length;
        const off = points.filter(([x, y]) => Math.min(x, y, size[0] - x, size[1] - y) < EDGE).length;
        const spot = pointAt(curve, 0.5);
        const crowded = taken.reduce((sum, other) => sum + Math.max(0, 46 - distance(other, spot)), 0);
        return (wrong / Math.max(1, open.length)) * 60 + close * 40 + off * 4 + crowded + Math.abs(bent) * 12;
      });
    taken.push(pointAt(curveOf(from, to, bend), data.middle ?? 0.5));
    lines[id] = { ...data, bend };
  }
  return lines;
}

/** A tint for each province, unlike those of its neighbours. @param {MapFile['topology']} topology */
function colour({ provinces, lines, cities }) {
  const of = new Map(cities.map((city) => [city.id, city.province]));
  /** @type {Map<string, number>} */
  const tints = new Map();
  provinces.forEach((province, i) => {
    const beside = lines
      .map(({ between }) => between.map((city) => of.get(city)))
      .filter((pair) => pair.includes(province.id))
      .flatMap((pair) => pair.map((id) => (id ? tints.get(id) : undefined)));
    const order = Array.from({ length: TINTS }, (_, n) => (i + n) % TINTS);
    tints.set(province.id, order.find((tint) => !beside.includes(tint)) ?? i % TINTS);
  });
  return tints;
}
