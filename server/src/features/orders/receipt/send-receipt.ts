import { formatCentavos } from '@vitrine/contract/money';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { receiptMail } from '../../mail/store-mails.ts';
import { storeUrl } from '../../stores/public-url.ts';
import { findOrderByReference } from '../queries.ts';

/**
 * Writes the receipt of a purchase to a buyer who left an e-mail, in the transaction that completes the order, so it is
 * sent exactly if the order is completed. A gift of the store gets none, because nobody paid it.
 */
export async function sendReceipt(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain'>,
  store: StoreId,
  reference: string,
): Promise<void> {
  const order = await findOrderByReference(tx, reference);
  if (!order?.email || order.payment_method === 'manual') return;
  const lines = order.items.map(({ name, quantity, line_centavos }) => {
    return { name, quantity, amount: formatCentavos(line_centavos) };
  });
  const mail = receiptMail(
    { name: order.storeName, subdomain: order.subdomain },
    { number: order.number, free: order.total_centavos === 0, lines, total: formatCentavos(order.total_centavos) },
    storeUrl(config, order.subdomain, `/pedido/${reference}`),
  );
  await sendMail(tx, { to: order.email, storeId: store, ...mail });
}
