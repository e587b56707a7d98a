import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';

import { insertDeliveries, type NewDelivery } from './insert-deliveries.ts';
import { claimsOf, type Item, type Planned, planOrder, productSubject } from './plan-deliveries.ts';
import { claimKey, claimRights } from './rights.ts';
import { ITEM_TARGET, wakeTargets } from './targets.ts';

/**
 * Creates the rights and deliveries of an order, in the transaction that completes it. The actions come from the copies
 * that its items keep. Confirmations are queued, or scheduled if their action has a delay. Expirations are scheduled for the
 * end of what was bought, and wait for their confirmation. Money and items are multiplied by the quantity, a command runs
 * once per unit, everything else runs once. An action for all servers makes one delivery for each server. Three kinds of
 * delivery fail at once: `invalid_args` cannot be sent safely, `server_ended` would go to a removed server, and
 * `server_missing` would go to a game of which the store has no server. Call it once per order.
 */
export async function createDeliveries(tx: Tx, store: StoreId, orderId: string): Promise<void> {
  const { order, planned, holder } = await planOrder(tx, store, orderId);
  if (planned.length === 0) return;
  const ends = await claimRights(
    tx,
    store,
    orderId,
    order.items.flatMap((item) => claimsOf(item, planned, holder)),
  );

  const rows: NewDelivery[] = [];
  for (const plan of planned) {
    const item = order.items.find(({ id }) => id === plan.itemId) as Item;
    const { target, subject } = plan;
    const end =
      (subject === null ? undefined : ends.get(claimKey({ target, itemId: item.id, subject }))) ??
      ends.get(claimKey({ target: ITEM_TARGET, itemId: item.id, subject: productSubject(item) }));
    for (let occurrence = 1; occurrence <= plan.times; occurrence += 1) {
      rows.push({
        id: newId(),
        orderId,
        itemId: plan.itemId,
        actionIndex: plan.actionIndex,
        occurrence,
        phase: plan.phase,
        target: plan.target,
        seat: plan.seat,
        type: plan.type,
        args: plan.args,
        label: plan.label,
        subject: plan.subject,
        player: plan.player,
        discordId: order.discord_id,
        client: order.client,
        state: plan.problem ? 'failed' : plan.phase === 'expiration' || plan.delaySeconds > 0 ? 'scheduled' : 'queued',
        code: plan.ended ?? (plan.problem ? 'invalid_args' : null),
        message: plan.ended ? null : (plan.problem ?? null),
        dueAt: plan.phase === 'expiration' ? (end ?? null) : null,
        delaySeconds: plan.delaySeconds,
        onlyOnline: plan.onlyOnline,
        dependsOn: plan.phase === 'expiration' ? confirmationOf(rows, plan) : null,
      });
    }
  }
  await insertDeliveries(tx, store, rows);
  const queued = rows.filter(({ state }) => state === 'queued');
  await wakeTargets(
    tx,
    store,
    queued.map(({ target }) => target),
  );
}

/**
 * The confirmation that this expiration undoes: the one of its own right. Without one, it is the confirmation of the item that
 * goes out last at the expiration's server, or else at any server.
 */
function confirmationOf(rows: readonly NewDelivery[], plan: Planned): string | null {
  const same = rows.filter((row) => row.itemId === plan.itemId && row.phase === 'confirmation');
  const own = same.find((row) => plan.subject !== null && row.subject === plan.subject);
  const last = (those: readonly NewDelivery[]) => {
    const longest = Math.max(0, ...those.map(({ delaySeconds = 0 }) => delaySeconds));
    return those.find(({ delaySeconds = 0 }) => delaySeconds === longest);
  };
  return (own ?? last(same.filter(({ seat }) => seat === plan.seat)) ?? last(same))?.id ?? null;
}
