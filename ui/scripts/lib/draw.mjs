// @ts-check
/** A board from its map file: what the page shows, as plain data. Runs at build time and in the browser. */
import { RIDGES, RIVERS } from '../geography.mjs';
import { area, landRings, Mask, pathOf, projectionOf, simplify } from './geo.mjs';
import { FAN, nameOf, widthOf } from './labels.mjs';
import { curveOf, lengthOf, pointAt, samples } from './lines.mjs';
import { padsOf, trayOf } from './pads.mjs';
import { regions } from './provinces.mjs';
import { peaks, streams, wilderness } from './relief.mjs';

/** @typedef {[number, number]} Point */

/** The land goes on around what is played on, so that it fills windows of every shape up to this one (width over height). */
const WIDEST = 1.8;
const AROUND = 0.16;

/** @param {number} value */
const tenth = (value) => Math.round(value * 10) / 10;

/** @param {[number, number]} size @returns {import('./geo.mjs').Frame} what is drawn: left, top, right, bottom */
function frameOf([width, height]) {
  const down = Math.round(height * AROUND);
  const tall = height + 2 * down;
  const across = Math.round(Math.max(width * AROUND, (WIDEST * tall - width) / 2));
  return [-across, -down, width + across, height + down];
}

/**
 * Projection, land and positions of a board: what its lines and names are checked against.
 * @param {import('./types').MapFile & {drawing: Pick<import('./types').Drawing, 'projection'>}} map
 * @param {import('geojson').MultiPolygon} land
 */
export function survey(map, land) {
  const { drawing, topology } = map;
  const size = drawing.projection.size;
  const projection = projectionOf(
    drawing.projection,
    topology.cities.map((city) => [city.lon, city.lat]),
  );
  /** @param {Point} place longitude, latitude @returns {Point} */
  const project = (place) => /** @type {Point} */ (projection(place));
  const frame = frameOf(size);
  const rings = landRings(land, projection, frame, { detail: 1.3, smallest: 14, played: size });
  /** @type {Map<string, Point>} */
  const at = new Map();
  for (const city of topology.cities) {
    const [dx, dy] = drawing.cities?.[city.id]?.nudge ?? [0, 0];
    const [x, y] = project([city.lon, city.lat]);
    at.set(city.id, [tenth(x + dx), tenth(y + dy)]);
  }
  /** @param {number} x @param {number} y */
  const latitude = (x, y) => projection.invert?.([x, y])?.[1] ?? 0;
  return { size, frame, project, latitude, rings, at, mask: new Mask(rings, frame, 2) };
}

/**
 * The board as the page loads it.
 * @param {import('./types').DrawnMap} map
 * @param {ReturnType<typeof survey>} surveyed
 */
export function draw(map, surveyed) {
  const { drawing, topology, meta } = map;
  const { size, frame, project, latitude, rings, at, mask } = surveyed;

  const cities = topology.cities.map((city) => {
    const place = drawing.cities[city.id];
    if (!place) throw new Error(`${meta.id}: the drawing has no city ${city.id}`);
    const [x, y] = /** @type {Point} */ (at.get(city.id));
    const name = nameOf(city.name, [x, y], place, city.id === topology.capital);
    return {
      id: city.id,
      name: city.name,
      province: city.province,
      x,
      y,
      label: { x: tenth(name.x), y: tenth(name.y), anchor: name.anchor, box: name.box.map(tenth) },
      fan: place.fan ?? FAN[place.label],
    };
  });

  const lines = topology.lines.map(({ kind, between }) => {
    const id = `${kind} ${between.join('~')}`;
    const data = drawing.lines[id];
    if (!data) throw new Error(`${meta.id}: the drawing has no line ${id}`);
    const curve = curveOf(
      /** @type {Point} */ (at.get(between[0])),
      /** @type {Point} */ (at.get(between[1])),
      data.bend,
    );
    const t = data.middle ?? 0.5;
    const [x, y] = pointAt(curve, t);
    return {
      id,
      kind,
      between,
      curve: curve.map(tenth),
      length: tenth(lengthOf(curve)),
      t,
      x: tenth(x),
      y: tenth(y),
    };
  });

  const seeds = topology.provinces.map((province) => [
    ...province.cities.map((city) => /** @type {Point} */ (at.get(city))),
    ...(drawing.provinces[province.id]?.seeds ?? []).map(project),
  ]);
  const capital = /** @type {Point} */ (at.get(topology.capital));
  const wild = (drawing.wild ?? []).map(project);
  const areas = regions([...seeds, [capital], wild], frame, drawing.reach);
  const provinces = topology.provinces.map((province, i) => {
    const data = drawing.provinces[province.id];
    if (!data) throw new Error(`${meta.id}: the drawing has no province ${province.id}`);
    return {
      id: province.id,
      name: province.name,
      number: province.number,
      cities: province.cities,
      tint: data.tint,
      label: { x: data.label[0], y: data.label[1], turn: data.turn ?? 0 },
      marker: { x: data.marker[0], y: data.marker[1] },
      d: pathOf(areas[i] ?? [], 1),
    };
  });

  const sampled = lines.map((line) => samples(/** @type {any} */ (line.curve), 30));
  const wide = widthOf(meta.name.toUpperCase(), drawing.title.size, drawing.title.size * 0.22) / 2;
  /** @type {[number, number, number, number]} */
  const titleBox = [
    drawing.title.at[0] - wide,
    drawing.title.at[1] - drawing.title.size,
    drawing.title.at[0] + wide,
    drawing.title.at[1],
  ];
  /** @type {[number, number, number, number][]} */
  const boxes = [
    ...cities.map((city) => /** @type {[number, number, number, number]} */ (city.label.box)),
    titleBox,
    ...provinces.map(({ name, label }) => {
      const half = widthOf(name.toUpperCase(), drawing.names, drawing.names * 0.16) / 2;
      return /** @type {[number, number, number, number]} */ ([
        label.x - half,
        label.y - 20,
        label.x + half,
        label.y + 2,
      ]);
    }),
    ...provinces.map(
      ({ marker }) =>
        /** @type {[number, number, number, number]} */ ([
          marker.x - 22,
          marker.y - 22,
          marker.x + 22,
          marker.y + 22,
        ]),
    ),
  ];
  /** @param {number} x @param {number} y @param {number} room */
  const isFree = (x, y, room) =>
    mask.isLand(x - room, y + room) &&
    mask.isLand(x + room, y + room) &&
    Math.hypot(drawing.compass.at[0] - x, drawing.compass.at[1] - y) > drawing.compass.size + room &&
    cities.every((city) => Math.hypot(city.x - x, city.y - y) > 34 + room) &&
    boxes.every((box) => x < box[0] - room || x > box[2] + room || y < box[1] - room || y > box[3] + room) &&
    sampled.every((points) => points.every(([px, py]) => Math.hypot(px - x, py - y) > 6 + room));
  const relief = peaks(
    RIDGES.map((ridge) => ridge.map(project)),
    isFree,
    drawing.relief,
  );

  const tamed = [...seeds.flat(), capital];
  const wilds = wilderness(frame, (x, y) => {
    const room = drawing.reach + 14;
    if (!isFree(x, y, 12) || tamed.some(([sx, sy]) => Math.hypot(sx - x, sy - y) < room)) return null;
    const north = latitude(x, y);
    if (north > drawing.wilderness.trees) return 'fir';
    return north < drawing.wilderness.dunes ? 'dune' : null;
  });

  const big = rings.filter((ring) => Math.abs(area(ring)) > 220).map((ring) => simplify(ring, 26, frame));
  const around = {
    cities,
    lines,
    markers: provinces.map(({ marker }) => marker),
    names: provinces.map(({ name, label }) => {
      const half = widthOf(name.toUpperCase(), drawing.names, drawing.names * 0.16) / 2;
      /** @type {[number, number, number, number]} */
      const box = [label.x - half, label.y - drawing.names * 0.75, label.x + half, label.y];
      return box;
    }),
  };
  const players = Math.max(...meta.players);
  const pads = padsOf(around, topology.capital, players);
  return {
    id: meta.id,
    name: meta.name,
    size,
    frame,
    land: pathOf(rings),
    shelf: pathOf(big, 1),
    rivers: streams(RIVERS.map((river) => river.map(project))),
    peaks: relief,
    firs: wilds.fir,
    dunes: wilds.dune,
    provinces,
    capital: { id: topology.capital, d: pathOf(areas[seeds.length] ?? [], 1) },
    cities: cities.map((city) => ({ ...city, pads: pads.get(city.id) ?? [] })),
    tray: trayOf(around, topology.capital, pads, players),
    lines,
    names: drawing.names,
    title: drawing.title,
    compass: drawing.compass,
  };
}
