import type { Page } from '@playwright/test';
import { limits } from '@vitrine/contract/limits';
import { type Ask, askAs, call, statusOf } from './call.ts';
import { confirmAgain, type Person, register } from './people.ts';
import { expect } from './test.ts';
import { control, findWorld, forgetTries, inDatabase, paymentsOf, type World } from './world.ts';

/** Stores that a story makes through the product's own calls. */

/** One person owns the stores of this worker, up to the limit of an account: each further person costs a registration. */
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
  ask: Ask;
  /** Edits the store with this change; everything else stays. */
  edit(change: Record<string, unknown>): Promise<void>;
  category(name: string): Promise<string>;
  product(fields: Record<string, unknown> & { name: string; price: number; categoryId: string }): Promise<string>;
  change(productId: string, productData: Record<string, unknown>): Promise<void>;
  remove(productId: string): Promise<void>;
  coupon(fields: Record<string, unknown> & { code: string }): Promise<void>;
}

/** A new store on the plan without limits. It can receive payments by default. */
export async function makeStore(name: string, { payments = true } = {}): Promise<OwnStore> {
  const world = await findWorld();
  const { panel, tokens } = world;
  if (stores % limits.storesPerAccount === 0) owner = undefined;
  owner ??= register(world, 'Dona das Lojas');
  const { email, token } = await owner;
  await confirmAgain(token);
  stores += 1;
  const subdomain = `historia-${process.pid.toString(36)}-${stores}`;
  const { response } = await call('POST /store/create', { body: { nameStore: name, nameDomain: subdomain }, token });
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
    apiToken: response.apiToken ?? '',
    ask: askAs(token, subdomain),
    async edit(change) {
      const branding = { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' };
      const fields = { id: response.id, nameStore: name, nameDomain: subdomain, branding };
      await call('POST /store/edit', { body: { ...fields, ...change }, token });
    },
    async category(categoryName) {
      await store.ask('POST /categories/create', { name: categoryName });
      const { categories } = await store.ask('POST /categories', {});
      return categories.find((one) => one.name === categoryName)?._id ?? '';
    },
    async product(fields) {
      return (await store.ask('POST /products/create', fields)).product._id;
    },
    async change(productId, productData) {
      await call('POST /products/edit/', { body: { productId, productData: { subdomain, ...productData } }, token });
    },
    async remove(productId) {
      await call('DELETE /products/delete/:subdomain', { params: { subdomain }, body: { productId }, token });
    },
    async coupon(fields) {
      await store.ask('POST /discounts/create', { type: 'fixed', value: 5, ...fields });
    },
  };
  if (payments) {
    await forgetTries('payment-token');
    await store.edit({ mercadoPago: { accessToken: tokens.free } });
  }
  return store;
}

/** A drawn picture, as the store keeps it: one colour, 800 × 600 unless said otherwise; a colour may let light through. */
export async function uploadPicture(page: Page, store: OwnStore, colour: string, size = [800, 600]): Promise<string> {
  const drawn = await page.evaluate(
    ([fill, width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (context) Object.assign(context, { fillStyle: fill }).fillRect(0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [colour, ...size],
  );
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(drawn, 'base64')], { type: 'image/png' }), 'foto.png');
  const headers = { authorization: `Bearer ${store.token}`, 'x-store': store.subdomain };
  const answer = await fetch(`${store.world.address}/v1/image`, { method: 'POST', body: form, headers });
  return ((await answer.json()) as { imageUrl: string }).imageUrl;
}

/** Places an order as a browser does, without one. Returns its reference. */
export async function placeOrder(
  { subdomain }: OwnStore,
  order: { products: string[]; cityId: number; discordId: string; coupon?: string },
): Promise<string> {
  const { data } = await call('POST /order/create', {
    body: {
      subdomain,
      clientId: order.cityId,
      discordId: order.discordId,
      paymentMethod: 'pix',
      idProducts: order.products.map((id) => ({ id, quantity: 1 })),
      ...(order.coupon && { coupon: order.coupon }),
    },
  });
  return data.external_reference;
}

/** Another person's purchase, paid and completed when this resolves: from then on it counts for limits. */
export async function buyElsewhere(store: OwnStore, order: Parameters<typeof placeOrder>[1]): Promise<void> {
  const reference = await placeOrder(store, order);
  await approve(store, reference);
  await expect.poll(() => statusOf(reference), { timeout: 30_000 }).toBe('completed');
}

/** The bank approves an order's newest payment. */
export async function approve({ world }: Pick<OwnStore, 'world'>, reference: string): Promise<void> {
  const payments = await paymentsOf(world.pages.mercadoPago, reference);
  await control(`${world.pages.mercadoPago}/__control/payments/${payments.at(-1)?.id}/approve`, {});
}

/** A section of the window that counts down to a moment so many days from now. */
export const countdown = (days: number) => ({
  kind: 'countdown' as const,
  id: 'data00001',
  title: 'A temporada acaba em',
  text: '',
  until: new Date(Date.now() + days * 86_400_000).toISOString(),
  button: { label: '', target: { to: 'none' as const } },
});
