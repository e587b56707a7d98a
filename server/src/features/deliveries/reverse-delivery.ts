import type { ActionTarget } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';
import type { ActionType } from './delivery.ts';
import { insertDeliveries } from './insert-deliveries.ts';
import { moveDeliveries } from './move-deliveries.ts';
import { keepAftermath, nameOf } from './places/aftermath.ts';
import type { Args } from './render/render-fields.ts';
import { stillGiven } from './rights.ts';
import { liveSeats } from './seats/action-seats.ts';
import { reverseOf, wakeTargets } from './targets.ts';

interface Given {
  id: string;
  order_id: string;
  item_id: string;
  action_index: number;
  occurrence: number;
  target: ActionTarget;
  seat_id: string | null;
  action_type: string;
  args: Args;
  label: string;
  subject: string | null;
  player: string;
  discord_id: string;
  client: number;
  resend: number;
  only_online: boolean;
  still: boolean;
}

/**
 * Takes back what these confirmations gave, with one `reversal` delivery each. It skips what cannot be taken back,
 * what another live purchase still gives, and servers that the owner removed. Goods that were sent again are taken back once.
 * A reversal replaces the scheduled expiration of the same right. A repetition adds nothing.
 */
export async function createReversals(tx: Tx, store: StoreId, deliveries: readonly string[]): Promise<void> {
  if (deliveries.length === 0) return;
  const { rows } = await sql<Given>`
    select d.id, d.order_id, d.item_id, d.action_index, d.occurrence, d.target, d.seat_id, d.action_type, d.args, d.label, d.subject,
           d.player, d.discord_id, d.client, d.resend, d.only_online,
           ${stillGiven} as still
      from delivery d
     where d.store_id = ${store} and d.id = any(${[...deliveries]}) and d.phase = 'confirmation' and d.subject is not null
       and not exists (select from delivery r where r.store_id = d.store_id and r.order_id = d.order_id
             and r.item_id = d.item_id and r.action_index = d.action_index and r.occurrence = d.occurrence
             and r.phase = 'reversal' and r.seat_id is not distinct from d.seat_id
             and (r.resend = d.resend or r.state = 'queued' and r.attempts = 0 and r.player = d.player))
       and not exists (select from delivery n where n.store_id = d.store_id and n.id = any(${[...deliveries]})
             and n.order_id = d.order_id and n.item_id = d.item_id and n.action_index = d.action_index
             and n.occurrence = d.occurrence and n.phase = d.phase
             and coalesce(n.seat_id, n.store_id) = coalesce(d.seat_id, d.store_id) and n.resend > d.resend)
     order by d.seq`.execute(tx);
  const isThere = await liveSeats(tx, store, rows);
  const back = rows.filter((row) => !row.still && reverseOf(row.target, row.action_type) !== undefined && isThere(row));
  const staying = rows.filter(({ still }) => still);
  await keepAftermath(tx, store, new Map(staying.map((row) => [row.id, { stays: nameOf(row.args), by: 'purchase' }])));
  await insertDeliveries(
    tx,
    store,
    back.map((row) => ({
      id: newId(),
      orderId: row.order_id,
      itemId: row.item_id,
      actionIndex: row.action_index,
      occurrence: row.occurrence,
      phase: 'reversal',
      target: row.target,
      seat: row.seat_id,
      type: reverseOf(row.target, row.action_type) as ActionType,
      args: row.args,
      label: row.label,
      subject: row.subject,
      player: row.player,
      discordId: row.discord_id,
      client: row.client,
      state: 'queued',
      code: null,
      message: null,
      dueAt: null,
      onlyOnline: row.only_online,
      dependsOn: null,
      resend: row.resend,
    })),
  );
  await wakeTargets(
    tx,
    store,
    back.map(({ target }) => target),
  );

  const replaced = await sql<{ id: string }>`
    select e.id from delivery e join delivery d
        on d.store_id = e.store_id and d.order_id = e.order_id and d.item_id = e.item_id and d.subject = e.subject
       and d.target = e.target and d.player = e.player
     where e.store_id = ${store} and d.id = any(${rows.map(({ id }) => id)}) and e.phase = 'expiration'
       and e.state = 'scheduled'`.execute(tx);
  await moveDeliveries(
    tx,
    store,
    [...new Set(replaced.rows.map(({ id }) => id))].map((id) => ({
      id,
      from: 'scheduled' as const,
      to: 'cancelled' as const,
      code: 'order_ended',
    })),
  );
}
