import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields of an answer that tests read. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

export const TOKENS = { shop: 'APP_USR-shop', pro: 'APP_USR-pro', orders: 'APP_USR-orders', noKey: 'APP_USR-no-key' };

export const SELLERS = [
  { token: TOKENS.shop, userId: 1001, email: 'dono@loja.example', nickname: 'LOJA UM', balance: 0 },
  { token: TOKENS.pro, userId: 1002, applicationType: 'checkout_pro' as const },
  { token: TOKENS.orders, userId: 1003, applicationType: 'orders' as const },
  { token: TOKENS.noKey, userId: 1004, pixKey: null },
];

/** Calls the stand-in as a client does. With `key: null` it sends no idempotency key, and without `key` a new one. */
export function caller(url: () => string) {
  return async (
    method: string,
    path: string,
    options: { token?: string | null; body?: unknown; key?: string | null; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const { token = TOKENS.shop, body, key = randomUUID(), headers = {} } = options;
    const answer = await fetch(url() + path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(key === null ? {} : { 'x-idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
}

export function pix(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    transaction_amount: 29.9,
    description: 'Pedido 8F2K',
    payment_method_id: 'pix',
    payer: { email: 'ana@example.com' },
    external_reference: 'ord_8F2K',
    ...change,
  };
}

export function pixOrder(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'online',
    processing_mode: 'automatic',
    external_reference: 'ord_9Z',
    total_amount: '29.90',
    payer: { email: 'ana@example.com' },
    transactions: {
      payments: [{ amount: '29.90', payment_method: { id: 'pix', type: 'bank_transfer' }, expiration_time: 'PT31M' }],
    },
    ...change,
  };
}

export function preference(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    items: [{ title: 'VIP Ouro', quantity: 2, unit_price: 15.5, currency_id: 'BRL' }],
    external_reference: 'ord_PREF',
    metadata: { storeName: 'loja' },
    ...change,
  };
}

export interface Received {
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A shop's webhook address: it records notices and answers with `answer` (200 by default; 0: no answer). */
export async function startReceiver() {
  const received: Received[] = [];
  const hook = { answer: (_count: number): number => 200 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      body += piece;
    });
    request.on('end', () => {
      received.push({ url: new URL(request.url ?? '/', 'http://shop'), headers: request.headers, body });
      const status = hook.answer(received.length);
      if (status > 0) response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    hook,
    port,
    url: `http://127.0.0.1:${port}/webhooks/mercadopago/loja/abc?source_news=webhooks`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
