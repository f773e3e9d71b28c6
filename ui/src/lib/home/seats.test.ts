import { describe, expect, it } from 'vitest';
import { COLORS } from '$lib/api/lists';
import { countFor, exchange, firstPlan, hintsFor, requestFor, withCount } from './seats';

describe('the plan of a new table', () => {
  it('can be started as it is: me against bots', () => {
    const request = requestFor(firstPlan('medium'));
    expect(request.seats.map((seat) => seat.kind)).toEqual(['me', 'bot', 'bot']);
    expect(request.seats[1]?.level).toBe('medium');
  });

  it('keeps chairs and their colours when the count changes', () => {
    const { chairs } = firstPlan('medium');
    const more = withCount(chairs, 5, 'easy');
    expect(more.slice(0, 3)).toEqual(chairs);
    expect(more.map((chair) => chair.color)).toEqual([...COLORS]); // as the server hands them out
    expect(withCount(more, 2, 'easy')).toEqual(chairs.slice(0, 2));
  });

  it('gives a chair another colour, and its own to who had that one', () => {
    const { chairs } = firstPlan('medium');
    exchange(chairs, 0, 'yellow');
    expect(chairs.map((chair) => chair.color)).toEqual(['yellow', 'green', 'red']);
    exchange(chairs, 0, 'black');
    expect(chairs.map((chair) => chair.color)).toEqual(['black', 'green', 'red']);
  });

  it('takes the nearest count the board is for', () => {
    expect(countFor([3, 4, 5], 2)).toBe(3);
    expect(countFor([2, 3, 4], 5)).toBe(4);
    expect(countFor([2, 3, 4], 3)).toBe(3);
  });

  it('has hints unless a seat is for a friend, or as was chosen', () => {
    const plan = firstPlan('medium');
    expect(hintsFor(plan)).toBe(true);
    plan.chairs[1]!.kind = 'open';
    expect(requestFor(plan).hints).toBe(false);
    plan.hints = true;
    expect(requestFor(plan).hints).toBe(true);
  });

  it('sends names only where there are some, and none for a free seat', () => {
    const plan = firstPlan('medium');
    plan.chairs[0]!.name = '  Livia ';
    plan.chairs[1]!.kind = 'open';
    plan.chairs[1]!.name = 'Cato';
    const [me, free] = requestFor(plan).seats;
    expect(me?.name).toBe('Livia');
    expect(free?.name).toBeNull();
  });
});
