import type { ActionTarget } from '@vitrine/contract/actions';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';

import { insertDeliveries, type NewDelivery } from './insert-deliveries.ts';
import { claimsOf, type Item, type Planned, planOrder, productSubject } from './plan-deliveries.ts';
import { claimKey, claimRights } from './rights.ts';
import { receiverOf, wakeTargets } from './targets.ts';

/**
 * Creates the rights and deliveries of an order, in the transaction that completes it. The actions come from the copies
 * that its items keep. Confirmations are queued. Expirations are scheduled for the end of what was bought, and wait for
 * their confirmation. Money and items are multiplied by the quantity, a command runs once per unit, everything else
 * runs once. An action for all servers makes one delivery for each. What cannot be sent safely becomes a
 * failed delivery with `invalid_args`, and what goes to a removed server one with `server_ended`. Call it once per order.
 */
export async function createDeliveries(tx: Tx, store: StoreId, orderId: string): Promise<void> {
  const { order, planned } = await planOrder(tx, store, orderId);
  if (planned.length === 0) return;
  const receiver = (target: ActionTarget) => receiverOf(target, order);
  const ends = await claimRights(
    tx,
    store,
    orderId,
    order.items.flatMap((item) => claimsOf(item, planned, receiver)),
  );

  const rows: NewDelivery[] = [];
  for (const plan of planned) {
    const item = order.items.find(({ id }) => id === plan.itemId) as Item;
    const end =
      ends.get(claimKey({ itemId: item.id, subject: plan.subject ?? '' })) ??
      ends.get(claimKey({ itemId: item.id, subject: productSubject(item) }));
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
        player: receiver(plan.target),
        discordId: order.discord_id,
        client: order.client,
        state: plan.problem ? 'failed' : plan.phase === 'expiration' ? 'scheduled' : 'queued',
        code: plan.problem ? (plan.ended ? 'server_ended' : 'invalid_args') : null,
        message: plan.ended ? null : (plan.problem ?? null),
        dueAt: plan.phase === 'expiration' ? (end ?? null) : null,
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

/** The confirmation that this expiration undoes: the one of its own right, else the item's first at its server. */
function confirmationOf(rows: readonly NewDelivery[], plan: Planned): string | null {
  const same = rows.filter((row) => row.itemId === plan.itemId && row.phase === 'confirmation');
  const own = same.find((row) => plan.subject !== null && row.subject === plan.subject);
  return (own ?? same.find(({ seat }) => seat === plan.seat) ?? same[0])?.id ?? null;
}
