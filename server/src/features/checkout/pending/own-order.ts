import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import type { Holder } from '../holder.ts';

/** The one unpaid order that a buyer has in a store (docs/decisions/0079-one-pending-order.md). */
export interface OwnOrder {
  id: string;
  reference: string;
  totalCentavos: number;
  /** What was ordered, hashed. */
  cart: Buffer;
  /** Whether it can still be paid: its deadline is ahead and nobody ended it. */
  open: boolean;
  /** Whether money for it has arrived or is under review. Then it stands in nobody's way. */
  paying: boolean;
}

/** The unpaid order of this browser, or of this Discord login; undefined without one. */
export async function findOwnOrder(
  db: Db,
  store: StoreId,
  browser: Buffer,
  holder: Holder | undefined,
): Promise<OwnOrder | undefined> {
  const login = holder?.proven === 'discord' ? holder.key : null;
  const { rows } = await sql<OwnOrder>`
    select o.id, o.reference, o.total_centavos as "totalCentavos", o.buyer_cart as cart,
           o.expires_at > now() and o.ended_by is null as open,
           exists (select from payment p where p.store_id = o.store_id and p.order_id = o.id
                      and p.status in ('approved', 'in_process')) as paying
      from "order" o
     where o.store_id = ${store} and o.status = 'pending' and o.buyer_cart is not null
       and (o.buyer = ${browser}::bytea or (o.proven = 'discord' and o.holder = ${login}::bytea))
     order by o.created_at desc limit 1`.execute(db);
  return rows[0];
}

/** From now on the order stands in nobody's way: its buyer may place another one beside it. */
export async function letGo(db: Db, store: StoreId, order: string): Promise<void> {
  await db
    .updateTable('order')
    .set({ buyer_cart: null })
    .where('store_id', '=', store)
    .where('id', '=', order)
    .execute();
}
