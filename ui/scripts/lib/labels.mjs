// @ts-check
/** Where names stand and how much room they take. */

/** Advance widths of Cinzel 600 in thousandths of the size. */
const WIDTHS =
  /** @type {Record<string, number>} */
  (
    Object.fromEntries(
      'A715B645C773D821E613F577G824H845I370J364K724L598M946N857O865P630Q867R724S544T650U809V732W975X707Y689Z658a650b593c690d752e558f531g734h749i347j330k657l545m868n779o776p575q770r648s497t592u703v646w880x642y637z607'
        .match(/[A-Za-z]\d+/g)
        ?.map((pair) => [pair[0], Number(pair.slice(1))]) ?? [],
    )
  );

/** @param {string} text @param {number} size @param {number} [spacing] */
export function widthOf(text, size, spacing = 0) {
  let sum = 0;
  for (const letter of text) sum += ((WIDTHS[letter] ?? 260) * size) / 1000 + spacing;
  return sum;
}

/** Half the size of a city's badge, and the size of its name, in board units. */
export const BADGE = 24;
export const NAME = 20;

/** @typedef {'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'} Side */

/** @type {Record<Side, [number, number, 'start' | 'middle' | 'end']>} */
const SIDES = {
  n: [0, -31, 'middle'],
  ne: [20, -22, 'start'],
  e: [28, 7, 'start'],
  se: [20, 35, 'start'],
  s: [0, 42, 'middle'],
  sw: [-20, 35, 'end'],
  w: [-28, 7, 'end'],
  nw: [-20, -22, 'end'],
};

/**
 * The name of a city: its anchor (baseline) and its box [left, top, right, bottom].
 * @param {string} name
 * @param {[number, number]} at
 * @param {import('./types').CityDrawing} drawing
 * @param {boolean} [isCapital] its gate is larger than a temple, and so is its name
 */
export function nameOf(name, at, drawing, isCapital = false) {
  const [dx, dy, anchor] = SIDES[drawing.label];
  const wide = isCapital ? 1.32 : 1;
  const x = at[0] + dx * wide + (drawing.shift?.[0] ?? 0);
  const y = at[1] + dy * wide + (drawing.shift?.[1] ?? 0);
  const width = widthOf(name, isCapital ? NAME * 1.15 : NAME);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  /** @type {[number, number, number, number]} */
  const box = [left, y - 15, left + width, y + 1];
  return { x, y, anchor, box };
}

/** The direction, in degrees clockwise from east, in which a city's houses fan out: away from its name. */
export const FAN = /** @type {Record<Side, number>} */ ({
  n: 90,
  ne: 135,
  e: 180,
  se: 225,
  s: 270,
  sw: 315,
  w: 0,
  nw: 45,
});
