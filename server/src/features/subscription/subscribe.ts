import { setTimeout } from 'node:timers/promises';
import { formatCentavos } from '@vitrine/contract/money';
import { periodText } from '@vitrine/contract/plan-words';
import type { SubscriptionCreate } from '@vitrine/contract/plans';
import type { Db } from '../../db/database.ts';
import { newId, newReference } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId, StoreScope } from '../../http/store.ts';
import type { Outside } from '../payments/look-up.ts';
import { failureOf, paymentGateway } from '../payments/mercado-pago/mercado-pago.ts';
import { isReachable } from '../payments/mercado-pago/reachable.ts';
import { lockStore } from '../stores/lock-store.ts';
import { panelUrl } from '../stores/public-url.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { closePage, OWNER_MS } from './end-open-payment.ts';
import {
  cancelPlanPayment,
  findOwnPayment,
  findPlan,
  insertPlanPayment,
  listOpenPayments,
  saveOffer,
} from './queries.ts';

const HOURS = 24;
/** A second press waits for the page of the first one, in ms. */
const LOOKS = { each: 200, most: OWNER_MS + 1500 };

/** Waits until the request that began a pending payment knows its page, and answers where to pay. */
async function goOn(
  db: Db,
  store: StoreId,
  { id, reference }: { id: string; reference: string },
): Promise<{ reference: string; initPoint: string }> {
  const end = performance.now() + LOOKS.most;
  for (;;) {
    const payment = await findOwnPayment(db, store, id);
    if (payment?.init_point && payment.status === 'pending') return { reference, initPoint: payment.init_point };
    if (payment?.status !== 'pending' || performance.now() > end) throw new Refusal('payment_start_failed');
    await setTimeout(LOOKS.each);
  }
}

/**
 * Starts the payment of a month or a year: a preference on the platform's own account, made by the same code as a shopper's.
 * Answers where to pay. The plan changes when the provider says that it was paid. A store has one pending payment: asking for
 * the same goes on with it, asking for another ends it. For a free plan it answers the panel's page: the paid time runs to its
 * end, and Gratuito follows by itself.
 */
export async function subscribe(
  outside: Outside,
  store: StoreScope,
  payer: Actor & { email: string | null },
  { planId, paymentMethod, months }: SubscriptionCreate,
): Promise<{ reference: string; initPoint: string }> {
  const { db, config, log } = outside;
  const plan = await findPlan(db, planId);
  if (!plan) throw new Refusal('plan_not_found');
  const page = panelUrl(config, '/subscription');
  if (plan.price_centavos === 0) return { reference: '', initPoint: page };
  const centavos = months === 12 ? plan.year_centavos : plan.price_centavos;
  if (centavos === null) throw new Refusal('plan_not_found');
  const token = config.mercadoPago.accessToken;
  if (!token)
    throw new Refusal('payments_not_configured', { error: 'Pagamentos de planos ainda não estão disponíveis.' });

  const [id, reference, period] = [newId(), newReference(), periodText(months)];
  const method = paymentMethod;
  const begun = await transaction(db, async (tx) => {
    await lockStore(tx, store.id);
    const open = await listOpenPayments(tx, store.id);
    const same = open.find(
      (one) =>
        (one.payable || one.starting) &&
        one.plan_id === plan.id &&
        one.months === months &&
        one.centavos === centavos &&
        one.method === method,
    );
    if (same) return { same };
    const pages: (string | null)[] = [];
    for (const former of open) {
      const cancelled = await cancelPlanPayment(tx, store.id, former.id, { watched: true });
      pages.push(cancelled?.preference_id ?? null);
    }
    await recordAudit(tx, store.id, payer, {
      action: 'plan.choose',
      text: `Pediu ${period} do plano ${plan.name}`,
      after: { plan: plan.name, price: formatCentavos(centavos) },
    });
    const values = { id, planId: plan.id, centavos, months, method, reference, key: newReference(), hours: HOURS };
    return { pages, times: await insertPlanPayment(tx, store.id, values) };
  });
  if (begun.same) return await goOn(db, store.id, begun.same);

  for (const former of begun.pages) await closePage(outside, store.id, former);
  const notices = `${config.publicUrl}/webhooks/mercadopago/plan/${reference}?source_news=webhooks`;
  const back = `${page}?payment=${id}`;
  try {
    const started = await paymentGateway(config, store.id, token, OWNER_MS).start('preference', reference, {
      reference,
      title: `Plano ${plan.name} - ${store.name}`.slice(0, 120),
      lines: [{ name: `Plano ${plan.name} (${period})`, quantity: 1, unitCentavos: centavos }],
      totalCentavos: centavos,
      method,
      payer: { email: payer.email ?? `plano-${reference}@${config.mail.domain}`, name: payer.name },
      createdAt: begun.times.created_at,
      expiresAt: begun.times.expires_at,
      noticeUrl: isReachable(config, notices) ? notices : undefined,
      returnUrls: isReachable(config, back) ? { success: back, pending: back, failure: back } : undefined,
      statement: 'VITRINE',
      metadata: { plan: plan.id },
    });
    const { initPoint, preferenceId } = started;
    if (!initPoint) throw new Refusal('payment_start_failed');
    if (!(await saveOffer(db, store.id, id, { initPoint, preferenceId }))) {
      // Another wish came while the provider was asked, and could not close this page.
      await closePage(outside, store.id, preferenceId);
      throw new Refusal('plan_payment_not_open');
    }
    return { reference, initPoint };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const failure = failureOf(error);
    log.warn({ err: error, store: store.id }, 'a plan payment could not be started');
    if (failure.kind === 'refused') await cancelPlanPayment(db, store.id, id);
    throw new Refusal('payment_start_failed');
  }
}
