import { transaction } from '../../db/transaction.ts';
import { storeIdOf } from '../../http/store.ts';
import type { Outside } from '../payments/look-up.ts';
import { paymentGateway } from '../payments/mercado-pago.ts';
import { holdReason } from '../payments/payment.ts';
import { addMonth, cancelPlanPayment, findPlanPayment, lockPlanPayment, markPaid } from './queries.ts';

/**
 * Asks the provider, with the platform's own token, whether a plan payment was paid, and gives the month once. A payment
 * that came after the deadline still counts: the money is there. Safe to repeat.
 */
export async function settleSubscription({ db, config, log }: Outside, reference: string): Promise<void> {
  const payment = await findPlanPayment(db, reference);
  const token = config.mercadoPago.accessToken;
  if (!payment || payment.status === 'paid' || !token) return;
  const store = storeIdOf(payment);
  const found = await paymentGateway(config, token, 5000).find({
    adapter: 'preference',
    reference,
    providerId: null,
    providerOrderId: null,
    preferenceId: null,
  });
  const approved = found.filter((news) => news.status === 'approved' && news.reference === reference);
  // The search runs with the platform's token: whatever it finds was paid to the platform.
  const good = approved.find(
    (news) => !holdReason(news, { totalCentavos: payment.centavos, collectorId: news.collectorId ?? '' }),
  );
  if (!good) {
    if (approved.length > 0) log.error({ reference, store }, 'a plan payment does not fit its price');
    if (payment.due) await cancelPlanPayment(db, store, payment.id);
    return;
  }
  await transaction(db, async (tx) => {
    const locked = await lockPlanPayment(tx, reference);
    if (!locked || locked.status === 'paid') return;
    await markPaid(tx, store, locked.id, good.providerId);
    await addMonth(tx, store, locked.plan_id);
  });
}
