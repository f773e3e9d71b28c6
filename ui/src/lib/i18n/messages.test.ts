import { IntlMessageFormat } from 'intl-messageformat';
import { afterEach, describe, expect, it } from 'vitest';
import en from '$data/messages/en.json';
import { direction, setLocale, t, tAny, tList, tParts, unmarked } from '.';

afterEach(() => setLocale('en'));

describe('the catalogue', () => {
  it.each(Object.entries(en))('%s is a message that can be read', (_, message) => {
    expect(() => new IntlMessageFormat(message, 'en')).not.toThrow();
  });

  it('has no message joined from a beginning or an end', () => {
    const torn = Object.entries(en).filter(([, message]) => message !== message.trim());
    expect(torn).toEqual([]);
  });
});

describe('messages', () => {
  it('are filled with their values', () => {
    expect(t('money', { count: 1 })).toBe('1 sestertius');
    expect(t('money', { count: 12 })).toBe('12 sestertii');
  });

  it('give their tagged parts in order', () => {
    expect(tParts('log.play', { name: 'Cato', card: 'Senator' })).toEqual([
      { tag: 'b', text: 'Cato' },
      ' plays ',
      { tag: 'c', text: 'Senator' },
    ]);
  });

  it('keep values with special characters as they are', () => {
    const [name] = tParts('log.play', { name: '<b>{x}</b>', card: 'Senator' });
    expect(name).toEqual({ tag: 'b', text: '<b>{x}</b>' });
  });

  it('of an unknown key are the key', () => {
    expect(tAny('level.nobody')).toBe('level.nobody');
  });

  it('write lists as the language does', () => {
    expect(tList(['a', 'b', 'c'])).toBe('a, b, and c');
  });
});

describe('invented languages', () => {
  it('put every message in brackets', async () => {
    await setLocale('en-XA');
    expect(t('turn.end')).toMatch(/^⟦.*⟧$/);
    expect(t('money', { count: 3 })).toContain('3');
  });

  it('turn the page round', async () => {
    await setLocale('en-XB');
    expect(direction()).toBe('rtl');
    expect(document.documentElement.dir).toBe('rtl');
  });
});

it('names without the marks that isolate their parts', async () => {
  await setLocale('fa');
  expect(unmarked(t('lesson.table', { lesson: 'Roma' }))).toBe('درس: Roma');
});

it('falls back to English for a language there is no catalogue of', async () => {
  await setLocale('xx');
  expect(t('turn.end')).toBe('End turn');
});

it('chooses by a value in a language from right to left too, and isolates what it shows', async () => {
  await setLocale('fa');
  const sea = t('decision.move', { kind: 'sea', place: 'Roma' });
  expect(sea).toContain('\u2068Roma\u2069');
  expect(sea).not.toBe(t('decision.move', { kind: 'land', place: 'Roma' }));
});

it('lists from right to left even where all items are Latin', async () => {
  await setLocale('fa');
  expect(tList(['Livia', 'Cato'], 'unit')).toMatch(/^\u200f\u2068Livia\u2069،.*\u2068Cato\u2069$/);
  expect(tList(['Livia'])).toBe('Livia');
  await setLocale('en');
  expect(tList(['Livia', 'Cato'])).toBe('Livia and Cato');
});
