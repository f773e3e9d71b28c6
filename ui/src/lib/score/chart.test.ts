import { describe, expect, it } from 'vitest';
import { drawChart, roundStep } from './chart';

describe('the chart of points', () => {
  it('has round steps', () => {
    expect(roundStep(100, 5)).toBe(20);
    expect(roundStep(137, 5)).toBe(50);
    expect(roundStep(0, 5)).toBe(1);
  });

  it('draws a path a player, from the first turn to the last', () => {
    const chart = drawChart([{ seat: 0, values: [0, 10, 30] }, { seat: 1, values: [5, 5, 20] }], 400, 200); // prettier-ignore
    expect(chart.paths).toHaveLength(2);
    expect(chart.paths[0]?.match(/[ML]/g)).toHaveLength(3);
    expect(chart.ends[0]?.y).toBeLessThan(chart.ends[1]?.y ?? 0);
    expect(chart.ticks.at(-1)?.value).toBeGreaterThanOrEqual(30);
  });

  it('can be drawn before anything has happened', () => {
    expect(drawChart([{ seat: 0, values: [] }], 400, 200).paths).toEqual(['']);
  });
});
