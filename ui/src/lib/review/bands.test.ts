import { describe, expect, it } from 'vitest';
import { drawBands } from './bands';

describe('bands', () => {
  it('lie on one another from the floor to the top', () => {
    const { paths } = drawBands(
      [
        [0.25, 0.5],
        [0.75, 0.5],
      ],
      1,
      1,
      100,
      40,
    );
    expect(paths).toEqual([
      'M0.0 30.0L100.0 20.0L100.0 40.0L0.0 40.0Z',
      'M0.0 0.0L100.0 0.0L100.0 20.0L0.0 30.0Z',
    ]);
  });

  it('leave room for turns that are still to come', () => {
    const { paths, x } = drawBands([[1, 1, 1]], 4, 1, 100, 10);
    expect(x(2)).toBe(50);
    expect(paths[0]).toContain('L50.0 0.0');
    expect(paths[0]).not.toContain('100.0');
  });

  it('tell which turn is at a place', () => {
    const { turnAt } = drawBands([[1, 1]], 10, 1, 200, 10);
    expect([-5, 0, 39, 41, 500].map(turnAt)).toEqual([0, 0, 2, 2, 10]);
  });

  it('draw nothing of a single position', () => {
    expect(drawBands([[1]], 10, 1, 200, 10).paths).toEqual(['']);
  });
});
