import { limits } from '@vitrine/contract/limits';
import type { WaitingLink } from '@vitrine/contract/pages';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import { hashToken } from '../../http/session.ts';
import type { StoreId } from '../../http/store.ts';
import { senderRules, slowDown } from '../../http/throttle.ts';
import { mailboxOf } from '../mail/mailbox.ts';
import { setUnwanted } from '../mail/unsubscribe.ts';

/** Guesses from one address. A token has 256 bits, so this only keeps noise away. */
const TRIES = { limit: 60, seconds: 900 };

/** The request of a mailed link, while it lasts. Reading it changes nothing, because programs that read mail open it too. */
export async function waitingLink(db: Db, store: StoreId, token: string): Promise<WaitingLink | null> {
  const { rows } = await sql<{ product: string | null; id: string | null; email: string; confirmed: boolean }>`
    select p.name as product, w.product_id as id, w.email, w.confirmed_at is not null as confirmed
      from waiting_request w left join product p on p.store_id = w.store_id and p.id = w.product_id
     where w.token_hash = ${hashToken(token)} and w.store_id = ${store} and w.expires_at > now()`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const { id, ...link } = row;
  return { ...link, page: id === null ? '/' : `/products/${id}` };
}

/**
 * Lets the address wait from now on, and ends its older wish for no such mails. A second press changes nothing. Refuses
 * `token_invalid` for a link that is unknown, over or of another store.
 */
export async function confirmWait({ db }: Deps, store: StoreId, token: string, address: string): Promise<void> {
  await slowDown(db, senderRules('wait-link', address, TRIES));
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ email: string }>`
      update waiting_request
         set confirmed_at = coalesce(confirmed_at, now()),
             expires_at = case when confirmed_at is null then now() + make_interval(days => ${limits.waitDays}) else expires_at end
       where token_hash = ${hashToken(token)} and store_id = ${store} and expires_at > now()
      returning email`.execute(tx);
    if (!rows[0]) throw new Refusal('token_invalid');
    await setUnwanted(tx, { mailbox: mailboxOf(rows[0].email), kind: 'wait_over' }, false);
  });
}

/** Ends a request, confirmed or not, and forgets its address. Refuses `token_invalid` like `confirmWait`. */
export async function endWait({ db }: Deps, store: StoreId, token: string, address: string): Promise<void> {
  await slowDown(db, senderRules('wait-link', address, TRIES));
  const ended = await db
    .deleteFrom('waiting_request')
    .where('token_hash', '=', hashToken(token))
    .where('store_id', '=', store)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Refusal('token_invalid');
}
