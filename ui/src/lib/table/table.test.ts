import { describe, expect, it } from 'vitest';
import { attempt } from './attempts';
import { boardChoices, boardPosition } from './boardPosition';
import { follow, type Slot } from './display';
import { thingKey } from './focus.svelte';
import { question, legal, player, state } from './sample';

describe('cards of the display', () => {
  const before: Slot[] = follow([], ['mason', 'farmer', 'mason', 'smith']);

  it('keep who they are while they close up to the left', () => {
    const after = follow(before, ['farmer', 'mason', 'smith', 'consul']);
    expect(after.slice(0, 3).map((slot) => slot.key)).toEqual(before.slice(1).map((slot) => slot.key));
    expect(before.map((slot) => slot.key)).not.toContain(after[3]?.key);
  });

  it('have keys of their own even if they are alike or empty', () => {
    const row = follow(before, ['mason', 'mason', null, null]);
    expect(new Set(row.map((slot) => slot.key)).size).toBe(4);
  });
});

describe('a click on what is not offered', () => {
  const build = question(
    'build',
    legal('build massilia', 'build', { type: 'city', id: 'massilia' } as never),
  );

  it('is put into words the server can explain', () => {
    expect(attempt(build, { type: 'city', id: 'roma' })).toBe('build roma');
    expect(attempt(question('line'), { type: 'line', id: 'a~b', colonist: 'sea' })).toBe('to sea a~b');
  });

  it('means nothing if it is offered, or if no such thing is asked for', () => {
    expect(attempt(build, { type: 'city', id: 'massilia' })).toBeNull();
    expect(attempt(build, { type: 'slot', id: '3' })).toBeNull();
  });
});

describe('the board', () => {
  it('is told what lies on it', () => {
    const position = boardPosition(
      state(
        player({ houses: ['massilia'] }),
        player({ houses: ['massilia'], colonists: ['sea massilia~roma'] }),
      ),
      { cities: { massilia: 'wine' }, markers: { gallia: 'wine', italia: 'cloth' } },
      [{ color: 'red' }, { color: 'blue' }] as never,
      { brick: 2, food: 2, tool: 2, wine: 2, cloth: 1 },
    );
    expect(position.houses).toEqual({ massilia: ['red', 'blue'] });
    expect(position.colonists.at(-1)).toEqual({ color: 'blue', kind: 'sea', at: 'massilia~roma' });
    expect(position.markers['italia']).toEqual({ side: 'coins', good: 'cloth', coins: 1 });
  });

  it('gets the choices that have a place on it, with their cost', () => {
    const choice = legal('build massilia', 'build', { type: 'city', id: 'massilia' } as never);
    choice.effect = { seats: [{ seat: 0, money: -4, goods: { brick: -1, wine: -1 } }] } as never;
    const choices = boardChoices(
      question('build', choice, legal('end', 'end', { type: 'none', id: 'end' } as never)),
      String,
    );
    expect(choices).toEqual([
      {
        action: 'build massilia',
        thing: { type: 'city', id: 'massilia' },
        label: 'Build in Massilia: pays 4 sestertii, gives 1 brick, gives 1 wine',
        cost: { money: 4, goods: { brick: 1, wine: 1 } },
      },
    ]);
  });

  it('tells a road from a sea route between the same cities', () => {
    expect(thingKey({ type: 'line', id: 'a~b', colonist: 'sea' })).not.toBe(
      thingKey({ type: 'line', id: 'a~b', colonist: 'land' }),
    );
  });
});
