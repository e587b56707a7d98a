import type { ActionTarget } from '@vitrine/contract/actions';
import type { DeliveryState } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { mayHaveBegun } from '../change/correctable.ts';
import { isCorrected } from '../change/corrected.ts';
import type { Phase } from '../delivery.ts';
import { type Move, moveDeliveries } from '../move-deliveries.ts';
import { type Planned, planOrder } from '../plan-deliveries.ts';
import type { Args } from '../render/render-fields.ts';
import { addDays } from '../rights.ts';
import { seatsMade } from '../seats/action-seats.ts';

interface Row {
  id: string;
  item_id: string;
  action_index: number;
  seat_id: string | null;
  occurrence: number;
  resend: number;
  phase: Phase;
  target: ActionTarget;
  state: DeliveryState;
  subject: string | null;
  args: Args;
  begun: boolean;
  corrected: boolean;
}

/** Some units of one item are returned, and the others stay. */
export interface SomeUnits {
  item: string;
  units: number;
  /** Days that these units gave; null for an item that never expires. */
  days: number | null;
}

const isOpen = ({ state, begun }: Row) =>
  state === 'scheduled' || ((state === 'queued' || state === 'failed') && !begun);

/** Deliveries of one action, one for each unit or one for all. */
const lineOf = (row: Row) => [row.phase, row.action_index, row.seat_id, row.resend].join(' ');

/**
 * Gives less of an item of which some units were returned, in the transaction that returns them:
 *
 * - what was not sent goes out for the units that are left: a command runs less often, an amount is smaller
 * - what arrived or is out stays, because nobody can tell the units apart
 * - rights lose the days of these units
 *
 * The order's rows already say what was returned. Answers whether the goods of these units are back or never went out.
 */
export async function returnUnits(
  tx: Tx,
  store: StoreId,
  order: string,
  { item, units, days }: SomeUnits,
): Promise<boolean> {
  const all = await sql<Row>`
    select d.id, d.item_id, d.action_index, d.seat_id, d.occurrence, d.resend, d.phase, d.target, d.state, d.subject, d.args,
           ${mayHaveBegun} as begun, ${isCorrected} as corrected
      from delivery d where d.store_id = ${store} and d.order_id = ${order} order by d.seq for update`.execute(tx);
  const rows = all.rows.filter(({ item_id }) => item_id === item);
  const given = rows.filter(({ phase, state }) => phase === 'confirmation' && state !== 'cancelled');
  // An expiration undoes what arrived, so it changes only while nothing has arrived.
  const untouched = given.every(isOpen);
  const open = rows.filter(
    (row) => isOpen(row) && (row.phase === 'confirmation' || (untouched && row.phase === 'expiration')),
  );

  const { planned } = await planOrder(tx, store, order, seatsMade(all.rows));
  const planOf = (row: Row) =>
    planned.find(
      (plan) => plan.itemId === item && plan.actionIndex === row.action_index && plan.seat === row.seat_id,
    ) as Planned;
  const surplus = [...Map.groupBy(open, lineOf)].flatMap(([line, those]) => {
    const standing = rows.filter((row) => lineOf(row) === line && row.state !== 'cancelled').length;
    const wanted = planOf(those[0] as Row).times;
    const latest = [...those].sort((a, b) => b.occurrence - a.occurrence);
    return latest.slice(0, Math.max(0, Math.min(units, standing - wanted)));
  });
  const changed = open
    .filter((row) => !surplus.includes(row) && !row.corrected && planOf(row).problem === undefined)
    .map((row) => {
      const { server } = row.args;
      const { args } = planOf(row);
      // Its Discord server stays, also where the main one moved since.
      return { id: row.id, args: row.target === 'discord' && server !== undefined ? { ...args, server } : args };
    });
  await sql`
    update delivery d set args = w.args, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as w(id text, args jsonb)
     where d.store_id = ${store} and d.id = w.id and d.args <> w.args`.execute(tx);
  await moveDeliveries(
    tx,
    store,
    surplus.map(
      ({ id, state }): Move => ({
        id,
        from: state,
        to: 'cancelled',
        code: 'order_ended',
        message: 'A unidade foi reembolsada',
      }),
    ),
  );
  if (days !== null) await addDays(tx, store, { order, item, days: -days });
  return given.every((row) => isOpen(row) || row.subject !== null);
}
