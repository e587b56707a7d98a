import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { slowDown } from '../../../http/throttle.ts';
import { hideName, showName } from '../../window/buyers/shown-names.ts';
import { type Asked, findOwn } from './correct-order.ts';

/** Each change makes the shop's pages anew. */
const TRIES = { limit: 10, seconds: 3600 };

/**
 * Lets the shop show the buyer's masked name, or takes it away. Only the buyer may show it (`order_of_another`). Whoever has the
 * order's address may hide it, because its browser is forgotten soon after the purchase and hiding harms nobody. Refuses
 * `order_unnamed` for a purchase that no window may name.
 */
export async function nameBuyer(deps: Pick<Deps, 'db' | 'config'>, shown: boolean, asked: Asked): Promise<void> {
  const { db } = deps;
  const { row, store, own } = await findOwn(deps, asked);
  if (shown && !own) throw new Refusal('order_of_another');
  await slowDown(db, [{ key: `order-name:${store} ${row.id}`, ...TRIES }]);
  await transaction(db, async (tx) => {
    if (!shown) await hideName(tx, store, row.id);
    else if (!(await showName(tx, store, row.id))) throw new Refusal('order_unnamed');
  });
}
