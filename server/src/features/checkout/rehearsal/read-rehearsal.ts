import type { ActionTarget } from '@vitrine/contract/actions';
import { readPlayerKey } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import type { Delivery } from '@vitrine/contract/orders';
import type { RehearsalRun, RunStep } from '@vitrine/contract/rehearsals';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { playersOf } from '../../deliveries/player.ts';
import { deliveriesOfOrders } from '../../deliveries/read-deliveries.ts';
import { reverseOf } from '../../deliveries/targets.ts';

interface Row {
  id: string;
  number: number;
  client: number;
  players: string[] | null;
  discord_id: string;
  product: string;
  product_id: string;
  created_at: Date;
  ends_at: Date;
  cancelled_at: Date | null;
}

/** The columns that say which deliveries belong together. */
interface Place {
  id: string;
  phase: Delivery['phase'];
  target: ActionTarget;
  action_type: string;
  /** The same for a confirmation and for what takes it back. */
  origin: string;
  /** The right that it gives or takes; null without one. */
  held: string | null;
}

/**
 * The store's rehearsal with this id, or without an id the one that is under way; null if none is. Each step has the delivery, with
 * its values and the other side's answer, and the delivery that took it back. Refuses an id that is no rehearsal of the store
 * with `order_not_found`.
 */
export async function readRehearsal(db: Db, store: StoreId, id: string | undefined): Promise<RehearsalRun | null> {
  const which = id === undefined ? sql`o.status <> 'cancelled'` : sql`o.id = ${id}`;
  const { rows } = await sql<Row>`
    select o.id, o.number, o.client, o.players, o.discord_id, i.name as product, i.product_id, o.created_at,
           o.created_at + make_interval(mins => ${limits.rehearsalMinutes}) as ends_at, o.cancelled_at
      from "order" o join order_item i on i.store_id = o.store_id and i.order_id = o.id
     where o.store_id = ${store} and o.kind = 'rehearsal' and ${which}`.execute(db);
  const [row] = rows;
  if (!row) {
    if (id !== undefined) throw new Refusal('order_not_found');
    return null;
  }
  return {
    id: row.id,
    number: row.number,
    product: row.product,
    productId: row.product_id,
    player: readPlayerKey(playersOf(row)[0] ?? '').value,
    discordId: row.discord_id,
    startedAt: row.created_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    endedAt: row.cancelled_at?.toISOString() ?? null,
    steps: await stepsOf(db, store, row.id),
  };
}

async function stepsOf(db: Db, store: StoreId, order: string): Promise<RunStep[]> {
  const deliveries = (await deliveriesOfOrders(db, store, [order])).get(order) ?? [];
  const { rows: places } = await sql<Place>`
    select id, phase, target, action_type,
           concat_ws(' ', item_id, action_index, occurrence, resend, coalesce(seat_id, store_id)) as origin,
           item_id || ' ' || target || ' ' || player || ' ' || subject as held
      from delivery where store_id = ${store} and order_id = ${order} order by seq`.execute(db);
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const given = new Set(places.flatMap(({ phase, held }) => (phase === 'confirmation' && held ? [held] : [])));
  const back = new Map(places.flatMap(({ id, phase, origin }) => (phase === 'reversal' ? [[origin, id]] : [])));
  return places.flatMap(({ id, phase, target, action_type, origin, held }): RunStep[] => {
    const delivery = byId.get(id);
    // A delivery that only takes back an earlier step is shown in that step.
    if (!delivery || phase === 'reversal' || (phase === 'expiration' && held !== null && given.has(held))) return [];
    if (phase === 'expiration') return [{ delivery, atEnd: 'runs', back: null }];
    const atEnd = reverseOf(target, action_type) === undefined ? 'stays' : 'taken';
    return [{ delivery, atEnd, back: byId.get(back.get(origin) ?? '') ?? null }];
  });
}
