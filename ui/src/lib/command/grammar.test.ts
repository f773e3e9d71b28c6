import { describe, expect, it } from 'vitest';
import type { LegalAction } from '$lib/api/types';
import { legal } from '$lib/table/sample';
import { complete, lines, place, read, type Vocabulary } from './grammar';

const city = (id: string): LegalAction => legal(`build ${id}`, 'build', { type: 'city', id });
const vocabulary = (...offered: LegalAction[]): Vocabulary => ({
  legal: offered,
  words: (one) => one.text.replace('purchase', 'Buy the Mason in place'),
  cities: ['massilia', 'mursa', 'forum-iulii', 'roma'],
  provinces: ['gallia', 'italia'],
  lines: ['land roma~massilia', 'sea massilia~roma'],
  faces: ['architect', 'mercator-3', 'mercator-5'],
  seats: 2,
  title: (id) => (id === 'forum-iulii' ? 'Forum Iulii' : id),
});

const to = legal('to sea massilia~roma', 'to', { type: 'line', id: 'massilia~roma', colonist: 'sea' });
const sell = (units: number): LegalAction =>
  legal(`sell wine ${String(units)}`, 'sell', { type: 'good', id: 'wine', amount: units });

describe('a line that is typed', () => {
  it.each([
    ['build massilia', 'build massilia'],
    ['BUILD Massilia', 'build massilia'],
    ['b mass', 'build massilia'],
    ['build forum iulii', 'build forum-iulii'],
    ['to roma massilia', 'to sea massilia~roma'],
    ['sell wine 1', 'sell wine 1'],
    ['sell 1 wine', 'sell wine 1'],
  ])('means what is offered: %s', (typed, text) => {
    const words = vocabulary(city('massilia'), city('mursa'), city('forum-iulii'), to, sell(1), sell(11));
    expect(read(typed, words)).toMatchObject({ type: 'decide', legal: { text } });
  });

  it('is asked about when it could mean several things', () => {
    const asked = read('build m', vocabulary(city('massilia'), city('mursa')));
    expect(asked).toMatchObject({
      type: 'which',
      choices: [{ text: 'build massilia' }, { text: 'build mursa' }],
    });
  });

  it.each([
    ['build massilia', 'build massilia'],
    ['build forum', 'build forum-iulii'],
    ['produce gal', 'produce gallia'],
    ['play mercator', 'play mercator-3'],
    ['buy wine 3', 'buy wine 3'],
    ['move land roma', 'move land roma'],
    ['to land massilia roma', 'to land roma~massilia'],
    ['purchase 3', 'purchase 3'],
  ])('is taken to the server for its reason when it is not offered: %s', (typed, decision) => {
    expect(read(typed, vocabulary())).toEqual({ type: 'refused', decision });
  });

  it('is a question or a control by its first word, shortened or not', () => {
    expect(read('city massilia', vocabulary())).toEqual({ type: 'ask', ask: 'city', about: 'massilia' });
    expect(read('sin', vocabulary())).toEqual({ type: 'ask', ask: 'since', about: '' });
    expect(read('undo', vocabulary())).toEqual({ type: 'control', what: 'undo' });
    expect(read('end', vocabulary())).toEqual({ type: 'control', what: 'end' });
    expect(read('xyzzy', vocabulary())).toEqual({ type: 'unknown' });
    expect(read('', vocabulary())).toEqual({ type: 'unknown' });
  });

  it('holds several commands', () => {
    expect(lines('play architect; move land roma ;; end')).toEqual([
      'play architect',
      'move land roma',
      'end',
    ]);
  });
});

describe('completion', () => {
  it('offers what is legal before questions', () => {
    const texts = complete(
      'p',
      vocabulary(legal('play architect', 'play', { type: 'card', id: 'architect' })),
    );
    expect(texts.map(({ text }) => text)).toEqual(['play architect', 'points', 'province']);
  });

  it('knows the places of the board', () => {
    expect(complete('city m', vocabulary()).map(({ text }) => text)).toEqual(['city massilia', 'city mursa']);
    expect(place('forum', vocabulary().cities, vocabulary().title)).toBe('forum-iulii');
    expect(place('m', vocabulary().cities, vocabulary().title)).toBeUndefined();
  });

  it('goes on after a semicolon', () => {
    expect(complete('end; mass', vocabulary()).map(({ text }) => text)).toEqual([]);
    expect(complete('end; build', vocabulary(city('massilia'))).map(({ text }) => text)).toEqual([
      'build massilia',
    ]);
  });
});
