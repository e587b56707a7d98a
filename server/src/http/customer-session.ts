import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { cookiesNamed } from './cookies.ts';
import { hashToken, newToken } from './session.ts';
import type { StoreId } from './store.ts';

/** What a sign-in in a store's customer area proved: one Discord id or one e-mail in canonical form, never both. */
export type CustomerIdentity = { discordId: string; email: null } | { discordId: null; email: string };

/** A shopper who is signed in at one store. */
export type Customer = CustomerIdentity & { sessionId: string };

/** A phone that a brother uses too: a month, whatever happens in it. */
const SESSION_DAYS = 30;
/** How long a sign-in may stay away at Discord. */
export const SIGN_IN_SECONDS = 600;

const names = { session: 'vitrine_compras', browser: 'vitrine_entrada' } as const;
type Cookie = keyof typeof names;
const lives: Record<Cookie, number> = { session: SESSION_DAYS * 86_400, browser: SIGN_IN_SECONDS };

/** With https no other host, not even another store's, can set or read a `__Host-` cookie. */
const nameOf = (cookie: Cookie, https: boolean) => `${https ? '__Host-' : ''}${names[cookie]}`;
const attributes = (https: boolean) => `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;

/** `Set-Cookie` of this host alone. */
export function customerCookie(cookie: Cookie, value: string, https: boolean): string {
  return `${nameOf(cookie, https)}=${value}; Max-Age=${lives[cookie]}; ${attributes(https)}`;
}

/** `Set-Cookie` that forgets it. */
export function clearedCustomerCookie(cookie: Cookie, https: boolean): string {
  return `${nameOf(cookie, https)}=; Max-Age=0; ${attributes(https)}`;
}

/** The cookie's value in a `Cookie` header, or undefined for one that cannot be a token of ours. */
export function customerCookieOf(
  header: string | null | undefined,
  cookie: Cookie,
  https: boolean,
): string | undefined {
  const [value] = cookiesNamed(header, nameOf(cookie, https));
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Opens a session in this store alone; its token is told only now and kept hashed. */
export async function openCustomerSession(tx: Tx, store: StoreId, identity: CustomerIdentity): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('customer_session')
    .values({
      store_id: store,
      id: newId(),
      token_hash: hashToken(token),
      discord_id: identity.discordId,
      email: identity.email,
      expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`,
      revoked_at: null,
    })
    .execute();
  return token;
}

/** Who holds the token in this store; undefined for one that is unknown, revoked, over, or of another store. */
export async function findCustomer(db: Db, store: StoreId, token: string): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('customer_session')
    .where('store_id', '=', store)
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'discord_id', 'email'])
    .executeTakeFirst();
  if (!row) return undefined;
  // The table holds exactly one of both.
  return { sessionId: row.id, discordId: row.discord_id, email: row.email } as Customer;
}
