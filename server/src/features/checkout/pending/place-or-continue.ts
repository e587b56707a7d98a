import type { ErrorCode } from '@vitrine/contract/errors';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import { Refusal } from '../../../http/errors.ts';
import type { StoreScope } from '../../../http/store.ts';
import type { Outside } from '../../payments/look-up.ts';
import { renewPayment } from '../../payments/renew-payment.ts';
import type { OrderInput, PlacedOrder, PlaceOptions } from '../place-order.ts';
import { findOwnOrder, letGo } from './own-order.ts';
import { replaceOrder } from './replace-order.ts';

/** Refusals that the buyer's own unpaid order may be the cause of. */
const OWN: ReadonlySet<ErrorCode> = new Set([
  'order_pending',
  'out_of_stock',
  'buy_limit',
  'coupon_exhausted',
  'coupon_held',
  'coupon_used',
  'unpaid_limit',
  'unpaid_share',
  'proof_required',
]);

/** The buyer's own unpaid order, which this press continues. */
export interface Continued {
  reference: string;
  initPoint: string;
}

/**
 * Lets `place` place the order, or continues the buyer's own unpaid one if the cart is the same, with the method of this
 * press. The database lets a browser, or a Discord login, have one such order. So we look for it only after a refusal,
 * and a buyer is never refused because of their own order. If that order has another cart, this refuses `order_pending` with
 * its reference, unless `replaces` names it. An order whose time is over is replaced; one whose money is under review stands
 * in nobody's way. Answers undefined when another call claimed the Idempotency-Key.
 */
export async function placeOrContinue(
  outside: Outside,
  store: StoreScope,
  input: OrderInput & { paymentMethod: OrderPaymentMethod },
  options: PlaceOptions,
  { place, replaces }: { place: () => Promise<PlacedOrder | undefined>; replaces: string | undefined },
): Promise<PlacedOrder | Continued | undefined> {
  const { buyer } = options;
  for (let turn = 1; ; turn += 1) {
    try {
      return await place();
    } catch (error) {
      if (!buyer || !(error instanceof Refusal) || !OWN.has(error.code)) throw error;
      const own = await findOwnOrder(outside.db, store.id, buyer.key, options.holder);
      if (!own) {
        // The unpaid order ended in this moment, so placing is tried once more.
        if (error.code === 'order_pending' && turn === 1) continue;
        throw error;
      }
      if (own.paying) {
        if (turn > 1) throw error;
        await letGo(outside.db, store.id, own.id);
        continue;
      }
      const seen = input.seenTotal ?? own.totalCentavos;
      if (own.open && own.cart.equals(buyer.cart) && own.totalCentavos <= seen) {
        return await renewPayment(outside, own.reference, input.paymentMethod, store.subdomain);
      }
      if (!own.open || replaces === own.reference) {
        return await replaceOrder(outside, store.id, input, options, own);
      }
      throw new Refusal('order_pending', { reference: own.reference });
    }
  }
}
