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
  'subscription_payment.months',
  'subscription_payment.method',
  'subscription_payment.status',
  'subscription_payment.provider_id',
  'subscription_payment.reference',
  'subscription_payment.idempotency_key',
  'subscription_payment.init_point',
  'subscription_payment.preference_id',
  'subscription_payment.checks',
  'subscription_payment.expires_at',
  'subscription_payment.created_at',
  'subscription_payment.paid_at',
] as const;

export async function findPlan(db: Db, id: string) {
  return await db
    .selectFrom('plan')
    .where('id', '=', id)
    .select(['id', 'name', 'price_centavos', 'year_centavos'])
    .executeTakeFirst();
}

export async function insertPlanPayment(
  db: Db,
  store: StoreId,
  values: {
    id: string;
    planId: string;
    centavos: number;
    months: 1 | 12;
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
      months: values.months,
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

/** Notes where a payment is paid, and the provider's name of that page. Answers whether the payment is still pending. */
export async function saveOffer(
  db: Db,
  store: StoreId,
  id: string,
  { initPoint, preferenceId }: { initPoint: string; preferenceId: string | null },
): Promise<boolean> {
  const row = await db
    .updateTable('subscription_payment')
    .set({ init_point: initPoint, preference_id: preferenceId })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst();
  return row?.status === 'pending';
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

const ofStore = (db: Db | Tx, store: StoreId) =>
  db
    .selectFrom('subscription_payment')
    .innerJoin('plan', 'plan.id', 'subscription_payment.plan_id')
    .where('subscription_payment.store_id', '=', store)
    .select([...columns, 'plan.name as plan']);

/** The plan payments of a store, newest first, with the plans' names. */
export async function listPlanPayments(db: Db | Tx, store: StoreId) {
  return await ofStore(db, store).orderBy('subscription_payment.created_at', 'desc').limit(200).execute();
}

/** One plan payment of a store, with the plan's name. */
export async function findOwnPayment(db: Db | Tx, store: StoreId, id: string) {
  return await ofStore(db, store).where('subscription_payment.id', '=', id).executeTakeFirst();
}

/** If a payment's page is not known this long after the payment was begun, in seconds, it never will be. */
const STARTING_SECONDS = 15;

/**
 * The pending plan payments of a store, newest first. `payable`: its page is known and stays open for a while. `starting`: another
 * request is asking the provider for its page.
 */
export async function listOpenPayments(tx: Tx, store: StoreId) {
  return await ofStore(tx, store)
    .where('subscription_payment.status', '=', 'pending')
    .orderBy('subscription_payment.created_at', 'desc')
    .select(
      sql<boolean>`subscription_payment.init_point is not null
                   and subscription_payment.expires_at > now() + interval '1 hour'`.as('payable'),
    )
    .select(
      sql<boolean>`subscription_payment.init_point is null
                   and subscription_payment.created_at > now() - make_interval(secs => ${STARTING_SECONDS})`.as(
        'starting',
      ),
    )
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
 * Cancels a plan payment that is still pending, and answers its page as it stands now: another request may have written it
 * since the caller read the payment. Undefined if it was no longer pending. `watched`: we look at it until its deadline,
 * because somebody may be paying it. Leave `watched` out if nobody can pay it.
 */
export async function cancelPlanPayment(
  db: Db | Tx,
  store: StoreId,
  id: string,
  { watched }: { watched: boolean } = { watched: false },
): Promise<{ preference_id: string | null } | undefined> {
  return await db
    .updateTable('subscription_payment')
    .set({ status: 'cancelled', ...(!watched && { next_check_at: null }) })
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('preference_id')
    .executeTakeFirst();
}

/**
 * Claims the plan payments that are due for a check. Open ones are checked with pauses that grow to 15 minutes. One that a
 * person cancelled is checked every 15 minutes until its deadline, because its page may have been open. Paid ones are checked
 * once a day as long as their money may be taken back. Answers their references.
 */
export async function claimDuePlanPayments(tx: Tx): Promise<string[]> {
  const due = await sql<{ reference: string }>`
    update subscription_payment s
       set checks = s.checks + 1,
           next_check_at = case
             when s.status = 'pending' then now() + make_interval(secs => least(900, 15 * 2 ^ least(s.checks, 6)))
             when s.status = 'cancelled' and s.expires_at > now() then now() + interval '15 minutes'
             when s.paid_at > now() - make_interval(days => ${limits.planWatchDays}) then now() + interval '1 day' end
      from (select store_id, id from subscription_payment where next_check_at <= now()
             order by next_check_at limit 100) soon
     where s.store_id = soon.store_id and s.id = soon.id and s.next_check_at <= now()
    returning s.reference`.execute(tx);
  return due.rows.map((row) => row.reference);
}
