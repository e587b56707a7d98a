import type { Tenant } from '@vitrine/contract/pages';
import { demoSubdomain } from '../demo/catalog.ts';
import type { Deps } from '../deps.ts';
import { panelUrl, storeUrl } from '../features/stores/public-url.ts';
import { storefrontStore } from '../features/stores/read-storefront-store.ts';
import { findRenamedStore, isApexHost, subdomainOfHost } from '../http/store.ts';

/** A host that pages are served for, and the cache group of its pages. */
export interface Host {
  /** Part of the cache's keys: the canonical host, never the header as it came. */
  key: string;
  /** The store's id, or the group of pages that belong to no store. */
  group: string;
  tenant: Tenant;
  /** Where a former subdomain leads to; its pages are redirects. */
  movedTo?: string;
}

export interface Tenants {
  /** The host if it is remembered: no waiting, for the cache's fast path. */
  known(header: string | undefined): Host | undefined;
  find(header: string | undefined): Promise<Host>;
  forgetStore(storeId: string): void;
  clear(): void;
}

/** Headers remembered at most, known ones and strangers together. */
const REMEMBERED = 20_000;
/** A host that nobody has is asked about again after this, so that a store that was just opened appears. */
const STRANGER_MS = 2_000;

/** Group of the pages that belong to no store. */
export const APEX_GROUP = 'apex';

/** Remembers whose pages a host name asks for, until the store changes. */
export function rememberTenants({ config, db }: Pick<Deps, 'config' | 'db'>): Tenants {
  const apexOrigin = panelUrl(config);
  const demoUrl = config.demo ? { demoUrl: storeUrl(config, demoSubdomain) } : {};
  const apex: Host = { key: 'apex', group: APEX_GROUP, tenant: { kind: 'apex', origin: apexOrigin, ...demoUrl } };
  const stranger: Host = { key: 'unknown', group: APEX_GROUP, tenant: { kind: 'unknown', apexOrigin } };
  const hosts = new Map<string, { host: Host; until?: number }>();
  let changes = 0;

  function remember(header: string, host: Host): void {
    const passing = host === stranger || host.movedTo;
    hosts.set(header, { host, ...(passing && { until: Date.now() + STRANGER_MS }) });
    if (hosts.size > REMEMBERED) hosts.delete(hosts.keys().next().value ?? '');
  }

  async function read(header: string): Promise<Host> {
    if (isApexHost(header, config.domain)) return apex;
    const subdomain = subdomainOfHost(header, config.domain);
    if (!subdomain) return stranger;
    const store = await storefrontStore(db, config, subdomain);
    if (store) {
      const tenant: Tenant = { kind: 'store', origin: storeUrl(config, subdomain), apexOrigin, store };
      return { key: subdomain, group: store.id, tenant };
    }
    const renamed = await findRenamedStore(db, subdomain);
    return renamed ? { ...stranger, movedTo: storeUrl(config, renamed.subdomain) } : stranger;
  }

  function known(header = ''): Host | undefined {
    const entry = hosts.get(header);
    return entry && (entry.until === undefined || entry.until > Date.now()) ? entry.host : undefined;
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
      for (const [header, { host }] of hosts) if (host.group === storeId || host === stranger) hosts.delete(header);
    },
    clear() {
      changes += 1;
      hosts.clear();
    },
  };
}
