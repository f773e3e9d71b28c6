import { IntlMessageFormat } from 'intl-messageformat';
import { afterEach, describe, expect, it } from 'vitest';
import en from '../../messages/en.json';
import { direction, setLocale, t, tAny, tList, tParts } from '.';

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
    expect(tAny('level.champion')).toBe('level.champion');
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

it('falls back to English for a language there is no catalogue of', async () => {
  await setLocale('xx');
  expect(t('turn.end')).toBe('End turn');
});
