import { describe, expect, it } from 'vitest';
import { question, legal, turn } from '$lib/table/sample';
import { advise, learned, LESSONS } from './lessons';

const play = (card: string) => legal(`play ${card}`, 'play', { type: 'card', id: card } as never);

describe('the tutor', () => {
  it('begins with the Architect and goes on with what was not yet played', () => {
    const asked = question('play', play('architect'), play('prefect'));
    expect(advise(asked, new Set()).suggested).toBe('play architect');
    expect(advise(asked, new Set(['architect'])).suggested).toBe('play prefect');
  });

  it('puts off a card that cannot be played now', () => {
    const asked = question('play', play('tribune'));
    expect(advise(asked, new Set(['architect', 'prefect', 'mercator-3', 'senator'])).suggested).toBe(
      'play tribune',
    );
  });

  it('follows whatever the player does', () => {
    expect(advise(question('line'), new Set()).key).toBe('tutorial.line');
    expect(advise(question('end'), new Set()).suggested).toBe('end');
    expect(advise(null, new Set()).key).toBe('tutorial.wait');
    expect(advise(null, new Set(LESSONS)).key).toBe('tutorial.done');
  });

  it('counts complete turns of the player alone', () => {
    const log = [
      turn(),
      turn({ turn: 2, seat: 1, card: 'senator' }),
      turn({ turn: 3, card: 'prefect', open: true }),
    ];
    expect([...learned(log, 0)]).toEqual(['architect']);
  });
});
