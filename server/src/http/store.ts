import type { Role } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { presentRole } from './held-role.ts';

declare const storeIdBrand: unique symbol;
/**
 * A store's id. It is the first argument of every query. Only `storeIdOf` makes one, so that a reader sees each place
 * where a text becomes a store (DESIGN.md, rule 4); `bin/lib/check-tables.mjs` refuses a cast.
 */
export type StoreId = string & { readonly [storeIdBrand]: true };

/** The store that a row names, whether the row comes from a table, a job or a notice. */
export function storeIdOf(row: { store_id: string }): StoreId {
  return row.store_id as StoreId;
}

export interface StoreScope {
  id: StoreId;
  subdomain: string;
  name: string;
  /** The status for buyers: `inactive` also while the owner's e-mail is not proven. */
  status: 'active' | 'inactive';
}

/** A host's name for comparing: port, case and a final dot do not matter. */
export const hostName = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/**
 * The first label of a host with exactly one label before the product's domain, else undefined
 * (SPEC.md, Storefront; DECISIONS.md, Names).
 */
export function subdomainOfHost(host: string | undefined, domain: string): string | undefined {
  if (!host) return undefined;
  const name = hostName(host);
  if (!name.endsWith(`.${domain}`)) return undefined;
  const label = name.slice(0, -domain.length - 1);
  return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label) ? label : undefined;
}

/** Whether the host is the apex, the panel's own host. */
export function isApexHost(host: string | undefined, domain: string): boolean {
  return host !== undefined && hostName(host) === domain;
}

/**
 * Whether the owner of the row `store` of the query around it lets it sell, and the owner's e-mail is proven. A store
 * whose owner proved nothing must take nobody's money.
 */
const wantsToSell = sql<boolean>`(store.status = 'active' and exists (
  select from member owning join account owner on owner.id = owning.account_id
   where owning.store_id = store.id and owning.role = 'owner' and owner.email_verified_at is not null))`;

/** Whether the row `store` of the query around it sells: it may, and the time of its opening has come. */
export const storeOpen = sql<boolean>`(${wantsToSell} and (store.opens_at is null or store.opens_at <= now()))`;

/** When the row `store` begins to sell by itself; null if it sells already, or if something else keeps it closed too. */
export const storeOpensAt = sql<Date | null>`case when store.opens_at > now() and ${wantsToSell} then store.opens_at end`;

/** The same as the status for buyers. */
export const shownStatus = sql<'active' | 'inactive'>`case when ${storeOpen} then 'active' else 'inactive' end`;

const scopeColumns = ['store.id', 'store.subdomain', 'store.name', shownStatus.as('status')] as const;

/** The store of a subdomain, or undefined. A deleted store is not found. */
export async function findStore(db: Db, subdomain: string): Promise<StoreScope | undefined> {
  const row = await db
    .selectFrom('store')
    .where('store.subdomain', '=', subdomain)
    .where('store.deleted_at', 'is', null)
    .select(scopeColumns)
    .executeTakeFirst();
  return row && { ...row, id: storeIdOf({ store_id: row.id }) };
}

/**
 * The store for one of its members, with the member's role. Undefined if the store is unknown or the caller is no
 * member: strangers cannot tell the difference. `named` is a subdomain or an id; without it, the caller's first
 * store. It is read again on every call, so a removed member is out at once.
 */
export async function findMembership(
  db: Db,
  accountId: string,
  named: string | { id: string } | undefined,
): Promise<(StoreScope & { role: Role }) | undefined> {
  const row = await db
    .selectFrom('member')
    .innerJoin('store', 'store.id', 'member.store_id')
    .where('member.account_id', '=', accountId)
    .where('store.deleted_at', 'is', null)
    .$if(named !== undefined, (query) =>
      typeof named === 'object'
        ? query.where('store.id', '=', named.id)
        : query.where('store.subdomain', '=', named ?? ''),
    )
    .select([...scopeColumns, presentRole().as('role')])
    .orderBy('member.created_at')
    .orderBy('store.id')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, id: storeIdOf({ store_id: row.id }) };
}

/** Which of these subdomains a store has, or had lately. One statement for all of them. */
export async function takenSubdomains(db: Db, subdomains: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subdomain: string }>`
    select subdomain from store where subdomain = any(${subdomains}::text[]) and deleted_at is null
    union
    select subdomain from subdomain_hold where subdomain = any(${subdomains}::text[]) and until > now()`.execute(db);
  return new Set(rows.map(({ subdomain }) => subdomain));
}

/** The store of a former subdomain during its 30 days, or undefined. */
export async function findRenamedStore(db: Db, subdomain: string): Promise<{ subdomain: string } | undefined> {
  return await db
    .selectFrom('subdomain_hold')
    .innerJoin('store', 'store.id', 'subdomain_hold.store_id')
    .where('subdomain_hold.subdomain', '=', subdomain)
    .where('subdomain_hold.until', '>', sql<Date>`now()`)
    .where('store.deleted_at', 'is', null)
    .select('store.subdomain')
    .executeTakeFirst();
}
