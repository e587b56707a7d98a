import { optionsLine } from '@vitrine/contract/option-words';
import { shownOptions } from '@vitrine/contract/product-options';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { storeUrl } from '../../stores/public-url.ts';
import { findOrderByReference, sellerOf } from '../queries.ts';
import { buyerLines } from './make-receipt.ts';

/**
 * Writes the receipt of a purchase to a buyer who left an e-mail, in the transaction that completes the order, so it is
 * sent exactly if the order is completed. `payment`: its number at the provider. A gift of the store gets none, because
 * nobody paid it.
 */
export async function sendReceipt(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  reference: string,
  payment: string | null,
): Promise<void> {
  const order = await findOrderByReference(tx, reference);
  if (!order?.email || order.payment_method === 'manual') return;
  const lines = order.items.map(({ name, quantity, line_centavos, options }) => {
    return { name, quantity, centavos: line_centavos, options: optionsLine(shownOptions(options)) };
  });
  const { legal } = await sellerOf(tx, order.subdomain);
  const url = storeUrl(config, order.subdomain, `/pedido/${reference}`);
  await sendMail(tx, config, {
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
      payment,
      at: new Date().toISOString(),
      seller: { name: legal.name ?? '', document: legal.document ?? '' },
    },
  });
}
