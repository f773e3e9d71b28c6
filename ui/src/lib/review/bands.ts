/** The geometry of bands that lie on top of one another, over the turns of a game. */
export type Bands = {
  /** An SVG path per layer, the lowest first. */
  paths: string[];
  /** Where a turn is, from 0 on. */
  x: (turn: number) => number;
  /** Which turn is at a place. */
  turnAt: (x: number) => number;
};

/** Draws layers (each with a value per turn, from turn 0 on) for a game of `turns` turns. */
export function drawBands(
  layers: number[][],
  turns: number,
  top: number,
  width: number,
  height: number,
): Bands {
  const length = Math.max(turns, 1);
  const x = (turn: number): number => (turn / length) * width;
  const y = (value: number): number => height * (1 - value / top);
  const point = (turn: number, value: number): string => `${x(turn).toFixed(1)} ${y(value).toFixed(1)}`;
  let floor = (layers[0] ?? []).map(() => 0);
  const paths = layers.map((layer) => {
    const roof = layer.map((value, turn) => value + (floor[turn] ?? 0));
    const there = roof.map((value, turn) => point(turn, value));
    const back = floor.map((value, turn) => point(turn, value)).reverse();
    floor = roof;
    return there.length > 1 ? `M${[...there, ...back].join('L')}Z` : '';
  });
  const turnAt = (at: number): number => Math.max(0, Math.min(length, Math.round((at / width) * length)));
  return { paths, x, turnAt };
}
