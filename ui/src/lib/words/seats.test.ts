import { describe, expect, it } from 'vitest';
import { seatNews } from './seats';

const seat = (name: string, stand_in: boolean, mine = false) => ({
  kind: stand_in ? ('bot' as const) : ('human' as const),
  name,
  stand_in,
  mine,
});

describe('news of the seats', () => {
  it('tell everybody whom a bot plays on for', () => {
    const before = [seat('Cato', false), seat('Livia', false, true)];
    expect(seatNews(before, [seat('Cato', true), seat('Livia', false, true)])).toEqual([
      'A bot plays on for Cato.',
    ]);
    expect(seatNews(before, [seat('Cato', false), seat('Livia', true, true)])).toEqual([
      'A bot plays on for you, Livia. You can take your seat back at any time.',
    ]);
  });

  it('promise no way back to a game that only bots are left in', () => {
    const before = [seat('Cato', true), seat('Livia', false, true)];
    expect(seatNews(before, [seat('Cato', true), seat('Livia', true, true)])).toEqual([
      'Only bots are left, Livia: they play the game to its end.',
    ]);
  });

  it('tell who is back, and nothing if nothing has changed', () => {
    const before = [seat('Cato', true)];
    expect(seatNews(before, [seat('Cato', false)])).toEqual(['Cato is back and plays on.']);
    expect(seatNews(before, before)).toEqual([]);
  });
});
