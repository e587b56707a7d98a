import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { transaction } from '../../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import { type Move, moveDeliveries } from '../move-deliveries.ts';
import { planOrder } from '../plan-deliveries.ts';
import { seatsMade } from '../seats/action-seats.ts';

const BATCH = 200;

interface Row {
  id: string;
  item_id: string;
  action_index: number;
  state: 'scheduled' | 'queued';
  /** The server that may have begun it. */
  server_id: string | null;
}

/**
 * True in SQL where a command that still has to go out has no list of arguments. The index delivery_without_argv serves
 * it.
 */
const withoutArgv = sql<boolean>`(action_type = 'execute_command' and state in ('scheduled', 'queued') and not args ? 'argv')`;

/**
 * Renders an order's commands again that an older version rendered as one line. Until then none of them goes out. A
 * person decides about a command that cannot be rendered safely: it becomes failed, or uncertain where it may have
 * begun.
 */
async function renderOrder(tx: Tx, store: StoreId, order: string): Promise<void> {
  // Correcting the buyer's ids locks the order first as well.
  await sql`select from "order" where store_id = ${store} and id = ${order} for update`.execute(tx);
  const { rows } = await sql<Row>`
    select id, item_id, action_index, state, server_id from delivery
     where store_id = ${store} and order_id = ${order} and ${withoutArgv} for update`.execute(tx);
  if (rows.length === 0) return;
  const { planned } = await planOrder(tx, store, order, seatsMade([]));
  const again: { id: string; args: object }[] = [];
  const moves: Move[] = [];
  for (const { id, item_id, action_index, state, server_id } of rows) {
    const plan = planned.find((one) => one.itemId === item_id && one.actionIndex === action_index);
    if (plan && plan.problem === undefined) again.push({ id, args: plan.args });
    else {
      const to = server_id === null ? 'failed' : 'uncertain';
      moves.push({ id, from: state, to, code: 'invalid_args', message: plan?.problem ?? null });
    }
  }
  await sql`
    update delivery d set args = w.args, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(again)}::jsonb) as w(id text, args jsonb)
     where d.store_id = ${store} and d.id = w.id`.execute(tx);
  await moveDeliveries(tx, store, moves);
}

/**
 * Renders one-line commands again, those due first before the others. A process of the older version may still write
 * some.
 */
export const renderAgainSweep: Sweep = {
  name: 'deliveries.render',
  async run({ db }) {
    const { rows } = await sql<{ store_id: string; order_id: string }>`
      select store_id, order_id from delivery where ${withoutArgv}
       group by store_id, order_id order by min(due_at) limit ${BATCH}`.execute(db);
    for (const row of rows) await transaction(db, (tx) => renderOrder(tx, storeIdOf(row), row.order_id));
  },
};
