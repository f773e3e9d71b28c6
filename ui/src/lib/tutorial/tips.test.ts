import { describe, expect, it } from 'vitest';
import { player, state } from '$lib/table/sample';
import { remarkFor, type Tip } from './tips';

const board = { cities: { massilia: 'brick', lutetia: 'brick', novaria: 'wine' }, markers: {} } as const;
const made = (...tips: Tip[]): Set<Tip> => new Set(tips);
const full = { brick: 3, food: 2, tool: 1, wine: 1, cloth: 1 };

describe('a remark', () => {
  it('comes when goods overflow, once', () => {
    const position = state(player({ goods: full }));
    expect(remarkFor(position, board, 0, 'play', made())).toEqual({ tip: 'overflow' });
    expect(remarkFor(position, board, 0, 'play', made('overflow'))).toBeNull();
    expect(remarkFor(state(player()), board, 0, 'keep', made())).toEqual({ tip: 'overflow' });
  });

  it('names a specialist that two houses match', () => {
    const position = state(player({ houses: ['massilia', 'lutetia', 'novaria'] }));
    expect(remarkFor(position, board, 0, 'play', made())).toEqual({
      tip: 'specialist',
      card: 'mason',
      good: 'brick',
      count: 2,
    });
    expect(remarkFor(state(player({ houses: ['massilia'] })), board, 0, 'play', made())).toBeNull();
  });

  it('comes when the end is near, but not after it has begun', () => {
    const near = { ...state(player()), deck: 0, display: [null, null, null, null, null, 'consul', null] };
    expect(remarkFor(near, board, 0, 'play', made())).toEqual({ tip: 'end' });
    expect(remarkFor({ ...near, concordia: 0 }, board, 0, 'play', made())).toBeNull();
  });
});
