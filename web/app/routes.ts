import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { frames } from '@vitrine/contract/screens/table';

/**
 * The routes, from the table of screens. A screen of the shop belongs to a store's host; the others lead there to the
 * apex (`lib/host.ts`). A fixed segment wins over a parameter, so `/products/create` and `/products/:idProduct` never
 * mix.
 */
export default [
  ...frames.map(({ layout: file, screens }) => layout(file, routesOf(screens))),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig;

function routesOf(screens: (typeof frames)[number]['screens']) {
  const seen = new Set<string>();
  return Object.entries(screens).map(([path, { file }]) => {
    const again = seen.has(file);
    seen.add(file);
    if (path === '/') return index(file);
    // Without an id of its own, the second address of a file would take the first one's.
    return route(path.slice(1), file, again ? { id: `${file.replace(/\.tsx$/, '')}${path}` } : {});
  });
}
