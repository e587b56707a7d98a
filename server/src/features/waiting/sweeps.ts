import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { sendMail } from '../mail/send-mail.ts';
import { storeUrl } from '../stores/public-url.ts';
import { hasCome } from './awaited.ts';

/** Stores that one run looks after. They are chosen at random, so that no store keeps the others from their turn. */
const STORES = 50;

const wConfirmed = sql<boolean>`w.confirmed_at is not null and w.expires_at > now()`;
const wThing = sql`store on store.id = w.store_id left join product on product.store_id = w.store_id and product.id = w.product_id`;

/**
 * Tells people that the product which they wait for is back, or that the store has opened. It goes by the order in which they
 * confirmed, tells some in each run, and stops when the product is gone. So one unit that comes back does not mail hundreds of
 * people, and a product that comes and goes mails each of them once. While mails of this kind wait for the
 * store's budget, the others keep their place here.
 */
export const tellSweep: Sweep = {
  name: 'waiting.tell',
  every: 15,
  async run(deps) {
    if (!deps.config.mail.smtpUrl) return;
    const { rows } = await sql<{ store_id: string; product_id: string | null }>`
      select * from (
        select distinct on (store_id) store_id, product_id from (
          select w.store_id, w.product_id from (select distinct store_id, product_id from waiting_request w where ${wConfirmed}) w
            join ${wThing}
           where ${hasCome(sql`w.product_id`)}
             and not exists (select from mail m where m.store_id = w.store_id and m.kind = 'wait_over'
                                and m.state in ('pending', 'queued'))) due
         order by store_id, random()) turn
       order by random() limit ${STORES}`.execute(deps.db);
    for (const row of rows) await tellSome(deps, storeIdOf(row), row.product_id);
  },
};

/**
 * Mails the next people who wait for one thing of a store. Their requests end in the transaction that writes the mails, so
 * nobody is told twice, whoever else runs.
 */
export async function tellSome({ db, config }: Deps, store: StoreId, product: string | null): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ email: string; name: string | null; subdomain: string }>`
      with told as (
        delete from waiting_request d using (
          select w.store_id, w.id, product.name, store.subdomain from waiting_request w join ${wThing}
           where w.store_id = ${store} and w.product_id is not distinct from ${product} and ${wConfirmed}
             and ${hasCome(sql`w.product_id`)}
           order by w.confirmed_at, w.id limit ${limits.waitTold} for update of w skip locked) next
         where d.store_id = next.store_id and d.id = next.id
        returning d.email, d.confirmed_at, d.id, next.name, next.subdomain)
      select email, name, subdomain from told order by confirmed_at, id`.execute(tx);
    for (const { email, name, subdomain } of rows) {
      const url = storeUrl(config, subdomain, product === null ? '/' : `/products/${product}`);
      await sendMail(tx, config, { kind: 'wait_over', to: email, storeId: store, data: { product: name, url } });
    }
  });
}

/** Forgets requests that are over, and those that wait for nothing any more: a deleted product or store. */
export const waitingTidySweep: Sweep = {
  name: 'waiting.tidy',
  every: 3600,
  run: ({ db }) => forgetWaiting(db),
};

async function forgetWaiting(db: Db): Promise<void> {
  await db.deleteFrom('waiting_request').where('expires_at', '<', sql<Date>`now()`).execute();
  await sql`
    delete from waiting_request w using product p
     where p.store_id = w.store_id and p.id = w.product_id and p.deleted_at is not null`.execute(db);
  await sql`
    delete from waiting_request w using store s where s.id = w.store_id and s.deleted_at is not null`.execute(db);
}
