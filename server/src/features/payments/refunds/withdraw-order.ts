import type { OrderWithdrawAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { nameParty } from '../../../db/party.ts';
import { transaction } from '../../../db/transaction.ts';
import { Refusal } from '../../../http/errors.ts';
import { senderOf } from '../../../http/network.ts';
import { type StoreId, storeIdOf } from '../../../http/store.ts';
import { slowDown } from '../../../http/throttle.ts';
import { endRights } from '../../deliveries/end-rights.ts';
import { sendMail } from '../../mail/send-mail.ts';
import { lockOrderByReference } from '../../orders/lock-order.ts';
import { noteOrder } from '../../orders/move-order.ts';
import { readPurchase } from '../../orders/read-purchase.ts';
import { reverseOrder } from '../../orders/reverse-order.ts';
import { withdrawalTexts } from '../../orders/withdrawal.ts';
import { panelUrl, storeUrl } from '../../stores/public-url.ts';
import type { Outside } from '../look-up.ts';
import { attemptsOf, ownersOf } from '../queries.ts';
import { refundFirstPaid } from './refund-order.ts';
import { withdrawn } from './request-refund.ts';
import { runRefund } from './run-refund.ts';

type Result = OrderWithdrawAnswer['result'];

/**
 * Guesses at Discord ids from one sender: at one order, and at all. A stranger's guesses never count against the buyer.
 */
const TRIES = { limit: 20, seconds: 3600 };
const ALL_TRIES = { limit: 100, seconds: 3600 };

/** Where a withdrawal stands after its transaction: it has its result, or the refund that is still to be asked for. */
type Begun = { store: StoreId; result: Result } | { store: StoreId; refund: string };

/**
 * The buyer withdraws from a completed purchase within the days of CDC, article 49. While nothing was sent, the
 * deliveries are cancelled in the transaction that writes the refund, so that nothing arrives after it was paid back.
 * Otherwise the store decides: the order says so and its owner gets a mail. When the provider refuses a refund, the
 * buyer's next request tries it again.
 * Safe to repeat. Refuses `order_not_yours` unless the Discord id and the store's host are the order's own, and then
 * `withdrawal_over`.
 */
export async function withdrawOrder(
  outside: Outside,
  input: { reference: string; discordId: string; subdomain: string | undefined; address: string },
): Promise<OrderWithdrawAnswer> {
  const { db } = outside;
  const found = await readPurchase(db, input.reference);
  if (!found || (input.subdomain !== undefined && input.subdomain !== found.subdomain)) {
    throw new Refusal('order_not_yours');
  }
  const sender = senderOf(input.address);
  await slowDown(db, [
    { key: `withdraw:${sender} ${input.reference}`, ...TRIES },
    { key: `withdraw-all:${sender}`, ...ALL_TRIES },
  ]);
  if (found.discordId !== input.discordId) throw new Refusal('order_not_yours');

  nameParty(found.store_id);
  const begun = await transaction(db, (tx) => begin(tx, outside, storeIdOf(found), input.reference));
  const result = 'refund' in begun ? await giveBack(outside, begun) : begun.result;
  return { success: true, result, message: withdrawalTexts[result] };
}

async function begin(tx: Tx, outside: Outside, store: StoreId, reference: string): Promise<Begun> {
  const order = await lockOrderByReference(tx, store, reference);
  const purchase = order && (await readPurchase(tx, reference));
  if (!order || !purchase) throw new Refusal('order_not_yours');
  const paid = (await attemptsOf(tx, store, order.id)).filter(({ status }) => status === 'approved');
  const refundOf = () => refundFirstPaid(tx, store, paid, 'customer', withdrawn);
  if (purchase.withdrawal === 'granted') {
    if (order.status !== 'completed') return { store, result: 'refunded' };
    // No refund is written while another is under way. If the provider refused the earlier one, this tries again.
    const refund = await refundOf();
    if (!refund) return { store, result: 'refunding' };
    await noteOrder(tx, store, order.id, 'withdrawn');
    return { store, refund };
  }
  if (purchase.withdrawal === 'requested' && order.status === 'completed') return { store, result: 'requested' };
  if (!purchase.withdrawUntil) throw new Refusal('withdrawal_over');

  if (!(await isUntouched(tx, store, order.id))) {
    await askStore(tx, outside, store, reference);
    return { store, result: 'requested' };
  }
  if (paid.length === 0) {
    await reverseOrder(tx, store, order, 'withdrawal', { actor: withdrawn.actor });
    await confirmToBuyer(tx, outside, store, reference, 'refunded');
    return { store, result: 'refunded' };
  }
  await noteOrder(tx, store, order.id, 'withdrawn');
  await endRights(tx, store, order.id, 'withdrawal');
  const refund = await refundOf();
  await confirmToBuyer(tx, outside, store, reference, 'refunding');
  return refund ? { store, refund } : { store, result: 'refunding' };
}

/**
 * Whether surely nothing of the order was used: it has deliveries, and none of them went out or was marked as
 * delivered. The rows stay locked, so that none goes out while the caller decides.
 */
async function isUntouched(tx: Tx, store: StoreId, order: string): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select first_sent_at is null and state in ('scheduled', 'queued', 'failed', 'cancelled') as untouched
      from delivery where store_id = ${store} and order_id = ${order} order by seq for update`.execute(tx);
  return rows.length > 0 && rows.every(({ untouched }) => untouched);
}

/** Asks the provider at once, outside any transaction. A sweep goes on with what the provider cannot do now. */
async function giveBack(
  outside: Outside,
  { store, refund }: { store: StoreId; refund: string },
): Promise<'refunded' | 'refunding' | 'refused'> {
  const state = await runRefund(outside, store, refund);
  if (state === 'approved') return 'refunded';
  // After a refusal both sides have their mails already (`runRefund`), and the order has its note.
  return state === 'open' ? 'refunding' : 'refused';
}

/** Notes on the order that its buyer asked, and tells owner and buyer. The note also remembers that they were told. */
async function askStore(tx: Tx, outside: Outside, store: StoreId, reference: string): Promise<void> {
  const order = await lockOrderByReference(tx, store, reference);
  if (!order) return;
  await noteOrder(tx, store, order.id, 'withdrawal_requested');
  const { config } = outside;
  const data = { order: order.number, url: panelUrl(config, `/orders?order=${order.id}`) };
  for (const { account, email: to } of await ownersOf(tx, store)) {
    const member = { account, needs: ['orders.read'] as const };
    await sendMail(tx, config, { kind: 'withdrawal_request', to, storeId: store, member, data });
  }
  await confirmToBuyer(tx, outside, store, reference, 'requested');
}

async function confirmToBuyer(
  tx: Tx,
  { config }: Outside,
  store: StoreId,
  reference: string,
  result: Result,
): Promise<void> {
  const order = await readPurchase(tx, reference);
  if (!order?.email) return;
  const url = storeUrl(config, order.subdomain, `/pedido/${reference}`);
  const data = { order: order.number, what: withdrawalTexts[result], url };
  await sendMail(tx, config, { kind: 'withdrawal_received', to: order.email, storeId: store, data });
}
