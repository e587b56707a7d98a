import { toReais } from '@vitrine/contract/money';
import type { Config } from '../../../config.ts';
import type { StoreId } from '../../../http/store.ts';
import type { Order, Payment } from '../../../integrations/mercado-pago/answers.ts';
import { createMercadoPago, type MercadoPago } from '../../../integrations/mercado-pago/client.ts';
import { MercadoPagoError } from '../../../integrations/mercado-pago/errors.ts';
import { type Adapter, type ProviderPayment, statusOf } from '../payment.ts';
import { type Charge, pixOrderBody, pixPaymentBody, preferenceBody } from './mercado-pago-bodies.ts';

/** The provider's answer to a new charge. A field that this way of charging lacks is null. */
export interface Started {
  providerId: string | null;
  providerOrderId: string | null;
  preferenceId: string | null;
  initPoint: string | null;
  pixCode: string | null;
}

/** The names of an attempt at the provider, as far as they are known. */
export interface AttemptNames {
  adapter: Adapter;
  reference: string;
  providerId: string | null;
  providerOrderId: string | null;
  preferenceId: string | null;
}

const emptyStart: Started = {
  providerId: null,
  providerOrderId: null,
  preferenceId: null,
  initPoint: null,
  pixCode: null,
};

/**
 * The port of DESIGN.md's payments: our words on this side, Mercado Pago's on the other. Call it outside transactions.
 */
export function paymentGateway(
  config: Pick<Config, 'mercadoPago'>,
  store: StoreId,
  token: string,
  deadlineMs?: number,
) {
  const client = createMercadoPago({
    baseUrl: config.mercadoPago.apiUrl,
    accessToken: token,
    party: store,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });
  return {
    /** Makes the charge. The key was saved before and is the same on every retry of this attempt. */
    start: (adapter: Adapter, key: string, charge: Charge) => start(client, adapter, key, charge),
    /** Every payment that the provider knows of an attempt. A preference may have several. */
    find: (names: AttemptNames) => find(client, names),
    /** The link that an earlier, unanswered call may have made, or undefined. */
    findPreference: async (reference: string): Promise<Started | undefined> => {
      const [id] = await client.searchPreferences(reference);
      if (!id) return undefined;
      const preference = await client.getPreference(id);
      return { ...emptyStart, preferenceId: preference.id, initPoint: preference.init_point };
    },
    /** One payment by its id; undefined when it is missing or another seller's. */
    get: async (id: string): Promise<ProviderPayment | undefined> =>
      /^\d{1,20}$/.test(id) ? await unlessMissing(async () => fromPayment(await client.getPayment(id))) : undefined,
    /** One order of the Orders API; undefined when it is missing or another seller's. */
    getOrder: async (id: string): Promise<ProviderPayment | undefined> =>
      /^ORD[A-Z0-9]{1,60}$/i.test(id)
        ? await unlessMissing(async () => fromOrder(await client.getOrder(id)))
        : undefined,
    /** Ends the offer to pay. A refusal may mean that it was paid meanwhile, so look again. */
    cancel: async (names: AttemptNames, key: string): Promise<void> => {
      if (names.preferenceId) await client.expirePreference(names.preferenceId, new Date());
      if (names.providerOrderId) await client.cancelOrder(names.providerOrderId, `${key.slice(0, 56)}-cancel`);
      else if (names.providerId) await client.cancelPayment(names.providerId);
    },
    /**
     * Refunds `centavos` of the payment, or all that is left of it. In the answer, `id` is the refund's id, if the API
     * gives one. The body is part of the key: it stays the same on every retry.
     */
    refund: async (
      names: AttemptNames,
      key: string,
      centavos?: number,
    ): Promise<{ id: string | null; status: string }> => {
      if (names.providerOrderId) {
        const part = centavos !== undefined && { id: names.providerId ?? '', amount: (centavos / 100).toFixed(2) };
        const order = await client.refundOrder(names.providerOrderId, key, part || undefined);
        const { refunds } = order.transactions;
        // Somebody may give a part back on the provider's page at the same moment.
        const own = refunds.findLast(({ amount }) => amount === centavos) ?? refunds.at(-1);
        return { id: own?.id ?? null, status: refundStatus(own?.status ?? 'processed') };
      }
      const reais = centavos === undefined ? undefined : toReais(centavos);
      const refund = await client.refundPayment(names.providerId ?? '', key, reais);
      return { id: refund.id, status: refundStatus(refund.status) };
    },
  };
}
export type PaymentGateway = ReturnType<typeof paymentGateway>;

async function start(client: MercadoPago, adapter: Adapter, key: string, charge: Charge): Promise<Started> {
  if (adapter === 'payments') {
    const payment = await client.createPayment(key, pixPaymentBody(charge));
    const { qr_code } = payment.point_of_interaction?.transaction_data ?? {};
    return { ...emptyStart, providerId: payment.id, pixCode: qr_code ?? null };
  }
  if (adapter === 'orders') {
    const order = await client.createOrder(key, pixOrderBody(charge));
    const payment = order.transactions.payments[0];
    return {
      ...emptyStart,
      providerId: payment?.id ?? null,
      providerOrderId: order.id,
      pixCode: payment?.payment_method?.qr_code ?? null,
    };
  }
  const preference = await client.createPreference(preferenceBody(charge));
  return { ...emptyStart, preferenceId: preference.id, initPoint: preference.init_point };
}

async function find(client: MercadoPago, names: AttemptNames): Promise<ProviderPayment[]> {
  if (names.adapter === 'orders') {
    const id = names.providerOrderId;
    const found = id ? await unlessMissing(async () => fromOrder(await client.getOrder(id))) : undefined;
    return found ? [found] : [];
  }
  if (names.adapter === 'payments' && names.providerId) {
    const id = names.providerId;
    const found = await unlessMissing(async () => fromPayment(await client.getPayment(id)));
    return found ? [found] : [];
  }
  const found = await client.searchPayments(names.reference);
  // Oldest first: the first payment completes the order, and a later one counts as the second.
  return found
    .map(fromPayment)
    .reverse()
    .filter((payment) => payment !== undefined);
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MercadoPagoError && error.status === 404) return undefined;
    throw error;
  }
}

/** Undefined for a status that we do not know, because nothing may follow from it. */
function fromPayment(payment: Payment): ProviderPayment | undefined {
  const status = statusOf('payments', payment.status, payment.status_detail);
  if (!status) return undefined;
  const whole = status === 'refunded' ? payment.transaction_amount : (payment.transaction_amount_refunded ?? 0);
  return {
    providerId: payment.id,
    providerOrderId: null,
    status,
    providerStatus: payment.status,
    detail: payment.status_detail,
    amountCentavos: payment.transaction_amount,
    refundedCentavos: Math.min(whole, payment.transaction_amount),
    currency: payment.currency_id,
    reference: payment.external_reference,
    collectorId: payment.collector_id ?? null,
    updatedAt: payment.date_last_updated,
    pixCode: payment.point_of_interaction?.transaction_data?.qr_code ?? null,
    disputed: payment.status === 'in_mediation',
    refunds: payment.refunds.map(({ id, status: refund, amount = 0 }) => ({
      id,
      status: refundStatus(refund),
      centavos: amount,
    })),
  };
}

function fromOrder(order: Order): ProviderPayment | undefined {
  const payment = order.transactions.payments.at(-1);
  const status = statusOf('orders', order.status, order.status_detail);
  if (!payment || !status) return undefined;
  const paid = status === 'approved' ? (payment.paid_amount ?? order.total_paid_amount ?? 0) : order.total_amount;
  const refunds = order.transactions.refunds.map((refund) => ({ ...refund, status: refundStatus(refund.status) }));
  const given = refunds
    .filter((refund) => refund.status === 'approved')
    .reduce((sum, refund) => sum + refund.amount, 0);
  return {
    providerId: payment.id,
    providerOrderId: order.id,
    status,
    providerStatus: order.status,
    detail: order.status_detail,
    amountCentavos: paid,
    refundedCentavos: Math.min(status === 'refunded' ? paid : given, paid),
    currency: order.currency,
    reference: order.external_reference,
    collectorId: order.user_id ?? null,
    updatedAt: order.last_updated_date,
    pixCode: payment.payment_method?.qr_code ?? null,
    disputed: false,
    refunds: refunds.map(({ id, status: refund, amount }) => ({ id, status: refund, centavos: amount })),
  };
}

/** One word for both APIs: approved, in_process or rejected. */
function refundStatus(status: string): string {
  if (status === 'processed' || status === 'approved') return 'approved';
  if (status === 'failed' || status === 'rejected' || status === 'cancelled') return 'rejected';
  return 'in_process';
}

/** Why a call was refused (facts/mercado-pago.md, 1.3 and 2). */
export type Refused = 'adapter' | 'payer' | 'credential' | 'expired' | 'balance' | 'other';

/**
 * What a failed call means. `refused`: the provider did nothing, and `refused` says why. `later` and `unknown`: look
 * before you call again. An error that is not the provider's is thrown again.
 */
export function failureOf(error: unknown): { kind: 'later' | 'unknown' } | { kind: 'refused'; refused: Refused } {
  if (!(error instanceof MercadoPagoError)) throw error;
  if (error.kind !== 'refused') return { kind: error.kind };
  return { kind: 'refused', refused: refusalOf(error) };
}

function refusalOf({ status, code = '' }: MercadoPagoError): Refused {
  if (status === 401 && code === '7') return 'adapter';
  if (status === 403 && /unauthorized_result_from_policies/i.test(code)) return 'adapter';
  if (['4390', '4050', '4051', '2034', '2060'].includes(code)) return 'payer';
  if (code === '7523') return 'expired';
  if (code === '2032') return 'balance';
  return status === 401 || status === 403 ? 'credential' : 'other';
}
