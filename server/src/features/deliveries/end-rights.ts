import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { notify } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import { type Move, moveDeliveries } from './move-deliveries.ts';
import { createReversals } from './reverse-delivery.ts';
import { endSources } from './rights.ts';

export type EndReason = 'refund' | 'returned' | 'chargeback' | 'cancelled' | 'withdrawal' | 'revoked' | 'rehearsal';

const reasons: Record<EndReason, string> = {
  refund: 'O pedido foi reembolsado',
  returned: 'O item foi reembolsado',
  chargeback: 'O pagamento foi contestado',
  cancelled: 'O pedido foi cancelado pela loja',
  withdrawal: 'O comprador desistiu da compra',
  revoked: 'A loja retirou o que o item deu',
  rehearsal: 'A simulação terminou',
};

interface Row {
  id: string;
  item_id: string;
  phase: string;
  state: DeliveryState;
  server_id: string | null;
  code: string | null;
  depends_on: string | null;
}

/** After these codes, the other side may have carried out the delivery: the game failed in the middle, or Discord's answer was lost. */
const IN_DOUBT = new Set(['adapter_error', 'discord_unavailable']);

/** Whether a delivery that waits or failed may have arrived: a server had it and never answered, or its code is in doubt. */
const mayHaveArrived = ({ state, server_id, code }: Row) =>
  (state === 'queued' && server_id !== null) || IN_DOUBT.has(code ?? '');

/**
 * Ends what an order gives, in the transaction that cancels it (DECISIONS.md: "ends its rights now"), or what some of its
 * items give, in the transaction that returns them:
 *
 * - A delivery that was not sent is cancelled, also one that is not due yet. If it may have arrived, it is also taken
 *   back. One that is out gets a cancellation, and its result is awaited.
 * - Groups, roles, vehicles and bans that arrived are taken back by `reversal` deliveries, unless another live purchase
 *   still gives them. Later purchases move forward by the days that this one still had.
 * - Money, items and commands are never taken back by a guess. What the owner defined for the expiration (remove_money,
 *   a command) runs now instead of at the end, if its confirmation arrived.
 * - An uncertain delivery stays uncertain: a person must still see whether it arrived.
 *
 * Safe to call for an order that has no deliveries.
 */
export async function endRights(
  tx: Tx,
  store: StoreId,
  orderId: string,
  reason: EndReason,
  { items }: { items?: readonly string[] } = {},
): Promise<void> {
  const locked = await sql<Row>`
    select id, item_id, phase, state, server_id, code, depends_on from delivery
     where store_id = ${store} and order_id = ${orderId} order by seq for update`.execute(tx);
  const rows = items ? locked.rows.filter(({ item_id }) => items.includes(item_id)) : locked.rows;
  // Read from the locked rows: a join would show the state that a confirmation had before the wait for its lock.
  const stateOf = new Map(rows.map(({ id, state }) => [id, state]));
  await endSources(tx, store, orderId, { items });

  const message = reasons[reason];
  const moves: Move[] = [];
  const toCancel: string[] = [];
  const toReverse: string[] = [];
  const hasten: string[] = [];
  for (const row of rows) {
    const cancel: Move = { id: row.id, from: row.state, to: 'cancelled', code: 'order_ended', message };
    if (row.phase === 'confirmation') {
      if (row.state === 'sent') toCancel.push(row.id);
      else if (row.state === 'scheduled' || row.state === 'queued' || row.state === 'failed') {
        moves.push(cancel);
        if (mayHaveArrived(row)) toReverse.push(row.id);
      } else if (row.state === 'succeeded') toReverse.push(row.id);
    } else if (row.phase === 'expiration' && row.state === 'scheduled') {
      const confirmed = stateOf.get(row.depends_on ?? '');
      if (confirmed === 'succeeded' || confirmed === 'sent' || confirmed === 'uncertain') hasten.push(row.id);
      else moves.push(cancel);
    }
  }
  await moveDeliveries(tx, store, moves);
  if (toCancel.length > 0) {
    await tx
      .updateTable('delivery')
      .set({ cancel_requested: true, updated_at: sql<Date>`now()` })
      .where('store_id', '=', store)
      .where('id', 'in', toCancel)
      .execute();
    await notify(tx, 'deliveries', store);
  }
  if (hasten.length > 0) {
    // createReversals cancels the expirations whose right it takes back. The sweep runs the others.
    await tx
      .updateTable('delivery')
      .set({ due_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
      .where('store_id', '=', store)
      .where('id', 'in', hasten)
      .execute();
  }
  await createReversals(tx, store, toReverse);
}
