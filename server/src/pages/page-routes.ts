/** One of the routes of the web package's build, as far as its address goes. */
export interface PageRoute {
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
}

/** Data of a page, as its script asks for it. */
const DATA = /(?:^\/_root|\/_)?\.data$/;

/**
 * Tells which paths some route draws, from the build's own table: everything else is one and the same page that says so.
 * Neither the route of all other paths (`*`) nor a layout counts. `manifest` is where scripts ask for that table.
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
