import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { cookiesNamed } from '../../../http/cookies.ts';
import { Refusal } from '../../../http/errors.ts';
import { hashToken, newToken } from '../../../http/session.ts';

/**
 * A challenge is what a passkey signs. It works once and for five minutes. A token in a cookie binds it to the browser;
 * scripts cannot read the cookie, and requests from other sites do not carry it. With https the prefix `__Host-` keeps a
 * store's host from setting one.
 */
const SECONDS = 300;
const nameOf = (https: boolean) => (https ? '__Host-vitrine_passkey' : 'vitrine_passkey');
const attributes = (https: boolean) => `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;

export type ChallengePurpose = 'add' | 'login' | 'confirm';

/** Stores a challenge for the browser that asked, and answers its cookie. `sessionId` is the session in that browser. */
export async function keepChallenge(
  db: Db,
  { challenge, purpose, sessionId }: { challenge: string; purpose: ChallengePurpose; sessionId: string | null },
  https: boolean,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('passkey_challenge')
    .values({
      state_hash: hashToken(token),
      challenge,
      purpose,
      session_id: sessionId,
      expires_at: sql<Date>`now() + make_interval(secs => ${SECONDS})`,
    })
    .execute();
  return `${nameOf(https)}=${token}; Max-Age=${SECONDS}; ${attributes(https)}`;
}

/** Uses the browser's challenge up and answers it. Refuses `passkey_refused` if its purpose or session is another. */
export async function takeChallenge(
  db: Db,
  header: string | undefined,
  { purpose, sessionId }: { purpose: ChallengePurpose; sessionId: string | null },
  https: boolean,
): Promise<string> {
  // A browser keeps only one cookie of this name.
  const token = cookiesNamed(header, nameOf(https))[0] ?? '';
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('state_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where((on) => (sessionId === null ? on('session_id', 'is', null) : on('session_id', '=', sessionId)))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst();
  if (!taken) throw new Refusal('passkey_refused');
  return taken.challenge;
}
