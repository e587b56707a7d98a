import { randomBytes } from 'node:crypto';
import type { SharedPix } from '@vitrine/contract/orders';
import { expect, test } from 'vitest';
import { storeIdOf } from '../../http/store.ts';
import { makeStore } from '../../test/make.ts';
import { usePaymentShop } from '../../test/payment-shop.ts';
import { readSharedPix } from '../orders/share/read-shared-pix.ts';
import { sharedOrder, sharePath } from '../orders/share/share-link.ts';

/** Another person pays an order's Pix (docs/decisions/0087). */
const { shop, see, place, pay, overdue } = usePaymentShop();

const shareOf = async (reference: string) => new URL((await see(reference)).payment?.shareUrl ?? '').pathname.slice(5);
/** What the page of this store shows for the shared address. */
const show = async (share: string, store = shop.store.id) =>
  (await readSharedPix(shop.db, shop.deps.config, storeIdOf({ store_id: store }), share))?.pix ?? null;

test('whoever pays sees sum, code and state, and nothing of the buyer or of the order', async () => {
  const buyer = { name: 'Fulana Secreta', email: 'fulana@exemplo.com.br', clientId: 777_321 };
  const { reference } = await place({ ...buyer, paymentMethod: 'pix' });
  const order = await see(reference);
  const share = await shareOf(reference);
  expect(order.payment?.pixCode).toBeTruthy();
  const pix = await show(share);
  expect(pix).toEqual({
    state: 'waiting',
    value: order.finalvalue,
    pixCode: order.payment?.pixCode ?? null,
    pixQrSvg: order.payment?.pixQrSvg ?? null,
    expiresAt: order.payment?.expiresAt ?? null,
    date: order.date,
  } satisfies SharedPix);
  const told = JSON.stringify(pix) + share;
  for (const secret of [reference, 'Fulana', 'fulana', '777321', order.name[0]?.name ?? '?']) {
    expect(told).not.toContain(secret);
  }
  // The shared address is no reference: none of the buyer's calls takes it.
  for (const path of [`/v1/order/${share}`, `/v1/order/${share}/receipt`, `/v1/order/${share}/go`]) {
    expect((await shop.get(path)).status, path).toBe(404);
  }
  for (const path of ['/v1/order/pay', '/v1/order/discard', '/v1/order/withdraw']) {
    const { status } = await shop.post(path, { external_reference: share, discordId: '391822001983488001' });
    expect([404, 422], path).toContain(status);
  }
});

test('it says when the order is paid, and when it can no longer be paid', async () => {
  const paid = await place({ paymentMethod: 'pix' });
  const late = await place({ paymentMethod: 'pix' });
  const [share, lateShare] = [await shareOf(paid.reference), await shareOf(late.reference)];
  await pay(paid.reference);
  expect(await show(share)).toMatchObject({ state: 'paid', pixCode: null, pixQrSvg: null });
  await overdue(late.reference, false);
  expect(await show(lateShare)).toMatchObject({ state: 'over', pixCode: null });
  await overdue(late.reference);
  expect(await show(lateShare)).toMatchObject({ state: 'over', pixCode: null });
});

test('an invented, changed or foreign address shows nothing; one made with a former secret still does', async () => {
  const { reference } = await place({ paymentMethod: 'pix' });
  const share = await shareOf(reference);
  const last = share.endsWith('0') ? '1' : '0';
  for (const wrong of [
    '',
    'x',
    share.slice(0, -1) + last,
    share.toUpperCase(),
    `${share}0`,
    reference,
    '0'.repeat(58),
  ]) {
    expect(await show(wrong), wrong).toBeNull();
  }
  const other = await makeStore(shop.db, shop.deps.config.secret);
  expect(await show(share, other.id)).toBeNull();
  const store = storeIdOf({ store_id: shop.store.id });
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const old = sharePath([former], store, 'a'.repeat(26)).slice(5);
  expect(sharedOrder([current, former], store, old)).toBe('a'.repeat(26));
  expect(sharedOrder([current], store, old)).toBeUndefined();
});
