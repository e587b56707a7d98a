import { optionsLine } from '@vitrine/contract/option-words';
import { shownOptions } from '@vitrine/contract/product-options';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { dropReason, sendMail } from '../../mail/send-mail.ts';
import { storeUrl } from '../../stores/public-url.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';
import { lockOrder } from '../lock-order.ts';
import { findOrderByReference, paymentsOfOrder, sellerOf } from '../queries.ts';
import { buyerLines } from './make-receipt.ts';

/**
 * Writes the receipt of a purchase to a buyer who left an e-mail, in the transaction that completes the order, so it is
 * sent exactly if the order is completed. `payment`: its number at the provider. A gift of the store gets none, because
 * nobody paid it. `paidAt`: when it was paid, where that is not now. Answers the id of the mail; undefined where none is written.
 */
export async function sendReceipt(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  reference: string,
  payment: string | null,
  paidAt: Date = new Date(),
): Promise<string | undefined> {
  const order = await findOrderByReference(tx, reference);
  if (!order?.email || order.payment_method === 'manual') return undefined;
  const lines = order.items.map(({ name, quantity, line_centavos, options }) => {
    return { name, quantity, centavos: line_centavos, options: optionsLine(shownOptions(options)) };
  });
  const { legal } = await sellerOf(tx, order.subdomain);
  const url = storeUrl(config, order.subdomain, `/pedido/${reference}`);
  return await sendMail(tx, config, {
    kind: order.total_centavos === 0 ? 'free_receipt' : 'receipt',
    to: order.email,
    storeId: store,
    data: {
      order: order.number,
      lines,
      totalCentavos: order.total_centavos,
      url,
      reference,
      buyer: buyerLines(order, 'whole'),
      discountCentavos: order.discount_centavos,
      coupon: order.coupon,
      handover: order.handover,
      payment,
      at: paidAt.toISOString(),
      seller: { name: legal.name ?? '', document: legal.document ?? '' },
    },
  });
}

/**
 * Writes the receipt of a completed purchase once more, because its buyer lost it. Refuses `order_not_found`, and
 * `receipt_none` for an order that nobody paid or whose buyer left no e-mail. If the mail would not leave, it refuses
 * `receipt_held` or `receipt_refused`.
 */
export async function sendReceiptAgain(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  actor: Actor,
  id: string,
): Promise<void> {
  const order = await lockOrder(tx, store, id);
  if (!order || order.kind === 'rehearsal') throw new Refusal('order_not_found');
  if (order.status !== 'completed' || !order.completed_at) throw new Refusal('receipt_none');
  const payments = await paymentsOfOrder(tx, store, id);
  const paid = payments.find(({ status }) => status === 'approved')?.provider_id ?? null;
  const mail = await sendReceipt(tx, config, store, order.reference, paid, order.completed_at);
  if (mail === undefined) throw new Refusal('receipt_none');
  const problem = await dropReason(tx, mail);
  if (problem !== null) throw new Refusal(problem === 'bounced' ? 'receipt_refused' : 'receipt_held');
  const text = `Reenviou o recibo do pedido ${order.number}`;
  await recordAudit(tx, store, actor, { action: 'order.receipt', text, object: id });
}
