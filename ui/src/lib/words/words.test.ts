import { describe, expect, it } from 'vitest';
import { t, tParts } from '$lib/i18n';
import { legal, question, turn } from '$lib/table/sample';
import { ApiError } from '$lib/api/client';
import { decisionInWords } from './decisions';
import { amountsInWords, amountsOf } from './effects';
import { errorInWords, explanationInWords } from './errors';
import { logLines } from './log';
import { cardName, goodsList, levelName, placeName } from './names';
import { promptInWords, unusedInWords } from './prompts';

const name = (seat: number): string => ['Livia', 'Cato'][seat] ?? '';

describe('names', () => {
  it('of lines are those of their cities', () => {
    expect(placeName('massilia~roma')).toBe('Massilia–Roma');
    expect(placeName('roma')).toBe('Roma');
  });

  it('of Diplomats are the same whatever their god and price', () => {
    expect(cardName('diplomat-saturnus-tool')).toBe('Diplomat');
    expect(cardName('diplomat-jupiter')).toBe('Diplomat');
  });

  it('of levels tell their style', () => {
    expect(levelName('hard')).toBe('Hard');
    expect(levelName('hard:style=builder')).toBe('Hard, Builder');
    expect(levelName('greedy-of-somebody')).toBe('greedy-of-somebody');
  });

  it('of goods are counted', () => {
    expect(goodsList({ brick: 2, wine: 1 })).toBe('2 bricks and 1 wine');
  });
});

describe('decisions', () => {
  it.each([
    ['play senator', 'play', { type: 'card', id: 'senator' }, 'Play the Senator'],
    [
      'to sea massilia~roma',
      'to',
      { type: 'line', id: 'massilia~roma', colonist: 'sea' },
      'To Massilia–Roma',
    ],
    ['sell wine 3', 'sell', { type: 'good', id: 'wine', amount: 3 }, 'Sell 3 wine'],
    ['copy 1', 'copy', { type: 'seat', id: '1', seat: 1 }, 'Copy Cato'],
    ['settle sea roma', 'settle', { type: 'city', id: 'roma', colonist: 'sea' }, 'Sea colonist to Roma'],
    [
      'purchase 3 food',
      'purchase',
      { type: 'slot', id: '3', goods: ['food'] },
      'Buy the card in place 3, paying the question mark with food',
    ],
  ])('%s', (text, kind, thing, words) => {
    expect(decisionInWords(legal(text, kind as never, thing as never), name)).toBe(words);
  });
});

describe('effects', () => {
  it('are read as what is paid and received', () => {
    const amounts = amountsOf({ seat: 0, money: -5, goods: { brick: -1, wine: 2 } } as never);
    expect(amountsInWords(amounts)).toBe('pays 5 sestertii, gives 1 brick, receives 2 wine');
  });
});

describe('the log', () => {
  it('tells a turn line by line and knows what each is about', () => {
    const lines = logLines(
      turn({
        steps: [
          {
            seat: 0,
            text: 'play architect',
            kind: 'play',
            thing: { type: 'card', id: 'architect' },
            effect: {},
          },
          {
            seat: 0,
            text: 'move sea roma',
            kind: 'move',
            thing: { type: 'colonist', id: 'sea roma' },
            effect: {},
          },
          {
            seat: 0,
            text: 'to sea massilia~roma',
            kind: 'to',
            thing: { type: 'line', id: 'massilia~roma', colonist: 'sea' },
            effect: {},
          },
          {
            seat: 0,
            text: 'end',
            kind: 'end',
            thing: { type: 'none', id: 'end' },
            effect: { seats: [{ seat: 1, goods: { wine: 1 } }], praefectus_magnus: 1 },
          },
        ] as never,
      }),
      name,
    );
    expect(lines.map((line) => t(line.key, line.values))).toEqual([
      'sails to Massilia–Roma',
      'Cato receives',
      'the Praefectus Magnus goes to Cato',
    ]);
    expect(lines[0]?.things).toEqual([{ type: 'line', id: 'massilia~roma', colonist: 'sea' }]);
    expect(lines[1]?.amounts).toEqual([{ what: 'good', good: 'wine', by: 1 }]);
    expect(tParts('log.build', { city: 'Roma' })).toContainEqual({ tag: 'p', text: 'Roma' });
  });
});

describe('refusals', () => {
  it('are worded by their key with names for ids', () => {
    const why = { legal: false, rule: 'R5.7', key: 'architect.money', values: { city: 'roma', price: 6, money: 2 }, text: '' }; // prettier-ignore
    expect(explanationInWords(why)).toBe('A house in Roma costs 6 sestertii, and you have 2.');
    const who = { legal: false, rule: 'R9.2', key: 'diplomat.empty', values: { seat: 1 }, text: '' };
    expect(explanationInWords(who, name)).toBe('Cato has no played card to copy.');
  });

  it('fall back to the server’s sentence', () => {
    const why = { legal: false, rule: 'R1', key: 'new.key', values: {}, text: 'something new' };
    expect(explanationInWords(why)).toBe('something new');
  });

  it('of requests are worded by their code', () => {
    const error = (code: string): ApiError => new ApiError(409, { code, message: 'x' } as never);
    expect(errorInWords(error('action/stale'))).toContain('moved on');
    expect(errorInWords(error('no/such'))).toBe('That did not work: x');
  });
});

describe('prompts', () => {
  const one = (kind: string): ReturnType<typeof legal> =>
    legal(kind, kind as never, { type: 'none', id: kind } as never);
  const asked = (phase: string, ...kinds: string[]): ReturnType<typeof question> =>
    question(phase as never, ...kinds.map(one));

  it.each([
    ['architect', ['move', 'build'], '2 steps left: choose a colonist to move, or build.'],
    ['architect', ['move'], '2 steps left: choose a colonist to move.'],
    ['architect', ['build'], 'Build in a lit city, or end your turn.'],
    ['architect', [], 'Nothing left to move or build. End your turn, or undo.'],
    ['build', [], 'Nothing more to build. End your turn, or undo.'],
    ['tribune', ['colonist'], 'Your cards are back. Bring a new colonist to Roma?'],
    ['tribune', [], 'Your cards are back. End your turn, or undo.'],
    ['prefect', ['produce', 'cash'], 'Choose a province to produce.'],
    ['prefect', ['cash'], 'Every province has produced: collect the coins.'],
    ['colonist', ['income'], 'No colonist can be settled now: take income.'],
    ['settle', [], 'No more colonists can be settled. End your turn, or undo.'],
    ['senator', ['purchase'], 'You may buy up to 2 cards.'],
    ['senator', [], 'There is no card you could pay for. End your turn, or undo.'],
    ['consul', [], 'There is no card you could pay for. End your turn, or undo.'],
    ['mercator', ['sell'], 'You may trade up to 2 different goods.'],
    ['mercator', [], 'There is nothing you could trade. End your turn, or undo.'],
  ])('of %s mention only what is offered: %s', (phase, kinds, words) => {
    expect(promptInWords({ ...asked(phase, ...kinds), movement: 2 })).toBe(words);
  });

  it('say when a turn is the last', () => {
    expect(promptInWords(asked('play', 'play'), true)).toBe('Your last turn: play a card.');
  });

  it('tell what ending the turn would leave undone', () => {
    const open = { ...asked('architect', 'move', 'build', 'end'), movement: 3, can_end: true };
    expect(unusedInWords(open)).toEqual(['3 steps', 'a house']);
    expect(unusedInWords({ ...open, legal: [one('end')] })).toEqual([]);
    expect(unusedInWords({ ...open, can_end: false })).toEqual([]);
  });
});
