import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { lockWave } from '../orders/junk-wave.ts';
import { endUnpaid } from '../orders/unpaid-deadline.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { slowHolders } from '../stores/slow-holders.ts';

/**
 * Ends the wave of unpaid orders that a store is under. Their deadlines are set to now, so each ends like any order
 * that nobody paid (`expire`): the offer is withdrawn at the provider, what was paid meanwhile is completed, and stock
 * and coupons come back. For an hour their networks need a proof of work. Answers how many orders. Safe to repeat.
 */
export async function endWave(db: Db, store: StoreId, actor: Actor): Promise<number> {
  return await transaction(db, async (tx) => {
    const orders = await lockWave(tx, store);
    if (orders.length === 0) return 0;
    const ids = orders.map(({ id }) => id);
    await endUnpaid(tx, store, ids, actor.name);
    const networks = orders.flatMap(({ holder, holder_wide }) => (holder_wide ? [holder, holder_wide] : [holder]));
    await slowHolders(tx, store, networks);
    for (const orderId of ids) await enqueue(tx, 'payments.expire', { storeId: store, orderId });
    const text = `Encerrou ${ids.length} ${ids.length === 1 ? 'pedido' : 'pedidos'} sem pagamento`;
    await recordAudit(tx, store, actor, { action: 'orders.wave', text });
    return ids.length;
  });
}
