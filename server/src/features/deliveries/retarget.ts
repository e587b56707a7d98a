import type { ActionTarget } from '@vitrine/contract/actions';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import type { Phase } from './delivery.ts';
import { moveDeliveries } from './move-deliveries.ts';
import { claimsOf, type Planned, planOrder } from './plan-deliveries.ts';
import { claimKey, claimRights, endSources } from './rights.ts';
import { holderOf, targetNames, wakeTargets } from './targets.ts';

interface Row {
  id: string;
  item_id: string;
  action_index: number;
  phase: Phase;
  target: ActionTarget;
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

/**
 * Corrects the buyer's ids of an order for what is not delivered yet. Placeholders are rendered again, and what failed
 * because of the ids is queued again. Where nothing has arrived at a target yet, its rights go to the new holder. A
 * delivery that is out, or may have begun, stays as it is.
 */
export async function retargetOrder(
  tx: Tx,
  store: StoreId,
  actor: Actor,
  { orderId, clientId, discordId }: { orderId: string; clientId?: number | undefined; discordId?: string | undefined },
): Promise<void> {
  const before = await tx
    .selectFrom('order')
    .where('store_id', '=', store)
    .where('id', '=', orderId)
    .select(['number', 'counted', 'client', 'discord_id'])
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new Refusal('order_not_found');
  const after = { client: clientId ?? before.client, discord_id: discordId ?? before.discord_id };
  await tx.updateTable('order').set(after).where('store_id', '=', store).where('id', '=', orderId).execute();
  if (after.client !== before.client && before.counted) {
    await moveUnits(tx, store, orderId, before.client, after.client);
  }
  await moveCouponUse(tx, store, orderId, before, after);

  const { rows } = await sql<Row & { code: string | null }>`
    select id, item_id, action_index, phase, target, state, server_id, code from delivery
     where store_id = ${store} and order_id = ${orderId} order by seq for update`.execute(tx);
  const { order, planned } = await planOrder(tx, store, orderId);
  const open = rows.filter(
    ({ state, phase, server_id }) =>
      phase !== 'reversal' &&
      (state === 'scheduled' || state === 'failed' || (state === 'queued' && server_id === null)),
  );
  const ends = new Map<string, Date | null>();
  for (const target of targetNames) {
    const moved = holderOf(target, after) !== holderOf(target, before);
    const untouched = rows.every((row) => row.target !== target || open.includes(row) || row.state === 'cancelled');
    if (!moved || !untouched) continue;
    await endSources(tx, store, orderId, target);
    const claims = order.items.flatMap((item) => claimsOf(item, planned, (name) => holderOf(name, after)));
    const own = claims.filter((claim) => claim.target === target);
    for (const [key, end] of await claimRights(tx, store, orderId, own)) ends.set(`${target} ${key}`, end);
  }

  const planOf = (row: Row) =>
    planned.find((plan) => plan.itemId === row.item_id && plan.actionIndex === row.action_index) as Planned;
  const changed = open.map((row) => {
    const { args, subject } = planOf(row);
    const end = ends.get(`${row.target} ${claimKey({ itemId: row.item_id, subject: subject ?? '' })}`);
    const player = holderOf(row.target, after);
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
        : { id: row.id, from: row.state, to: 'queued' as const, code: 'resend', actor: actor.name };
    }),
  );
  await wakeTargets(
    tx,
    store,
    again.map(({ target }) => target),
  );
  const text = `Corrigiu o comprador do pedido ${before.number}`;
  await recordAudit(
    tx,
    store,
    actor,
    'delivery.retarget',
    text,
    { client: before.client, discord_id: before.discord_id },
    after,
  );
}

/**
 * The limit per customer counts an order's units for its city id, so the units follow the order. Otherwise its refund
 * would give them back to somebody who never had them. Products are locked in the order of their ids, as everywhere.
 */
async function moveUnits(tx: Tx, store: StoreId, orderId: string, from: number, to: number): Promise<void> {
  await sql`
    with held as materialized (
      select p.id, i.quantity
        from product p join order_item i on i.store_id = p.store_id and i.product_id = p.id
       where p.store_id = ${store} and i.store_id = ${store} and i.order_id = ${orderId}
       order by p.id for no key update of p
    ),
    bought as (select id, sum(quantity)::int as units from held group by id),
    fewer as (
      update product_buyer b set units = b.units - bought.units
        from bought where b.store_id = ${store} and b.product_id = bought.id and b.client = ${from}
    )
    insert into product_buyer (store_id, product_id, client, units)
    select ${store}, id, ${to}, units from bought
    on conflict (store_id, product_id, client) do update set units = product_buyer.units + excluded.units`.execute(tx);
}

/**
 * Moves the use of a coupon that allows one use per person: it follows the order to the corrected id, and the id that was
 * typed by mistake may use the coupon again. If the right person used it in another order, this use counts for nobody,
 * because the correction is never refused. The coupon is locked after products, as everywhere.
 */
async function moveCouponUse(
  tx: Tx,
  store: StoreId,
  orderId: string,
  before: { client: number; discord_id: string },
  after: { client: number; discord_id: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; limit_by: string }>`
    select d.id, d.limit_by from discount d
     where d.store_id = ${store} and d.limit_by in ('user_id', 'discord')
       and d.id in (select discount_id from discount_use where store_id = ${store} and order_id = ${orderId})
       for no key update of d`.execute(tx);
  const coupon = rows[0];
  if (!coupon) return;
  const [old, identity] =
    coupon.limit_by === 'user_id'
      ? [String(before.client), String(after.client)]
      : [before.discord_id, after.discord_id];
  if (old === identity) return;
  await sql`
    update discount_use u
       set identity = case when u.released_at is null and exists (
             select from discount_use o where o.store_id = u.store_id and o.discount_id = u.discount_id
                and o.identity = ${identity} and o.released_at is null and o.counts and o.order_id <> u.order_id
           ) then null else ${identity} end
     where u.store_id = ${store} and u.discount_id = ${coupon.id} and u.order_id = ${orderId}`.execute(tx);
}
