import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { newReference } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import { cancelOrder } from '../orders/cancel-order.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { goPath } from '../orders/read-public-order.ts';
import { storeUrl } from '../stores/public-url.ts';
import { lookUp, namesOf, type Outside } from './look-up.ts';
import { markCredentialRefused, openCredential } from './mercado-pago/credential.ts';
import { failureOf, type PaymentGateway, paymentGateway, type Started } from './mercado-pago/mercado-pago.ts';
import { type Charge, statementOf } from './mercado-pago/mercado-pago-bodies.ts';
import { isReachable, noticeUrl } from './mercado-pago/reachable.ts';
import { type Adapter, adaptersFor, liveStatuses } from './payment.ts';
import { attemptsOf, type ChargeRow, changeAdapter, endAttempt, insertAttempt, readCharge } from './queries.ts';

/** A shopper waits, so the provider has this long with all retries (facts/security.md, P8: an answer within 5 s). */
const SHOPPER_MS = 4000;
/** How long we wait between two looks at whether another caller got its answer. */
const LOOK_MS = 100;
/** Mercado Pago takes no Pix that ends in less than 30 minutes (facts/mercado-pago.md, 4). */
const PIX_LEAST_SECONDS = 30 * 60 + 5;
/** Minutes that an order stays reserved when it could not be charged, so that the same key can still resume it. */
const FAILED_START_MINUTES = 5;

/** Where the shopper goes to pay: our own page for Pix, else our link that leads to the provider's page. */
function initPointOf(
  urls: Parameters<typeof storeUrl>[0],
  row: Pick<ChargeRow, 'method' | 'subdomain' | 'reference' | 'init_point'>,
): string | null {
  return row.method === 'pix'
    ? storeUrl(urls, row.subdomain, `/checkout/pix/${row.reference}`)
    : row.init_point && storeUrl(urls, row.subdomain, goPath(row.reference));
}

/** Whether the attempt can be paid as it is. */
const isStarted = (row: Pick<ChargeRow, 'pix_code' | 'init_point'>) => row.pix_code !== null || row.init_point !== null;

/** How a payment is started. */
export interface Start {
  /** Nobody tried before, so nothing can be left behind at the provider. */
  fresh: boolean;
  /**
   * Another statement that writes where to pay. It becomes a part of the one that keeps the provider's answer, so that both are
   * kept or none. It does not run where nothing had to be charged.
   */
  keep?: (initPoint: string) => RawBuilder<unknown>;
}

/**
 * Makes the order's newest attempt payable and answers where to pay. Unless `fresh`, it first looks for what a crash or
 * a timeout left behind, so that a charge is never made twice. Refuses with a code. A definite refusal of the provider
 * also cancels the order at once and frees what it held; after any other failure it is held for minutes. Call it
 * outside transactions.
 */
export async function startPayment(outside: Outside, store: StoreId, orderId: string, how: Start): Promise<string> {
  try {
    return await makePayable(outside, store, orderId, how);
  } catch (error) {
    // If even that fails, the order ends by its own deadline. The caller still learns the first error.
    await keepForAWhile(outside.db, store, orderId).catch((err) =>
      outside.log.warn({ err, store, order: orderId }, 'an order that could not be charged keeps its time'),
    );
    throw error;
  }
}

async function makePayable(outside: Outside, store: StoreId, orderId: string, how: Start): Promise<string> {
  let row = await readCharge(outside.db, store, orderId);
  if (row && !how.fresh && !isStarted(row) && row.order_status === 'pending') row = await recover(outside, store, row);
  if (!row) throw new Refusal('order_not_payable');
  if (row.order_status === 'completed') return storeUrl(outside.config, row.subdomain, successPath(row.reference));
  if (row.order_status !== 'pending') throw new Refusal('order_not_payable');
  const started = isStarted(row) ? row : { ...row, init_point: await charge(outside, store, row, how) };
  const initPoint = initPointOf(outside.config, started);
  if (!initPoint) throw new Refusal('payment_start_failed');
  return initPoint;
}

/**
 * Waits while another caller may still be at the provider with the order's newest attempt. Charging it now could make a
 * second charge, and withdrawing it would find nothing yet.
 */
export async function awaitStart({ db }: Pick<Outside, 'db'>, store: StoreId, orderId: string): Promise<void> {
  for (;;) {
    const row = await readCharge(db, store, orderId);
    const underWay =
      row?.order_status === 'pending' && row.status === 'created' && !isStarted(row) && row.age_ms < SHOPPER_MS;
    if (!underWay) return;
    await delay(LOOK_MS);
  }
}

export function successPath(reference: string): string {
  return `/checkout/success?external_reference=${reference}`;
}

/**
 * Looks for what an unanswered call may have made. If it is there, we adopt it; else the attempt is ready to be sent
 * again.
 */
async function recover(outside: Outside, store: StoreId, row: ChargeRow): Promise<ChargeRow | undefined> {
  const looked = await lookUp(outside, store, (gateway) => gateway.find(namesOf(row, row.reference)), SHOPPER_MS);
  if (looked.result === 'away') throw new Refusal('payment_start_failed');
  const after = await readCharge(outside.db, store, row.order_id);
  if (!after || isStarted(after) || after.order_status !== 'pending') return after;
  if (after.method === 'pix' && after.adapter !== 'preference' && Number(after.seconds_left) < PIX_LEAST_SECONDS) {
    await transaction(outside.db, async (tx) => {
      const order = await lockOrder(tx, store, after.order_id);
      if (order?.status !== 'pending') return;
      const [newest] = await attemptsOf(tx, store, after.order_id);
      // Another caller ended it or began anew meanwhile. The code below reads what they left.
      if (newest?.id !== after.id || newest.status !== after.status || isStarted(newest)) return;
      await endAttempt(tx, store, after.id, 'expired', 'never_sent');
      await insertAttempt(tx, store, after.order_id, {
        adapter: after.adapter,
        method: after.method,
        amountCentavos: after.total_centavos,
        key: newReference(),
        seconds: PIX_LEAST_SECONDS + 55,
      });
    });
    return await readCharge(outside.db, store, row.order_id);
  }
  return after;
}

/** Makes the charge by the first adapter that takes it, and keeps it. Answers the provider's page, if there is one. */
async function charge(outside: Outside, store: StoreId, row: ChargeRow, how: Start): Promise<string | null> {
  const { db, config, log } = outside;
  const credential = await openCredential(db, config, store, row);
  if (!credential || credential.problem) throw new Refusal('payments_not_configured');
  const gateway = paymentGateway(config, store, credential.token, SHOPPER_MS);
  const body = chargeOf(outside, row, credential.noticeKey);
  const adapters = adaptersFor(row.method, row.method === 'pix' ? row.adapter : null);
  let key = row.idempotency_key;

  for (const [index, adapter] of adapters.entries()) {
    if (adapter !== row.adapter) {
      key = newReference();
      await changeAdapter(db, store, row.id, adapter, key);
    }
    try {
      const started = await begin(gateway, adapter, key, body, how.fresh);
      await saveStarted(outside, store, row, adapter, started, how.keep);
      return started.initPoint;
    } catch (error) {
      const failure = failureOf(error);
      log.warn({ err: error, store, order: row.order_id, adapter }, 'a charge could not be started');
      if (failure.kind !== 'refused') throw new Refusal('payment_start_failed');
      // Orders answers 401 or 403 to accounts that it does not serve, so the token may be good (facts/mercado-pago.md,
      // 1.3).
      const wayClosed = failure.refused === 'adapter' || (failure.refused === 'credential' && adapter === 'orders');
      if (wayClosed && index < adapters.length - 1) continue;
      if (failure.refused === 'credential') await markCredentialRefused(db, store, credential);
      await giveUp(outside, store, row);
      throw new Refusal(failure.refused === 'payer' ? 'payer_email_refused' : 'payment_start_failed');
    }
  }
  return null;
}

/** Preferences are not idempotent, so we look for a link that an unanswered call made before we make another. */
async function begin(
  gateway: PaymentGateway,
  adapter: Adapter,
  key: string,
  body: Charge,
  fresh: boolean,
): Promise<Started> {
  const made = adapter === 'preference' && !fresh ? await gateway.findPreference(body.reference) : undefined;
  return made ?? (await gateway.start(adapter, key, body));
}

function chargeOf({ config }: Outside, row: ChargeRow, noticeKey: string): Charge {
  const success = storeUrl(config, row.subdomain, successPath(row.reference));
  const failure = storeUrl(config, row.subdomain, `/checkout/error?external_reference=${row.reference}`);
  return {
    reference: row.reference,
    title: `Pedido ${row.number}`,
    lines: row.lines,
    totalCentavos: row.total_centavos,
    method: row.method,
    payer: { email: row.email ?? `pedido-${row.reference}@${config.mail.domain}`, name: row.customer_name },
    expiresAt: row.method === 'pix' && row.expires_at ? row.expires_at : row.pay_until,
    createdAt: row.created_at,
    noticeUrl: noticeUrl(config, row.store_id, noticeKey),
    returnUrls: isReachable(config, success) ? { success, pending: success, failure } : undefined,
    statement: statementOf(row.store_name),
    metadata: { store: row.subdomain },
  };
}

/** The attempt can be paid. A notice may have come first, and the state that it wrote stays. */
async function saveStarted(
  { db, config }: Outside,
  store: StoreId,
  row: ChargeRow,
  adapter: Adapter,
  started: Started,
  keep: Start['keep'],
): Promise<void> {
  const initPoint = initPointOf(config, { ...row, init_point: started.initPoint });
  const kept = keep && initPoint ? sql`, kept as (${keep(initPoint)})` : sql``;
  await sql`
    with saved as (
      update payment
         set provider_id = coalesce(provider_id, ${started.providerId}),
             provider_order_id = coalesce(provider_order_id, ${started.providerOrderId}),
             preference_id = ${started.preferenceId}, init_point = ${started.initPoint}, pix_code = ${started.pixCode},
             status = case when status = 'created' then 'pending' else status end, updated_at = now()
       where store_id = ${store} and id = ${row.id}
      returning store_id, id, status
    ), told as (
      insert into payment_history (store_id, payment_id, id, status)
      select store_id, id, ${newReference().slice(0, 26)}, 'pending' from saved where status = 'pending'
    )${kept}
    update store_credential set pix_adapter = ${adapter}
     where store_id = ${store} and ${row.method} = 'pix' and pix_adapter is distinct from ${adapter}`.execute(db);
}

/**
 * An order whose payment could not be begun stays, so that the same key can resume it. It holds its stock only briefly,
 * because nobody knows what the provider did, or whether the fault was ours.
 */
async function keepForAWhile(db: Db, store: StoreId, orderId: string): Promise<void> {
  await sql`
    update "order" o set expires_at = least(o.expires_at, now() + make_interval(mins => ${FAILED_START_MINUTES}))
     where o.store_id = ${store} and o.id = ${orderId} and o.status = 'pending'
       and not exists (select from payment p where p.store_id = o.store_id and p.order_id = o.id
                          and p.status in (${sql.join([...liveStatuses, 'approved'].map((status) => sql.lit(status)))})
                          and (p.pix_code is not null or p.init_point is not null))`.execute(db);
}

/** The provider refused before anything was charged, so nothing can be paid and nothing stays held. */
async function giveUp({ db }: Outside, store: StoreId, row: ChargeRow): Promise<void> {
  await transaction(db, async (tx) => {
    const order = await lockOrder(tx, store, row.order_id);
    if (!order) return;
    await endAttempt(tx, store, row.id, 'cancelled', 'refused_at_start');
    await cancelOrder(tx, store, order, { note: 'payment_refused' });
  });
}
