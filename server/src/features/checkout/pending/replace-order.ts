import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { cancelOrder } from '../../orders/cancel-order.ts';
import { lockOrder } from '../../orders/lock-order.ts';
import { nextOrderNumber } from '../../orders/number.ts';
import { endUnpaidOrder, withdrawOffers } from '../../payments/end-unpaid.ts';
import type { Outside } from '../../payments/look-up.ts';
import {
  type OrderInput,
  type PlacedOrder,
  type PlaceOptions,
  priceOrder,
  refusalOf,
  writeOrder,
} from '../place-order.ts';

/**
 * Places an order instead of the buyer's own unpaid one, in one transaction. The new order may take what the old one held. First
 * placing is tried without effect, so that a refused cart leaves the old order payable. Then the offer to pay the old order is
 * withdrawn at the provider. Refuses as `placeOrder` and `endUnpaidOrder` do. Answers undefined when another
 * call claimed the Idempotency-Key. Call it outside transactions.
 */
export async function replaceOrder(
  outside: Outside,
  store: StoreId,
  input: OrderInput,
  options: PlaceOptions,
  old: { id: string; reference: string },
): Promise<PlacedOrder | undefined> {
  const { db, config } = outside;
  const number = await nextOrderNumber(db, store);
  const place = async (tx: Tx) => {
    const order = await priceOrder({ db: tx, config }, store, input, { ...options, number });
    return await writeOrder(tx, config, store, order);
  };
  try {
    await withoutOrder(db, store, old.id, input.idProducts, place);
    const withdrawn = await withdrawOffers(outside, store, old);
    return await transaction(db, async (tx) => {
      const locked = await lockOrder(tx, store, old.id);
      await lockLines(tx, store, old.id, input.idProducts);
      if (locked) await endUnpaidOrder(tx, store, locked, withdrawn, 'replaced');
      return await place(tx);
    });
  } catch (error) {
    throw refusalOf(error, config, store, options);
  }
}

/** Answers what `work` would find if the buyer's unpaid order were cancelled. All of it is rolled back. */
export async function withoutOrder<T>(
  db: Deps['db'],
  store: StoreId,
  order: string,
  lines: readonly { id: string }[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const end = new Undo<T>();
  try {
    return await transaction(db, async (tx) => {
      const locked = await lockOrder(tx, store, order);
      await lockLines(tx, store, order, lines);
      if (locked) await cancelOrder(tx, store, locked, { note: 'replaced' });
      end.found = { value: await work(tx) };
      throw end;
    });
  } catch (error) {
    if (error !== end || !end.found) throw error;
    return end.found.value;
  }
}

class Undo<T> extends Error {
  found: { value: T } | undefined;
}

/** Locks the products of both orders in the order of their ids, as every transaction does. */
async function lockLines(tx: Tx | Db, store: StoreId, order: string, lines: readonly { id: string }[]): Promise<void> {
  await sql`
    select from product
     where store_id = ${store}
       and (id = any(${lines.map(({ id }) => id)}::text[])
            or id in (select product_id from order_item where store_id = ${store} and order_id = ${order}))
     order by id for no key update`.execute(tx);
}
