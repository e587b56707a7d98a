import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { cookiesNamed } from './cookies.ts';
import { hashToken, newToken } from './session.ts';
import type { StoreId } from './store.ts';

/**
 * The proven identity of a sign-in in a store's customer area: one Discord id or one e-mail in canonical form, never
 * both.
 */
export type CustomerIdentity = { discordId: string; email: null } | { discordId: null; email: string };

/** What Discord told of the person at the sign-in; null for a sign-in by e-mail, or for one that is older than these columns. */
export interface DiscordSeen {
  name: string | null;
  /** The hash of the picture; null also where the person has none. */
  avatar: string | null;
}

/** A shopper who is signed in at one store. */
export type Customer = CustomerIdentity & DiscordSeen & { sessionId: string };

/** The session ends after 30 days even when it is used, because people share phones. */
const SESSION_DAYS = 30;
/** Longest time that a sign-in may take at Discord, in s. */
export const SIGN_IN_SECONDS = 600;

const names = { session: 'vitrine_compras', browser: 'vitrine_entrada' } as const;
type Cookie = keyof typeof names;
const lives: Record<Cookie, number> = { session: SESSION_DAYS * 86_400, browser: SIGN_IN_SECONDS };

/** With https no other host, not even another store's, can set or read a `__Host-` cookie. */
const nameOf = (cookie: Cookie, https: boolean) => `${https ? '__Host-' : ''}${names[cookie]}`;
const attributes = (https: boolean) => `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;

/** `Set-Cookie` for this host only. */
export function customerCookie(cookie: Cookie, value: string, https: boolean): string {
  return `${nameOf(cookie, https)}=${value}; Max-Age=${lives[cookie]}; ${attributes(https)}`;
}

/** `Set-Cookie` that deletes the cookie. */
export function clearedCustomerCookie(cookie: Cookie, https: boolean): string {
  return `${nameOf(cookie, https)}=; Max-Age=0; ${attributes(https)}`;
}

/** The cookie's value in a `Cookie` header. Undefined if it cannot be one of our tokens. */
export function customerCookieOf(
  header: string | null | undefined,
  cookie: Cookie,
  https: boolean,
): string | undefined {
  const [value] = cookiesNamed(header, nameOf(cookie, https));
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Opens a session in this store only. The token is returned only now; we store its hash. */
export async function openCustomerSession(
  tx: Tx,
  store: StoreId,
  identity: CustomerIdentity,
  seen: DiscordSeen = { name: null, avatar: null },
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('customer_session')
    .values({
      store_id: store,
      id: newId(),
      token_hash: hashToken(token),
      discord_id: identity.discordId,
      discord_name: seen.name,
      discord_avatar: seen.avatar,
      email: identity.email,
      expires_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`,
      revoked_at: null,
    })
    .execute();
  return token;
}

/** The customer with this token in this store. Undefined if it is unknown, revoked, too old, or of another store. */
export async function findCustomer(db: Db, store: StoreId, token: string): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('customer_session')
    .where('store_id', '=', store)
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'discord_id', 'discord_name', 'discord_avatar', 'email'])
    .executeTakeFirst();
  if (!row) return undefined;
  // The table has exactly one of the two.
  const { id, discord_id, discord_name, discord_avatar, email } = row;
  return { sessionId: id, discordId: discord_id, name: discord_name, avatar: discord_avatar, email } as Customer;
}

/** Ends one session of a customer. */
export async function endCustomerSession(db: Db, store: StoreId, sessionId: string): Promise<void> {
  await db
    .updateTable('customer_session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', '=', sessionId)
    .execute();
}

/** Ends every session of a customer in this store, on all devices. */
export async function endCustomerSessions(tx: Tx, store: StoreId, identity: CustomerIdentity): Promise<void> {
  await tx
    .updateTable('customer_session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('revoked_at', 'is', null)
    .where((on) => on.or([on('discord_id', '=', identity.discordId), on('email', '=', identity.email)]))
    .execute();
}

/** Deletes sessions that are over, because they say who was here. */
export async function forgetCustomerSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('customer_session')
    .where((on) =>
      on.or([on('expires_at', '<', sql<Date>`now()`), on('revoked_at', '<', sql<Date>`now() - interval '1 hour'`)]),
    )
    .execute();
}
