import { hash, randomBytes } from 'node:crypto';
import type {
  OrderCreateAnswer,
  OrderDetails,
  ProofChallenge,
  ProofOfWork,
  PublicOrder,
} from '@vitrine/contract/orders';
import { type MercadoPagoStandin, startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import type { Db } from '../db/database.ts';
import type { Secret } from '../db/seal.ts';
import { transaction } from '../db/transaction.ts';
import { savePaymentToken } from '../features/stores/edit-store.ts';
import type { StoreId } from '../http/store.ts';
import { startTestServer, type TestServer } from './app.ts';
import { freePort } from './free-port.ts';
import { type MadeStore, makeStore } from './make.ts';
import { makeProduct } from './make-catalog.ts';

/** The stand-in's seller. The store of a shop has this one. */
export const SELLER = { token: 'APP_USR-loja-de-teste', userId: 5001, email: 'dono@loja.example', balance: 1000 };

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

let addresses = 0;
/** Each call has a new shopper's address unless its headers name one. */
export function newAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export interface Shop extends TestServer {
  provider: MercadoPagoStandin;
  store: MadeStore;
  post<T = Record<string, unknown>>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>>;
}

/**
 * Starts a whole process behind a proxy on a real port, a stand-in of the provider that can reach it, and a store that
 * takes payments.
 */
export async function startShop(env: Record<string, string> = {}, seller: object = {}): Promise<Shop> {
  const provider = await startMercadoPago({ sellers: [{ ...SELLER, ...seller }] });
  const port = await freePort();
  const server = await startTestServer({
    env: {
      PORT: String(port),
      VITRINE_PUBLIC_URL: `http://vitrine.localhost:${port}`,
      MERCADOPAGO_API_URL: provider.url,
      VITRINE_TRUST_PROXY: '1',
      ...env,
    },
  });
  const store = await makeStore(server.db, server.deps.config.secret);
  await connectSeller(server.db, server.deps.config.secret, store.id);
  const call = async <T>(path: string, init: RequestInit): Promise<Answer<T>> => {
    const answer = await fetch(`${server.address}${path}`, init);
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as T };
  };
  const send = <T>(path: string, body: unknown, headers: Record<string, string>) =>
    call<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return {
    ...server,
    provider,
    store,
    async post<T>(path: string, body: unknown, headers: Record<string, string> = {}) {
      const from = { 'x-forwarded-for': newAddress(), ...headers };
      const answer = await send<T>(path, body, from);
      const { challenge } = answer.body as { challenge?: ProofChallenge };
      // As the checkout does: it solves the server's proof of work and calls again.
      return challenge ? await send<T>(path, { ...(body as object), proof: await solve(challenge) }, from) : answer;
    },
    get: (path) => call(path, {}),
    async close() {
      await server.close();
      await provider.close();
    },
  };
}

/** Gives a store a seller's credential, as if its owner had pasted the token. */
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

/** The server runs in this process too, so the solver pauses for it now and then, and solves one proof at a time. */
let lastProof: Promise<unknown> = Promise.resolve();

/** Solves a proof of work, as the checkout's page does. */
export function solve({ challenge, puzzles, bits }: ProofChallenge): Promise<ProofOfWork> {
  const work = async (): Promise<ProofOfWork> => {
    const answers: number[] = [];
    for (let puzzle = 0; puzzle < puzzles; puzzle += 1) {
      for (let answer = 0; answers.length === puzzle; answer += 1) {
        if (answer % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
        const digest = hash('sha256', `${challenge}:${puzzle}:${answer}`, 'buffer');
        if (Math.clz32(digest.readUInt32BE()) >= bits) answers.push(answer);
      }
    }
    return { challenge, answers };
  };
  const solved = lastProof.then(work);
  lastProof = solved;
  return solved;
}

let lastClient = 1000;
/** A checkout's body for these products. Each call is another buyer by default. */
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

/** Looks until the value is good or `ms` have passed. Returns the last value. */
export async function until<T>(look: () => Promise<T>, good: (value: T) => boolean, ms = 30_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await look();
    if (good(value) || Date.now() > end) return value;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** Steps that the tests of orders repeat in a shop. */
export function shopping(shop: () => Shop) {
  const see = async (reference: string) =>
    (await shop().get<{ response: PublicOrder }>(`/v1/order/${reference}`)).body.response;
  const becomes = (reference: string, status: string) =>
    until(
      () => see(reference),
      (order) => order.status === status,
    );
  const atProvider = (reference: string) => shop().provider.control.payments({ externalReference: reference });
  /** Pays a Pix at the provider and waits until the order is decided: completed, or cancelled with a refund. */
  const pay = async (reference: string) => {
    shop().provider.control.approve(atProvider(reference)[0]?.id ?? '');
    return await until(
      () => see(reference),
      (order) => order.status !== 'pending',
    );
  };
  /** Pays every unpaid order of a product at once. Returns the state of each. */
  const payAll = async (product: string) => {
    const orders = () =>
      shop()
        .db.selectFrom('order')
        .innerJoin('order_item', (join) =>
          join.onRef('order_item.store_id', '=', 'order.store_id').onRef('order_item.order_id', '=', 'order.id'),
        )
        .where('order_item.product_id', '=', product)
        .select(['order.reference', 'order.status', 'order.note'])
        .execute();
    for (const { reference, status } of await orders()) {
      if (status === 'pending') shop().provider.control.approve(atProvider(reference)[0]?.id ?? '');
    }
    return await until(orders, (all) => all.every(({ status }) => status !== 'pending'), 40_000);
  };
  /** Follows our link to a payment page, as a browser does by default. Returns the address that it leads to. */
  const goTo = async (link: string, headers: Record<string, string> = {}, method = 'GET') => {
    const { pathname } = new URL(link);
    const answer = await fetch(`${shop().address}${pathname}`, { method, redirect: 'manual', headers });
    return { status: answer.status, address: answer.headers.get('location') ?? '' };
  };
  const owner = () => ({ authorization: `Bearer ${shop().store.token}` });
  const target = async (reference: string) => ({
    subdomain: shop().store.subdomain,
    id: (await see(reference))._id,
  });
  return {
    see,
    becomes,
    atProvider,
    pay,
    payAll,
    goTo,
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
    /** Pays by card on the provider's page, perhaps through our link. The holder's name decides the result. */
    payByCard: async (link: string, holder: string) =>
      await fetch(link.endsWith('/go') ? (await goTo(link)).address : link, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ means: 'card', holder }),
      }),
  };
}

export const randomKey = () => randomBytes(12).toString('hex');
