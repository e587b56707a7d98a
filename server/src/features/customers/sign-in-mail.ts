import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { openCustomerSession } from '../../http/customer-session.ts';
import { hashToken, newToken } from '../../http/session.ts';
import type { StoreId, StoreScope } from '../../http/store.ts';
import { senderRules, slowDown, withinLimit } from '../../http/throttle.ts';
import { emailKey } from '../mail/email-key.ts';
import { sendMail } from '../mail/send-mail.ts';
import { storeUrl } from '../stores/public-url.ts';
import { hasOrders } from './queries.ts';

/** How long a link works; the mail says so. */
const LINK_SECONDS = 15 * 60;
/** Requests from one address, for any mailbox; and mails of a store to one mailbox, whoever asked. */
const ASKS = { limit: 20, seconds: 900 };
const MAILS = { limit: 3, seconds: 900 };
/** Guesses from one address. A token has 256 bits, so this only keeps noise away. */
const TRIES = { limit: 60, seconds: 900 };

/**
 * Writes a sign-in link to a buyer who bought at this store with the e-mail. Nobody else gets a mail, and the caller
 * gets the same answer in both cases. The newest link counts. Refuses `rate_limited` for an address that asks too
 * often.
 */
export async function sendSignInLink(
  { db, config }: Deps,
  store: StoreScope,
  typed: string,
  address: string,
): Promise<void> {
  await slowDown(db, senderRules('customer-link', address, ASKS));
  const email = emailKey(typed);
  if (!(await hasOrders(db, store.id, { discordId: null, email }))) return;
  if (!(await withinLimit(db, { key: `customer-link:${store.id}:${email}`, ...MAILS }))) return;
  const newLink = async (tx: Tx) => {
    const token = newToken();
    await tx
      .deleteFrom('customer_login')
      .where('store_id', '=', store.id)
      .where('purpose', '=', 'mail')
      .where('email', '=', email)
      .execute();
    await tx
      .insertInto('customer_login')
      .values({
        store_id: store.id,
        token_hash: hashToken(token),
        purpose: 'mail',
        browser_hash: null,
        discord_id: null,
        email,
        expires_at: sql<Date>`now() + make_interval(secs => ${LINK_SECONDS})`,
        used_at: null,
      })
      .execute();
    return { url: storeUrl(config, store.subdomain, `/minhas-compras/entrar?token=${token}`) };
  };
  await transaction(db, (tx) =>
    sendMail(tx, config, { kind: 'customer_link', to: email, storeId: store.id, data: () => newLink(tx) }),
  );
}

/**
 * The e-mail that a link would let in while it works. Reading it does not use the link up, because programs that read
 * mail open its page too.
 */
export async function peekSignInLink({ db }: Deps, store: StoreId, token: string): Promise<{ email: string } | null> {
  const { rows } = await sql<{ email: string }>`
    select email from customer_login
     where store_id = ${store} and token_hash = ${hashToken(token)} and purpose = 'mail'
       and used_at is null and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/**
 * Uses a link up. Answers the session's token, or undefined for a link that is unknown, used, over or of another store.
 */
export async function enterByLink(
  { db }: Deps,
  store: StoreId,
  token: string,
  address: string,
): Promise<string | undefined> {
  await slowDown(db, senderRules('customer-enter', address, TRIES));
  return await transaction(db, async (tx) => {
    const { rows } = await sql<{ email: string }>`
      update customer_login set used_at = now()
       where store_id = ${store} and token_hash = ${hashToken(token)} and purpose = 'mail'
         and used_at is null and expires_at > now()
      returning email`.execute(tx);
    const link = rows[0];
    return link && (await openCustomerSession(tx, store, { discordId: null, email: link.email }));
  });
}
