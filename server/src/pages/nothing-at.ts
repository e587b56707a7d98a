import type { PageServices, Tenant } from '@vitrine/contract/pages';
import { type NOWHERE, productIn } from './page-paths.ts';
import type { Host } from './tenants.ts';

interface Known {
  services: Pick<PageServices, 'productIds'>;
  /** Whether a route of the build draws this path. */
  isRouted(path: string): boolean;
  /** Whether the path is one of the tenant's files for machines. */
  isFile(tenant: Tenant, path: string): boolean;
}

/**
 * Says, without drawing a path, that nothing is there: no route, no file, or a product that the store does not have.
 * The ids of a store's products are read once per remembered host, and again when the store changes.
 */
export function nothingAt({ services, isRouted, isFile }: Known) {
  const productsOf = new WeakMap<Host, Promise<ReadonlySet<string>>>();

  function productsOn(host: Host, store: string): Promise<ReadonlySet<string>> {
    const known = productsOf.get(host);
    if (known) return known;
    const read = services.productIds(store);
    productsOf.set(host, read);
    read.catch(() => productsOf.delete(host));
    return read;
  }

  return async (host: Host, path: string): Promise<keyof typeof NOWHERE | undefined> => {
    const { tenant } = host;
    if ((tenant.kind === 'unknown' || !isRouted(path)) && !isFile(tenant, path)) return 'path';
    const product = productIn(path);
    if (product === undefined || tenant.kind !== 'store') return undefined;
    return (await productsOn(host, tenant.store.id)).has(product) ? undefined : 'product';
  };
}
