import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { hashToken, newToken } from '../../http/session.ts';
import type { StoreScope } from '../../http/store.ts';
import { senderRules, slowDown } from '../../http/throttle.ts';
import { emailKey } from '../mail/email-key.ts';
import { sendMail } from '../mail/send-mail.ts';
import { storeUrl } from '../stores/public-url.ts';
import { awaitedThing } from './awaited.ts';

/**
 * Asks the typed address by mail whether it wants to wait for a product or, with null, for the opening. The answer is the same
 * whatever is known of the address. An address that waits already, refused such mails or got too many today gets no mail.
 * The newest link counts. Refuses `product_not_found`, the codes of `awaitedThing`, and `rate_limited` for a sender.
 */
export async function askToWait(
  { db, config }: Deps,
  store: StoreScope,
  { email: typed, product }: { email: string; product: string | null },
  address: string,
): Promise<void> {
  await slowDown(db, senderRules('wait', address, { limit: limits.waitsPerSender, seconds: 900 }));
  const thing = await awaitedThing(db, config, store.id, product);
  if (!thing) throw new Refusal('product_not_found');
  if (thing.refusal) throw new Refusal(thing.refusal);
  const email = emailKey(typed);
  const known = await db
    .selectFrom('waiting_request')
    .where('store_id', '=', store.id)
    .where('email', '=', email)
    .where(sql<boolean>`product_id is not distinct from ${product}`)
    .where('confirmed_at', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .select('id')
    .executeTakeFirst();
  if (known) return;
  const newLink = async (tx: Tx) => {
    const token = newToken();
    await sql`
      insert into waiting_request as w (store_id, id, product_id, email, token_hash, expires_at)
      values (${store.id}, ${newId()}, ${product}, ${email}, ${hashToken(token)},
              now() + make_interval(hours => ${limits.waitConfirmHours}))
      on conflict (store_id, email, coalesce(product_id, '')) do update
        set token_hash = excluded.token_hash, expires_at = excluded.expires_at, confirmed_at = null
        where w.confirmed_at is null or w.expires_at <= now()`.execute(tx);
    return { product: thing.product, url: storeUrl(config, store.subdomain, `/avise-me?token=${token}`) };
  };
  await transaction(db, (tx) =>
    sendMail(tx, config, { kind: 'wait_confirm', to: email, storeId: store.id, data: () => newLink(tx) }),
  );
}
