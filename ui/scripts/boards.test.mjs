// @vitest-environment node
// @ts-check
/** What eyes would find on a board, measured: everything drawn, nothing on top of anything it should not be. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MAPS, readMap, worldsLand } from './draw-boards.mjs';
import { complete } from './lib/complete.mjs';
import { draw } from './lib/draw.mjs';
import { widthOf } from './lib/labels.mjs';
import { samples } from './lib/lines.mjs';
import { sketch } from './lib/sketch.mjs';

/** @typedef {[number, number, number, number]} Box */
/** @typedef {{x: number, y: number}} Point */

/** @param {Point} a @param {Point} b */
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
/** @param {Box} a @param {Box} b */
const gap = (a, b) => Math.max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3]);
/** @param {Box} box @param {Point} p */
const reach = (box, p) =>
  Math.hypot(Math.max(box[0] - p.x, 0, p.x - box[2]), Math.max(box[1] - p.y, 0, p.y - box[3]));
/** @template T @param {readonly T[]} list @returns {[T, T][]} */
const pairs = (list) => list.flatMap((a, i) => list.slice(i + 1).map((b) => /** @type {[T, T]} */ ([a, b])));

describe.each(['imperium', 'italia'])('%s', (id) => {
  const { drawn: map, surveyed } = complete(readMap(`${MAPS}${id}.json`), worldsLand());
  const board = draw(map, surveyed);
  const { mask } = surveyed;
  const curves = board.lines.map((line) => ({
    line,
    points: samples(/** @type {any} */ (line.curve), 80).map(([x, y]) => ({ x, y })),
  }));
  const names = board.provinces.map(({ id: key, name, label }) => {
    const half = widthOf(name.toUpperCase(), board.names, board.names * 0.16) / 2;
    return {
      id: key,
      box: /** @type {Box} */ ([label.x - half, label.y - board.names * 0.75, label.x + half, label.y]),
    };
  });

  it('has every city, line and province of the topology, and no others', () => {
    const { topology, drawing } = map;
    expect(Object.keys(drawing.cities).sort()).toEqual(topology.cities.map((city) => city.id).sort());
    expect(Object.keys(drawing.lines).sort()).toEqual(
      topology.lines.map((l) => `${l.kind} ${l.between.join('~')}`).sort(),
    );
    expect(Object.keys(drawing.provinces).sort()).toEqual(
      topology.provinces.map((province) => province.id).sort(),
    );
    expect(board.lines.map((line) => line.id)).toEqual(
      topology.lines.map((l) => `${l.kind} ${l.between.join('~')}`),
    );
    for (const province of board.provinces) expect(province.d.length, province.id).toBeGreaterThan(40);
  });

  it('has a sketch of all its land and provinces that is much lighter', () => {
    const small = sketch(board);
    expect(JSON.stringify(small).length).toBeLessThan(JSON.stringify(board).length / 4);
    const outlines = [small.land, small.shelf, small.capital.d, ...small.provinces.map(({ d }) => d)];
    for (const path of outlines) expect(path).toMatch(/^(M-?[\d.]+[ -][\d.]+l[\d. -]+z)+$/);
    expect(small.provinces.map(({ id }) => id)).toEqual(board.provinces.map(({ id }) => id));
  });

  it('starts and ends each line at its cities', () => {
    const at = new Map(board.cities.map((city) => [city.id, city]));
    for (const { between, curve } of board.lines) {
      expect([curve[0], curve[1]]).toEqual([at.get(between[0])?.x, at.get(between[0])?.y]);
      expect([curve[6], curve[7]]).toEqual([at.get(between[1])?.x, at.get(between[1])?.y]);
    }
  });

  it('keeps colonists on lines clear of cities and of each other', () => {
    const close = [
      ...pairs(board.lines)
        .filter(([a, b]) => apart(a, b) < 40)
        .map(([a, b]) => `${a.id} / ${b.id} ${apart(a, b).toFixed(0)}`),
      ...board.lines.flatMap((line) =>
        board.cities
          .filter((city) => apart(line, city) < 44)
          .map((city) => `${line.id} / ${city.id} ${apart(line, city).toFixed(0)}`),
      ),
    ];
    expect(close).toEqual([]);
  });

  it('keeps cities apart', () => {
    expect(
      pairs(board.cities)
        .filter(([a, b]) => apart(a, b) < 90)
        .map(([a, b]) => `${a.id} / ${b.id}`),
    ).toEqual([]);
  });

  it('sets names on the sheet, clear of each other, of cities and of lines', () => {
    const [width, height] = board.size;
    const boxes = board.cities.map((city) => ({ id: city.id, box: /** @type {Box} */ (city.label.box) }));
    const bad = [
      ...boxes
        .filter(({ box }) => box[0] < 34 || box[1] < 34 || box[2] > width - 34 || box[3] > height - 34)
        .map(({ id: key }) => `${key} off the sheet`),
      ...pairs([...boxes, ...names])
        .filter(([a, b]) => gap(a.box, b.box) < 3)
        .map(([a, b]) => `${a.id} / ${b.id} names`),
      ...[...boxes, ...names].flatMap(({ id: key, box }) =>
        board.cities
          .filter((city) => city.id !== key && reach(box, city) < 26)
          .map((city) => `${key} on ${city.id}`),
      ),
      ...boxes.flatMap(({ id: key, box }) =>
        curves
          .filter(({ points }) => points.some((p) => reach(box, p) < 1))
          .map(({ line }) => `${line.id} through ${key}`),
      ),
    ];
    expect(bad).toEqual([]);
  });

  it('sets bonus markers clear of cities, colonists and names', () => {
    const boxes = [
      ...board.cities.map((city) => ({ id: city.id, box: /** @type {Box} */ (city.label.box) })),
      ...names,
    ];
    const bad = board.provinces.flatMap(({ id: key, marker }) => [
      ...board.cities.filter((city) => apart(city, marker) < 46).map((city) => `${key} on ${city.id}`),
      ...board.lines.filter((line) => apart(line, marker) < 34).map((line) => `${key} on ${line.id}`),
      ...boxes.filter(({ box }) => reach(box, marker) < 20).map((name) => `${key} on the name ${name.id}`),
    ]);
    expect(bad).toEqual([]);
  });

  it('bends twins apart', () => {
    const twins = pairs(curves).filter(([a, b]) => a.line.between.join() === b.line.between.join());
    expect(twins.length).toBeGreaterThan(5);
    const close = twins.filter(([a, b]) => apart(a.line, b.line) < 44).map(([a]) => a.line.id);
    expect(close).toEqual([]);
  });

  it('keeps roads on land and routes on water, but for straits and harbours', () => {
    const astray = curves
      .map(({ line, points }) => {
        const open = points.filter((p) => board.cities.every((city) => apart(city, p) > 34));
        const wrong = open.filter((p) => mask.isLand(p.x, p.y) !== (line.kind === 'land'));
        return { id: line.id, share: wrong.length / Math.max(1, open.length) };
      })
      .filter(({ share }) => share > 0.34);
    // The roads over the Channel and the straits of Gibraltar, and the route up the Rhine, have no other way.
    const known = [
      'land londinium~lutetia',
      'land olisipo~rusadir',
      'land rusadir~valentia',
      'sea colonia-a~londinium',
    ];
    expect(
      astray
        .filter((line) => !known.includes(line.id))
        .map(({ id: key, share }) => `${key} ${share.toFixed(2)}`),
    ).toEqual([]);
  });
});

describe('a board that says nothing of its drawing', () => {
  const fixture = fileURLToPath(new URL('../../tests/fixtures/maps/hispania.json', import.meta.url));
  const file = readMap(fixture);
  const { drawn, surveyed } = complete(file, worldsLand());
  const board = draw(drawn, surveyed);

  const said = {
    ...file,
    drawing: { cities: { tarraco: { label: /** @type {const} */ ('s') } }, names: 25 },
  };
  const again = complete(said, worldsLand()).drawn.drawing;

  it('is drawn whole', () => {
    expect(file.drawing).toBeUndefined();
    expect(board.cities.map((city) => city.id)).toEqual(file.topology.cities.map((city) => city.id));
    expect(board.lines).toHaveLength(file.topology.lines.length);
    for (const province of board.provinces) expect(province.d.length, province.id).toBeGreaterThan(40);
    expect(board.land.length).toBeGreaterThan(500);
  });

  it('has its cities apart, and their names on the sheet and off each other', () => {
    const [width, height] = board.size;
    const boxes = board.cities.map((city) => /** @type {Box} */ (city.label.box));
    expect(pairs(board.cities).filter(([a, b]) => apart(a, b) < 90)).toEqual([]);
    expect(boxes.filter((box) => box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height)).toEqual([]);
    expect(pairs(boxes).filter(([a, b]) => gap(a, b) < 0)).toEqual([]);
  });

  it('has its roads on land, its routes on water, and none over the edge', () => {
    const astray = board.lines.filter((line) => {
      const points = samples(/** @type {any} */ (line.curve), 40).map(([x, y]) => ({ x, y }));
      const open = points.filter((p) => board.cities.every((city) => apart(city, p) > 34));
      const wrong = open.filter((p) => surveyed.mask.isLand(p.x, p.y) !== (line.kind === 'land'));
      const off = points.filter(({ x, y }) => Math.min(x, y, board.size[0] - x, board.size[1] - y) < 20);
      return wrong.length > open.length / 2 || off.length > 0;
    });
    expect(astray.map((line) => line.id)).toEqual([]);
  });

  it('keeps what its file does say', () => {
    expect([again.cities['tarraco']?.label, again.names]).toEqual(['s', 25]);
  });
});
