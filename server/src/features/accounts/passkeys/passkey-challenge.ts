import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { cookiesNamed } from '../../../http/cookies.ts';
import { Refusal } from '../../../http/errors.ts';
import { hashToken, newToken } from '../../../http/session.ts';

/**
 * What a passkey is asked to sign. It is bound to the browser by a token in a cookie that scripts cannot read and that no
 * other site's request carries, works once, and lives five minutes. With https the cookie's name keeps a store's host from
 * planting one.
 */
const SECONDS = 300;
const nameOf = (https: boolean) => (https ? '__Host-vitrine_passkey' : 'vitrine_passkey');
const attributes = (https: boolean) => `Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;

export type ChallengePurpose = 'add' | 'login' | 'confirm';

/** Keeps a challenge for the browser that asked and returns its cookie. `sessionId` is who is logged in there. */
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

/** Uses the browser's challenge up and returns it. Refuses `passkey_refused` for none, another purpose or session. */
export async function takeChallenge(
  db: Db,
  header: string | undefined,
  { purpose, sessionId }: { purpose: ChallengePurpose; sessionId: string | null },
  https: boolean,
): Promise<string> {
  // A browser keeps one cookie of the name.
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
