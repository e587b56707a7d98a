import { randomBytes, randomInt } from 'node:crypto';
import type { Db } from '../../server/src/db/database.ts';
import type { Secret } from '../../server/src/db/seal.ts';
import { transaction } from '../../server/src/db/transaction.ts';
import { savePaymentToken } from '../../server/src/features/stores/edit-store.ts';
import type { StoreId } from '../../server/src/http/store.ts';
import { makeStore } from '../../server/src/test/make.ts';
import { makeDiscount, makeProduct } from '../../server/src/test/make-catalog.ts';

export const TOKEN = 'APP_USR-bench';
const STORES = 20;
const PRODUCTS_OF_STORE = 10;
/** More than anybody buys here. The stock is still counted and locked. */
const STOCK = 10_000_000;
const COUPON = 'BENCH10';

export interface Shop {
  id: StoreId;
  subdomain: string;
  products: string[];
}

/** Stores that take payments, each with products of a counted stock and a coupon. */
export async function makeShops(db: Db, secret: Secret): Promise<Shop[]> {
  const shops: Shop[] = [];
  while (shops.length < STORES) {
    const { id, subdomain } = await makeStore(db, secret);
    const account = { token: TOKEN, collectorId: '5001', nickname: 'LOJA', testUser: false };
    await transaction(db, (tx) => savePaymentToken(tx, secret, id, { accountId: null, name: 'Bench' }, account));
    await makeDiscount(db, id, { code: COUPON });
    const products: string[] = [];
    while (products.length < PRODUCTS_OF_STORE) products.push(await makeProduct(db, id, { stock: STOCK }));
    shops.push({ id, subdomain, products });
  }
  return shops;
}

export interface OrderKind {
  /** Everybody buys one product of one store, or each buys another. */
  where: 'spread' | 'hot';
  coupon: boolean;
}

let shoppers = 0;

/** The request of a new shopper, as the shop's page sends it. Each has its own address, browser, city id and key. */
export function orderRequest(shops: readonly Shop[], path: string, { where, coupon }: OrderKind): string {
  shoppers += 1;
  const shop = shops[where === 'hot' ? 0 : randomInt(shops.length)] as Shop;
  const body = JSON.stringify({
    subdomain: shop.subdomain,
    clientId: shoppers,
    discordId: '391822001983488001',
    paymentMethod: 'pix',
    idProducts: [{ id: shop.products[where === 'hot' ? 0 : randomInt(shop.products.length)], quantity: 1 }],
    ...(coupon && { coupon: COUPON }),
    buyer: randomBytes(16).toString('hex'),
  });
  const address = `10.${(shoppers >> 16) & 255}.${(shoppers >> 8) & 255}.${shoppers & 255}`;
  return (
    `POST ${path} HTTP/1.1\r\nhost: vitrine.localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n` +
    `idempotency-key: ${randomBytes(16).toString('hex')}\r\nx-forwarded-for: ${address}\r\nuser-agent: bench-bot\r\n\r\n${body}`
  );
}
