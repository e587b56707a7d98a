import { addressOf } from '@vitrine/contract/calls/address';
import { outsideName } from '@vitrine/contract/names';
import { type NotNull, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { openCustomerSession, SIGN_IN_SECONDS } from '../../http/customer-session.ts';
import { Refusal } from '../../http/errors.ts';
import { hashToken, newToken } from '../../http/session.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import { authorizeUrl, newPkce, readIdentity } from '../accounts/sign-in/oauth.ts';
import { storeUrl } from '../stores/public-url.ts';

/**
 * Signing in with Discord at a store's host. Discord returns to one fixed address of the apex. From there a code brings
 * what was proved to the store's host. The code works once, for a minute, and only in the browser that left for
 * Discord: that browser holds a cookie of the store's host.
 *
 * - the store's host: sets the cookie and sends the browser to Discord
 * - the apex: receives Discord's answer and sends the browser back with the code
 * - the store's host: checks cookie and code, and opens the session
 */

/** How long the redirect from the apex to the store's host may take. */
const WAY_BACK_SECONDS = 60;

/** Longest name that we keep, in characters; Discord allows 32. */
const NAME_MAX = 80;

/** A page of the shop, other than the customer's area, that a sign-in may begin on and return to. */
export type ShopPage = 'checkout';

/** Where a sign-in ends on the store's host: its page with the query that the page reads. */
export function pageAfter(to: ShopPage | null | undefined, query?: string): string {
  const page = to === 'checkout' ? '/checkout' : '/minhas-compras';
  return query === undefined ? page : `${page}?${query}`;
}

/** Where to send the browser, and the token for its cookie; undefined when Discord is not configured. */
export async function leaveForDiscord(
  { db, config }: Deps,
  store: StoreId,
  to: ShopPage | undefined,
): Promise<{ url: string; browser: string } | undefined> {
  const [state, browser] = [newToken(), newToken()];
  const { verifier, challenge } = newPkce();
  const url = authorizeUrl(config, 'discord', { state, challenge, to: 'customer' });
  if (!url) return undefined;
  await db
    .insertInto('customer_login')
    .values({
      store_id: store,
      token_hash: hashToken(state),
      purpose: 'discord',
      verifier,
      browser_hash: hashToken(browser),
      discord_id: null,
      email: null,
      page: to ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${SIGN_IN_SECONDS})`,
      used_at: null,
    })
    .execute();
  return { url, browser };
}

/**
 * Takes Discord's answer at the apex. Answers the address on the store's host for the browser, with a code or with what
 * went wrong. Refuses `discord_code_invalid` for a state that we never gave out.
 */
export async function returnFromDiscord(
  deps: Deps,
  { code, state }: { code: string | undefined; state: string },
): Promise<string> {
  const { db, config } = deps;
  const left = await db
    .selectFrom('customer_login')
    .innerJoin('store', 'store.id', 'customer_login.store_id')
    .where('token_hash', '=', hashToken(state))
    .where('purpose', '=', 'discord')
    .where('store.deleted_at', 'is', null)
    .select(['customer_login.store_id', 'customer_login.page', 'store.subdomain'])
    .executeTakeFirst();
  if (!left) throw new Refusal('discord_code_invalid');
  const store = storeIdOf(left);
  const failed = (why: string) => storeUrl(config, left.subdomain, pageAfter(left.page, `erro=${why}`));

  const claimed = await db
    .updateTable('customer_login')
    .set({ used_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('token_hash', '=', hashToken(state))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['verifier', 'browser_hash'])
    .executeTakeFirst();
  // The page was loaded again, or the way back took too long.
  if (!claimed) return failed('discord_code_invalid');
  if (code === undefined) return failed('cancelado');
  try {
    const identity = await readIdentity(deps, 'discord', { code, state, verifier: claimed.verifier, to: 'customer' });
    const back = newToken();
    await db
      .insertInto('customer_login')
      .values({
        store_id: store,
        token_hash: hashToken(back),
        purpose: 'return',
        browser_hash: claimed.browser_hash,
        discord_id: identity.id,
        discord_name: outsideName(identity.name, NAME_MAX) || null,
        discord_avatar: identity.avatar,
        email: null,
        expires_at: sql<Date>`now() + make_interval(secs => ${WAY_BACK_SECONDS})`,
        used_at: null,
      })
      .execute();
    const query = new URLSearchParams({ code: back, ...(left.page && { to: left.page }) });
    return storeUrl(config, left.subdomain, `${addressOf('GET /customer/discord/finish')}?${query}`);
  } catch (error) {
    if (error instanceof Refusal) return failed(error.code);
    throw error;
  }
}

/**
 * Ends the sign-in on the store's host. Answers the session's token, or undefined for a code that is over or belongs to
 * another browser or store.
 */
export async function arriveFromDiscord(
  { db }: Deps,
  store: StoreId,
  { code, browser }: { code: string; browser: string },
): Promise<string | undefined> {
  return await transaction(db, async (tx) => {
    const back = await claimReturn(tx, store, code, browser);
    if (!back) return undefined;
    const seen = { name: back.discord_name, avatar: back.discord_avatar };
    return await openCustomerSession(tx, store, { discordId: back.discord_id, email: null }, seen);
  });
}

async function claimReturn(tx: Tx, store: StoreId, code: string, browser: string) {
  return await tx
    .updateTable('customer_login')
    .set({ used_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('token_hash', '=', hashToken(code))
    .where('purpose', '=', 'return')
    .where('browser_hash', '=', hashToken(browser))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('discord_id', 'is not', null)
    .returning(['discord_id', 'discord_name', 'discord_avatar'])
    .$narrowType<{ discord_id: NotNull }>()
    .executeTakeFirst();
}
