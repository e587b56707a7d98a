import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { hashToken, newToken } from '../../http/session.ts';
import { lockAccount } from './queries.ts';

/** How long each kind of link works, in seconds. */
const lives = {
  verify_email: 24 * 3600,
  reset_password: 3600,
  drop_logins: 900,
  finish_recovery: 3 * 24 * 3600,
  restore_email: limits.emailRestoreHours * 3600,
} as const;
type Purpose = keyof typeof lives;
/** All but `restore_email`: a thief who moved the account and sets a new password must not end the owner's way back. */
const everyPurpose: Purpose[] = ['verify_email', 'reset_password', 'drop_logins', 'finish_recovery'];

/** A registration that waits for its proof. */
export interface PendingClaim {
  name: string;
  passwordHash: string;
}

/**
 * Makes a link's token for this account and purpose. Earlier tokens of the purpose stop working. The caller has locked the
 * account's row; otherwise two calls at once would leave two tokens that work. `email` is the address that the link proves.
 * `claim` is a second registration of an address that the account has not proven.
 */
export async function issueOneTimeToken(
  tx: Tx,
  purpose: Exclude<Purpose, 'restore_email'>,
  accountId: string,
  email: string | null = null,
  claim?: PendingClaim,
): Promise<string> {
  await revokeOneTimeTokens(tx, accountId, [purpose]);
  return await insertToken(tx, purpose, accountId, email, claim);
}

/**
 * Makes the link that puts a former address back. Earlier links stay valid: a thief who moves the account twice must not end
 * the first link, which is the owner's.
 */
export const issueRestoreToken = (tx: Tx, accountId: string, email: string): Promise<string> =>
  insertToken(tx, 'restore_email', accountId, email);

async function insertToken(
  tx: Tx,
  purpose: Purpose,
  accountId: string,
  email: string | null,
  claim?: PendingClaim,
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('one_time_token')
    .values({
      token_hash: hashToken(token),
      purpose,
      account_id: accountId,
      email,
      name: claim?.name ?? null,
      password_hash: claim?.passwordHash ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${lives[purpose]})`,
    })
    .execute();
  return token;
}

/** Ends the account's links of these purposes, by default all but `restore_email`. The caller has locked its row. */
export async function revokeOneTimeTokens(tx: Tx, accountId: string, purposes = everyPurpose): Promise<void> {
  await tx.deleteFrom('one_time_token').where('account_id', '=', accountId).where('purpose', 'in', purposes).execute();
}

/** Reads a link that still works, without using it up; undefined for any other. */
export async function peekOneTimeToken(db: Db, purpose: Purpose, token: string) {
  return await db
    .selectFrom('one_time_token')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['account_id', 'email', 'name', 'password_hash'])
    .executeTakeFirst();
}

/**
 * Uses a token up. Answers its locked account and its address; undefined if the token is unknown, used, expired or of
 * another purpose.
 */
export async function useOneTimeToken(tx: Tx, purpose: Purpose, token: string) {
  const hash = hashToken(token);
  const found = await tx
    .selectFrom('one_time_token')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .select('account_id')
    .executeTakeFirst();
  // Lock the account before the token, as everybody does who revokes tokens. So no two calls deadlock, and we see their work.
  const account = found && (await lockAccount(tx, found.account_id));
  if (!account) return undefined;
  const used = await tx
    .updateTable('one_time_token')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['email', 'created_at'])
    .executeTakeFirst();
  return used && { account, ...used };
}
