import { formatCentavos } from '@vitrine/contract/money';
import type { SubscriptionCreate } from '@vitrine/contract/plans';
import { newId, newReference } from '../../db/ids.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreScope } from '../../http/store.ts';
import type { Outside } from '../payments/look-up.ts';
import { failureOf, paymentGateway } from '../payments/mercado-pago/mercado-pago.ts';
import { isReachable } from '../payments/mercado-pago/reachable.ts';
import { panelUrl } from '../stores/public-url.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { cancelPlanPayment, findPlan, insertPlanPayment, saveInitPoint } from './queries.ts';

const HOURS = 24;
const OWNER_MS = 4500;

/**
 * Starts the payment of one month: a preference on the platform's own account, made by the same code as a shopper's. Answers
 * where to pay. The plan changes when the provider says that the month was paid. For a free plan it answers the panel's
 * page: the paid time runs to its end, and Gratuito follows by itself.
 */
export async function subscribe(
  { db, config, log }: Outside,
  store: StoreScope,
  payer: Actor & { email: string | null },
  { planId, paymentMethod }: SubscriptionCreate,
): Promise<{ reference: string; initPoint: string }> {
  const plan = await findPlan(db, planId);
  if (!plan) throw new Refusal('plan_not_found');
  const page = panelUrl(config, '/subscription');
  if (plan.price_centavos === 0) return { reference: '', initPoint: page };
  const token = config.mercadoPago.accessToken;
  if (!token)
    throw new Refusal('payments_not_configured', { error: 'Pagamentos de planos ainda não estão disponíveis.' });

  const id = newId();
  const reference = newReference();
  const payment = {
    id,
    planId: plan.id,
    centavos: plan.price_centavos,
    method: paymentMethod,
    reference,
    key: newReference(),
    hours: HOURS,
  };
  const times = await transaction(db, async (tx) => {
    await recordAudit(tx, store.id, payer, {
      action: 'plan.choose',
      text: `Pediu um mês do plano ${plan.name}`,
      after: { plan: plan.name, price: formatCentavos(plan.price_centavos) },
    });
    return await insertPlanPayment(tx, store.id, payment);
  });
  const notices = `${config.publicUrl}/webhooks/mercadopago/plan/${reference}?source_news=webhooks`;
  try {
    const started = await paymentGateway(config, store.id, token, OWNER_MS).start('preference', reference, {
      reference,
      title: `Plano ${plan.name} - ${store.name}`.slice(0, 120),
      lines: [{ name: `Plano ${plan.name} (1 mês)`, quantity: 1, unitCentavos: plan.price_centavos }],
      totalCentavos: plan.price_centavos,
      method: paymentMethod,
      payer: { email: payer.email ?? `plano-${reference}@${config.mail.domain}`, name: payer.name },
      createdAt: times.created_at,
      expiresAt: times.expires_at,
      noticeUrl: isReachable(config, notices) ? notices : undefined,
      returnUrls: isReachable(config, page) ? { success: page, pending: page, failure: page } : undefined,
      statement: 'VITRINE',
      metadata: { plan: plan.id },
    });
    if (!started.initPoint) throw new Refusal('payment_start_failed');
    await saveInitPoint(db, store.id, id, started.initPoint);
    return { reference, initPoint: started.initPoint };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const failure = failureOf(error);
    log.warn({ err: error, store: store.id }, 'a plan payment could not be started');
    if (failure.kind === 'refused') await cancelPlanPayment(db, store.id, id);
    throw new Refusal('payment_start_failed');
  }
}
