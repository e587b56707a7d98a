import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { OrderCreateAnswer, OrderDetails, PublicOrder } from '@vitrine/contract/orders';
import { type MercadoPagoStandin, startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import type { Db } from '../db/database.ts';
import type { Secret } from '../db/seal.ts';
import { transaction } from '../db/transaction.ts';
import { savePaymentToken } from '../features/stores/edit-store.ts';
import type { StoreId } from '../http/store.ts';
import { startTestServer, type TestServer } from './app.ts';
import { type MadeStore, makeStore } from './make.ts';
import { makeProduct } from './make-catalog.ts';

/** A seller of the stand-in: the store of a shop has this one. */
export const SELLER = { token: 'APP_USR-loja-de-teste', userId: 5001, email: 'dono@loja.example', balance: 1000 };

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

/** A whole process on a real port, a stand-in for the provider that can reach it, and a store that takes payments. */
export interface Shop extends TestServer {
  provider: MercadoPagoStandin;
  store: MadeStore;
  post<T = Record<string, unknown>>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>>;
}

export async function startShop(env: Record<string, string> = {}, seller: object = {}): Promise<Shop> {
  const provider = await startMercadoPago({ sellers: [{ ...SELLER, ...seller }] });
  const port = await freePort();
  const server = await startTestServer({
    env: {
      PORT: String(port),
      VITRINE_PUBLIC_URL: `http://vitrine.localhost:${port}`,
      MERCADOPAGO_API_URL: provider.url,
      ...env,
    },
  });
  const store = await makeStore(server.db, server.deps.config.secret);
  await connectSeller(server.db, server.deps.config.secret, store.id);
  const call = async <T>(path: string, init: RequestInit): Promise<Answer<T>> => {
    const answer = await fetch(`${server.address}${path}`, init);
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
  };
  return {
    ...server,
    provider,
    store,
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    get: (path) => call(path, {}),
    async close() {
      await server.close();
      await provider.close();
    },
  };
}

/** Gives a store the credential of a seller, as if its owner had pasted the token. */
export async function connectSeller(db: Db, secret: Secret, store: StoreId, seller = SELLER): Promise<void> {
  await transaction(db, (tx) =>
    savePaymentToken(
      tx,
      secret,
      store,
      { accountId: null, name: 'Teste' },
      {
        token: seller.token,
        collectorId: String(seller.userId),
        nickname: 'LOJA',
        testUser: false,
      },
    ),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let lastClient = 1000;
/** A checkout's body for these products; each call is another buyer unless told. */
export function cart(store: MadeStore, idProducts: { id: string; quantity: number }[], change: object = {}) {
  lastClient += 1;
  return {
    subdomain: store.subdomain,
    clientId: lastClient,
    discordId: '123456789012345678',
    paymentMethod: 'pix',
    idProducts,
    ...change,
  };
}

/** Looks until it is good or `ms` have passed; answers what it saw last. */
export async function until<T>(look: () => Promise<T>, good: (value: T) => boolean, ms = 12_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await look();
    if (good(value) || Date.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** What the tests of orders do again and again in a shop. */
export function shopping(shop: () => Shop) {
  const see = async (reference: string) =>
    (await shop().get<{ response: PublicOrder }>(`/v1/order/${reference}`)).body.response;
  const becomes = (reference: string, status: string) =>
    until(
      () => see(reference),
      (order) => order.status === status,
    );
  const atProvider = (reference: string) => shop().provider.control.payments({ externalReference: reference });
  const owner = () => ({ authorization: `Bearer ${shop().store.token}` });
  const target = async (reference: string) => ({
    subdomain: shop().store.subdomain,
    id: (await see(reference))._id,
  });
  return {
    see,
    becomes,
    atProvider,
    /** Places an order of one new product. */
    async place(change: object = {}, product: { price?: number; stock?: number } = {}) {
      const id = await makeProduct(shop().db, shop().store.id, { price: 2990, ...product });
      const body = cart(shop().store, [{ id, quantity: 1 }], change);
      const placed = await shop().post<OrderCreateAnswer>('/v1/order/create', body);
      if (placed.status !== 200) throw new Error(`not placed: ${JSON.stringify(placed.body)}`);
      const { external_reference: reference, payment } = placed.body.data;
      return { product: id, reference, initPoint: payment.init_point };
    },
    stockOf: (id: string) =>
      shop()
        .db.selectFrom('product')
        .where('id', '=', id)
        .select(['stock', 'reserved', 'sold'])
        .executeTakeFirstOrThrow(),
    details: async (reference: string) =>
      (await shop().post<OrderDetails>('/v1/order/details', await target(reference), owner())).body,
    refund: async (reference: string) =>
      await shop().post('/v1/order/refund', { ...(await target(reference)), reason: 'pediu' }, owner()),
    /** Pays by card on the provider's page; the holder's name decides how it ends. */
    payByCard: async (link: string, holder: string) =>
      await fetch(link, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ means: 'card', holder }) }),
  };
}

export const randomKey = () => randomBytes(12).toString('hex');
