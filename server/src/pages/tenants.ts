import type { Tenant } from '@vitrine/contract/pages';
import { demoSubdomain } from '../demo/catalog.ts';
import type { Deps } from '../deps.ts';
import { panelUrl, storeUrl } from '../features/stores/public-url.ts';
import { storefrontStore } from '../features/stores/read-storefront-store.ts';
import { findRenamedStore, isApexHost, subdomainOfHost, takenSubdomains } from '../http/store.ts';
import { askTogether } from './ask-together.ts';

/** A host that pages are served for, and the cache group of its pages. */
export interface Host {
  /** Part of the cache's keys; `tenantKey` makes it. */
  key: TenantKey;
  /** The store's id, or the group of pages that belong to no store. */
  group: string;
  tenant: Tenant;
  /** Where a former subdomain leads to; its pages are redirects. */
  movedTo?: string;
}

/** Names one tenant among those of every kind. */
type TenantKey = 'apex' | 'unknown' | `store:${string}`;

/**
 * The key of a tenant's kept pages. A store's is made of its id, with a sign that the other kinds lack: a name that
 * people choose is never part of a key, so no store can take the place of the panel or of another store.
 */
function tenantKey(tenant: Tenant): TenantKey {
  return tenant.kind === 'store' ? `store:${tenant.store.id}` : tenant.kind;
}

export interface Tenants {
  /** The host if it is remembered: no waiting, for the cache's fast path. */
  known(header: string | undefined): Host | undefined;
  find(header: string | undefined): Promise<Host>;
  forgetStore(storeId: string): void;
  clear(): void;
}

/** Headers remembered at most; strangers apart, so that made-up names push out nobody. */
const REMEMBERED = 20_000;
/** A host that nobody has is asked about again after this, so that a store that was just opened appears. */
const STRANGER_MS = 2_000;

/** No host name has a longer label. */
const LONGEST_LABEL = 63;

/** Group of the pages that belong to no store. */
const APEX_GROUP = 'apex';

/** Remembers whose pages a host name asks for, until the store changes. */
export function rememberTenants({ config, db }: Pick<Deps, 'config' | 'db'>): Tenants {
  const apexOrigin = panelUrl(config);
  const demoUrl = config.demo ? { demoUrl: storeUrl(config, demoSubdomain) } : {};
  const hostOf = (tenant: Tenant): Host => ({
    key: tenantKey(tenant),
    group: tenant.kind === 'store' ? tenant.store.id : APEX_GROUP,
    tenant,
  });
  const apex = hostOf({ kind: 'apex', origin: apexOrigin, ...demoUrl });
  const stranger = hostOf({ kind: 'unknown', apexOrigin });
  const hosts = new Map<string, { host: Host; until?: number }>();
  const strangers = new Map<string, number>();
  const names = askTogether((subdomains) => takenSubdomains(db, subdomains));
  let changes = 0;

  function remember(header: string, host: Host): void {
    const until = Date.now() + STRANGER_MS;
    if (host === stranger) strangers.set(header, until);
    else hosts.set(header, { host, ...(host.movedTo && { until }) });
    for (const map of [hosts, strangers]) if (map.size > REMEMBERED) map.delete(map.keys().next().value ?? '');
  }

  async function read(header: string): Promise<Host> {
    if (isApexHost(header, config.domain)) return apex;
    const subdomain = subdomainOfHost(header, config.domain);
    if (!subdomain || subdomain.length > LONGEST_LABEL || !(await names.has(subdomain))) return stranger;
    const store = await storefrontStore(db, config, subdomain);
    if (store) return hostOf({ kind: 'store', origin: storeUrl(config, subdomain), apexOrigin, store });
    const renamed = await findRenamedStore(db, subdomain);
    return renamed ? { ...stranger, movedTo: storeUrl(config, renamed.subdomain) } : stranger;
  }

  function known(header = ''): Host | undefined {
    const entry = hosts.get(header);
    if (entry) return entry.until === undefined || entry.until > Date.now() ? entry.host : undefined;
    return (strangers.get(header) ?? 0) > Date.now() ? stranger : undefined;
  }

  return {
    known,
    async find(header = '') {
      const remembered = known(header);
      if (remembered) return remembered;
      const before = changes;
      const host = await read(header);
      // what was read before a change must not be remembered after it
      if (changes === before && header.length <= 300) remember(header, host);
      return host;
    },
    forgetStore(storeId) {
      changes += 1;
      strangers.clear();
      for (const [header, { host }] of hosts) if (host.group === storeId || host.movedTo) hosts.delete(header);
    },
    clear() {
      changes += 1;
      hosts.clear();
      strangers.clear();
    },
  };
}
