import type { ActionTarget } from '@vitrine/contract/actions';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { isCorrected } from './change/corrected.ts';
import type { Phase } from './delivery.ts';
import { moveDeliveries } from './move-deliveries.ts';
import { claimsOf, type Item, type Planned, planOrder } from './plan-deliveries.ts';
import { type Buyer, playersOf } from './player.ts';
import { renderAction, storedAction } from './render/render-action.ts';
import type { Args, Values } from './render/render-fields.ts';
import { claimKey, claimRights, endSources } from './rights.ts';
import { liveSeats, seatsMade } from './seats/action-seats.ts';
import { personalTargets, receiverOf, targetNames, wakeTargets } from './targets.ts';

interface Row {
  id: string;
  item_id: string;
  action_index: number;
  phase: Phase;
  target: ActionTarget;
  seat_id: string | null;
  state: DeliveryState;
  server_id: string | null;
  action_type: string;
  args: Args;
  subject: string | null;
  player: string;
  resend: number;
  corrected: boolean;
  depends_on: string | null;
  /** Seconds until it is due. */
  due_in: number;
}

/** What a delivery is now: as the order's copy of its action says, or as a person corrected it. */
export function planAgain(
  planned: Planned,
  row: Pick<Row, 'target' | 'action_type' | 'phase' | 'args' | 'subject' | 'corrected'>,
  values: Values,
): Planned {
  if (!row.corrected) return planned;
  const rendered = renderAction(storedAction(row), values, 1);
  const problem = 'problem' in rendered ? rendered.problem : undefined;
  return { ...planned, args: rendered.args, problem, subject: row.subject };
}

/** Codes of failures that another id may cure. */
const BECAUSE_OF_THE_BUYER = new Set([
  'player_not_found',
  'player_mismatch',
  'player_ambiguous',
  'unknown_user',
  'given_up',
]);

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
    select id, item_id, action_index, phase, target, seat_id, state, server_id, code, action_type, args, subject, player, resend,
           depends_on, greatest(0, extract(epoch from due_at - now()))::float8 as due_in, ${isCorrected} as corrected
      from delivery d
     where store_id = ${store} and order_id = ${orderId} order by seq for update`.execute(tx);
  const { order, planned: made, values, holder } = await planOrder(tx, store, orderId, seatsMade(rows));
  const isThere = await liveSeats(tx, store, rows);
  const isOpen = ({ phase, state, server_id, seat_id, target, player, resend }: Row) =>
    phase !== 'reversal' &&
    isThere({ target, seat_id }) &&
    // Goods that went to another character stay with it.
    (resend === 0 || player === receiverOf(target, before, order.kinds?.[seat_id ?? store] ?? 'city_id')) &&
    (state === 'scheduled' || state === 'failed' || (state === 'queued' && server_id === null));
  // What ends goods stays with whoever has them.
  const open = rows.filter((row) => {
    const confirmation = rows.find(({ id }) => id === row.depends_on);
    return isOpen(row) && (confirmation === undefined || row.state !== 'scheduled' || isOpen(confirmation));
  });
  const planOf = (row: Row) => {
    const own = made.find(
      (plan) => plan.itemId === row.item_id && plan.actionIndex === row.action_index && plan.seat === row.seat_id,
    ) as Planned;
    const plan = planAgain(own, row, values(order.items.find(({ id }) => id === row.item_id) as Item, row));
    // Its Discord server stays, also where the main one moved since.
    const { server } = row.args;
    return row.target !== 'discord' || server === undefined ? plan : { ...plan, args: { ...plan.args, server } };
  };
  const planned = made.map((plan) => {
    const corrected = rows.find(
      (row) =>
        row.corrected &&
        row.item_id === plan.itemId &&
        row.action_index === plan.actionIndex &&
        row.seat_id === plan.seat,
    );
    const first = rows.find(
      (row) => row.phase === 'confirmation' && row.item_id === plan.itemId && row.action_index === plan.actionIndex,
    );
    // A delay counts from the payment, whatever was corrected since.
    const delaySeconds = first?.state === 'scheduled' ? first.due_in : 0;
    return { ...(corrected ? planOf(corrected) : plan), delaySeconds };
  });
  const ends = new Map<string, Date | null>();
  const playersMoved = playersOf(before).join() !== playersOf(after).join();
  for (const target of targetNames) {
    const isMoved = personalTargets.includes(target) ? before.discord_id !== after.discord_id : playersMoved;
    const untouched = rows.every((row) => row.target !== target || open.includes(row) || row.state === 'cancelled');
    if (!isMoved || !untouched) continue;
    await endSources(tx, store, orderId, { target });
    const claims = order.items.flatMap((item) => claimsOf(item, planned, holder));
    const own = claims.filter((claim) => claim.target === target);
    for (const [key, end] of await claimRights(tx, store, orderId, own)) ends.set(key, end);
  }

  const changed = open.map((row) => {
    const { args, subject, player } = planOf(row);
    const end = ends.get(claimKey({ target: row.target, itemId: row.item_id, subject: subject ?? '' }));
    return {
      id: row.id,
      args,
      subject,
      player,
      dueAt: row.phase === 'expiration' && row.state === 'scheduled' ? (end ?? null) : null,
    };
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
