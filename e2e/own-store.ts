import { confirmAgain, type Person, register } from './people.ts';
import { expect } from './test.ts';
import { call, findWorld, forgetTries, inDatabase, paymentsOf, type World } from './world.ts';

/** Stores that a story makes through the product's own calls. */

/** One person owns all stores of this worker, because one address may register only a few accounts an hour. */
let owner: Promise<Person> | undefined;
let stores = 0;

export interface OwnStore {
  world: World;
  id: string;
  name: string;
  subdomain: string;
  /** Address of its shop. */
  shop: string;
  /** Its owner's address, for a login with `PASSWORD`. */
  email: string;
  /** Its owner's token. */
  token: string;
  /** Identification token for cities and Discord. */
  apiToken: string;
  /** A call of its owner, with the store's subdomain in the body. */
  ask<T = Record<string, unknown>>(path: string, body?: Record<string, unknown>): Promise<T>;
  /** `POST /v1/store/edit` with this change; everything else stays. */
  edit(change: Record<string, unknown>): Promise<void>;
  category(name: string): Promise<string>;
  product(fields: Record<string, unknown> & { name: string; price: number; categoryId: string }): Promise<string>;
  change(productId: string, productData: Record<string, unknown>): Promise<void>;
  remove(productId: string): Promise<void>;
  coupon(fields: Record<string, unknown> & { code: string }): Promise<void>;
}

interface Made {
  id: string;
  subdomain: string;
  nameStore: string;
  apiToken: string;
}

/** A new store on the plan without limits. It can receive payments by default. */
export async function makeStore(name: string, { payments = true } = {}): Promise<OwnStore> {
  const world = await findWorld();
  const { address, panel, tokens } = world;
  owner ??= register(world, 'Dona das Lojas');
  const { email, token } = await owner;
  await confirmAgain(token);
  stores += 1;
  const subdomain = `historia-${process.pid.toString(36)}-${stores}`;
  const { response } = await call<{ response: Made }>(
    `${address}/v1/store/create`,
    { nameStore: name, nameDomain: subdomain },
    token,
  );
  await inDatabase(
    `insert into subscription (store_id, plan_id, paid_until) values ($1, 'premium', now() + interval '1 year')
     on conflict (store_id) do update set plan_id = excluded.plan_id, paid_until = excluded.paid_until`,
    [response.id],
  );
  const store: OwnStore = {
    world,
    id: response.id,
    name,
    subdomain,
    shop: panel.replace('://', `://${subdomain}.`),
    email,
    token,
    apiToken: response.apiToken,
    ask: (path, body = {}) => call(`${address}/v1${path}`, { subdomain, ...body }, token),
    async edit(change) {
      const branding = { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' };
      const fields = { id: response.id, nameStore: name, nameDomain: subdomain, branding };
      await call(`${address}/v1/store/edit`, { ...fields, ...change }, token);
    },
    async category(categoryName) {
      await store.ask('/categories/create', { name: categoryName });
      const { categories } = await store.ask<{ categories: { _id: string; name: string }[] }>('/categories');
      return categories.find((one) => one.name === categoryName)?._id ?? '';
    },
    async product(fields) {
      return (await store.ask<{ product: { _id: string } }>('/products/create', fields)).product._id;
    },
    async change(productId, productData) {
      await call(`${address}/v1/products/edit/`, { productId, productData: { subdomain, ...productData } }, token);
    },
    async remove(productId) {
      const answer = await fetch(`${address}/v1/products/delete/${subdomain}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ productId }),
      });
      if (!answer.ok) throw new Error(`delete: ${answer.status} ${await answer.text()}`);
    },
    async coupon(fields) {
      await store.ask('/discounts/create', { type: 'fixed', value: 5, ...fields });
    },
  };
  if (payments) {
    await forgetTries('payment-token');
    await store.edit({ mercadoPago: { accessToken: tokens.free } });
  }
  return store;
}

/** Places an order as a browser does, without one. Returns its reference. */
export async function placeOrder(
  { world, subdomain }: OwnStore,
  order: { products: string[]; cityId: number; discordId: string; coupon?: string },
): Promise<string> {
  const { data } = await call<{ data: { external_reference: string } }>(`${world.address}/v1/order/create`, {
    subdomain,
    clientId: order.cityId,
    discordId: order.discordId,
    paymentMethod: 'pix',
    idProducts: order.products.map((id) => ({ id, quantity: 1 })),
    ...(order.coupon && { coupon: order.coupon }),
  });
  return data.external_reference;
}

/** Another person's purchase, paid and completed when this resolves: from then on it counts for limits. */
export async function buyElsewhere(store: OwnStore, order: Parameters<typeof placeOrder>[1]): Promise<void> {
  const reference = await placeOrder(store, order);
  await approve(store, reference);
  const seen = () => call<{ response: { status: string } }>(`${store.world.address}/v1/order/${reference}`);
  await expect.poll(async () => (await seen()).response.status, { timeout: 30_000 }).toBe('completed');
}

/** The bank approves an order's newest payment. */
export async function approve({ world }: OwnStore, reference: string): Promise<void> {
  const payments = await paymentsOf(world.pages.mercadoPago, reference);
  await call(`${world.pages.mercadoPago}/__control/payments/${payments.at(-1)?.id}/approve`, {});
}
