import { randomBytes } from 'node:crypto';
import type { Answer as AnswerOf, CallName, JsonCallName } from '@vitrine/contract/calls/table';
import type { CallAnswer, CallAsk } from './call.ts';
import { control } from './http.ts';
import { type Person, register } from './people.ts';
import { newAddress } from './ports.ts';
import { until } from './waiting.ts';
import { DOMAIN, type World } from './world.ts';

/** A store, made through the product's own calls. */
export interface Shop {
  world: World;
  owner: Person;
  id: string;
  name: string;
  subdomain: string;
  /** The shop's Host header. */
  host: string;
  /** Identification token for cities and Discord. */
  apiToken: string;
  /** Token of its account at the provider. */
  seller: string;
  categoryId: string;
  /** A call of its owner, with the store's subdomain in the body. Throws when it is refused. */
  call<Of extends JsonCallName>(name: Of, body?: object): Promise<AnswerOf<Of>>;
  /** A call of its owner that returns any answer, also a refusal. */
  tell<Of extends CallName>(name: Of, body?: object, more?: CallAsk): Promise<CallAnswer<Of>>;
  edit(change: object): Promise<void>;
  /** A product for sale, by default R$ 10 without limits. Returns its id. */
  product(change?: object): Promise<string>;
  /** A purchase as a browser places it, by default from a new address. */
  order(product: string, change?: object, more?: CallAsk): Promise<CallAnswer<'POST /order/create'>>;
  /** A purchase that must succeed. */
  placed(product: string, change?: object, more?: CallAsk): Promise<Placed>;
}

export interface Placed {
  reference: string;
  /** The provider's id of its charge. */
  payment: string;
  amount: number;
  /** Path and query of the provider's notices about it. */
  notice: string;
}

export const BRUNO = '391822001983488001';
let stores = 0;
let clients = 1000;

interface Wish {
  name?: string;
  subdomain?: string;
  owner?: Person;
  /** A plan for a month, bought as owners do. Without it the store has the free plan. */
  plan?: 'Pro' | 'Premium';
  /** False: no account at the provider. */
  payments?: boolean;
}

export async function makeShop(world: World, wish: Wish = {}): Promise<Shop> {
  const owner = wish.owner ?? (await register(world));
  stores += 1;
  const name = wish.name ?? `Loja da Prova ${stores}`;
  const nameDomain = wish.subdomain ?? `prova-${randomBytes(3).toString('hex')}-${stores}`;
  const auth = { token: owner.token, from: owner.from };
  const made = await world.demand('POST /store/create', { ...auth, body: { nameStore: name, nameDomain } });
  const { id, subdomain, apiToken } = made.response;
  if (!apiToken) throw new Error('The owner is not told the token of the store.');
  const tell: Shop['tell'] = (name, body = {}, more = {}) =>
    world.call(name, { ...auth, body: { subdomain, ...body }, ...more });
  const shop: Shop = {
    world,
    owner,
    id,
    name,
    subdomain,
    host: `${subdomain}.${DOMAIN}:${world.front.port}`,
    apiToken,
    seller: '',
    categoryId: '',
    tell,
    call: (name, body = {}) => world.demand(name, { ...auth, body: { subdomain, ...body } }),
    async edit(change) {
      const branding = { primaryColor: '#7c3aed', secondaryColor: '#22d3ee' };
      await world.demand('POST /store/edit', {
        ...auth,
        body: { id, nameStore: name, nameDomain: subdomain, branding, ...change },
      });
    },
    async product(change = {}) {
      const fields = { name: `Produto ${randomBytes(3).toString('hex')}`, price: 10, categoryId: shop.categoryId };
      const { product } = await shop.call('POST /products/create', { ...fields, ...change });
      return product._id;
    },
    order(product, change = {}, more = {}) {
      clients += 1;
      const body = {
        subdomain,
        clientId: clients,
        discordId: BRUNO,
        paymentMethod: 'pix',
        idProducts: [{ id: product, quantity: 1 }],
        ...change,
      };
      return world.call('POST /order/create', { from: newAddress(), host: shop.host, body, ...more });
    },
    async placed(product, change, more) {
      const answer = await shop.order(product, change, more);
      if (answer.status !== 200) throw new Error(`order refused: ${answer.status} ${answer.text.slice(0, 200)}`);
      const { external_reference: reference } = answer.json().data;
      return await chargeOf(world, reference);
    },
  };
  await shop.call('POST /categories/create', { name: 'Tudo' });
  const { categories } = await shop.call('POST /categories');
  shop.categoryId = categories[0]?._id ?? '';
  if (wish.plan) await subscribe(shop, wish.plan);
  if (wish.payments !== false) await connectSeller(shop);
  return shop;
}

/** A new account at the provider. Its token is saved as an owner saves it. */
async function connectSeller(shop: Shop): Promise<void> {
  const userId = 300_000_000 + stores;
  shop.seller = `APP_USR-${randomBytes(8).readBigUInt64BE()}-112026-${randomBytes(16).toString('hex')}-${userId}`;
  const seller = { token: shop.seller, userId, nickname: `PROVA ${stores}`, email: `vendas-${stores}@exemplo.com.br` };
  await control(`${shop.world.standins.pages.mercadoPago}/__control/seed`, { sellers: [seller] });
  await shop.edit({ mercadoPago: { accessToken: shop.seller } });
}

/** Pays a month of a plan at the provider and waits until it is active. */
async function subscribe({ call, world, owner, subdomain }: Shop, name: string): Promise<void> {
  const { plans } = await world.demand('GET /plan');
  const planId = plans.find((plan) => plan.name === name)?._id;
  const { data } = await call('POST /subscription/create', {
    planId,
    paymentMethod: 'mercado_pago_checkout_pro',
  });
  const body = new URLSearchParams({ means: 'balance' });
  await fetch(data.payment.init_point, { method: 'POST', body, redirect: 'manual' });
  await until(`the plan ${name}`, 30_000, async () => {
    const { response } = await world.demand('GET /store/plan', {
      token: owner.token,
      from: owner.from,
      headers: { 'x-store': subdomain },
    });
    return response.name === name;
  });
}

interface Charge {
  id: string;
  amount: number;
  notificationUrl: string;
}

export async function chargeOf(world: World, reference: string): Promise<Placed> {
  const query = new URLSearchParams({ external_reference: reference });
  const charges = await control<Charge[]>(`${world.standins.pages.mercadoPago}/__control/payments?${query}`);
  const charge = charges.at(-1);
  if (!charge) throw new Error('The provider knows no payment of the order.');
  const url = URL.canParse(charge.notificationUrl) ? new URL(charge.notificationUrl) : undefined;
  return {
    reference,
    payment: charge.id,
    amount: charge.amount,
    notice: url ? url.pathname + url.search : '',
  };
}

/** The bank approves. */
export async function approve(world: World, { payment }: Pick<Placed, 'payment'>, change: object = {}): Promise<void> {
  await control(`${world.standins.pages.mercadoPago}/__control/payments/${payment}/approve`, change);
}

/** What a buyer sees of an order. */
export async function stateOf(world: World, reference: string): Promise<string> {
  const answer = await world.call('GET /order/:external_reference', {
    params: { external_reference: reference },
    from: newAddress(),
  });
  if (answer.status !== 200) return `${answer.status}`;
  return answer.json().response.status;
}
