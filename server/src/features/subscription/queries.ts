import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

/** Rows of plan payments, and the plan that they pay. */

const columns = [
  'subscription_payment.id',
  'subscription_payment.store_id',
  'subscription_payment.plan_id',
  'subscription_payment.centavos',
  'subscription_payment.method',
  'subscription_payment.status',
  'subscription_payment.provider_id',
  'subscription_payment.reference',
  'subscription_payment.idempotency_key',
  'subscription_payment.init_point',
  'subscription_payment.checks',
  'subscription_payment.expires_at',
  'subscription_payment.created_at',
  'subscription_payment.paid_at',
] as const;

export async function findPlan(db: Db, id: string) {
  return await db.selectFrom('plan').where('id', '=', id).select(['id', 'name', 'price_centavos']).executeTakeFirst();
}

export async function insertPlanPayment(
  db: Db,
  store: StoreId,
  values: {
    id: string;
    planId: string;
    centavos: number;
    method: string;
    reference: string;
    key: string;
    hours: number;
  },
): Promise<{ created_at: Date; expires_at: Date }> {
  return await db
    .insertInto('subscription_payment')
    .values({
      store_id: store,
      id: values.id,
      plan_id: values.planId,
      centavos: values.centavos,
      method: values.method,
      status: 'pending',
      reference: values.reference,
      idempotency_key: values.key,
      next_check_at: sql<Date>`now() + interval '30 seconds'`,
      expires_at: sql<Date>`now() + make_interval(hours => ${values.hours})`,
    })
    .returning(['created_at', 'expires_at'])
    .executeTakeFirstOrThrow();
}

export async function saveInitPoint(db: Db, store: StoreId, id: string, initPoint: string): Promise<void> {
  await db
    .updateTable('subscription_payment')
    .set({ init_point: initPoint })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

/** Finds a plan payment by the reference that only the payer and the provider know. `due`: its deadline has passed. */
export async function findPlanPayment(db: Db, reference: string) {
  return await db
    .selectFrom('subscription_payment')
    .where('reference', '=', reference)
    .select(columns)
    .select(sql<boolean>`expires_at <= now()`.as('due'))
    .executeTakeFirst();
}

/** Reads a plan payment and locks it until the transaction ends. */
export async function lockPlanPayment(tx: Tx, reference: string) {
  return await tx
    .selectFrom('subscription_payment')
    .where('reference', '=', reference)
    .select(columns)
    .forUpdate()
    .executeTakeFirst();
}

/** The plan payments of a store, newest first, with the plans' names. */
export async function listPlanPayments(db: Db | Tx, store: StoreId) {
  return await db
    .selectFrom('subscription_payment')
    .innerJoin('plan', 'plan.id', 'subscription_payment.plan_id')
    .where('subscription_payment.store_id', '=', store)
    .orderBy('subscription_payment.created_at', 'desc')
    .limit(200)
    .select([...columns, 'plan.name as plan'])
    .execute();
}

/** Marks a plan payment as paid. It is checked once a day from now on, because its money may be taken back. */
export async function markPaid(tx: Tx, store: StoreId, id: string, providerId: string): Promise<void> {
  await tx
    .updateTable('subscription_payment')
    .set({
      status: 'paid',
      provider_id: providerId,
      paid_at: sql<Date>`coalesce(paid_at, now())`,
      next_check_at: sql<Date>`now() + interval '1 day'`,
    })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

/** Marks that the money was taken back. Checks go on after a chargeback, because the dispute may still be won. */
export async function markReversed(tx: Tx, store: StoreId, id: string, status: 'refunded' | 'charged_back') {
  await tx
    .updateTable('subscription_payment')
    .set({ status, ...(status === 'refunded' && { next_check_at: null }) })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .execute();
}

/**
 * Gives the store a month of the plan. Time that is paid already is added. Time of another plan counts by its price: half a
 * month of a plan at twice the price is a month.
 */
export async function addMonth(tx: Tx, store: StoreId, planId: string): Promise<void> {
  await sql`
    insert into subscription (store_id, plan_id, paid_until)
    values (${store}, ${planId}, now() + interval '1 month')
    on conflict (store_id) do update
       set plan_id = excluded.plan_id, updated_at = now(),
           paid_until = now() + interval '1 month'
             + greatest(subscription.paid_until - now(), interval '0')
               * ((select price_centavos from plan where id = subscription.plan_id)::float8
                  / greatest(1, (select price_centavos from plan where id = excluded.plan_id)))`.execute(tx);
}

/**
 * Takes a month of the plan back; if the store has another plan now, time of the same price. A plan without time left ends
 * now and not in the past, so that the owner has the days of grace to pay again. A plan that had ended stays ended.
 */
export async function takeMonth(tx: Tx, store: StoreId, planId: string): Promise<void> {
  await sql`
    update subscription s
       set updated_at = now(),
           paid_until = least(s.paid_until, greatest(now(), s.paid_until - interval '1 month'
             * ((select price_centavos from plan where id = ${planId})::float8
                / greatest(1, (select price_centavos from plan where id = s.plan_id)))))
     where s.store_id = ${store}`.execute(tx);
}

/** Cancels a plan payment that nobody paid in time. */
export async function cancelPlanPayment(db: Db, store: StoreId, id: string): Promise<void> {
  await db
    .updateTable('subscription_payment')
    .set({ status: 'cancelled', next_check_at: null })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Claims the plan payments that are due for a check. Open ones are checked with pauses that grow to 15 minutes, paid ones
 * once a day as long as their money may be taken back. Answers their references.
 */
export async function claimDuePlanPayments(tx: Tx): Promise<string[]> {
  const due = await sql<{ reference: string }>`
    update subscription_payment s
       set checks = s.checks + 1,
           next_check_at = case
             when s.status = 'pending' then now() + make_interval(secs => least(900, 15 * 2 ^ least(s.checks, 6)))
             when s.paid_at > now() - make_interval(days => ${limits.planWatchDays}) then now() + interval '1 day' end
      from (select store_id, id from subscription_payment where next_check_at <= now()
             order by next_check_at limit 100) soon
     where s.store_id = soon.store_id and s.id = soon.id and s.next_check_at <= now()
    returning s.reference`.execute(tx);
  return due.rows.map((row) => row.reference);
}
