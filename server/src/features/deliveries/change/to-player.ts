import { isGame } from '@vitrine/contract/actions';
import { readPlayerKey } from '@vitrine/contract/identity';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { type Item, type Planned, planOrder } from '../plan-deliveries.ts';
import type { Args } from '../render/render-fields.ts';
import { planAgain } from '../retarget-deliveries.ts';
import { createReversals } from '../reverse-delivery.ts';
import { seatsMade } from '../seats/action-seats.ts';
import { followRight } from './follow-right.ts';
import type { Goods } from './lock-goods.ts';

/** Arguments of the goods for another character, by the id of the delivery. Goods that cannot be sent safely are left out. */
async function argsFor(tx: Tx, store: StoreId, all: readonly Goods[], client: number): Promise<Map<string, Args>> {
  const args = new Map<string, Args>();
  for (const [order, rows] of Map.groupBy(all, ({ order_id }) => order_id)) {
    const { order: sold, planned, values } = await planOrder(tx, store, order, seatsMade(rows), client);
    for (const row of rows.filter(({ target, phase }) => isGame(target) && phase !== 'reversal')) {
      const plan = planned.find(
        (one) => one.itemId === row.item_id && one.actionIndex === row.action_index && one.seat === row.seat_id,
      ) as Planned;
      const now = planAgain(plan, row, values(sold.items.find(({ id }) => id === row.item_id) as Item, row));
      if (now.problem === undefined) args.set(row.id, now.args);
    }
  }
  return args;
}

/**
 * Lets confirmations of a city go to another character of their player, the city id `client`: their rights and what ends them
 * follow, with the days that are left. The caller holds the locks of `lockGoods`. What only waits to be sent changes its
 * receiver here. From what arrived, the old character loses what can be taken back. The caller makes the new deliveries
 * with the arguments that this answers. Goods that are missing in the answer must not be sent.
 */
export async function giveToPlayer(
  tx: Tx,
  store: StoreId,
  { goods, all, client }: { goods: readonly Goods[]; all: readonly Goods[]; client: number },
): Promise<Map<string, Args>> {
  const args = await argsFor(tx, store, all, client);
  const moved = new Map<string, Args>();
  const player = String(client);
  for (const one of goods) {
    const own = args.get(one.id);
    // Only a player who is known by a city id can get another city id.
    if (own === undefined || readPlayerKey(one.player).kind !== 'city_id') continue;
    const to = { player, client, subject: one.subject, seat: one.seat_id };
    const follows = await followRight(tx, store, one, { all, to, argsOf: ({ id }) => args.get(id) });
    if (follows) moved.set(one.id, own);
  }
  const again = goods.filter(({ id, state }) => moved.has(id) && state !== 'succeeded');
  await sql`
    update delivery d set player = ${player}, client = ${client}, args = w.args, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(again.map(({ id }) => ({ id, args: moved.get(id) })))}::jsonb)
           as w(id text, args jsonb)
     where d.store_id = ${store} and d.id = w.id`.execute(tx);
  const arrived = goods.filter((one) => moved.has(one.id) && one.state === 'succeeded' && one.player !== player);
  await createReversals(
    tx,
    store,
    arrived.map(({ id }) => id),
  );
  return moved;
}
