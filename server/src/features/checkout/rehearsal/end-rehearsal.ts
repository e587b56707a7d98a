import { limits } from '@vitrine/contract/limits';
import { orderStatusTexts } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import { lockOrder } from '../../orders/lock-order.ts';
import { reverseOrder } from '../../orders/reverse-order.ts';
import { type Actor, recordAudit } from '../../stores/record-audit.ts';

/**
 * Undoes a rehearsal as the refund of a whole order would. One that has ended stays as it is. `actor` is null if the
 * rehearsal's time ended it. Refuses any other order with `order_not_found`.
 */
export async function endRehearsal(db: Db, store: StoreId, id: string, actor: Actor | null): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await lockOrder(tx, store, id);
    if (order?.kind !== 'rehearsal') throw new Refusal('order_not_found');
    await reverseOrder(tx, store, order, 'rehearsal', { actor: actor?.name ?? null });
    if (!actor) return;
    await recordAudit(tx, store, actor, {
      action: 'rehearsal.end',
      text: `Encerrou a simulação (pedido ${order.number})`,
      object: id,
      before: { status: orderStatusTexts[order.status] },
      after: { status: orderStatusTexts.cancelled },
    });
  });
}

/** Ends rehearsals that a closed page or a crash left under way. */
async function endForgotten({ db, log }: Deps): Promise<void> {
  const { rows } = await sql<{ store_id: string; id: string }>`
    select store_id, id from "order"
     where kind = 'rehearsal' and status <> 'cancelled'
       and created_at < now() - make_interval(mins => ${limits.rehearsalMinutes}) order by created_at limit 100`.execute(
    db,
  );
  for (const row of rows) {
    // A rehearsal that cannot end does not keep others from ending.
    await endRehearsal(db, storeIdOf(row), row.id, null).catch((error: unknown) => {
      log.error({ err: error, order: row.id }, 'a forgotten rehearsal did not end');
    });
  }
}

export const rehearsalSweep: Sweep = { name: 'checkout.rehearsals', every: 30, run: endForgotten };
