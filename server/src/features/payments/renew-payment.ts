import { limits } from '@vitrine/contract/limits';
import type { OrderPaymentMethod } from '@vitrine/contract/orders';
import { StoreSettings } from '@vitrine/contract/stores';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { newReference } from '../../db/ids.ts';
import { notify } from '../../db/notify.ts';
import { nameParty } from '../../db/party.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import { type StoreId, storeIdOf, storeOpen } from '../../http/store.ts';
import { slowDown } from '../../http/throttle.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { allowTime } from '../orders/unpaid-deadline.ts';
import { withdraw } from './expire-orders.ts';
import type { Outside } from './look-up.ts';
import { readCredential } from './mercado-pago/credential.ts';
import { adaptersFor, isLive } from './payment.ts';
import { attemptsOf, endAttempt, insertAttempt } from './queries.ts';
import { awaitStart, startPayment } from './start-payment.ts';

/** The provider takes no Pix under 30 minutes. A Pix that outlives its order is withdrawn with it. */
const PIX_SECONDS = 31 * 60;
const LINK_SECONDS = 24 * 3600;

/**
 * Makes a pending order payable again: after a refused card, or with another method. The earlier attempt is withdrawn
 * at the provider first, so that only one can be paid; if it turns out to be paid, the answer is its success page. Of
 * several requests at once one makes the attempt, and all answer with it. An order ends one span of its method after it
 * was placed, or when it would have ended anyway, however often it is renewed.
 * Refuses `order_not_found` for another store's order, `store_closed` for a store that is closed or deleted (a payment
 * that exists stays payable), and `rate_limited` after `limits.renewalsPerHour` new payments of an order.
 */
export async function renewPayment(
  outside: Outside,
  reference: string,
  wanted: OrderPaymentMethod | undefined,
  /** The store that the host names; absent on a host without a store. */
  subdomain?: string,
): Promise<{ reference: string; initPoint: string }> {
  const { db, config } = outside;
  const row = await db
    .selectFrom('order')
    .innerJoin('store', 'store.id', 'order.store_id')
    .where('order.reference', '=', reference)
    .$if(subdomain !== undefined, (query) => query.where('store.subdomain', '=', subdomain ?? ''))
    .select([
      'order.store_id',
      'order.id',
      'order.status',
      'order.payment_method',
      sql<boolean>`"order".expires_at > now()`.as('open'),
      sql<boolean>`${storeOpen} and store.deleted_at is null`.as('sells'),
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('order_not_found');
  if (!row.sells) throw new Refusal('store_closed');
  if (row.status !== 'pending' || !row.open || row.payment_method === 'manual') throw new Refusal('order_not_payable');
  const store = storeIdOf(row);
  nameParty(store);
  const method = wanted ?? row.payment_method;
  const credential = await readCredential(db, config, store);
  if (!credential || credential.problem) throw new Refusal('payments_not_configured');

  await awaitStart(outside, store, row.id);
  const before = await attemptsOf(db, store, row.id);
  const [newest] = before;
  const usable = newest && isLive(newest.status) && newest.method === method && newest.status !== 'in_process';
  let made = false;
  if (!usable) {
    // Anybody with the reference may ask, and each new payment is several calls with the store's token. After too many
    // the provider would refuse the store's other buyers.
    await slowDown(db, [{ key: `renew:${row.id}`, limit: limits.renewalsPerHour, seconds: 3600 }]);
    for (const attempt of before.filter((one) => isLive(one.status))) {
      if ((await withdraw(outside, store, attempt, reference)) === 'away') throw new Refusal('payment_start_failed');
    }
    const adapter = adaptersFor(method, credential.pixAdapter)[0] ?? 'preference';
    made = await transaction(db, async (tx) => {
      const order = await lockOrder(tx, store, row.id);
      if (order?.status !== 'pending') return false;
      // While attempts were withdrawn its deadline may have passed, or a person may have ended it. Then it stays ended.
      if (!(await isOpen(tx, store, row.id))) throw new Refusal('order_not_payable');
      const attempts = await attemptsOf(tx, store, row.id);
      if (attempts.some((one) => one.status === 'approved')) throw new Refusal('order_not_payable');
      // Another request made one since `before` was read. We answer with it: beside it, both could be paid.
      const theirs = attempts.find((one) => isLive(one.status) && !before.some(({ id }) => id === one.id));
      // In review: somebody has just paid it, so nothing may be offered beside it.
      if (theirs?.status === 'in_process') throw new Refusal('payment_start_failed');
      if (theirs) return false;
      for (const attempt of attempts) await endAttempt(tx, store, attempt.id, 'cancelled', 'replaced');
      await insertAttempt(tx, store, row.id, {
        adapter,
        method,
        amountCentavos: order.total_centavos,
        key: newReference(),
        seconds: method === 'pix' ? PIX_SECONDS : LINK_SECONDS,
      });
      await allowTime(tx, store, row.id, { method, minutes: await minutesToPay(tx, store, method) });
      // Another tab may show the code that was withdrawn.
      await notify(tx, 'orders', `${store}:${row.id}`);
      return true;
    });
    if (!made) await awaitStart(outside, store, row.id);
  }
  return { reference, initPoint: await startPayment(outside, store, row.id, { fresh: made }) };
}

/** Whether the order can still be paid: its deadline is ahead and no person ended it. The caller holds its lock. */
async function isOpen(tx: Tx, store: StoreId, order: string): Promise<boolean> {
  const { rows } = await sql`
    select from "order"
     where store_id = ${store} and id = ${order} and expires_at > now() and ended_by is null`.execute(tx);
  return rows.length === 1;
}

/** How long the store lets an order be paid by this method, in minutes. */
async function minutesToPay(tx: Tx, store: StoreId, method: OrderPaymentMethod): Promise<number> {
  const { settings } = await tx
    .selectFrom('store')
    .where('id', '=', store)
    .select('settings')
    .executeTakeFirstOrThrow();
  const { pixMinutes, otherPaymentHours } = StoreSettings.parse(settings);
  return method === 'pix' ? pixMinutes : otherPaymentHours * 60;
}
