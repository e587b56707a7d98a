import { limits } from '@vitrine/contract/limits';
import type { AwaitedThing } from '@vitrine/contract/pages';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { type StoreId, storeOpen, storeOpensAt } from '../../http/store.ts';
import { youngStore } from '../mail/young-store.ts';

/**
 * Whether what a request of the query around it waits for has come. The query has the rows `store` and, for a request about
 * a product, `product`; `about` is the request's product. Units that unpaid orders hold count as sold.
 */
export const hasCome = (about: ReturnType<typeof sql>) => sql<boolean>`(${storeOpen} and store.deleted_at is null
  and case when ${about} is null
           then exists (select from product p where p.store_id = store.id and on_sale(p))
           else on_sale(product) and (product.stock is null or product.stock - product.reserved > 0) end)`;

/**
 * What a shopper of this store could wait for: a product on sale, or with null the opening. Says why nobody can ask for it
 * now. Null for a product that is not on sale here.
 */
export async function awaitedThing(
  db: Db,
  config: Pick<Config, 'mail'>,
  store: StoreId,
  productId: string | null,
): Promise<AwaitedThing | null> {
  const { rows } = await sql<{
    name: string | null;
    needless: boolean;
    young: boolean;
    from: Date;
  }>`
    select product.name, ${youngStore} as young, store.created_at + make_interval(days => ${limits.youngStoreDays}) as "from",
           case when ${productId}::text is null then ${storeOpensAt} is null
                else not ${storeOpen} or product.stock is null or product.stock - product.reserved > 0 end as needless
      from store left join product
        on product.store_id = store.id and product.id = ${productId} and on_sale(product)
     where store.id = ${store} and store.deleted_at is null`.execute(db);
  const row = rows[0];
  if (!row || (productId !== null && row.name === null)) return null;
  const refusal = row.needless
    ? 'waiting_needless'
    : !config.mail.smtpUrl
      ? 'notices_off'
      : row.young
        ? 'notices_young'
        : null;
  return { product: row.name, refusal, from: refusal === 'notices_young' ? row.from.toISOString() : null };
}
