import { formatCentavos } from '@vitrine/contract/money';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import type { Outside } from '../payments/look-up.ts';
import { paymentGateway } from '../payments/mercado-pago/mercado-pago.ts';
import { type Actor, recordAudit } from '../stores/record-audit.ts';
import { cancelPlanPayment, findOwnPayment } from './queries.ts';
import { settleSubscription } from './settle-subscription.ts';

/** How long a person who manages the plan waits for the provider, in ms. */
export const OWNER_MS = 4500;

/**
 * Ends a pending payment of a plan because a person does not want it. The provider is asked first, so what is paid already
 * counts and is refused here (`plan_payment_not_open`). The payment ends even if the provider does not
 * answer. We look at it until its deadline, and money that still arrives gives its months.
 */
export async function endOpenPayment(outside: Outside, store: StoreId, by: Actor, id: string): Promise<void> {
  const payment = await findOwnPayment(outside.db, store, id);
  if (!payment) throw new Refusal('plan_payment_not_found');
  if (payment.status !== 'pending') throw new Refusal('plan_payment_not_open');
  await closePage(outside, store, payment.preference_id);
  try {
    await settleSubscription(outside, payment.reference);
  } catch (error) {
    outside.log.warn({ err: error, store }, 'a plan payment was cancelled without an answer of the provider');
  }
  const cancelled = await transaction(outside.db, async (tx) => {
    const ended = await cancelPlanPayment(tx, store, id, { watched: true });
    if (!ended) throw new Refusal('plan_payment_not_open');
    await recordAudit(tx, store, by, {
      action: 'plan.cancel',
      text: `Cancelou o pagamento pendente do plano ${payment.plan}`,
      before: { plan: payment.plan, price: formatCentavos(payment.centavos) },
    });
    return ended;
  });
  // The request that began the payment may have written its page meanwhile.
  if (payment.preference_id === null) await closePage(outside, store, cancelled.preference_id);
}

/** Closes the page where a payment could be paid. Failing does no harm: the page ends at its deadline. */
export async function closePage({ config, log }: Outside, store: StoreId, preferenceId: string | null): Promise<void> {
  const token = config.mercadoPago.accessToken;
  if (!token || preferenceId === null) return;
  try {
    const names = { reference: '', providerId: null, providerOrderId: null, preferenceId };
    await paymentGateway(config, store, token, OWNER_MS).cancel({ adapter: 'preference', ...names }, '');
  } catch (error) {
    log.warn({ err: error, store }, 'the page of a plan payment could not be closed');
  }
}
