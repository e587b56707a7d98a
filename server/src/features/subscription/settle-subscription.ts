import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import type { Outside } from '../payments/look-up.ts';
import { paymentGateway } from '../payments/mercado-pago/mercado-pago.ts';
import { holdReason } from '../payments/payment.ts';
import { recordAudit } from '../stores/record-audit.ts';
import { addMonths, takeMonths } from './plan-time.ts';
import { cancelPlanPayment, findPlan, findPlanPayment, lockPlanPayment, markPaid, markReversed } from './queries.ts';

/**
 * Asks the provider, with the platform's own token, what became of a plan payment. A paid one gives its months once, and
 * loses them once if the money was taken back (docs/decisions). A payment after the deadline counts, because the money is
 * there. Safe to repeat. If the row changed while the provider was asked, the next check decides.
 */
export async function settleSubscription(outside: Outside, reference: string): Promise<void> {
  const { db, config, log } = outside;
  const payment = await findPlanPayment(db, reference);
  const token = config.mercadoPago.accessToken;
  if (!payment || payment.status === 'refunded' || !token) return;
  const store = storeIdOf(payment);
  const found = await paymentGateway(config, store, token, 5000).find({
    adapter: 'preference',
    reference,
    providerId: null,
    providerOrderId: null,
    preferenceId: null,
  });
  const ours = found.filter((news) => news.reference === reference);
  const approved = ours.filter((news) => news.status === 'approved');
  // The search uses the platform's token, so each payment that it finds was paid to the platform.
  const fitting = approved.filter(
    (news) => !holdReason(news, { totalCentavos: payment.centavos, collectorId: news.collectorId ?? '' }),
  );
  const [good] = fitting;
  const reversed = ours.find((news) => news.providerId === payment.provider_id && isReversal(news.status))?.status;
  if (good) {
    await transaction(db, async (tx) => {
      const locked = await lockPlanPayment(tx, reference);
      if (!locked || locked.status === 'paid' || locked.status !== payment.status) return;
      await markPaid(tx, store, locked.id, good.providerId);
      await addMonths(tx, store, locked.plan_id, locked.months);
      await recordPlan(tx, store, locked.plan_id, `foi pago por um ${spanWord(locked.months)}`);
    });
  } else if (reversed && isReversal(reversed)) {
    await transaction(db, async (tx) => {
      const locked = await lockPlanPayment(tx, reference);
      if (!locked || locked.status === reversed || locked.status !== payment.status) return;
      await markReversed(tx, store, locked.id, reversed);
      if (locked.status !== 'paid') return;
      await takeMonths(tx, store, locked.plan_id, locked.months);
      await recordPlan(tx, store, locked.plan_id, `perdeu um ${spanWord(locked.months)}, porque o pagamento voltou`);
    });
  } else if (payment.status === 'pending') {
    if (approved.length > 0) log.error({ payment: payment.id, store }, 'a plan payment does not fit its price');
    if (payment.due) await cancelPlanPayment(db, store, payment.id);
  }
  if (fitting.length > 1) await giveBackDoubles(outside, reference, fitting);
}

/**
 * Gives a second payment of one page back, once the first payment gave its months. Safe to repeat: the provider knows each
 * refund by its key, and a payment that went back is no longer found as approved.
 */
async function giveBackDoubles(
  { db, config, log }: Outside,
  reference: string,
  paid: readonly { providerId: string }[],
): Promise<void> {
  const payment = await findPlanPayment(db, reference);
  const token = config.mercadoPago.accessToken;
  if (payment?.status !== 'paid' || !token) return;
  // If the payment that gave the months is not among these, we cannot tell which one is double.
  if (!paid.some(({ providerId }) => providerId === payment.provider_id)) return;
  const store = storeIdOf(payment);
  for (const { providerId } of paid.filter((one) => one.providerId !== payment.provider_id)) {
    const names = { adapter: 'preference' as const, reference, providerId, providerOrderId: null, preferenceId: null };
    try {
      await paymentGateway(config, store, token, 5000).refund(names, `double-${providerId}`);
    } catch (error) {
      // The next check tries again.
      log.error({ err: error, payment: payment.id, store }, 'a plan was paid twice, and the second payment stays');
      continue;
    }
    await transaction(db, (tx) =>
      recordPlan(tx, store, payment.plan_id, 'foi pago duas vezes na mesma página, e o segundo pagamento volta'),
    );
  }
}

const spanWord = (months: number) => (months === 12 ? 'ano' : 'mês');

/** The provider said what became of a payment, so no person is named. */
async function recordPlan(tx: Tx, store: StoreId, plan: string, what: string): Promise<void> {
  const found = await findPlan(tx, plan);
  const text = `O plano ${found?.name ?? plan} ${what}`;
  await recordAudit(tx, store, { accountId: null, name: 'Vitrine' }, { action: 'plan.month', text });
}

const isReversal = (status: string): status is 'refunded' | 'charged_back' =>
  status === 'refunded' || status === 'charged_back';
