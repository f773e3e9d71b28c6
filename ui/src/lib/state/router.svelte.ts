/** Addresses of the app's pages. The server answers every one of them with the same page. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'join'; token: string }
  | { page: 'replay'; id: string | null }
  | { page: 'shared'; token: string }
  | { page: 'help'; topic: string | null }
  | { page: 'tutorial' }
  | { page: 'puzzles' }
  | { page: 'statistics' }
  | { page: 'analysis' }
  | { page: 'unknown' };

export function parseRoute(path: string): Route {
  const [page = '', argument = null] = path.split('/').filter((part) => part !== '');
  switch (page) {
    case '':
      return { page: 'home' };
    case 'table':
      return argument === null ? { page: 'unknown' } : { page: 'table', id: argument };
    case 'join':
      return argument === null ? { page: 'unknown' } : { page: 'join', token: argument };
    case 'replay':
      return { page: 'replay', id: argument };
    case 'shared':
      return argument === null ? { page: 'unknown' } : { page: 'shared', token: argument };
    case 'help':
      return { page: 'help', topic: argument };
    case 'tutorial':
      return { page: 'tutorial' };
    case 'puzzles':
      return { page: 'puzzles' };
    case 'statistics':
      return { page: 'statistics' };
    case 'analysis':
      return { page: 'analysis' };
    default:
      return { page: 'unknown' };
  }
}

const place = $state({ route: parseRoute(location.pathname) });

export function route(): Route {
  return place.route;
}

/** `query` is what the address says besides; what it says already stays. */
export function go(path: string, query: Record<string, string> = {}): void {
  const address = new URL(path + location.search, location.origin);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  if (path !== location.pathname) history.pushState(null, '', address);
  place.route = parseRoute(path);
  window.scrollTo(0, 0);
}

window.addEventListener('popstate', () => (place.route = parseRoute(location.pathname)));

/** Makes an ordinary link change the page without loading it anew: `<a href use:link>`. */
export function link(node: HTMLAnchorElement): { destroy: () => void } {
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    const { pathname, searchParams } = new URL(node.href);
    go(pathname, Object.fromEntries(searchParams));
  };
  node.addEventListener('click', follow);
  return { destroy: () => node.removeEventListener('click', follow) };
}
