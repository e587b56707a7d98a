import { randomBytes } from 'node:crypto';
import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from '../../../standins/mercado-pago/mercado-pago.ts';
import { newId } from '../db/ids.ts';
import { pageServices } from '../pages/services.ts';
import { sweeps } from '../sweeps.ts';
import { tasks } from '../tasks.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { fillStores, GROWING, type GrowingTable } from '../test/full-store.ts';
import { GameClient } from '../test/game-client.ts';
import { type MadeStore, makeStore } from '../test/make.ts';
import { makeDiscount, makeProduct } from '../test/make-catalog.ts';
import { cart, connectSeller, SELLER } from '../test/make-shop.ts';
import { recordPlans, type TableRead } from '../test/plans.ts';
import { answerPollsAtOnce } from '../test/shorter-limits.ts';

/** The other stores' rows only have to be there. */
answerPollsAtOnce();

const others = Array.from({ length: 19 }, (_, n) => `outra${n}`);
/** Past orders: with what belongs to them, 13 rows each. */
const ORDERS = 30_000;

interface Place {
  app: TestApp;
  provider: MercadoPagoStandin;
  store: MadeStore;
  product: string;
  readsOf(work: () => Promise<unknown>): Promise<TableRead[]>;
  close(): Promise<void>;
}

async function makePlace(orders: number): Promise<Place> {
  const provider = await startMercadoPago({ sellers: [SELLER] });
  const app = await createTestApp({ env: { MERCADOPAGO_API_URL: provider.url } });
  const { secret } = app.deps.config;
  const store = await makeStore(app.db, secret, { plan: 'premium' });
  await connectSeller(app.db, secret, store.id);
  const product = await makeProduct(app.db, store.id, {
    stock: 500,
    buyLimit: 5,
    removeDays: 30,
    actions: [
      { id: newId(), target: 'fivem', type: 'add_group', executionTiming: 'on_confirmation', groupName: 'vip' },
      { id: newId(), target: 'fivem', type: 'remove_group', executionTiming: 'on_expiration', groupName: 'vip' },
    ],
  });
  await makeDiscount(app.db, store.id, { code: 'DEZ', limitBy: 'email', maxUses: 500 });
  if (orders > 0) await fillStores(app.pool, [store.id, ...others], orders);
  const { readsOf } = await recordPlans(app.pool);
  return {
    app,
    provider,
    store,
    product,
    readsOf,
    async close() {
      await app.close();
      await provider.close();
    },
  };
}

async function placeOrder({ app, store, product }: Place): Promise<string> {
  const body = cart(store, [{ id: product, quantity: 1 }], { coupon: 'DEZ', email: 'ana@exemplo.com.br' });
  const answer = await app.post('/v1/order/create', body, {
    headers: { 'idempotency-key': randomBytes(12).toString('hex') },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json<OrderCreateAnswer>().data.external_reference;
}

/** The provider's notice, and the job that follows it. */
async function payOrder({ app, provider, store }: Place, reference: string): Promise<void> {
  const [charge] = provider.control.payments({ externalReference: reference });
  provider.control.approve(charge?.id ?? '');
  const { key } = await app.db
    .selectFrom('store_credential')
    .select('notice_key as key')
    .where('store_id', '=', store.id)
    .executeTakeFirstOrThrow();
  const notice = { type: 'payment', action: 'payment.updated', id: 1, data: { id: charge?.id } };
  await app.post(`/webhooks/mercadopago/${store.id}/${key}`, notice);
  const { id } = await app.db
    .selectFrom('payment_notice')
    .select('id')
    .where('store_id', '=', store.id)
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
  await tasks['payments.settle'].run(app.deps, { storeId: store.id, noticeId: id }, {} as never);
}

/** The hot paths in the order in which a purchase meets them, each with what it does. */
const paths: Record<string, (place: Place, orders: string[]) => Promise<unknown>> = {
  'a shopper opens the shop': async ({ app, store, product }) => {
    const pages = pageServices(app.deps);
    await pages.storefront(store.id);
    await pages.product(store.id, product);
  },
  'a shopper places an order': async (place, orders) => orders.push(await placeOrder(place)),
  "an order's page looks at it": ({ app }, [order]) => app.get(`/v1/order/${order}`),
  'a notice says that an order is paid': async (place, [order = '']) => await payOrder(place, order),
  'a city asks for work and reports it': async ({ app, store }) => {
    const game = new GameClient(app, store.apiToken);
    await game.hello();
    const commands = await game.take();
    await game.report(
      ...commands.map(({ id, attempt }) => ({ id, attempt, status: 'succeeded' as const, code: 'ok' })),
    );
    if (commands.length === 0) throw new Error('nothing was handed out');
  },
  'the panel lists orders': (place) => list(place, '/v1/order', {}, { status: 'completed' }, { status: 'pending' }),
  'the panel searches orders': (place) =>
    list(place, '/v1/order', ...['77', 'maria', 'pessoa7@exemplo.com.br', 'inexistente'].map((search) => ({ search }))),
  'the palette searches the store': (place) =>
    list(place, '/v1/search', ...['77', 'maria', 'pessoa7@exemplo.com.br', 'inexistente'].map((text) => ({ text }))),
  'the panel lists deliveries': (place) => list(place, '/v1/deliveries', {}),
  'the panel looks at what a resend would do': (place) =>
    list(place, '/v1/deliveries/resends/plan', { states: ['succeeded'], search: 'maria' }, { states: ['failed'] }),
  'the panel shows its dashboard': (place) => list(place, '/v1/dashboard', {}),
  'the panel shows the figures of days': (place) => list(place, '/v1/figures', { range: '30d' }, { range: 'year' }),
  'the sweeps run': async ({ app }) => {
    // The sweep of the money rules reads all rows, once an hour.
    for (const { name, run } of sweeps) if (name !== 'payments.invariants') await run(app.deps);
  },
};

async function list({ app, store }: Place, path: string, ...bodies: object[]) {
  for (const body of bodies) {
    const answer = await app.post(path, { subdomain: store.subdomain, limit: 50, ...body }, { token: store.token });
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

/** The indexes by which each path reads the growing tables. 'scan' would stand for a whole table. */
const intended: Record<keyof typeof paths, Partial<Record<GrowingTable, string[]>>> = {
  // how fast the store delivers, of its newest deliveries
  'a shopper opens the shop': { delivery: ['delivery_newest'], order: ['order_pkey'] },
  'a shopper places an order': {
    idempotency_key: ['idempotency_key_pkey'],
    order: ['order_number_once', 'order_pkey'],
    order_item: ['order_item_pkey'],
    payment: ['payment_of_order', 'payment_pkey'],
    product_buyer: ['product_buyer_pkey'],
    unpaid_hold: ['unpaid_hold_pkey'],
  },
  "an order's page looks at it": {
    delivery: ['delivery_of_order'],
    delivery_history: ['delivery_history_pkey'],
    order: ['order_pkey', 'order_reference_key'],
    order_history: ['order_history_pkey'],
    order_item: ['order_item_gone', 'order_item_pkey'],
    payment: ['payment_of_order', 'payment_pkey'],
    payment_history: ['payment_history_pkey'],
  },
  'a notice says that an order is paid': {
    customer_right: ['customer_right_pkey'],
    delivery: ['delivery_of_order', 'delivery_pkey'],
    order: ['order_pkey', 'order_reference_key', 'order_sold'],
    order_history: ['order_history_pkey'],
    order_item: ['order_item_pkey'],
    payment: ['payment_of_order', 'payment_pkey'],
    payment_notice: ['payment_notice_due', 'payment_notice_pkey', 'payment_notice_tried'],
    product_buyer: ['product_buyer_pkey'],
    right_source: ['right_source_pkey'],
    unpaid_hold: ['unpaid_hold_pkey'],
  },
  'a city asks for work and reports it': {
    customer_right: ['customer_right_live', 'customer_right_pkey'],
    delivery: [
      'delivery_depends',
      'delivery_lease',
      'delivery_of_order',
      'delivery_once',
      'delivery_pkey',
      'delivery_retry',
      'delivery_seat',
    ],
    order: ['order_by_status', 'order_pkey', 'order_sold'],
    right_source: ['right_source_order', 'right_source_pkey'],
  },
  'the panel lists orders': {
    delivery: ['delivery_of_order'],
    // the newest paid orders, which no written day counts yet
    order: ['order_by_status', 'order_newest', 'order_sold'],
    order_item: ['order_item_pkey'],
  },
  'the panel searches orders': {
    delivery: ['delivery_of_order'],
    order: [
      'order_by_client',
      'order_by_discord',
      'order_by_players',
      'order_by_status',
      'order_newest',
      'order_number_once',
      'order_pkey',
      'order_sold',
      'order_words',
    ],
    order_item: ['order_item_pkey'],
  },
  // the search of orders, with the counters over all of them
  'the palette searches the store': {
    delivery: ['delivery_of_order'],
    order: [
      'order_by_client',
      'order_by_discord',
      'order_by_players',
      'order_by_status',
      'order_newest',
      'order_number_once',
      'order_pkey',
      'order_sold',
      'order_words',
    ],
    order_item: ['order_item_pkey'],
  },
  'the panel lists deliveries': {
    delivery: ['delivery_newest', 'delivery_of_order', 'delivery_pkey'],
    delivery_history: ['delivery_history_pkey'],
    order: ['order_pkey'],
    order_item: ['order_item_gone', 'order_item_pkey'],
  },
  'the panel looks at what a resend would do': {
    customer_right: ['customer_right_pkey'],
    delivery: ['delivery_not_arrived', 'delivery_of_order', 'delivery_resent'],
    order: ['order_by_players', 'order_unusual', 'order_words'],
    order_item: ['order_item_gone'],
    right_source: ['right_source_order'],
  },
  'the panel shows its dashboard': {
    delivery: ['delivery_not_arrived', 'delivery_of_order', 'delivery_retry', 'delivery_seat'],
    order: [
      'order_by_status',
      'order_money_waits',
      'order_newest',
      'order_pkey',
      'order_rehearsal_once',
      'order_rehearsed',
      'order_sold',
      'order_taken_back',
    ],
    order_item: ['order_item_pkey'],
    payment: ['payment_flagged', 'payment_of_order', 'payment_pkey'],
    unpaid_hold: ['unpaid_hold_pkey'],
  },
  'the panel shows the figures of days': {
    delivery: ['delivery_arrived', 'delivery_not_arrived', 'delivery_pkey'],
    delivery_history: ['delivery_failed'],
    order: ['order_by_discord', 'order_marked', 'order_pkey', 'order_rehearsed', 'order_sold', 'order_taken_back'],
    order_history: ['order_disputed'],
    order_item: ['order_item_pkey'],
    payment: ['payment_of_order', 'payment_pkey'],
  },
  'the sweeps run': {
    customer_right: ['customer_right_live'],
    delivery: [
      'delivery_discord',
      'delivery_due',
      'delivery_lease',
      'delivery_not_arrived',
      'delivery_of_order',
      'delivery_pkey',
      'delivery_resent',
      'delivery_retry',
      'delivery_without_argv',
    ],
    delivery_history: ['delivery_history_pkey'],
    idempotency_key: ['idempotency_key_age', 'idempotency_key_pkey'],
    order: [
      'order_browser_kept',
      'order_due',
      'order_holder_kept',
      'order_never_paid',
      'order_newest',
      'order_pkey',
      'order_reference_key',
      'order_rehearsal_once',
      'order_reversed',
      'order_sold',
      'order_to_erase',
    ],
    order_history: ['order_history_pkey'],
    order_item: ['order_item_back', 'order_item_gone', 'order_item_pkey'],
    payment: ['payment_due', 'payment_of_order', 'payment_pkey'],
    payment_history: ['payment_history_pkey'],
    payment_notice: ['payment_notice_due'],
    right_source: ['right_source_order', 'right_source_pkey'],
    unpaid_hold: ['unpaid_hold_over', 'unpaid_hold_pkey'],
  },
};

/** The indexes by which growing tables were read, sorted. */
function indexesIn(reads: TableRead[]): Partial<Record<GrowingTable, string[]>> {
  const ways = GROWING.map((name): [GrowingTable, string[]] => [
    name,
    [...new Set(reads.filter(({ table }) => table === name).map(({ by }) => by))].sort(),
  ]);
  return Object.fromEntries(ways.filter(([, found]) => found.length > 0));
}

describe('with many orders of many stores', () => {
  let place: Place;
  const orders: string[] = [];
  beforeAll(async () => {
    place = await makePlace(ORDERS);
  }, 180_000);
  afterAll(() => place.close());

  test.each(Object.entries(paths))('%s: each large table is read by the intended indexes', async (name, walk) => {
    const reads = await place.readsOf(() => walk(place, orders));
    expect(indexesIn(reads)).toEqual(intended[name]);
  });
});

test("a new installation's first order is placed by the same indexes", async () => {
  const place = await makePlace(0);
  try {
    const reads = await place.readsOf(() => placeOrder(place));
    expect(indexesIn(reads)).toEqual(intended['a shopper places an order']);
  } finally {
    await place.close();
  }
});
