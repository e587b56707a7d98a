import { limits } from '@vitrine/contract/limits';
import type { SecurityKind } from '@vitrine/contract/security-events';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { networkOf } from '../../../http/network.ts';
import type { StoreId } from '../../../http/store.ts';
import { deviceName } from '../account.ts';
import type { Client } from '../client.ts';

export interface SecurityEvent {
  /** Whose account it happened to, or who did it. */
  accountId: string;
  /** The store that it touches, where it touches one. */
  storeId?: StoreId;
  kind: SecurityKind;
  /** What it was about, in words of a few letters by name (`{ login: 'Discord' }`). Never a secret, never a whole address. */
  detail?: Record<string, string | number | boolean>;
  /** Whose browser did it; null for what no browser did (a sweep, a provider). */
  client: Client | null;
}

/** Leaves an entry in the security log, in the transaction of what happened. Device and network are kept in words. */
export async function recordSecurity(tx: Tx | Db, event: SecurityEvent): Promise<void> {
  const { accountId, storeId, kind, detail, client } = event;
  await tx
    .insertInto('security_event')
    .values({
      id: newId(),
      account_id: accountId,
      store_id: storeId ?? null,
      kind,
      detail: JSON.stringify(detail ?? {}),
      device: client ? deviceName(client.userAgent) : '',
      network: client ? networkOf(client.address) : '',
    })
    .execute();
}

/** Entries of one kind that can be made at will, in an hour on one account: its others must not drown among them. */
const ENTRIES_AN_HOUR = 20;

/**
 * Notes a login that was refused, on the account of this address where there is one. One statement, done for unknown
 * addresses as well; a flood leaves no more than a few entries an hour.
 */
export async function recordFailedLogin(
  db: Db,
  key: string,
  kind: 'login_failed' | 'login_refused',
  client: Client,
): Promise<void> {
  await sql`
    insert into security_event (id, account_id, kind, device, network)
    select ${newId()}, a.id, ${kind}, ${deviceName(client.userAgent)}, ${networkOf(client.address)}
      from account a
     where a.email_key = ${key} and a.deleted_at is null
       and (select count(*) from security_event e
             where e.account_id = a.id and e.kind = ${kind} and e.at > now() - interval '1 hour')
           < ${kind === 'login_refused' ? 1 : ENTRIES_AN_HOUR}`.execute(db);
}

/**
 * The same as `recordSecurity` for what one can do again and again without being slowed down: a few entries of a kind in an
 * hour, so that nobody hides what he did among them.
 */
export async function recordRepeated(tx: Tx | Db, event: SecurityEvent): Promise<void> {
  const { n } = await tx
    .selectFrom('security_event')
    .where('account_id', '=', event.accountId)
    .where('kind', '=', event.kind)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) < ENTRIES_AN_HOUR) await recordSecurity(tx, event);
}

/** Rows that one run of the sweep removes at most. */
const FORGOTTEN_AT_ONCE = 5_000;

/** Removes entries older than `limits.securityLogDays`; run by a sweep. */
export async function forgetOldSecurityEvents(db: Db): Promise<void> {
  await sql`
    delete from security_event where id in (
      select id from security_event where at < now() - make_interval(days => ${limits.securityLogDays})
       order by at limit ${FORGOTTEN_AT_ONCE})`.execute(db);
}
