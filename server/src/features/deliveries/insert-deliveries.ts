import type { ActionTarget } from '@vitrine/contract/actions';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import { channels } from '../../db/notify.ts';
import type { StoreId } from '../../http/store.ts';
import type { ActionType, Phase } from './delivery.ts';
import type { Args } from './render/render-fields.ts';

export interface NewDelivery {
  id: string;
  orderId: string;
  itemId: string;
  actionIndex: number;
  occurrence: number;
  phase: Phase;
  target: ActionTarget;
  /** The seat of the game server; null for the store's first one, and for Discord. */
  seat: string | null;
  type: ActionType;
  args: Args;
  label: string;
  subject: string | null;
  player: string;
  discordId: string;
  client: number;
  state: 'scheduled' | 'queued' | 'failed';
  code: string | null;
  message: string | null;
  /** When it may go out; null: as soon as its delay is over. */
  dueAt: Date | null;
  /** Seconds until it may go out; 0: it may go out now. */
  delaySeconds?: number;
  /** Waits for the player, also where the base could do without. */
  onlyOnline?: boolean;
  dependsOn: string | null;
  /** For a reversal: which resend it takes back, 0 for the order's own delivery. */
  resend?: number;
}

/**
 * Inserts deliveries in the order given, which is the order per player, each with its first history row. The same
 * statement tells whoever waits for work. A constraint refuses a second delivery for the same item, action, occurrence,
 * phase and seat.
 */
export async function insertDeliveries(tx: Tx, store: StoreId, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  const data = rows.map((row, place) => ({ ...row, place, history: newId() }));
  await sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(data)}::jsonb) as w(
        id text, "orderId" text, "itemId" text, "actionIndex" int, occurrence int, phase text, target text, seat text, type text,
        args jsonb, label text, subject text, player text, "discordId" text, client int, state text, code text,
        message text, "dueAt" timestamptz, "delaySeconds" int, "onlyOnline" boolean, "dependsOn" text, place int,
        history text, resend int)
    ), made as (
      insert into delivery (store_id, id, order_id, item_id, action_index, occurrence, phase, target, seat_id, action_type, args,
                            label, subject, player, discord_id, client, state, code, message, due_at, delay_minutes, only_online,
                            depends_on, finished_at, resend)
      select ${store}, id, "orderId", "itemId", "actionIndex", occurrence, phase, target, seat, type, args, label, subject,
             player, "discordId", client, state, code, message,
             coalesce("dueAt", now() + make_interval(secs => coalesce("delaySeconds", 0))), coalesce("delaySeconds", 0) / 60,
             coalesce("onlyOnline", false), "dependsOn",
             case when state = 'failed' then now() end, coalesce(resend, 0)
        from wanted order by place
      returning id
    ), told as (
      insert into delivery_history (store_id, delivery_id, id, state, attempt, code, message)
      select ${store}, id, history, state, 0, code, message from wanted
    )
    select pg_notify(${channels.deliveries}, ${store}) from wanted where state = 'queued' limit 1`.execute(tx);
}
