import { limits } from '@vitrine/contract/limits';
import { sampleOptions } from '@vitrine/contract/product-options';
import type { RehearsalStart } from '@vitrine/contract/rehearsals';
import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { slowDown } from '../../../http/throttle.ts';
import { readProduct } from '../../catalog/read-product.ts';
import type { Actor } from '../../stores/record-audit.ts';
import { questionsOf } from '../../variables/read-variables.ts';
import { placeOrder } from '../place-order.ts';
import { REHEARSED_NAME, sampleAnswers } from './sample-buyer.ts';

/**
 * Gives one unit of a product to a player, in a member's name, as an order that is no sale. It is placed like a manual
 * order. It takes no stock and no coupon, counts for no limit and no figure, and ends by `endRehearsal` or a sweep. Answers the
 * order's id. Refuses `product_not_found`, `rehearsal_live` while the store has another one, and what a manual order refuses.
 */
export async function startRehearsal(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  { id, subdomain: _, ...buyer }: RehearsalStart,
  actor: Actor,
): Promise<string> {
  await slowDown(db, [{ key: `rehearse-run:${store}`, limit: limits.rehearsalsPerHour, seconds: 3600 }]);
  const { name, options } = await readProduct(db, store, id);
  const placed = await placeOrder(
    { db, config },
    store,
    {
      ...buyer,
      name: REHEARSED_NAME,
      idProducts: [{ id, quantity: 1, options: sampleOptions(options) }],
      variables: sampleAnswers(await questionsOf(db, store)),
      paymentMethod: 'manual',
    },
    { given: { kind: 'rehearsal', actor, reason: `Simulação de “${name}”` } },
  );
  if (!placed) throw new Error('an order without an Idempotency-Key is always placed');
  return placed.id;
}
