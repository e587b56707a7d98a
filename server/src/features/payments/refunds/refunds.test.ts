import { expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { openCustomerSession } from '../../../http/customer-session.ts';
import { SELLER, until } from '../../../test/make-shop.ts';
import { usePaymentShop } from '../../../test/payment-shop.ts';
import { readPurchases } from '../../customers/read-purchases.ts';

const { shop, goTo, see, becomes, atProvider, place, stockOf, details, refund, payByCard, overdue } = usePaymentShop();

test('a payment of less than the total is held and shown, and can be given back', async () => {
  const { reference } = await place();
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '', { amount: 1 });
  const order = await until(
    () => see(reference),
    (seen) => seen.note !== null,
  );
  expect(order).toMatchObject({ status: 'pending', payment: { status: 'approved' } });
  await overdue(reference);
  expect((await see(reference)).status).toBe('pending');
  expect((await refund(reference)).body).toEqual({ success: true, result: 'done' });
  expect((await becomes(reference, 'cancelled')).status).toBe('cancelled');
});

test('a refunded order says what was paid, with its number, and what went back and when', async () => {
  const discordId = '640000000000000009';
  const { reference } = await place({ discordId });
  const listed = async () => {
    const token = await transaction(shop.db, (tx) =>
      openCustomerSession(tx, shop.store.id, { discordId, email: null }),
    );
    const read = await readPurchases(shop.deps, shop.store.id, `vitrine_compras=${token}`, null);
    return read?.orders.map(({ state, receipt }) => ({ state, receipt }));
  };
  expect(await listed()).toEqual([{ state: 'unpaid', receipt: false }]);
  expect((await see(reference)).paid).toBeNull();
  const payment = atProvider(reference)[0]?.id ?? '';
  shop.provider.control.approve(payment);
  const paid = (await becomes(reference, 'completed')).paid;
  expect(paid).toMatchObject({ number: payment, value: 29.9, returned: 0, returnedAt: null, contested: false });
  expect((await refund(reference)).body).toEqual({ success: true, result: 'done' });
  const order = await becomes(reference, 'cancelled');
  expect(order.paid).toMatchObject({ number: payment, at: paid?.at, value: 29.9, returned: 29.9, contested: false });
  expect(Date.parse(order.paid?.returnedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(paid?.at ?? ''));
  // The buyer's list keeps the receipt, as the order's page does.
  expect(await listed()).toEqual([{ state: 'refunded', receipt: true }]);
});

test('a late payment completes while stock allows, else it goes back', async () => {
  const [kept, lost] = [await place({}, { stock: 1 }), await place({}, { stock: 1 })];
  for (const { reference } of [kept, lost]) {
    await overdue(reference);
    expect((await see(reference)).status).toBe('cancelled');
  }
  await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', lost.product).execute();
  for (const { reference } of [kept, lost])
    shop.provider.control.approve(atProvider(reference)[0]?.id ?? '', { force: true });
  expect((await becomes(kept.reference, 'completed')).status).toBe('completed');
  expect(await stockOf(kept.product)).toEqual({ stock: 0, reserved: 0, sold: 1 });
  await until(
    async () => atProvider(lost.reference)[0]?.status,
    (status) => status === 'refunded',
  );
  expect(atProvider(lost.reference)[0]?.status).toBe('refunded');
  const order = await until(
    () => see(lost.reference),
    (seen) => seen.payment?.status === 'refunded',
  );
  expect(order).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
  expect(order.note).toBe('O pagamento chegou depois do prazo, quando já não havia estoque.');
});

test('two payments of one link: the second goes back, the order stays', async () => {
  const { reference, initPoint } = await place({ paymentMethod: 'credit_card' });
  const link = (await goTo(initPoint)).address;
  const pay = () => payByCard(link, 'APRO');
  await pay();
  await becomes(reference, 'completed');
  await pay();
  const payments = atProvider(reference);
  expect(payments).toHaveLength(2);
  await until(
    async () =>
      atProvider(reference)
        .map((one) => one.status)
        .sort(),
    (all) => all.includes('refunded'),
  );
  expect(
    atProvider(reference)
      .map((one) => one.status)
      .sort(),
  ).toEqual(['approved', 'refunded']);
  await until(
    async () => (await details(reference)).payments.map((one) => one.status),
    (all) => all.includes('refunded'),
  );
  expect((await see(reference)).status).toBe('completed');
});

test('refunds: balance, in process, rejected; chargeback, dispute', async () => {
  const paid = async () => {
    const made = await place();
    shop.provider.control.approve(atProvider(made.reference)[0]?.id ?? '');
    await becomes(made.reference, 'completed');
    return { ...made, payment: atProvider(made.reference)[0]?.id ?? '' };
  };
  const poor = await paid();
  shop.provider.control.seed({ sellers: [{ ...SELLER, balance: 0 }] });
  expect((await refund(poor.reference)).body).toMatchObject({ code: 'refund_balance' });
  shop.provider.control.seed({ sellers: [{ ...SELLER, balance: 1000 }] });
  expect((await refund(poor.reference)).body).toEqual({ success: true, result: 'done' });
  expect((await see(poor.reference)).status).toBe('cancelled');
  expect((await refund(poor.reference)).body).toMatchObject({ code: 'order_not_refundable' });

  shop.provider.control.seed({ sellers: [{ ...SELLER, refundMode: 'in_process' }] });
  const slow = await paid();
  expect((await refund(slow.reference)).body).toEqual({ success: true, result: 'done' });
  expect((await see(slow.reference)).status).toBe('completed');
  shop.provider.control.settleRefund(slow.payment, 'approved');
  expect((await becomes(slow.reference, 'cancelled')).status).toBe('cancelled');

  const disputed = await paid();
  shop.provider.control.mediate(disputed.payment);
  const warned = await until(
    () => see(disputed.reference),
    (seen) => seen.note !== null,
  );
  expect(warned).toMatchObject({ status: 'completed' });
  shop.provider.control.chargeback(disputed.payment);
  expect((await becomes(disputed.reference, 'cancelled')).payment?.status).toBe('charged_back');
}, 40_000);
