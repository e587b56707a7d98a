import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { Refusal } from './errors.ts';

/** The account behind a bearer token. */
export interface Caller {
  accountId: string;
  sessionId: string;
  name: string;
  /**
   * Whether the session was confirmed within `limits.stepUpMinutes`: by password, a login at a provider, or a
   * passkey.
   */
  confirmed: boolean;
  /** Whether the account's e-mail is proven (docs/decisions/0029-an-address-is-proven-by-its-account.md). */
  proven: boolean;
}

/** The SHA-256 of an opaque token, for comparing. The token itself is stored nowhere (facts/security.md 3.7). */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** An opaque token of 32 random bytes, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Opens a session, confirmed now, and returns its token, which is shown only now. `factor`: the login passed the
 * second factor too. `device` is the hash of its browser.
 */
export async function openSession(
  tx: Tx,
  accountId: string,
  userAgent: string,
  factor = false,
  device: Buffer | null = null,
): Promise<{ token: string; sessionId: string }> {
  const token = newToken();
  const sessionId = newId();
  await tx
    .insertInto('session')
    .values({
      id: sessionId,
      account_id: accountId,
      token_hash: hashToken(token),
      user_agent: userAgent.slice(0, 300),
      device_hash: device,
      confirmed_at: sql<Date>`now()`,
      factor_at: factor ? sql<Date>`now()` : null,
    })
    .execute();
  return { token, sessionId };
}

const lately = sql<Date>`now() - make_interval(mins => ${limits.stepUpMinutes})`;

/**
 * Refuses unless the session is open and was confirmed lately. It locks the session, so nobody can end it before the
 * transaction ends. For acts on money or ownership that run some time after the door's check. `factor`: the second
 * factor is needed too.
 */
export async function requireConfirmed(
  tx: Tx,
  { sessionId }: Pick<Caller, 'sessionId'>,
  factor = false,
): Promise<void> {
  const row = await tx
    .selectFrom('session')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .select(
      sql<boolean>`coalesce(${sql.ref(factor ? 'factor_at' : 'confirmed_at')} > ${lately}, false)`.as('confirmed'),
    )
    .forShare()
    .executeTakeFirst();
  if (!row) throw new Refusal('unauthenticated');
  if (!row.confirmed) throw new Refusal('step_up_required', factor ? { field: 'code' } : {});
}

/**
 * Notes that the session was confirmed, by `factor` with the second factor too, and returns its new token. A stolen
 * copy of the former token must not become confirmed, so it ends. Refuses `unauthenticated` for an ended session.
 */
export const confirmSession = (tx: Tx, sessionId: string, factor: boolean): Promise<string> =>
  renewToken(tx, sessionId, { confirmed_at: sql<Date>`now()`, ...(factor && { factor_at: sql<Date>`now()` }) });

/**
 * Gives the session a new token and returns it, shown only now. A copy of the former token no longer works. Refuses
 * `unauthenticated` for an ended session.
 */
export async function renewToken(
  tx: Tx,
  sessionId: string,
  also: { confirmed_at?: RawBuilder<Date>; factor_at?: RawBuilder<Date> } = {},
): Promise<string> {
  const token = newToken();
  const renewed = await tx
    .updateTable('session')
    .set({ token_hash: hashToken(token), ...also })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!renewed) throw new Refusal('unauthenticated');
  return token;
}

/** Whether the rows `session` and `account` of the query around it let somebody in. */
export const sessionOpen = sql<boolean>`(
  session.revoked_at is null and account.deleted_at is null
  and session.created_at > now() - make_interval(days => ${sql.lit(limits.sessionDays)})
  and session.last_seen_at > now() - make_interval(days => ${sql.lit(limits.sessionIdleDays)}))`;

/**
 * The caller of a bearer token. Undefined if it is unknown, revoked, idle for 30 days or older than 180.
 * `last_seen_at` changes at most every five minutes, so that most calls only read.
 */
export async function findCaller(db: Db, token: string): Promise<Caller | undefined> {
  if (token.length < 20 || token.length > 200) return undefined;
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.token_hash', '=', hashToken(token))
    .where(sessionOpen)
    .select([
      'session.id as sessionId',
      'account.id as accountId',
      'account.name as name',
      sql<boolean>`account.email_verified_at is not null`.as('proven'),
      sql<boolean>`session.last_seen_at < now() - interval '5 minutes'`.as('stale'),
      sql<boolean>`coalesce(session.confirmed_at > ${lately}, false)`.as('confirmed'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.stale) {
    await db.updateTable('session').set({ last_seen_at: sql<Date>`now()` }).where('id', '=', row.sessionId).execute();
  }
  const { stale: _, ...caller } = row;
  return caller;
}

/** Ends one session of the account; false if there is no such session. */
export async function endSession(db: Db | Tx, accountId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends every session of the account but `except`, and returns how many there were. */
export async function endSessions(db: Db | Tx, accountId: string, except?: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends these sessions, but never `except`. */
export async function endSessionsOf(tx: Tx, sessionIds: string[], except: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', 'in', sessionIds)
    .where('id', '!=', except)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Deletes sessions that ended 30 days ago and those that nobody used for 90 days. */
export async function forgetOldSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('session')
    .where((on) =>
      on.or([
        on('revoked_at', '<', sql<Date>`now() - interval '30 days'`),
        on('last_seen_at', '<', sql<Date>`now() - interval '90 days'`),
      ]),
    )
    .execute();
}
