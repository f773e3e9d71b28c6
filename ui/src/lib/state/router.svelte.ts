/** Addresses of the app's pages. The server answers every one of them with the same page. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string }
  | { page: 'join'; token: string }
  | { page: 'replay'; id: string | null }
  | { page: 'help'; topic: string | null }
  | { page: 'tutorial' }
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
    case 'help':
      return { page: 'help', topic: argument };
    case 'tutorial':
      return { page: 'tutorial' };
    default:
      return { page: 'unknown' };
  }
}

const place = $state({ route: parseRoute(location.pathname) });

export function route(): Route {
  return place.route;
}

export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path + location.search);
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
    go(new URL(node.href).pathname);
  };
  node.addEventListener('click', follow);
  return { destroy: () => node.removeEventListener('click', follow) };
}
