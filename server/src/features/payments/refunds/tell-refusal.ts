import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { limitRefundMail, refundRefusedMail, refundStuckMail } from '../../mail/store-mails.ts';
import { orderNotes } from '../../orders/order.ts';
import { readPurchase } from '../../orders/read-purchase.ts';
import { panelUrl, storeUrl } from '../../stores/public-url.ts';
import type { Outside } from '../look-up.ts';
import { ownersOf } from '../queries.ts';

/**
 * Tells buyer and owner by mail that the money of a withdrawal did not go back, when the provider says so: at once or
 * days later. The order's note also puts it into the panel's "Precisa de você".
 */
export async function tellRefusal(
  tx: Tx,
  { config }: Pick<Outside, 'config'>,
  store: StoreId,
  { id, reference }: { id: string; reference: string },
  noBalance: boolean,
): Promise<void> {
  const order = await readPurchase(tx, reference);
  if (!order) return;
  const problem = noBalance
    ? 'Não há saldo suficiente na conta.'
    : 'O Mercado Pago não informou um motivo que se resolva sozinho.';
  for (const { email, ...owned } of await ownersOf(tx, store)) {
    const mail = refundStuckMail(owned, order.number, problem, panelUrl(config, `/orders?order=${id}`));
    await sendMail(tx, { to: email, storeId: store, ...mail });
  }
  if (!order.email) return;
  const url = storeUrl(config, order.subdomain, `/pedido/${reference}`);
  const bought = { name: order.storeName, subdomain: order.subdomain };
  const mail = refundRefusedMail(bought, order.number, url);
  await sendMail(tx, { to: order.email, storeId: store, ...mail });
}

/** Tells the buyer by mail that an order was paid beyond a limit, why (`note`), and that its money goes back. */
export async function tellLimit(
  tx: Tx,
  config: Pick<Outside['config'], 'publicUrl' | 'domain'>,
  store: StoreId,
  reference: string,
  note: 'limit_refund' | 'coupon_refund',
): Promise<void> {
  const order = await readPurchase(tx, reference);
  if (!order?.email) return;
  const url = storeUrl(config, order.subdomain, `/pedido/${reference}`);
  const bought = { name: order.storeName, subdomain: order.subdomain };
  const mail = limitRefundMail(bought, order.number, orderNotes[note], url);
  await sendMail(tx, { to: order.email, storeId: store, ...mail });
}
