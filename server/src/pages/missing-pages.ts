import type { PageServices, Tenant } from '@vitrine/contract/pages';
import { categoryIn, isRouted, type MISSING, ownPageIn, productIn } from './page-paths.ts';
import type { Host } from './tenants.ts';

interface Sources {
  services: Pick<PageServices, 'pageIds'>;
  /** The address at which the page's script asks for the routes. */
  manifest: string | undefined;
  /** Whether the path is one of the tenant's files for machines. */
  isFile(tenant: Tenant, path: string): boolean;
}

/**
 * Returns a function that says, without drawing, what a path lacks: its page, its file, a product, a category or an
 * owner's page of the store. The ids of a store's products and categories are read once per remembered host, and again when the store changes.
 */
export function createMissing({ services, manifest, isFile }: Sources) {
  const idsOf = new WeakMap<Host, Promise<ReadonlySet<string>>>();

  function idsOn(host: Host, store: string): Promise<ReadonlySet<string>> {
    const known = idsOf.get(host);
    if (known) return known;
    const read = services.pageIds(store);
    idsOf.set(host, read);
    read.catch(() => idsOf.delete(host));
    return read;
  }

  return async (host: Host, path: string): Promise<keyof typeof MISSING | undefined> => {
    const { tenant } = host;
    const drawn = tenant.kind !== 'unknown' && (path === manifest || isRouted(path));
    if (!drawn && !isFile(tenant, path)) return 'path';
    const own = ownPageIn(path);
    if (own !== undefined && tenant.kind === 'store' && !tenant.store.pages.some((page) => page.path === own))
      return 'path';
    const product = productIn(path);
    const id = product ?? categoryIn(path);
    if (id === undefined || tenant.kind !== 'store') return undefined;
    if ((await idsOn(host, tenant.store.id)).has(id)) return undefined;
    return product === undefined ? 'path' : 'product';
  };
}
