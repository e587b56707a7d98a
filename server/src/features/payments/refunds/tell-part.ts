import { formatCentavos } from '@vitrine/contract/money';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { noteEvent } from '../../notices/note-event.ts';
import type { LockedOrder } from '../../orders/lock-order.ts';
import { tellOrder } from '../../orders/move-order.ts';
import { readPurchase } from '../../orders/read-purchase.ts';
import { returnedLines } from '../../orders/returns/returned-lines.ts';
import { storeUrl } from '../../stores/public-url.ts';

/**
 * Writes into the order's history that a part of its money went back, and tells the buyer by mail: how much, and which units it
 * was for. The store's team hears of it too. `actor`: who asked for it; null where the provider says it first.
 */
export async function tellPart(
  tx: Tx,
  config: Pick<Config, 'publicUrl' | 'domain' | 'secret'>,
  store: StoreId,
  order: LockedOrder,
  part: { centavos: number; items: readonly { item: string; units: number }[]; actor: string | null },
): Promise<void> {
  const lines = await returnedLines(tx, store, order.id, part.items);
  const what = lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ') || 'nenhum item foi devolvido';
  const by = part.actor === null ? ' pelo Mercado Pago' : '';
  await tellOrder(tx, store, order.id, {
    reason: `Reembolsado em parte${by}: ${formatCentavos(part.centavos)} (${what})`.slice(0, 500),
    actor: part.actor,
  });
  await noteEvent(tx, store, { kind: 'refund', news: 'part', order: order.id, data: { centavos: part.centavos } });
  const purchase = await readPurchase(tx, order.reference);
  if (!purchase?.email) return;
  await sendMail(tx, config, {
    kind: 'part_refund',
    to: purchase.email,
    storeId: store,
    data: {
      order: order.number,
      centavos: part.centavos,
      lines,
      url: storeUrl(config, purchase.subdomain, `/pedido/${order.reference}`),
    },
  });
}
