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
  /** The account that it happened to, or that did it. */
  accountId: string;
  /** The store that it concerns, if any. */
  storeId?: StoreId;
  kind: SecurityKind;
  /** A few short facts by name (`{ login: 'Discord' }`). Never a secret, never a whole address. */
  detail?: Record<string, string | number | boolean>;
  /** The browser that did it; null for a sweep or a provider. */
  client: Client | null;
}

/** Writes an entry into the security log, in the transaction of the event. It keeps only names of device and network. */
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

/** Entries per hour and account of a kind that people can repeat at will, so that they cannot hide other entries. */
const ENTRIES_AN_HOUR = 20;

/**
 * Writes a refused login into the log of the address's account, if there is one. Unknown addresses run the same statement,
 * so that the time says nothing. A flood of logins leaves only a few entries per hour.
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
 * Like `recordSecurity`, for events that people can repeat without being slowed down: at most `ENTRIES_AN_HOUR` of a kind,
 * so that nobody hides an event among them.
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

/** One run of the sweep deletes at most this many rows. */
const FORGOTTEN_AT_ONCE = 5_000;

/** Deletes entries older than `limits.securityLogDays`. A sweep runs it. */
export async function forgetOldSecurityEvents(db: Db): Promise<void> {
  await sql`
    delete from security_event where id in (
      select id from security_event where at < now() - make_interval(days => ${limits.securityLogDays})
       order by at limit ${FORGOTTEN_AT_ONCE})`.execute(db);
}
