/** One route of the web package's build: its address only. */
export interface PageRoute {
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
}

/** The data of a page, as the page's script asks for it. */
const DATA = /(?:^\/_root|\/_)?\.data$/;

/**
 * Tells which paths a route draws, from the build's own table; all others share one "not found" page. The route of
 * all other paths (`*`) and layouts do not count. `manifest` is the address at which scripts ask for that table.
 */
export function pageRoutes(routes: Record<string, PageRoute>, manifest = ''): (path: string) => boolean {
  const fullPath = (route: PageRoute): string => {
    const parent = route.parentId === undefined ? undefined : routes[route.parentId];
    return [parent && fullPath(parent), route.path].filter(Boolean).join('/');
  };
  const paths = Object.values(routes)
    .filter((route) => route.index || (route.path && route.path !== '*'))
    .map(fullPath);
  const patterns = paths.map((path) =>
    path
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')))
      .join('/'),
  );
  const routed = new RegExp(`^/(?:${patterns.join('|')})/?$`, 'i');
  return (path) => path === manifest || routed.test(path.replace(DATA, '') || '/');
}
