import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { hashToken, newToken } from '../../http/session.ts';

/** How long each kind of link works, in seconds. */
const lives = { verify_email: 24 * 3600, reset_password: 3600 } as const;
type Purpose = keyof typeof lives;

/**
 * Makes a link's token for this account and purpose. The newest wins: earlier ones stop working. `email` is the address
 * that it proves.
 */
export async function issueOneTimeToken(
  tx: Tx,
  purpose: Purpose,
  accountId: string,
  email: string | null = null,
): Promise<string> {
  await tx.deleteFrom('one_time_token').where('account_id', '=', accountId).where('purpose', '=', purpose).execute();
  const token = newToken();
  await tx
    .insertInto('one_time_token')
    .values({
      token_hash: hashToken(token),
      purpose,
      account_id: accountId,
      email,
      expires_at: sql<Date>`now() + make_interval(secs => ${lives[purpose]})`,
    })
    .execute();
  return token;
}

/** Uses a token up and returns its account and address; undefined for one that is unknown, used, expired or for something else. */
export async function useOneTimeToken(
  tx: Tx,
  purpose: Purpose,
  token: string,
): Promise<{ accountId: string; email: string | null } | undefined> {
  return await tx
    .updateTable('one_time_token')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id as accountId', 'email'])
    .executeTakeFirst();
}
