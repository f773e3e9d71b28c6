import { describe, expect, it } from 'vitest';
import type { PuzzleList } from '$lib/api/types';
import { nextUnsolved } from './open';

function list(...solved: boolean[]): PuzzleList {
  return {
    puzzles: solved.map((is, i) => ({
      id: `p${String(i)}`,
      map: 'italia',
      players: 2,
      turn: 3,
      solved: is,
      tried: is,
    })),
    daily: 'p0',
    day: '2026-01-01',
    solved_today: false,
    streak: 0,
    best_streak: 0,
  };
}

describe('the next puzzle', () => {
  it('is the next that is not solved', () => {
    expect(nextUnsolved(list(false, true, false), 'p0')).toBe('p2');
  });

  it('is looked for from the beginning after the last', () => {
    expect(nextUnsolved(list(false, true, false), 'p2')).toBe('p0');
  });

  it('is the first for those who come from elsewhere', () => {
    expect(nextUnsolved(list(true, false), null)).toBe('p1');
  });

  it('is none once all are solved, or only this one is left', () => {
    expect(nextUnsolved(list(true, true), 'p0')).toBeNull();
    expect(nextUnsolved(list(true, false), 'p1')).toBeNull();
  });
});
