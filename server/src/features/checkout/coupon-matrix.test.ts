import type { DiscountCheckAnswer } from '@vitrine/contract/discounts';
import { buyerKey } from '@vitrine/contract/identity';
import type { OrderCreateAnswer, OrderQuoteAnswer } from '@vitrine/contract/orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCategory, makeDiscount, makeProduct } from '../../test/make-catalog.ts';
import { cart, type Shop, shopping, startShop } from '../../test/make-shop.ts';
import { type Coupon, judgeCoupon } from '../discounts/discount.ts';
import { priceCart } from '../discounts/price-cart.ts';
import { pixOrderBody, pixPaymentBody, preferenceItems } from '../payments/mercado-pago/mercado-pago-bodies.ts';

/**
 * One total for a cart, wherever it is shown. 10 000 carts with coupons of every kind go through the pure rules, and
 * 200 of them through quote, coupon box, order and provider over HTTP. `owed` says what is right and shares no code
 * with the product's own pricing: it counts in whole numbers without limit, one unit of a product after the other.
 */
const CARTS = 10_000;
const SAMPLE = 200;

/** A repeatable source of numbers below `max`, so that a failing cart can be looked at again. */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * max);
  };
}

// The same draws as in web/app/storefront/checkout/cart.test.ts, which sums the same carts as the browser does.
const draw = numbers(2026);
const CATEGORIES = 4;
const prices = Array.from({ length: 12 }, (_, n) => (n === 0 ? 1 : 1 + draw(n % 3 === 0 ? 200 : 40_000)));
const randomCart = () => {
  const lines = new Map<number, number>();
  for (let left = 1 + draw(5); left > 0; left--) lines.set(draw(prices.length), 1 + draw(draw(4) === 0 ? 99 : 4));
  return [...lines].map(([product, quantity]) => ({ product, quantity }));
};
const carts = Array.from({ length: CARTS }, randomCart);
/** Sum over all carts before discounts; the browser's test has the same. */
const ALL_CARTS_CENTAVOS = 3_651_262_532;

type Cart = (typeof carts)[number];
const now = new Date();
const soon = new Date(now.getTime() + 3_600_000);
const past = new Date(now.getTime() - 1000);

interface Kind {
  type: 'fixed' | 'percentage';
  value: number;
  min?: number;
  maxUses?: number;
  expiresAt?: Date;
  limitBy?: Coupon['limitBy'];
  products?: number[];
  categories?: number[];
  off?: true;
}
const kinds: Record<string, Kind> = {
  DEZ: { type: 'percentage', value: 10 },
  UM: { type: 'percentage', value: 1, expiresAt: soon },
  TRINTAETRES: { type: 'percentage', value: 33, categories: [1, 2] },
  TUDO: { type: 'percentage', value: 100 },
  NADA: { type: 'percentage', value: 0 },
  MEIACATEGORIA: { type: 'percentage', value: 50, categories: [0], products: [5] },
  CENTAVO: { type: 'fixed', value: 1 },
  CINCO: { type: 'fixed', value: 500, min: 2000 },
  ENORME: { type: 'fixed', value: 99_999_999 },
  PRODUTOS: { type: 'fixed', value: 777, products: [0, 3, 7] },
  MINIMO: { type: 'percentage', value: 15, min: 50_000, categories: [3] },
  VENCIDO: { type: 'percentage', value: 10, expiresAt: past },
  DESLIGADO: { type: 'fixed', value: 100, off: true },
  VINTEUSOS: { type: 'percentage', value: 7, maxUses: 5 },
  UMPORCIDADE: { type: 'fixed', value: 250, limitBy: 'user_id' },
  UMPOREMAIL: { type: 'percentage', value: 25, limitBy: 'email' },
  UMPORDISCORD: { type: 'percentage', value: 20, limitBy: 'discord', products: [1, 2, 3, 4, 5, 6] },
};
const codes = Object.keys(kinds);

/** The buyers: so few that some come twice. */
const buyers = [
  { clientId: 1, discordId: '111111111111111111', email: 'ana@exemplo.com.br' },
  { clientId: 2, discordId: '111111111111111111' },
  { clientId: 3, discordId: '333333333333333333', email: 'Ana@Exemplo.com.br' },
  { clientId: 1, discordId: '444444444444444444', email: 'caio@exemplo.com.br' },
];
type Buyer = (typeof buyers)[number];
const categoryOf = (product: number) => product % CATEGORIES;

/** What was used before: the uses of a code, and the identities that used it. */
const unused = { uses: 0, identities: new Set<string>() };

/** What a cart costs in centavos, or why its coupon is refused (the cart then costs its full price). */
function owed(lines: Cart, code: string, buyer: Partial<Buyer>, used = unused): { total: bigint; refused?: string } {
  const kind = kinds[code] as Kind;
  let full = 0n;
  let hundredths = 0n;
  let reached = false;
  for (const { product, quantity } of lines) {
    const inPicker = kind.products?.includes(product) || kind.categories?.includes(categoryOf(product));
    const covered = inPicker || !(kind.products || kind.categories);
    for (let unit = 0; unit < quantity; unit++) {
      full += BigInt(prices[product] ?? 0);
      if (covered) hundredths += BigInt(prices[product] ?? 0) * 100n;
    }
    reached ||= covered;
  }
  const refuse = (refused: string) => ({ total: full, refused });
  if (kind.expiresAt === past) return refuse('coupon_expired');
  if (kind.off) return refuse('coupon_inactive');
  if (kind.maxUses !== undefined && used.uses >= kind.maxUses) return refuse('coupon_exhausted');
  if (!reached) return refuse('coupon_not_for_products');
  if (kind.min !== undefined && full < BigInt(kind.min)) return refuse('coupon_minimum');
  const who = identity(kind, buyer);
  if (who === undefined && kind.limitBy === 'email') return refuse('coupon_needs_email');
  if (who !== undefined && used.identities.has(who)) return refuse('coupon_used');
  // hundredths of a centavo, cut to whole centavos by adding half of one
  const off = kind.type === 'percentage' ? (hundredths * BigInt(kind.value)) / 100n : BigInt(kind.value) * 100n;
  const whole = ((off > hundredths ? hundredths : off) + 50n) / 100n;
  return { total: full - whole };
}

function identity(kind: Kind, buyer: Partial<Buyer>): string | undefined {
  if (kind.limitBy === 'user_id') return `${buyer.clientId}`;
  if (kind.limitBy === 'discord') return buyer.discordId;
  return kind.limitBy === 'email' ? buyer.email?.toLocaleLowerCase('pt-BR') : undefined;
}

const couponOf = (code: string, used = unused): Coupon => {
  const kind = kinds[code] as Kind;
  return {
    id: code,
    code,
    type: kind.type,
    value: kind.value,
    minCentavos: kind.min ?? null,
    maxUses: kind.maxUses ?? null,
    uses: used.uses,
    expiresAt: kind.expiresAt ?? null,
    limitBy: kind.limitBy ?? '',
    active: !kind.off,
    categoryIds: (kind.categories ?? []).map((one) => `c${one}`),
    productIds: (kind.products ?? []).map((one) => `p${one}`),
  };
};

test('10 000 carts cost what they owe, by the rules and in every form of asking the provider', () => {
  const seen = new Set<string>();
  let sum = 0;
  for (const [index, lines] of carts.entries()) {
    const code = codes[index % codes.length] as string;
    const buyer = buyers[draw(buyers.length)] as Buyer;
    const used = { uses: draw(10), identities: new Set<string>() };
    const want = owed(lines, code, buyer, used);
    const known = lines.map(({ product, quantity }) => ({
      productId: `p${product}`,
      categoryId: `c${categoryOf(product)}`,
      unitCentavos: prices[product] ?? 0,
      quantity,
    }));
    const coupon = couponOf(code, used);
    const plain = priceCart(known);
    const problem = judgeCoupon(
      coupon,
      { lines: known, subtotal: plain.subtotal },
      { ...buyer, player: buyerKey(buyer) },
      now,
    );
    expect([index, problem]).toEqual([index, want.refused]);
    const priced = problem ? plain : priceCart(known, coupon);
    expect([index, BigInt(priced.total)]).toEqual([index, want.total]);
    const charge = {
      lines: known.map((line) => ({ name: 'x', ...line })),
      totalCentavos: priced.total,
      title: 'Pedido',
    };
    const asked = preferenceItems(charge).reduce(
      (all, item) => all + Math.round(item.unit_price * 100) * item.quantity,
      0,
    );
    expect([index, BigInt(asked)]).toEqual([index, want.total]);
    const whole = { ...charge, payer: { email: 'a@b.co', name: null }, createdAt: now, expiresAt: soon } as never;
    const reais = `${want.total / 100n}.${String(want.total % 100n).padStart(2, '0')}`;
    expect(pixOrderBody(whole).total_amount).toBe(reais);
    expect(pixPaymentBody(whole).transaction_amount).toBe(Number(reais));
    sum += plain.subtotal;
    seen.add(problem ?? 'taken');
  }
  expect(sum).toBe(ALL_CARTS_CENTAVOS);
  expect([...seen].sort()).toEqual([
    'coupon_exhausted',
    'coupon_expired',
    'coupon_inactive',
    'coupon_minimum',
    'coupon_needs_email',
    'coupon_not_for_products',
    'taken',
  ]);
}, 30_000);

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
const { see, atProvider, pay } = shopping(() => shop);

/** Puts products and coupons into the shop. Answers their ids by number and code. */
async function stockUp() {
  const categories: string[] = [];
  for (let n = 0; n < CATEGORIES; n++) categories.push(await makeCategory(shop.db, shop.store.id));
  const products: string[] = [];
  for (const [n, price] of prices.entries()) {
    products.push(await makeProduct(shop.db, shop.store.id, { price, categoryId: categories[categoryOf(n)] ?? '' }));
  }
  for (const [code, { products: ticked, categories: whole, off, ...kind }] of Object.entries(kinds)) {
    const id = await makeDiscount(shop.db, shop.store.id, {
      code,
      ...kind,
      products: (ticked ?? []).map((n) => products[n] ?? ''),
      categories: (whole ?? []).map((n) => categories[n] ?? ''),
    });
    if (off) await shop.db.updateTable('discount').set({ active: false }).where('id', '=', id).execute();
  }
  return products;
}

test(`${SAMPLE} of the carts cost the same in quote, coupon box, order and at the provider`, async () => {
  const products = await stockUp();
  const used = new Map<string, { uses: number; identities: Set<string> }>();
  const seen = new Map<string, number>();
  for (let n = 0; n < SAMPLE; n++) {
    const lines = carts[n * (CARTS / SAMPLE)] as Cart;
    const code = codes[n % codes.length] as string;
    const buyer = buyers[draw(buyers.length)] as Buyer;
    const before = used.get(code) ?? { uses: 0, identities: new Set<string>() };
    used.set(code, before);
    const want = owed(lines, code, buyer, before);
    const reais = Number(want.total) / 100;
    const told = { n, code, total: reais };

    const body = cart(
      shop.store,
      lines.map(({ product, quantity }) => ({ id: products[product] ?? '', quantity })),
      { ...buyer, coupon: n % 2 === 0 ? code : code.toLowerCase() },
    );
    const quote = (await shop.post<OrderQuoteAnswer>('/v1/order/quote', body)).body;
    expect({ n, code: quote.coupon?.code, total: quote.total }).toEqual(told);
    expect(quote.coupon?.error === null).toBe(want.refused === undefined);
    // the coupon box answers 120 times a minute
    if (n % 2 === 0) {
      const box = (await shop.post<DiscountCheckAnswer & { code: string }>('/v1/discounts/check', { ...body, code }))
        .body;
      if (want.refused) expect([n, box.code]).toEqual([n, want.refused]);
      else expect({ n, code: box.code, total: box.total }).toEqual(told);
    }
    const placed = await shop.post<OrderCreateAnswer & { code?: string }>('/v1/order/create', body);
    expect([n, placed.body.code]).toEqual([n, want.refused]);
    seen.set(want.refused ?? 'taken', (seen.get(want.refused ?? 'taken') ?? 0) + 1);
    if (want.refused) continue;
    before.uses += 1;
    const who = identity(kinds[code] as Kind, buyer);
    if (who !== undefined) before.identities.add(who);

    const reference = placed.body.data.external_reference;
    const order = await see(reference);
    expect({ n, code: order.coupon, total: order.finalvalue }).toEqual(told);
    const asked = atProvider(reference).map(({ amount }) => amount);
    expect([n, asked]).toEqual([n, want.total === 0n ? [] : [Number(want.total)]]);
    // A typed identity counts as used once the order is paid.
    if (who !== undefined && want.total > 0n) expect([n, (await pay(reference)).status]).toEqual([n, 'completed']);
  }
  expect(seen.get('taken')).toBeGreaterThan(SAMPLE / 3);
  for (const code of [
    'coupon_expired',
    'coupon_exhausted',
    'coupon_used',
    'coupon_minimum',
    'coupon_not_for_products',
  ]) {
    expect([code, seen.get(code) ?? 0]).not.toEqual([code, 0]);
  }
}, 180_000);

test('more than an order can cost is refused before anything is written', async () => {
  const dear = await makeProduct(shop.db, shop.store.id, { price: 99_999_999 });
  const body = cart(shop.store, [{ id: dear, quantity: 99 }]);
  expect((await shop.post<OrderQuoteAnswer>('/v1/order/quote', body)).body.total).toBe(98_999_999.01);
  expect(await shop.post('/v1/order/create', body)).toMatchObject({ status: 422, body: { code: 'order_total_limit' } });
});
