import { formatCentavos } from '@vitrine/contract/money';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { receiptMail } from '../accounts/mails.ts';
import { sendMail } from '../accounts/send-mail.ts';
import { withinLimit } from '../accounts/throttle.ts';
import { storeUrl } from '../stores/public-url.ts';
import { findOrderByReference } from './queries.ts';

/** An address that a stranger typed gets so many receipts of a store in an hour, whatever is bought with it. */
const RECEIPTS_AN_HOUR = 20;

/**
 * Writes the receipt of a purchase to the buyer who left an e-mail, in the transaction that completes the order: it
 * leaves if the order is completed and never otherwise. Nothing is sent for a gift of the store, which nobody paid.
 */
export async function sendReceipt(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain'>,
  store: StoreId,
  reference: string,
): Promise<void> {
  const order = await findOrderByReference(tx, reference);
  if (!order?.email || order.payment_method === 'manual') return;
  const rule = { key: `receipt:${store}:${order.email}`, limit: RECEIPTS_AN_HOUR, seconds: 3600 };
  if (!(await withinLimit(tx, rule))) return;
  const lines = order.items.map(({ name, quantity, line_centavos }) => {
    return { name, quantity, amount: formatCentavos(line_centavos) };
  });
  const { subject, document } = receiptMail(
    order.storeName,
    { number: order.number, lines, total: formatCentavos(order.total_centavos) },
    storeUrl(config, order.subdomain, `/pedido/${reference}`),
  );
  await sendMail(tx, { to: order.email, storeId: store, subject, document });
}
