import { describe, expect, it } from 'vitest';
import { seatNews } from './seats';

const seat = (name: string, stand_in: boolean, mine = false) => ({ name, stand_in, mine });

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

  it('tell who is back, and nothing if nothing has changed', () => {
    const before = [seat('Cato', true)];
    expect(seatNews(before, [seat('Cato', false)])).toEqual(['Cato is back and plays on.']);
    expect(seatNews(before, before)).toEqual([]);
  });
});
