import type { OrderPaymentMethod, PaymentStatus } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';
import { credentialColumns } from './mercado-pago/credential.ts';
import { type Adapter, liveStatuses, type ProviderPayment } from './payment.ts';

/** Rows of payments and of their histories. Each function takes the store first. */

const columns = [
  'payment.id',
  'payment.store_id',
  'payment.order_id',
  'payment.adapter',
  'payment.method',
  'payment.status',
  'payment.amount_centavos',
  'payment.refunded_centavos',
  'payment.idempotency_key',
  'payment.provider_id',
  'payment.provider_order_id',
  'payment.preference_id',
  'payment.provider_updated_at',
  'payment.provider_detail',
  'payment.init_point',
  'payment.pix_code',
  'payment.flag',
  'payment.expires_at',
  'payment.created_at',
  'payment.checks',
] as const;

/** Every attempt of an order, newest first. A caller that writes holds the order's lock. */
export async function attemptsOf(db: Db | Tx, store: StoreId, order: string) {
  return await db
    .selectFrom('payment')
    .where('store_id', '=', store)
    .where('order_id', '=', order)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .select(columns)
    .execute();
}
export type AttemptRow = Awaited<ReturnType<typeof attemptsOf>>[number];

/**
 * The data of an order that charging needs, with its lines, its newest attempt and the store's credential. One read, because
 * each statement of an order waits for a connection and a core. `proof/plans.test.ts` keeps the plan.
 */
export async function readCharge(db: Db, store: StoreId, order: string) {
  return await db
    .selectFrom('order')
    .innerJoin('store', 'store.id', 'order.store_id')
    .innerJoin('payment', (join) =>
      join.onRef('payment.store_id', '=', 'order.store_id').onRef('payment.order_id', '=', 'order.id'),
    )
    .leftJoin('store_credential', 'store_credential.store_id', 'order.store_id')
    .where('order.store_id', '=', store)
    .where('order.id', '=', order)
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(1)
    .select(columns)
    .select(credentialColumns)
    .select([
      'order.reference',
      'order.number',
      'order.status as order_status',
      'order.email',
      'order.customer_name',
      'order.total_centavos',
      sql<Date>`greatest("order".expires_at, coalesce("order".pay_until, "order".expires_at))`.as('pay_until'),
      'store.name as store_name',
      'store.subdomain',
      sql<number>`extract(epoch from payment.expires_at - now())::float8`.as('seconds_left'),
      sql<number>`(extract(epoch from now() - payment.created_at) * 1000)::float8`.as('age_ms'),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_item')
          .whereRef('order_item.store_id', '=', 'order.store_id')
          .whereRef('order_item.order_id', '=', 'order.id')
          .orderBy('order_item.position')
          .select(['order_item.name', 'order_item.quantity', 'order_item.unit_centavos as unitCentavos']),
      ).as('lines'),
    )
    .executeTakeFirst();
}
export type ChargeRow = NonNullable<Awaited<ReturnType<typeof readCharge>>>;

/** Writes a new attempt. Its key exists before any call uses it. The attempt ends `seconds` from now. */
export async function insertAttempt(
  tx: Tx,
  store: StoreId,
  order: string,
  values: { adapter: Adapter; method: OrderPaymentMethod; amountCentavos: number; key: string; seconds: number },
): Promise<string> {
  const id = newId();
  await sql`
    with made as (
      insert into payment (store_id, id, order_id, adapter, method, amount_centavos, idempotency_key, expires_at, next_check_at)
      values (${store}, ${id}, ${order}, ${values.adapter}, ${values.method}, ${values.amountCentavos}, ${values.key},
              now() + make_interval(secs => ${values.seconds}), now() + interval '10 seconds')
      returning store_id, id
    )
    insert into payment_history (store_id, payment_id, id, status)
    select store_id, id, ${newId()}, 'created' from made`.execute(tx);
  return id;
}

/** Writes a payment of an order that we did not begin: the second one of a preference. */
export async function insertFound(
  tx: Tx,
  store: StoreId,
  order: string,
  like: { adapter: Adapter; method: OrderPaymentMethod; preference_id: string | null },
  news: ProviderPayment,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('payment')
    .values({
      store_id: store,
      id,
      order_id: order,
      adapter: like.adapter,
      method: like.method,
      preference_id: like.preference_id,
      amount_centavos: Math.max(1, news.amountCentavos),
      idempotency_key: newId(),
      provider_id: news.providerId,
      provider_order_id: news.providerOrderId,
    })
    .execute();
  return id;
}

/** Moves the attempt to the next adapter. Another adapter needs another key, and both are saved before the call. */
export async function changeAdapter(
  db: Db,
  store: StoreId,
  payment: string,
  adapter: Adapter,
  key: string,
): Promise<void> {
  await db
    .updateTable('payment')
    .set({ adapter, idempotency_key: key, updated_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', '=', payment)
    .where('provider_id', 'is', null)
    .execute();
}

/** Writes what the provider said. Where the state moved, a history row is written too. */
export async function savePayment(
  tx: Tx,
  store: StoreId,
  payment: string,
  change: {
    news: ProviderPayment;
    moved: PaymentStatus | undefined;
    flag: string | null;
    nextSeconds: number | null;
    checks: number;
  },
): Promise<void> {
  const { news, moved, flag, nextSeconds, checks } = change;
  await tx
    .updateTable('payment')
    .set({
      ...(moved ? { status: moved } : {}),
      provider_id: news.providerId,
      provider_order_id: news.providerOrderId,
      provider_status: news.providerStatus,
      provider_detail: news.detail,
      ...(news.updatedAt ? { provider_updated_at: news.updatedAt } : {}),
      ...(news.amountCentavos > 0 ? { amount_centavos: news.amountCentavos } : {}),
      refunded_centavos: news.refundedCentavos,
      ...(news.pixCode ? { pix_code: news.pixCode } : {}),
      flag,
      next_check_at: nextSeconds === null ? null : sql<Date>`now() + make_interval(secs => ${nextSeconds})`,
      checks,
      checked_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('store_id', '=', store)
    .where('id', '=', payment)
    .execute();
  if (moved) await addHistory(tx, store, payment, moved, news.detail);
}

export async function addHistory(
  tx: Tx,
  store: StoreId,
  payment: string,
  status: PaymentStatus,
  detail: string | null,
): Promise<void> {
  await tx
    .insertInto('payment_history')
    .values({ store_id: store, payment_id: payment, id: newId(), status, detail })
    .execute();
}

/** Ends an attempt that nobody paid. Only a live one moves. */
export async function endAttempt(
  tx: Tx,
  store: StoreId,
  payment: string,
  status: 'cancelled' | 'expired' | 'rejected',
  detail: string,
): Promise<void> {
  const ended = await tx
    .updateTable('payment')
    .set({ status, next_check_at: null, updated_at: sql<Date>`now()` })
    .where('store_id', '=', store)
    .where('id', '=', payment)
    .where('status', 'in', liveStatuses)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 1n) await addHistory(tx, store, payment, status, detail);
}

/** The store's owner at an address that receives mail, with the store's name. */
export async function ownersOf(tx: Tx, store: StoreId): Promise<{ account: string; email: string }[]> {
  const { rows } = await sql<{ account: string; email: string }>`
    select a.id as account, a.email from member m
      join account a on a.id = m.account_id and a.email_verified_at is not null and a.email is not null
     where m.store_id = ${store} and m.role = 'owner'`.execute(tx);
  return rows;
}
