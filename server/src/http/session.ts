import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { newId } from '../db/ids.ts';

/** Who is calling: the account behind a bearer token. */
export interface Caller {
  accountId: string;
  sessionId: string;
  name: string;
}

/** What is compared for an opaque token: its SHA-256. The token itself is nowhere stored (facts/security.md 3.7). */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** An opaque token of 32 random bytes, 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Opens a session and returns its token, which is shown only now. */
export async function openSession(
  tx: Tx,
  accountId: string,
  userAgent: string,
): Promise<{ token: string; sessionId: string }> {
  const token = newToken();
  const sessionId = newId();
  await tx
    .insertInto('session')
    .values({ id: sessionId, account_id: accountId, token_hash: hashToken(token), user_agent: userAgent.slice(0, 300) })
    .execute();
  return { token, sessionId };
}

/**
 * The caller of a bearer token, or undefined for a token that is unknown, revoked, idle for 30 days or older than 180.
 * `last_seen_at` moves at most every five minutes, so that reading stays a read.
 */
export async function findCaller(db: Db, token: string): Promise<Caller | undefined> {
  if (token.length < 20 || token.length > 200) return undefined;
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .where('session.token_hash', '=', hashToken(token))
    .where('session.revoked_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where('session.created_at', '>', sql<Date>`now() - make_interval(days => ${limits.sessionDays})`)
    .where('session.last_seen_at', '>', sql<Date>`now() - make_interval(days => ${limits.sessionIdleDays})`)
    .select([
      'session.id as sessionId',
      'account.id as accountId',
      'account.name as name',
      sql<boolean>`session.last_seen_at < now() - interval '5 minutes'`.as('stale'),
    ])
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.stale) {
    await db.updateTable('session').set({ last_seen_at: sql<Date>`now()` }).where('id', '=', row.sessionId).execute();
  }
  return { accountId: row.accountId, sessionId: row.sessionId, name: row.name };
}
