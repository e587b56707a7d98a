import { createHash } from 'node:crypto';
import { z } from 'zod';
import * as answers from './answers.ts';
import { type Call, type Connection, request } from './request.ts';

export interface MercadoPagoOptions {
  /** `https://api.mercadopago.com` or the stand-in, without a final slash. */
  baseUrl: string;
  /** A seller's or the platform's. Sent as Bearer and nowhere else. */
  accessToken: string;
  /** The store's id. Failures of its calls count against it alone. */
  party: string;
  /** Longest time of one call with its retries, in ms; 10 s by default. */
  deadlineMs?: number;
}

/** A line of a preference; `unit_price` in reais, above 0 (facts/mercado-pago.md, 3). */
export interface PreferenceItem {
  id?: string;
  title: string;
  quantity: number;
  unit_price: number;
  currency_id: 'BRL';
}

const segment = encodeURIComponent;
/** For answers that we do not read. */
const Anything = z.unknown();

/**
 * Mercado Pago's API as we use it: one method per call, validated answers, failures as MercadoPagoError. A token with
 * a character that no header may hold is refused, as if the provider had refused it.
 */
export function createMercadoPago({ baseUrl, accessToken, party, deadlineMs = 10_000 }: MercadoPagoOptions) {
  const token = createHash('sha256').update(accessToken).digest('base64url').slice(0, 12);
  const connection: Connection = {
    baseUrl,
    accessToken: accessToken.replace(/[^\x21-\x7e]/g, ''),
    party: `${party} ${token}`,
    deadlineMs,
  };
  const call = <T>(one: Call<T>): Promise<T> => request(connection, one);

  return {
    /** The token's owner. */
    me: () => call({ method: 'GET', path: '/users/me', answer: answers.Me }),
    paymentMethods: () => call({ method: 'GET', path: '/v1/payment_methods', answer: answers.PaymentMethods }),

    createPayment: (idempotencyKey: string, body: Record<string, unknown>) =>
      call({ method: 'POST', path: '/v1/payments', body, idempotencyKey, answer: answers.Payment }),
    getPayment: (id: string) => call({ method: 'GET', path: `/v1/payments/${segment(id)}`, answer: answers.Payment }),
    /** The payments of one of our references, newest first, at most 30. */
    searchPayments: async (externalReference: string) => {
      const query = new URLSearchParams({
        external_reference: externalReference,
        sort: 'date_created',
        criteria: 'desc',
        limit: '30',
      });
      const found = await call({
        method: 'GET',
        path: `/v1/payments/search?${query}`,
        answer: answers.PaymentSearch,
      });
      return found.results;
    },
    /** Only from pending, in_process and authorized. A refusal may mean that it was paid meanwhile. */
    cancelPayment: (id: string) =>
      call({
        method: 'PUT',
        path: `/v1/payments/${segment(id)}`,
        body: { status: 'cancelled' },
        answer: answers.Payment,
      }),
    /**
     * Refunds `amount` reais of the payment, or all that is left of it. During an outage of Pix, the header asks for
     * `in_process` instead of an error.
     */
    refundPayment: (id: string, idempotencyKey: string, amount?: number) =>
      call({
        method: 'POST',
        path: `/v1/payments/${segment(id)}/refunds`,
        body: amount === undefined ? {} : { amount },
        idempotencyKey,
        headers: { 'x-render-in-process-refunds': 'true' },
        answer: answers.Refund,
      }),
    listRefunds: (id: string) =>
      call({ method: 'GET', path: `/v1/payments/${segment(id)}/refunds`, answer: z.array(answers.Refund) }),

    createOrder: (idempotencyKey: string, body: Record<string, unknown>) =>
      call({ method: 'POST', path: '/v1/orders', body, idempotencyKey, answer: answers.Order }),
    getOrder: (id: string) => call({ method: 'GET', path: `/v1/orders/${segment(id)}`, answer: answers.Order }),
    cancelOrder: (id: string, idempotencyKey: string) =>
      call({
        method: 'POST',
        path: `/v1/orders/${segment(id)}/cancel`,
        body: {},
        idempotencyKey,
        answer: answers.Order,
      }),
    /** Refunds `amount` reais (a decimal text) of one payment of the order, or all that is left. */
    refundOrder: (id: string, idempotencyKey: string, part?: { id: string; amount: string }) =>
      call({
        method: 'POST',
        path: `/v1/orders/${segment(id)}/refund`,
        body: part === undefined ? {} : { transactions: [part] },
        idempotencyKey,
        answer: answers.Order,
      }),

    /** The provider ignores keys here, so a repeat makes a second one: search by reference before trying again. */
    createPreference: (body: Record<string, unknown>) =>
      call({ method: 'POST', path: '/checkout/preferences', body, answer: answers.Preference }),
    getPreference: (id: string) =>
      call({ method: 'GET', path: `/checkout/preferences/${segment(id)}`, answer: answers.Preference }),
    /** Ids of the preferences of one of our references. */
    searchPreferences: async (externalReference: string) => {
      const query = new URLSearchParams({ external_reference: externalReference, limit: '10' });
      const path = `/checkout/preferences/search?${query}`;
      return (await call({ method: 'GET', path, answer: answers.PreferenceSearch })).elements.map(({ id }) => id);
    },
    /** Closes the link: nobody can pay with it any more. `now` is the closing instant. */
    expirePreference: (id: string, now: Date) =>
      call({
        method: 'PUT',
        path: `/checkout/preferences/${segment(id)}`,
        body: { expires: true, expiration_date_to: providerDate(now) },
        answer: Anything,
      }),
  };
}

export type MercadoPago = ReturnType<typeof createMercadoPago>;

const BRASILIA_OFFSET_MS = -3 * 3_600_000;

/** `2026-05-30T23:59:59.000-03:00`, the provider's only date format (facts/mercado-pago.md, 2). */
export function providerDate(date: Date): string {
  return `${new Date(date.getTime() + BRASILIA_OFFSET_MS).toISOString().slice(0, -1)}-03:00`;
}
