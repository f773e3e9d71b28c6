/** Mountains, firs and dunes as paths, from their places. */

const rows = (list: readonly number[], width: number): number[][] =>
  Array.from({ length: list.length / width }, (_, i) => list.slice(i * width, (i + 1) * width));
const join = (...numbers: number[]): string => numbers.map((n) => Math.round(n * 10) / 10).join(' ');

/** Outlines of the mountains, and their side away from the light. */
export function mountains(list: readonly number[]): { lines: string; shade: string } {
  let [lines, shade] = ['', ''];
  for (const [x = 0, y = 0, w = 0, h = 0, lean = 0] of rows(list, 5)) {
    const right = `q${join(w * 0.35, h * 0.7, w - lean, h)}`;
    lines += `M${join(x - w, y)}q${join(w * 0.5, -h * 0.25, w + lean, -h)}${right}`;
    shade += `M${join(x + lean, y - h)}${right}q${join(-w * 0.4, h * 0.1, -w * 0.75, -h * 0.12)}q${join(w * 0.14, -h * 0.4, -w * 0.25 + lean, -h * 0.88)}z`;
  }
  return { lines, shade };
}

export function firs(list: readonly number[]): string {
  return rows(list, 3)
    .map(
      ([x = 0, y = 0, h = 0]) =>
        `M${join(x, y)}v${join(-h * 0.3)}h${join(-h * 0.4)}l${join(h * 0.4, -h, h * 0.4, h)}h${join(-h * 0.4)}`,
    )
    .join('');
}

export function dunes(list: readonly number[]): string {
  return rows(list, 3)
    .map(
      ([x = 0, y = 0, h = 0]) =>
        `M${join(x, y)}q${join(h * 0.6, -h * 0.7, h * 1.5, -h * 0.1)}q${join(h * 0.4, h * 0.2, h, 0)}`,
    )
    .join('');
}
