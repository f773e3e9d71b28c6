// @ts-check
/** Where the pieces of a city stand: a fixed pad for each player's house around it, and Roma's tray for colonists. */

/** @typedef {[number, number]} Point */
/** @typedef {[number, number, number, number]} Box left, top, right, bottom */
/** @typedef {{id: string, x: number, y: number, fan: number, label: {box: number[]}}} City */
/** @typedef {{x: number, y: number}} Place */
/**
 * What lies on the board besides: pads and trays keep clear of it.
 * @typedef {{cities: City[], lines: {x: number, y: number, curve: number[]}[], markers: Place[], names: Box[]}} Surroundings
 */

/** Half the size of a house with its white edge, of a colonist on a line, of a temple, of a marker. */
const HOUSE = { across: 13, up: 16, down: 14 };
const COLONIST = 19;
const TEMPLE = 25;
const MARKER = 21;
const TURN = 5;
const RINGS = [39, 43, 48, 54, 60, 66, 72];
/** Degrees between neighbours on the innermost ring. */
const NEXT = 37;

/**
 * A pad for each player in each city, by its id, in turn order.
 * @param {Surroundings} around
 * @param {string} capital it has none
 * @param {number} players
 * @returns {Map<string, Point[]>}
 */
export function padsOf(around, capital, players) {
  const cities = around.cities.filter((city) => city.id !== capital);
  /** @type {Map<string, Point[]>} */
  const pads = new Map();
  // The second round knows where the neighbours' pads came to lie in the first.
  for (let round = 0; round < 3; round++) {
    for (const city of cities) {
      const others = [...pads].flatMap(([id, places]) => (id === city.id ? [] : places));
      pads.set(city.id, bestPads(city, around, others, players));
    }
  }
  return pads;
}

/** @param {City} city @param {Surroundings} around @param {Point[]} others @param {number} players @returns {Point[]} */
function bestPads(city, around, others, players) {
  const steps = 360 / TURN;
  /** @type {{at: Point, cost: number}[]} the best place in each direction, beginning opposite the fan */
  const ways = [];
  for (let step = 0; step < steps; step++) {
    const turn = -180 + step * TURN;
    const angle = ((city.fan + turn) * Math.PI) / 180;
    let best = { at: /** @type {Point} */ ([city.x, city.y]), cost: Infinity };
    for (const ring of RINGS) {
      /** @type {Point} */
      const at = [city.x + ring * Math.cos(angle), city.y + ring * Math.sin(angle)];
      const cost = covers(at, city, around, others) + (ring - 39) * 0.35 + Math.abs(turn) * 0.012;
      if (cost < best.cost) best = { at, cost };
    }
    ways.push(best);
  }
  // The cheapest directions that lie far enough apart; the row begins and ends opposite the fan.
  const gap = NEXT / TURN;
  /** @type {{cost: number, chosen: number[]}[][]} by how many are chosen, then by the last direction looked at */
  const table = [ways.map(() => ({ cost: 0, chosen: /** @type {number[]} */ ([]) }))];
  for (let count = 1; count <= players; count++) {
    /** @type {{cost: number, chosen: number[]}[]} */
    const row = [];
    ways.forEach((way, i) => {
      const before = i - Math.ceil(gap) >= 0 ? table[count - 1]?.[i - Math.ceil(gap)] : undefined;
      const rest = count === 1 ? { cost: 0, chosen: [] } : (before ?? { cost: Infinity, chosen: [] });
      const taking = { cost: rest.cost + way.cost, chosen: [...rest.chosen, i] };
      const leaving = row[i - 1] ?? { cost: Infinity, chosen: [] };
      row.push(taking.cost < leaving.cost ? taking : leaving);
    });
    table.push(row);
  }
  const chosen = table[players]?.at(-Math.ceil(gap))?.chosen ?? [];
  return chosen.map((i) => /** @type {Point} */ (ways[i]?.at.map((value) => Math.round(value * 10) / 10)));
}

/**
 * How much a house at a place would cover of what should be seen.
 * @param {Point} at @param {City} city @param {Surroundings} around @param {Point[]} others
 */
function covers([x, y], city, around, others) {
  /** @type {Box} */
  const house = [x - HOUSE.across, y - HOUSE.up, x + HOUSE.across, y + HOUSE.down];
  let cost = 0;
  for (const other of around.cities) {
    cost += 30 * depth(house, /** @type {Box} */ (other.label.box));
    if (other.id !== city.id) cost += 6 * depth(house, square(other, TEMPLE));
  }
  for (const line of around.lines) cost += 6 * depth(house, square(line, COLONIST));
  for (const marker of around.markers) cost += 6 * depth(house, square(marker, MARKER));
  for (const name of around.names) cost += 2 * depth(house, name);
  for (const [px, py] of others) cost += 5 * depth(house, square({ x: px, y: py }, HOUSE.across));
  return cost;
}

/** Sizes of a tray's cell, and how far a tray may stand from its city. */
export const CELL = 36;
const FARTHEST = 190;

/**
 * Where the capital's tray stands: its middle, and whether its players stand under each other instead of side by side.
 * @param {Surroundings} around
 * @param {string} capital
 * @param {Map<string, Point[]>} pads
 * @param {number} players
 * @returns {{x: number, y: number, upright: boolean}}
 */
export function trayOf(around, capital, pads, players) {
  const city = around.cities.find((one) => one.id === capital);
  if (!city) throw new Error(`there is no city ${capital}`);
  const [long, short] = [(players * CELL) / 2 + 4, CELL + 4];
  const points = around.lines.flatMap((line) => samples(line.curve));
  const lying = bestTray(city, around, pads, points, long, short);
  const upright = bestTray(city, around, pads, points, short, long);
  return upright.cost < lying.cost ? { ...upright.at, upright: true } : { ...lying.at, upright: false };
}

/**
 * @param {City} city @param {Surroundings} around @param {Map<string, Point[]>} pads
 * @param {Point[]} points of all lines
 * @param {number} across @param {number} down
 */
function bestTray(city, around, pads, points, across, down) {
  const houses = [...pads.values()].flat();
  let best = { at: { x: city.x, y: city.y }, cost: Infinity };
  for (let dy = -FARTHEST; dy <= FARTHEST; dy += 6) {
    for (let dx = -FARTHEST; dx <= FARTHEST; dx += 6) {
      const [x, y] = [city.x + dx, city.y + dy];
      /** @type {Box} */
      const tray = [x - across, y - down, x + across, y + down];
      let cost = 0.4 * Math.hypot(Math.max(0, Math.abs(dx) - across), Math.max(0, Math.abs(dy) - down));
      for (const other of around.cities)
        cost +=
          10 * depth(tray, /** @type {Box} */ (other.label.box)) +
          10 * depth(tray, square(other, other.id === city.id ? 36 : TEMPLE));
      for (const line of around.lines) cost += 10 * depth(tray, square(line, COLONIST - 2));
      for (const point of points) if (inside(tray, point)) cost += 0.5;
      for (const marker of around.markers) cost += 10 * depth(tray, square(marker, MARKER));
      for (const name of around.names) cost += 4 * depth(tray, name);
      for (const [px, py] of houses) cost += 6 * depth(tray, square({ x: px, y: py }, HOUSE.across));
      if (cost < best.cost) best = { at: { x: Math.round(x), y: Math.round(y) }, cost };
    }
  }
  return best;
}

/** @param {Place} at @param {number} half @returns {Box} */
const square = (at, half) => [at.x - half, at.y - half, at.x + half, at.y + half];

/** How deep two boxes lie in each other. @param {Box} a @param {Box} b */
const depth = (a, b) => Math.max(0, Math.min(a[2] - b[0], b[2] - a[0], a[3] - b[1], b[3] - a[1]));

/** @param {Box} box @param {Point} point */
const inside = (box, [x, y]) => x > box[0] && x < box[2] && y > box[1] && y < box[3];

/** @param {number[]} curve @returns {Point[]} */
function samples(curve) {
  const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0, dx = 0, dy = 0] = curve;
  return Array.from({ length: 41 }, (_, i) => {
    const t = i / 40;
    const u = 1 - t;
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    return [a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy];
  });
}
