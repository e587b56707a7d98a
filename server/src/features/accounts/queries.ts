import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { presentRole } from '../../http/held-role.ts';
import { paidOrders } from '../../paid-orders.ts';

const columns = [
  'id',
  'name',
  'email',
  'email_verified_at',
  'password_hash',
  'discord_id',
  'discord_avatar',
  'google_id',
  'totp_enabled_at',
] as const;

/** The account; undefined if it was deleted. */
export async function findAccount(db: Db | Tx, id: string) {
  return await db
    .selectFrom('account')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(columns)
    .executeTakeFirst();
}

/** The account of an e-mail in its canonical form. */
export async function findAccountByEmail(db: Db | Tx, key: string) {
  return await db
    .selectFrom('account')
    .where('email_key', '=', key)
    .where('deleted_at', 'is', null)
    .select(columns)
    .executeTakeFirst();
}

/** The account that a provider's login is linked to. */
export async function findAccountByProvider(db: Db | Tx, provider: 'discord' | 'google', identity: string) {
  return await db
    .selectFrom('account')
    .where(provider === 'discord' ? 'discord_id' : 'google_id', '=', identity)
    .where('deleted_at', 'is', null)
    .select(columns)
    .executeTakeFirst();
}

/**
 * Locks an account's row until the transaction ends, and answers it with its second factor. After a wait for the lock it
 * reads the row again: undefined if `column` no longer has this value, or the account was deleted.
 */
export async function lockAccount(
  tx: Tx,
  value: string,
  column: 'id' | 'email_key' | 'discord_id' | 'google_id' = 'id',
) {
  return await tx
    .selectFrom('account')
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    .select([...columns, 'email_key', 'totp_secret', 'totp_last_step'])
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Sessions that still work, the last used first. */
export async function listSessions(db: Db, accountId: string) {
  return await db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - make_interval(days => ${limits.sessionDays})`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(days => ${limits.sessionIdleDays})`)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .select(['id', 'created_at', 'last_seen_at', 'user_agent'])
    .execute();
}

/** Whether the session is still open. If the caller has locked the account, nothing can end all sessions meanwhile. */
export async function isSessionOpen(tx: Tx, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores of the account with the figures of the profile page; archived products and unpaid orders do not count. */
export async function profileStores(db: Db, accountId: string) {
  return await db
    .selectFrom('member')
    .innerJoin('store', 'store.id', 'member.store_id')
    .where('member.account_id', '=', accountId)
    .where('store.deleted_at', 'is', null)
    .orderBy('member.created_at')
    .orderBy('store.id')
    .limit(200)
    .select((on) => [
      'store.id',
      'store.name',
      'store.subdomain',
      'store.status',
      presentRole().as('role'),
      on
        .selectFrom('product')
        .whereRef('product.store_id', '=', 'store.id')
        .where('product.archived_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('products'),
      paidOrders.as('orders'),
    ])
    .execute();
}

/** The best paid plan among the stores, days of grace included; undefined if no store has one. */
export async function bestPaidPlan(db: Db, storeIds: string[]) {
  if (storeIds.length === 0) return undefined;
  return await db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.id', 'subscription.plan_id')
    .where('subscription.store_id', 'in', storeIds)
    .where(sql<boolean>`subscription.paid_until + make_interval(days => ${limits.planGraceDays}) > now()`)
    .orderBy('plan.position', 'desc')
    .limit(1)
    .select('plan.name')
    .executeTakeFirst();
}

/** The newest entries of these stores' audit logs. */
export async function recentActivity(db: Db, storeIds: string[], count: number) {
  if (storeIds.length === 0) return [];
  return await db
    .selectFrom('audit_entry')
    .innerJoin('store', 'store.id', 'audit_entry.store_id')
    .where('audit_entry.store_id', 'in', storeIds)
    .orderBy('audit_entry.id', 'desc')
    .limit(count)
    .select(['audit_entry.id', 'audit_entry.actor', 'audit_entry.text', 'audit_entry.at', 'store.name as store'])
    .execute();
}

/** Names of the open stores that the account owns, the longest owned first; at most `limit`. */
export async function ownedStoreNames(db: Db | Tx, accountId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('member')
    .innerJoin('store', 'store.id', 'member.store_id')
    .where('member.account_id', '=', accountId)
    .where('member.role', '=', 'owner')
    .where('store.deleted_at', 'is', null)
    .orderBy('member.created_at')
    .limit(limit)
    .select('store.name')
    .execute();
  return rows.map(({ name }) => name);
}
