import type { PageServices, Tenant } from '@vitrine/contract/pages';
import { isRouted, type MISSING, productIn } from './page-paths.ts';
import type { Host } from './tenants.ts';

interface Sources {
  services: Pick<PageServices, 'productIds'>;
  /** The address at which the page's script asks for the routes. */
  manifest: string | undefined;
  /** Whether the path is one of the tenant's files for machines. */
  isFile(tenant: Tenant, path: string): boolean;
}

/**
 * Returns a function that says, without drawing, what a path lacks: its page, its file, or a product of the store.
 * The ids of a store's products are read once per remembered host, and again when the store changes.
 */
export function createMissing({ services, manifest, isFile }: Sources) {
  const productsOf = new WeakMap<Host, Promise<ReadonlySet<string>>>();

  function productsOn(host: Host, store: string): Promise<ReadonlySet<string>> {
    const known = productsOf.get(host);
    if (known) return known;
    const read = services.productIds(store);
    productsOf.set(host, read);
    read.catch(() => productsOf.delete(host));
    return read;
  }

  return async (host: Host, path: string): Promise<keyof typeof MISSING | undefined> => {
    const { tenant } = host;
    const drawn = tenant.kind !== 'unknown' && (path === manifest || isRouted(path));
    if (!drawn && !isFile(tenant, path)) return 'path';
    const product = productIn(path);
    if (product === undefined || tenant.kind !== 'store') return undefined;
    return (await productsOn(host, tenant.store.id)).has(product) ? undefined : 'product';
  };
}
