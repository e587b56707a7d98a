import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { orderNotes } from '../../orders/order.ts';
import { readPurchase } from '../../orders/read-purchase.ts';
import { panelUrl, storeUrl } from '../../stores/public-url.ts';
import type { Outside } from '../look-up.ts';
import { ownersOf } from '../queries.ts';

/**
 * Tells buyer and owner by mail that the provider did not give the money of a withdrawal back. It may say this at once or days
 * later. The order's note also puts it into the panel's "Precisa de você".
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
  const stuck = { order: order.number, noBalance, url: panelUrl(config, `/orders?order=${id}`) };
  for (const { account, email: to } of await ownersOf(tx, store)) {
    const member = { account, needs: ['orders.read'] as const };
    await sendMail(tx, config, { kind: 'refund_stuck', to, storeId: store, member, data: stuck });
  }
  if (!order.email) return;
  const url = storeUrl(config, order.subdomain, `/pedido/${reference}`);
  const data = { order: order.number, url };
  await sendMail(tx, config, { kind: 'refund_refused', to: order.email, storeId: store, data });
}

/** Tells the buyer by mail that an order was paid beyond a limit, why (`note`), and that its money goes back. */
export async function tellLimit(
  tx: Tx,
  config: Pick<Outside['config'], 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  reference: string,
  note: 'limit_refund' | 'coupon_refund',
): Promise<void> {
  const order = await readPurchase(tx, reference);
  if (!order?.email) return;
  const url = storeUrl(config, order.subdomain, `/pedido/${reference}`);
  const data = { order: order.number, why: orderNotes[note], url };
  await sendMail(tx, config, { kind: 'limit_refund', to: order.email, storeId: store, data });
}
