import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('scrollTo', () => undefined);
const { go, parseRoute, route } = await import('./router.svelte');

describe('addresses', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/table/abc', { page: 'table', id: 'abc' }],
    ['/join/abc', { page: 'join', token: 'abc' }],
    ['/replay', { page: 'replay', id: null }],
    ['/replay/abc', { page: 'replay', id: 'abc' }],
    ['/help/senator', { page: 'help', topic: 'senator' }],
    ['/tutorial', { page: 'tutorial' }],
    ['/table', { page: 'unknown' }],
    ['/elsewhere', { page: 'unknown' }],
  ])('%s', (path, expected) => {
    expect(parseRoute(path)).toEqual(expected);
  });

  it('change without loading the page', () => {
    go('/help');
    expect(route()).toEqual({ page: 'help', topic: null });
    expect(location.pathname).toBe('/help');
  });
});
