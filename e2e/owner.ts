import type { Page } from '@playwright/test';
import type { User } from '@vitrine/contract/account-answers';
import type { Category, Product } from '@vitrine/contract/catalog';
import type { Store } from '@vitrine/contract/store-answers';
import { type Ask, askAs, type BodyOf, call, statusOf } from './call.ts';
import { confirmAgain, PASSWORD, type Person, register } from './people.ts';
import { expect } from './test.ts';
import { control, findWorld, forgetTries, paymentsOf, type World } from './world.ts';

/** An owner: makes a state through the API and looks at it in the browser. */
export interface Owner {
  world: World;
  token: string;
  user: User;
  password: string;
  store: Store;
  api: Ask;
}

/** Fewer stores than one account may have, so that few accounts are registered. */
const STORES_PER_ACCOUNT = 15;

let account: (Person & { stores: number }) | undefined;

async function accountWithRoom(world: World): Promise<Person> {
  if (!account || account.stores === STORES_PER_ACCOUNT) {
    account = { ...(await register(world, 'Otávio Ramos')), stores: 0 };
  }
  account.stores++;
  return account;
}

let made = 0;

interface Wish {
  name?: string;
  /** Paid for a month, as an owner pays. */
  plan?: 'Pro' | 'Premium';
  /** With a Mercado Pago account, so that shoppers can pay. */
  paid?: boolean;
  /** Its owner. By default one account owns all stores of this worker. */
  person?: Person;
}

/** A new store for a story, on the free plan by default. */
export async function newStore({ name = 'Porto Novo RP', plan, paid = false, person }: Wish = {}): Promise<Owner> {
  const world = await findWorld();
  const { token, user } = person ?? (await accountWithRoom(world));
  await confirmAgain(token);
  const nameDomain = `porto-${process.pid}-${++made}-${Date.now().toString(36)}`;
  const { response: store } = await call('POST /store/create', {
    body: { nameStore: name, nameDomain, primaryColor: '#6d5efc', secondaryColor: '#22b8cf' },
    token,
  });
  const owner: Owner = {
    world,
    token,
    user,
    password: PASSWORD,
    store,
    api: askAs(token, store.subdomain),
  };
  if (plan) await subscribe(owner, plan);
  if (paid) {
    await forgetTries('payment-token');
    await editStore(owner, { mercadoPago: { accessToken: world.tokens.free } });
  }
  return owner;
}

/** Saves settings of the store, with the fields that every save needs. */
export async function editStore({ api, store }: Owner, settings: object): Promise<void> {
  const { id, nameStore, nameDomain, primaryColor, secondaryColor } = store;
  await api('POST /store/edit', { id, nameStore, nameDomain, branding: { primaryColor, secondaryColor }, ...settings });
}

/** Pays a month of a plan at the provider and waits until the plan is active. */
async function subscribe({ api }: Owner, name: string): Promise<void> {
  const { plans } = await api('GET /plan');
  const planId = plans.find((plan) => plan.name === name)?._id ?? '';
  const { data } = await api('POST /subscription/create', {
    planId,
    paymentMethod: 'mercado_pago_checkout_pro',
  });
  const paid = await fetch(data.payment.init_point, {
    method: 'POST',
    body: new URLSearchParams({ means: 'balance' }),
    redirect: 'manual',
  });
  expect(paid.status).toBeLessThan(400);
  await expect.poll(async () => (await api('GET /store/plan')).response.name, { timeout: 30_000 }).toBe(name);
}

/** Opens the panel as this owner, in this store. */
export async function enter(page: Page, { world, token, user, store }: Owner, path: `/${string}`): Promise<void> {
  await page.addInitScript(
    ([sessionToken, sessionUser, subdomain]) => {
      if (localStorage.getItem('token')) return;
      localStorage.setItem('token', sessionToken);
      localStorage.setItem('user', sessionUser);
      localStorage.setItem('store', subdomain);
    },
    [token, JSON.stringify(user), store.subdomain] as const,
  );
  await page.goto(world.panel + path);
}

export async function newCategory({ api }: Owner, name: string): Promise<Category> {
  await api('POST /categories/create', { name });
  const { categories } = await api('POST /categories', {});
  const category = categories.find((one) => one.name === name);
  if (!category) throw new Error(`no category ${name}`);
  return category;
}

/** A product for sale; `category` is an id. */
export async function newProduct(
  { api }: Owner,
  category: string,
  product: Record<string, unknown> & { name: string },
): Promise<Product> {
  await api('POST /products/create', { categoryId: category, price: 10, imageUrl: null, ...product });
  const { products } = await api('POST /products', {});
  // Members get the whole product, shoppers fewer fields.
  const found = products.find((one): one is Product => 'sold' in one && one.name === product.name);
  if (!found) throw new Error(`no product ${product.name}`);
  return found;
}

/** A purchase by Pix. It stays unpaid until `pay` is called. */
export async function newOrder(
  { world, api }: Owner,
  order: Omit<BodyOf<'POST /order/create'>, 'paymentMethod'>,
): Promise<{ reference: string; pay(): Promise<void> }> {
  const { data } = await api('POST /order/create', {
    paymentMethod: 'pix',
    ...order,
  });
  const reference = data.external_reference;
  return {
    reference,
    async pay() {
      const [payment] = await paymentsOf(world.pages.mercadoPago, reference);
      await control(`${world.pages.mercadoPago}/__control/payments/${payment?.id}/approve`, {});
      await expect.poll(() => statusOf(reference)).toBe('completed');
    },
  };
}
