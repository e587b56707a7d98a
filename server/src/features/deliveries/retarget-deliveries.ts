import type { ActionTarget } from '@vitrine/contract/actions';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import type { Phase } from './delivery.ts';
import { moveDeliveries } from './move-deliveries.ts';
import { claimsOf, type Planned, planOrder } from './plan-deliveries.ts';
import { claimKey, claimRights, endSources } from './rights.ts';
import { liveSeats, seatsMade } from './seats/action-seats.ts';
import { receiverOf, targetNames, wakeTargets } from './targets.ts';

interface Row {
  id: string;
  item_id: string;
  action_index: number;
  phase: Phase;
  target: ActionTarget;
  seat_id: string | null;
  state: DeliveryState;
  server_id: string | null;
}

/** Codes of failures that another id may cure. */
const BECAUSE_OF_THE_BUYER = new Set([
  'player_not_found',
  'player_mismatch',
  'player_ambiguous',
  'unknown_user',
  'given_up',
]);

/** Who an order is for: the city id and the Discord id (empty text without one). */
export interface Buyer {
  client: number;
  discord_id: string;
}

/**
 * Makes the deliveries of an order again for its corrected buyer. Placeholders are rendered again, and what failed because
 * of the ids is queued again in `actor`'s name. Where nothing has arrived at a target yet, its rights go to the new receiver.
 * A delivery that is out, or may have begun, stays as it is. The caller has locked the order and changed its row.
 */
export async function retargetDeliveries(
  tx: Tx,
  store: StoreId,
  orderId: string,
  { before, after, actor }: { before: Buyer; after: Buyer; actor: string },
): Promise<void> {
  const { rows } = await sql<Row & { code: string | null }>`
    select id, item_id, action_index, phase, target, seat_id, state, server_id, code from delivery
     where store_id = ${store} and order_id = ${orderId} order by seq for update`.execute(tx);
  const { order, planned } = await planOrder(tx, store, orderId, seatsMade(rows));
  const isThere = await liveSeats(tx, store, rows);
  const open = rows.filter(
    ({ state, phase, server_id, seat_id }) =>
      phase !== 'reversal' &&
      isThere(seat_id) &&
      (state === 'scheduled' || state === 'failed' || (state === 'queued' && server_id === null)),
  );
  const ends = new Map<string, Date | null>();
  for (const target of targetNames) {
    const moved = receiverOf(target, after) !== receiverOf(target, before);
    const untouched = rows.every((row) => row.target !== target || open.includes(row) || row.state === 'cancelled');
    if (!moved || !untouched) continue;
    await endSources(tx, store, orderId, target);
    const claims = order.items.flatMap((item) => claimsOf(item, planned, (name) => receiverOf(name, after)));
    const own = claims.filter((claim) => claim.target === target);
    for (const [key, end] of await claimRights(tx, store, orderId, own)) ends.set(`${target} ${key}`, end);
  }

  const planOf = (row: Row) =>
    planned.find(
      (plan) => plan.itemId === row.item_id && plan.actionIndex === row.action_index && plan.seat === row.seat_id,
    ) as Planned;
  const changed = open.map((row) => {
    const { args, subject } = planOf(row);
    const end = ends.get(`${row.target} ${claimKey({ itemId: row.item_id, subject: subject ?? '' })}`);
    const player = receiverOf(row.target, after);
    return { id: row.id, args, subject, player, dueAt: row.state === 'scheduled' ? (end ?? null) : null };
  });
  await sql`
    update delivery d
       set args = w.args, subject = w.subject, player = w.player, client = ${after.client},
           discord_id = ${after.discord_id}, due_at = coalesce(w."dueAt", d.due_at), updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
           as w(id text, args jsonb, subject text, player text, "dueAt" timestamptz)
     where d.store_id = ${store} and d.id = w.id`.execute(tx);

  // A delivery that the corrected data make unsafe fails now, so that it never goes out.
  const again = open.filter((row) =>
    planOf(row).problem === undefined
      ? row.state === 'queued' || (row.state === 'failed' && BECAUSE_OF_THE_BUYER.has(row.code ?? ''))
      : row.state !== 'failed',
  );
  await moveDeliveries(
    tx,
    store,
    again.map((row) => {
      const { problem } = planOf(row);
      return problem
        ? { id: row.id, from: row.state, to: 'failed' as const, code: 'invalid_args', message: problem }
        : { id: row.id, from: row.state, to: 'queued' as const, code: 'resend', actor };
    }),
  );
  await wakeTargets(
    tx,
    store,
    again.map(({ target }) => target),
  );
}
