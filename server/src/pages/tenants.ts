import type { Operator, Tenant } from '@vitrine/contract/pages';
import type { Config } from '../config.ts';
import { demoSubdomain } from '../demo/catalog.ts';
import type { Deps } from '../deps.ts';
import { panelUrl, storeUrl } from '../features/stores/public-url.ts';
import { storefrontStore } from '../features/stores/read-storefront-store.ts';
import { findRenamedStore, hostName, isApexHost, subdomainOfHost, takenSubdomains } from '../http/store.ts';
import { askTogether } from './ask-together.ts';

/** A host that we serve pages for, with the cache group of its pages. */
export interface Host {
  /** A part of the cache's keys, made by `tenantKey`. */
  key: TenantKey;
  /** The store's id, or the group of pages without a store. */
  group: string;
  tenant: Tenant;
  /** The new address of a former subdomain; its pages are redirects. */
  movedTo?: string;
}

/** The name of one tenant among all kinds of tenants. */
type TenantKey = 'apex' | 'unknown' | `store:${string}`;

/**
 * The key of a tenant's kept pages. A store's key holds its id and a sign that the other kinds lack. A name that
 * people choose is never in a key, so no store can take the place of the panel or of another store.
 */
function tenantKey(tenant: Tenant): TenantKey {
  return tenant.kind === 'store' ? `store:${tenant.store.id}` : tenant.kind;
}

export interface Tenants {
  /** A remembered host, without waiting, for the cache's fast path. */
  known(header: string | undefined): Host | undefined;
  find(header: string | undefined): Promise<Host>;
  forgetStore(storeId: string): void;
  clear(): void;
}

/**
 * Most remembered host names. Unknown hosts are counted apart, so that invented names push out no store. Many
 * spellings of one host count once, because its name is remembered.
 */
const REMEMBERED = 20_000;
/** An unknown host is looked up again after this time, in ms, so that a new store appears. */
const STRANGER_MS = 2_000;

/** The longest possible label of a host name. */
const LONGEST_LABEL = 63;

/** Group of the pages without a store. */
const APEX_GROUP = 'apex';

function operatorOf({ operator: { name, taxId, address, contact, terms, privacy } }: Config): Operator {
  return { name, taxId, address, contact, hasTerms: terms !== undefined, hasPrivacy: privacy !== undefined };
}

/** Remembers which tenant a host name stands for, until the store changes. */
export function rememberTenants({ config, db }: Pick<Deps, 'config' | 'db'>): Tenants {
  const apexOrigin = panelUrl(config);
  const demoUrl = config.demo ? { demoUrl: storeUrl(config, demoSubdomain) } : {};
  const hostOf = (tenant: Tenant): Host => ({
    key: tenantKey(tenant),
    group: tenant.kind === 'store' ? tenant.store.id : APEX_GROUP,
    tenant,
  });
  const apex = hostOf({ kind: 'apex', origin: apexOrigin, operator: operatorOf(config), ...demoUrl });
  const stranger = hostOf({ kind: 'unknown', apexOrigin });
  const hosts = new Map<string, { host: Host; until?: number }>();
  const strangers = new Map<string, number>();
  const names = askTogether((subdomains) => takenSubdomains(db, subdomains));
  let changes = 0;

  function remember(name: string, host: Host): void {
    const until = Date.now() + STRANGER_MS;
    if (host === stranger) strangers.set(name, until);
    else hosts.set(name, { host, ...(host.movedTo && { until }) });
    for (const map of [hosts, strangers]) if (map.size > REMEMBERED) map.delete(map.keys().next().value ?? '');
  }

  async function read(name: string): Promise<Host> {
    if (isApexHost(name, config.domain)) return apex;
    const subdomain = subdomainOfHost(name, config.domain);
    if (!subdomain || subdomain.length > LONGEST_LABEL || !(await names.has(subdomain))) return stranger;
    const store = await storefrontStore(db, config, subdomain);
    if (store) return hostOf({ kind: 'store', origin: storeUrl(config, subdomain), apexOrigin, store });
    const renamed = await findRenamedStore(db, subdomain);
    return renamed ? { ...stranger, movedTo: storeUrl(config, renamed.subdomain) } : stranger;
  }

  function recall(name: string): Host | undefined {
    const entry = hosts.get(name);
    if (entry) return entry.until === undefined || entry.until > Date.now() ? entry.host : undefined;
    return (strangers.get(name) ?? 0) > Date.now() ? stranger : undefined;
  }

  return {
    known: (header = '') => recall(hostName(header)),
    async find(header = '') {
      const name = hostName(header);
      const remembered = recall(name);
      if (remembered) return remembered;
      const before = changes;
      const host = await read(name);
      // a result from before a change must not be remembered after it
      if (changes === before && name.length <= 300) remember(name, host);
      return host;
    },
    forgetStore(storeId) {
      changes += 1;
      strangers.clear();
      for (const [name, { host }] of hosts) if (host.group === storeId || host.movedTo) hosts.delete(name);
    },
    clear() {
      changes += 1;
      hosts.clear();
      strangers.clear();
    },
  };
}
