import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('scrollTo', () => undefined);
const { go, link, parseRoute, route } = await import('./router.svelte');

describe('addresses', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/table/abc', { page: 'table', id: 'abc' }],
    ['/join/abc', { page: 'join', token: 'abc' }],
    ['/replay', { page: 'replay', id: null }],
    ['/replay/abc', { page: 'replay', id: 'abc' }],
    ['/help/senator', { page: 'help', topic: 'senator' }],
    ['/tutorial', { page: 'tutorial' }],
    ['/puzzles', { page: 'puzzles' }],
    ['/statistics', { page: 'statistics' }],
    ['/analysis', { page: 'analysis' }],
    ['/shared/abc', { page: 'shared', token: 'abc' }],
    ['/shared', { page: 'unknown' }],
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

  it('of links may say more', () => {
    const node = Object.assign(document.createElement('a'), { href: '/replay/abc?turn=12' });
    const { destroy } = link(node);
    node.click();
    expect(route()).toEqual({ page: 'replay', id: 'abc' });
    expect(location.pathname + location.search).toBe('/replay/abc?turn=12');
    destroy();
    history.replaceState(null, '', '/help');
  });

  it('keep what they say besides, and say more', () => {
    history.replaceState(null, '', '/help?locale=fa');
    go('/analysis', { position: 'a b' });
    expect(location.pathname + location.search).toBe('/analysis?locale=fa&position=a+b');
  });
});
