/** The geometry of the chart of points over the turns. */
export type Series = { seat: number; values: number[] };

export type Chart = {
  width: number;
  height: number;
  /** An SVG path a seat, in the order given. */
  paths: string[];
  ends: { x: number; y: number }[];
  ticks: { y: number; value: number }[];
  marks: { x: number; turn: number }[];
};

const PAD = { start: 34, end: 12, top: 10, bottom: 22 };

/** A round step so that about `count` of them cover `range`. */
export function roundStep(range: number, count: number): number {
  const raw = Math.max(range, 1) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((one) => one * power >= raw) ?? 10;
  return Math.max(1, factor * power);
}

export function drawChart(series: Series[], width: number, height: number): Chart {
  const turns = Math.max(1, ...series.map((one) => one.values.length - 1));
  const step = roundStep(Math.max(1, ...series.flatMap((one) => one.values)), 5);
  const top = Math.max(step, Math.ceil(Math.max(1, ...series.flatMap((one) => one.values)) / step) * step);
  const x = (turn: number): number => PAD.start + (turn / turns) * (width - PAD.start - PAD.end);
  const y = (value: number): number => height - PAD.bottom - (value / top) * (height - PAD.top - PAD.bottom);
  const round = (value: number): string => value.toFixed(1);

  const paths = series.map(({ values }) =>
    values.map((value, turn) => `${turn ? 'L' : 'M'}${round(x(turn))} ${round(y(value))}`).join(''),
  );
  const ends = series.map(({ values }) => ({ x: x(values.length - 1), y: y(values.at(-1) ?? 0) }));
  const ticks = [];
  for (let value = 0; value <= top; value += step) ticks.push({ y: y(value), value });
  const marks = [];
  for (let turn = 0, by = roundStep(turns, 8); turn <= turns; turn += by) marks.push({ x: x(turn), turn });
  return { width, height, paths, ends, ticks, marks };
}
