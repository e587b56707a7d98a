import { toReais } from '@vitrine/contract/money';
import type { RefundPreview } from '@vitrine/contract/orders';
import type { Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { foreseeReturn } from '../../deliveries/returns/foresee-return.ts';
import { lockOrder } from '../../orders/lock-order.ts';
import { needsSecond } from './needs-second.ts';
import { isUnderWay, planRefund, type RefundChoice } from './plan-refund.ts';

/**
 * Says what a refund would give back, take and leave, by the rules that the refund itself follows. Changes nothing. Refuses
 * what the refund would refuse.
 */
export async function previewRefund(
  db: Db,
  store: StoreId,
  orderId: string,
  choice: RefundChoice,
): Promise<RefundPreview> {
  return await transaction(db, async (tx) => {
    const order = await lockOrder(tx, store, orderId);
    if (!order) throw new Refusal('order_not_found');
    const { payment, centavos, leftCentavos, part } = await planRefund(tx, store, order, choice);
    if (await isUnderWay(tx, store, payment)) throw new Refusal('refund_under_way');
    const units = part?.scope === 'items' && { units: new Map(part.items.map((one) => [one.item, one.units])) };
    return {
      success: true,
      value: toReais(centavos),
      left: toReais(leftCentavos),
      whole: part === undefined,
      needsApproval: await needsSecond(tx, store, order.id, centavos),
      effects: await foreseeReturn(tx, store, order.id, part === undefined ? { whole: true } : units || {}),
    };
  });
}
