import { describe, expect, it } from 'vitest';
import type { LegalAction, Step } from '$lib/api/types';
import { legal, points, question, turn } from '$lib/table/sample';
import { advise, bestOf, fulfils, progress } from './lessons';

const card = (id: string): LegalAction => legal(`play ${id}`, 'play', { type: 'card', id } as never);
const step = (text: string, kind: Step['kind'], id = ''): Step =>
  ({ text, kind, seat: 0, thing: { type: 'card', id }, effect: null }) as never;
const offer = (slot: number, total: number): LegalAction => ({
  ...legal(`purchase ${String(slot)}`, 'purchase', { type: 'slot', id: String(slot) } as never),
  effect: { seats: [{ seat: 0, points: points(total) }] } as never,
});

describe('the tutor', () => {
  it('points at the card of the lesson', () => {
    const asked = question('play', card('tribune'), card('mercator-3'));
    expect(advise('mercator', asked, null)).toEqual({ key: 'lesson.mercator', suggested: 'play mercator-3' });
    expect(advise('senator', asked, null).suggested).toBeNull();
  });

  it('follows whatever the learner does, and says when the turn may end', () => {
    expect(advise('architect', question('line'), null).key).toBe('tutorial.line');
    expect(advise('architect', null, null).key).toBe('tutorial.wait');
    const asked = {
      ...question('build'),
      can_end: true,
      tentative: [step('play architect', 'play', 'architect'), step('build cosa', 'build')],
    };
    expect(advise('architect', asked, null)).toEqual({ key: 'tutorial.end', suggested: 'end' });
  });

  it('looks for the purchase that brings the most points', () => {
    const best = bestOf([offer(1, 2), offer(2, 7), offer(3, 7)], 0);
    expect([...best]).toEqual(['purchase 2', 'purchase 3']);
    expect(fulfils('gods', 'senator', [step('purchase 1', 'purchase')], best)).toBe(false);
    expect(fulfils('gods', 'senator', [step('purchase 3', 'purchase')], best)).toBe(true);
    const bought = { ...question('senator'), tentative: [step('purchase 1', 'purchase')] };
    expect(advise('gods', bought, best).key).toBe('lesson.gods.less');
  });

  it('counts complete turns of the learner alone, and only those of the lesson', () => {
    const built = { card: 'architect', steps: [step('build cosa', 'build')] };
    const before = turn({ ...built, turn: 2 });
    const other = turn({ ...built, turn: 3, seat: 1 });
    expect(progress('architect', [before, other], 0, 2, null)).toBe('open');
    expect(progress('architect', [before, turn({ ...built, turn: 4, open: true })], 0, 2, null)).toBe('open');
    expect(progress('architect', [before, turn({ turn: 4, card: 'tribune' })], 0, 2, null)).toBe('missed');
    expect(progress('architect', [before, turn({ ...built, turn: 4 })], 0, 2, null)).toBe('done');
  });
});
