import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Speaker } from './speaker.svelte';

const texts = (speaker: Speaker): string[] => speaker.history.map(({ text }) => text);
const speaker = (): Speaker => new Speaker((turns) => `${String(turns)} more.`);

describe('what others did', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is said at once, and then no faster than one can listen', () => {
    const one = speaker();
    for (const turn of ['A.', 'B.', 'C.']) one.tell(turn);
    expect(texts(one)).toEqual(['A.']);
    vi.advanceTimersByTime(2000);
    expect(texts(one)).toEqual(['A.', 'B. C.']);
    one.tell('D.');
    expect(texts(one)).toEqual(['A.', 'B. C.']);
    vi.advanceTimersByTime(2000);
    expect(texts(one)).toEqual(['A.', 'B. C.', 'D.']);
  });

  it('is shortened when it is too much', () => {
    const one = speaker();
    for (const turn of ['A.', 'B.', 'C.', 'D.', 'E.', 'F.', 'G.']) one.tell(turn);
    vi.advanceTimersByTime(2000);
    expect(texts(one)).toEqual(['A.', '2 more. D. E. F. G.']);
  });

  it('comes before what is asked of the player', () => {
    const one = speaker();
    one.tell('A.');
    one.tell('B.');
    one.say('Your turn.');
    expect(texts(one)).toEqual(['A.', 'B.', 'Your turn.']);
  });
});
