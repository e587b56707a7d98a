import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { newId } from '../../../db/ids.ts';
import { channels } from '../../../db/notify.ts';
import type { StoreId } from '../../../http/store.ts';
import type { Args } from '../render/render-fields.ts';

/**
 * Makes one new delivery for each of these, queued now, with the same arguments for the same receiver, or as `to` says, and writes the
 * reason into both histories. The caller has locked them and wakes the targets. The index `delivery_resend` refuses a second
 * one for the same job.
 */
export async function repeatDeliveries(
  tx: Tx,
  store: StoreId,
  ids: readonly string[],
  {
    job,
    reason,
    actor,
    to,
  }: {
    job: string;
    reason: string;
    actor: string;
    to?: { client: number; args: ReadonlyMap<string, Args> } | undefined;
  },
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((of) => ({ of, id: newId(), history: newId(), told: newId(), args: to?.args.get(of) ?? null }));
  await sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w("of" text, id text, history text, told text, args jsonb)
    ), made as (
      insert into delivery (store_id, id, order_id, item_id, action_index, occurrence, phase, target, action_type, args,
                            label, subject, player, discord_id, client, state, code, seat_id, only_online,
                            resend, resend_of, resend_job)
      select d.store_id, w.id, d.order_id, d.item_id, d.action_index, d.occurrence, d.phase, d.target, d.action_type,
             coalesce(w.args, d.args), d.label, d.subject, coalesce(${to ? String(to.client) : null}::text, d.player), d.discord_id,
             coalesce(${to?.client ?? null}::int, d.client), 'queued', 'resend', d.seat_id, d.only_online,
             (select 1 + max(n.resend) from delivery n
               where n.store_id = d.store_id and n.order_id = d.order_id and n.item_id = d.item_id
                 and n.action_index = d.action_index and n.occurrence = d.occurrence and n.phase = d.phase
                 and coalesce(n.seat_id, n.store_id) = coalesce(d.seat_id, d.store_id)),
             d.id, ${job}
        from wanted w join delivery d on d.store_id = ${store} and d.id = w."of"
       order by d.seq
      returning id, order_id
    ), begun as (
      insert into delivery_history (store_id, delivery_id, id, state, attempt, code, message, actor)
      select ${store}, id, history, 'queued', 0, 'resend', ${`Reenvio: ${reason}`}, ${actor} from wanted
    ), told as (
      insert into delivery_history (store_id, delivery_id, id, state, attempt, code, message, actor)
      select ${store}, d.id, w.told, d.state, d.attempts, 'resent', ${`Reenviada: ${reason}`}, ${actor}
        from wanted w join delivery d on d.store_id = ${store} and d.id = w."of"
    ), woken as (
      select pg_notify(${channels.orders}, ${store} || ':' || order_id) from (select distinct order_id from made) o
      union all
      select pg_notify(${channels.deliveries}, ${store})
    )
    select count(*) from woken`.execute(tx);
}
