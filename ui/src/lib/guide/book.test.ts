import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import cards from '$data/cards/base.json';
import imperium from '$data/maps/imperium.json';
import italia from '$data/maps/italia.json';
import type { Question, Reference } from '$lib/api/types';
import { setLocale } from '$lib/i18n';
import words from '$data/messages/guide/en.json';
import { find, isRule, placeOf, SECTIONS, topicOf } from './book';
import { marksOf } from './marks';
import { countsOf, makeSheet } from './sheet';
import { textValues } from './values';
import { g, loadWords } from './words.svelte';

const sources = import.meta.glob<string>('./*.{svelte,ts}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

beforeEach(() => loadWords('en'));
afterEach(() => setLocale('en'));

describe('the book', () => {
  it('tells every rule once', () => {
    const rules = SECTIONS.flatMap((section) => section.texts).filter(isRule);
    expect(rules).toEqual(Object.keys(words).filter(isRule));
    expect(new Set(rules).size).toBe(37);
  });

  it('uses every message there is', () => {
    const text = Object.entries(sources)
      .filter(([path]) => !path.endsWith('.test.ts'))
      .map(([, source]) => source)
      .join('\n');
    const made = /^(section|part|score|piece)\./; // named by ids
    const unused = Object.keys(words).filter((key) => !made.test(key) && !text.includes(key));
    expect(unused).toEqual([]);
  });

  it.each([
    ['R5.3', 'R5.3'],
    ['R5', 'R5.1'],
    ['senator', 'senator'],
    ['mercator-5', 'mercator'],
    ['diplomat-saturnus', 'diplomat'],
    ['vintner', 'specialists'],
    ['praefectus', 'R6.3'],
    ['minerva', 'scoring'],
    ['R99', null],
    ['nonsense', null],
    [null, null],
  ])('opens %s at %s', (topic, place) => {
    expect(placeOf(topic)).toBe(place);
  });

  it.each([
    ['play', 'turn'],
    ['line', 'R5.1'],
    ['keep', 'R3.2'],
    ['senator', 'senator'],
    ['end', 'specialists'],
  ] as const)('opens at the table in phase %s at %s', (phase, place) => {
    const tentative = [{ kind: 'play', thing: { type: 'card', id: 'vintner' } }];
    expect(topicOf({ phase, tentative } as unknown as Question)).toBe(place);
  });

  it('finds titles before texts, and rules by their ids', () => {
    expect(find('senator', textValues)[0]?.at).toBe('senator');
    expect(find('R5.7', textValues).map((passage) => passage.at)).toEqual(['R5.7']);
    expect(find('question mark', textValues).map((passage) => passage.at)).toContain('R10.1');
    expect(find('xyzzy', textValues)).toEqual([]);
    expect(find(' ', textValues)).toEqual([]);
  });
});

describe('set-up sheets', () => {
  const boards = [imperium, italia] as unknown as Reference['maps'];

  it.each(boards.flatMap((map) => countsOf(map).map((players) => [map.meta.id, players, map] as const)))(
    'of %s for %i players count what the data have',
    (_, players, map) => {
      const sheet = makeSheet(map, cards, players);
      for (const row of sheet.tokens)
        expect(Object.values(row.tokens).reduce((sum, count) => sum + count, 0)).toBe(row.cities);
      expect(sheet.tokens.reduce((sum, row) => sum + row.cities, 0)).toBe(map.topology.cities.length - 1);
      const { jupiter, saturnus, mercurius, mars } = sheet.gods;
      const pantheon: Record<string, object> = cards.pantheon_check;
      expect({ jupiter, saturnus, mercurius, mars }).toEqual(pantheon[String(players)]);
      expect(sheet.decks).toHaveLength(players);
      expect(sheet.money).toHaveLength(players);
      expect(sheet.money[0]).toBe(5);
      expect(sheet.money.at(-1)).toBe(4 + players);
    },
  );

  it('leave letters without cities in the box', () => {
    expect(makeSheet(boards[1] as Reference['maps'][number], cards, 2).unusedLetters).toEqual(['D']);
  });
});

describe('languages', () => {
  it('that have no guide yet show English', async () => {
    await loadWords('xx');
    expect(g('section.setup')).toBe('Setting up');
  });

  it('invented for tests put every message in brackets', async () => {
    await loadWords('en-XA');
    expect(g('section.setup')).toMatch(/^⟦.*⟧$/);
  });
});

const catalogues = import.meta.glob<Record<string, string>>('$data/messages/guide/??.json', {
  import: 'default',
  eager: true,
});
it.each(Object.entries(catalogues))('%s has the messages, arguments and tags of English', (_, catalogue) => {
  const english = words as Record<string, string>;
  expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
  for (const [key, message] of Object.entries(catalogue))
    expect([key, marksOf(message)]).toEqual([key, marksOf(english[key] ?? '')]);
});
