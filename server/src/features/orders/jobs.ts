import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { forgetSlowHolders } from '../stores/slow-holders.ts';
import { lockOrder } from './lock-order.ts';
import { restock } from './stock.ts';

/** In SQL: the delivery `d` may still give or take goods. */
const isOut = sql<boolean>`(d.phase <> 'expiration' and d.state in ('scheduled', 'queued', 'sent', 'uncertain'))`;
/** In SQL: what the delivery `d` gave was not taken back. */
const isKept = sql<boolean>`(d.phase = 'confirmation' and d.state = 'succeeded' and not exists (
  select from delivery r
   where r.store_id = d.store_id and r.order_id = d.order_id and r.item_id = d.item_id and r.action_index = d.action_index
     and r.phase = 'reversal' and r.state = 'succeeded'))`;

/**
 * Stock of a reversed order comes back only with the goods (DECISIONS.md, Orders): when everything that was delivered
 * was taken back, or nothing had been delivered.
 */
async function restockDue(deps: Deps): Promise<void> {
  const due = await sql<{ store_id: string; id: string }>`
    select o.store_id, o.id from "order" o
     where o.status = 'cancelled' and o.completed_at is not null and o.restocked_at is null
       and o.cancelled_at > now() - interval '60 days'
       and not exists (select from delivery d
                        where d.store_id = o.store_id and d.order_id = o.id and (${isOut} or ${isKept}))
     order by o.cancelled_at limit 100`.execute(deps.db);
  for (const row of due.rows) {
    const store = storeIdOf(row);
    await transaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, store, row.id);
      if (order?.status === 'cancelled' && order.completed_at) await restock(tx, store, row.id);
    });
  }
}

/** The same for an item that was returned whole while its order stands. */
async function restockItems(deps: Deps): Promise<void> {
  const due = await sql<{ store_id: string; order_id: string; id: string; units: number }>`
    select i.store_id, i.order_id, i.id, i.quantity - i.restocked as units from order_item i
      join "order" o on o.store_id = i.store_id and o.id = i.order_id
     where i.returned = i.quantity and i.restocked < i.quantity and i.returned_at > now() - interval '60 days'
       and o.status = 'completed'
       and not exists (select from delivery d
                        where d.store_id = i.store_id and d.order_id = i.order_id and d.item_id = i.id
                          and (${isOut} or ${isKept}))
     order by i.returned_at limit 100`.execute(deps.db);
  for (const row of due.rows) {
    const store = storeIdOf(row);
    await transaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, store, row.order_id);
      if (order?.status === 'completed') await restock(tx, store, row.order_id, { item: row.id, units: row.units });
    });
  }
}

/**
 * Forgets the holders of decided orders when they are no longer needed, and deletes the rows of holders that hold
 * nothing.
 */
async function forgetHolders({ db }: Deps): Promise<void> {
  await sql`
    update "order" set holder = null, holder_wide = null, buyer_cart = null
     where holder is not null and status <> 'pending'
       and coalesce(completed_at, cancelled_at) < now() - make_interval(hours => ${limits.holderKeepHours})`.execute(
    db,
  );
  // The browser's hash proves who may correct the ids, as long as something waits for them.
  await sql`
    update "order" o set buyer = null
     where o.buyer is not null and o.status <> 'pending'
       and coalesce(o.completed_at, o.cancelled_at) < now() - make_interval(hours => ${limits.holderKeepHours})
       and (o.status = 'cancelled' or o.completed_at < now() - make_interval(days => ${limits.correctionDays})
            or not exists (select from delivery d
                            where d.store_id = o.store_id and d.order_id = o.id and d.phase = 'confirmation'
                              and d.state in ('scheduled', 'queued', 'sent', 'failed')))`.execute(db);
  // Skips rows that an order is being placed with, because waiting for them could be a deadlock.
  await sql`
    delete from unpaid_hold h using (
      select store_id, holder, product_id from unpaid_hold where held = 0 for update skip locked) empty
     where h.store_id = empty.store_id and h.holder = empty.holder and h.product_id = empty.product_id`.execute(db);
  await forgetSlowHolders(db);
}

export const orderSweeps: Sweep[] = [
  {
    name: 'orders.restock',
    every: 30,
    run: async (deps) => {
      await restockDue(deps);
      await restockItems(deps);
    },
  },
  { name: 'orders.holders', every: 300, run: forgetHolders },
];
