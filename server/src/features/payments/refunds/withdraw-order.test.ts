import type { DashboardAnswer } from '@vitrine/contract/dashboard';
import type { OrderWithdrawAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { readMails } from '../../../test/mails.ts';
import { on } from '../../../test/make-deliveries.ts';
import { SELLER, type Shop, shopping, startShop, until } from '../../../test/make-shop.ts';
import { violations as brokenDeliveries } from '../../deliveries/invariants.ts';
import { violations } from '../invariants.ts';
import { withdrawOrder } from './withdraw-order.ts';

const BUYER = '123456789012345678';
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.provider.control.clearFaults();
  shop.provider.control.seed({ sellers: [{ ...SELLER, refundMode: 'approved' }] });
  expect(await violations(shop.db)).toEqual([]);
  expect(await brokenDeliveries(shop.db)).toEqual([]);
});
const { see, becomes, atProvider, place, details } = shopping(() => shop);

/** A paid order of a product with one delivery, which waits for a game server that never comes. */
async function bought(change: object = {}, product: { price?: number } = {}): Promise<string> {
  const { reference, product: id } = await place(change, product);
  await shop.db
    .updateTable('order_item')
    .set({ actions: JSON.stringify([on.group('vip')]) })
    .where('product_id', '=', id)
    .execute();
  shop.provider.control.approve(atProvider(reference)[0]?.id ?? '');
  await becomes(reference, 'completed');
  return reference;
}
const withdraw = (reference: string, discordId = BUYER, headers = {}) =>
  shop.post<OrderWithdrawAnswer & { code?: string }>(
    '/v1/order/withdraw',
    { external_reference: reference, discordId },
    headers,
  );
const states = async (reference: string) => (await see(reference)).deliveries.map(({ state }) => state);
const mailsTo = async (recipient: string) => (await readMails(shop, recipient)).map(({ subject }) => ({ subject }));
/** The mails about one order. The owner may get mails about refunds of other orders meanwhile. */
const mailsAbout = async (order: number, recipient: string) =>
  (await mailsTo(recipient)).filter(({ subject }) => subject.includes(`${order}`));
/** The store's owner gets an address that only this test uses. */
async function ownerWithMail(): Promise<string> {
  const owner = `dono-${newId()}@exemplo.com.br`;
  await sql`
    update account set email = ${owner}, email_key = ${owner}, email_verified_at = now()
     where id = (select account_id from member where store_id = ${shop.store.id} and role = 'owner')`.execute(shop.db);
  return owner;
}
/** The delivery went out, written as the lease of a game server writes it. */
async function sent(reference: string): Promise<void> {
  const { _id } = await see(reference);
  await sql`
    with out as (
      update delivery set state = 'succeeded', first_sent_at = now(), finished_at = now() where order_id = ${_id}
      returning store_id, id)
    insert into delivery_history (store_id, delivery_id, id, state, attempt)
    select store_id, id, ${newId()}, 'succeeded', 1 from out`.execute(shop.db);
}

test('a withdrawal before anything was sent ends the deliveries and gives the money back, once', async () => {
  const reference = await bought({ email: 'bruno@exemplo.com.br' });
  expect((await see(reference)).withdrawUntil).not.toBeNull();
  const answers = await Promise.all([withdraw(reference), withdraw(reference), withdraw(reference)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { body } of answers) expect(['refunded', 'refunding']).toContain(body.result);

  const order = await becomes(reference, 'cancelled');
  expect(order).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' }, withdrawUntil: null });
  expect(await states(reference)).toEqual(['cancelled']);
  expect(atProvider(reference).map(({ status }) => status)).toEqual(['refunded']);
  expect((await withdraw(reference)).body.result).toBe('refunded');
  const subjects = (await mailsTo('bruno@exemplo.com.br')).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('desistência'))).toHaveLength(1);
  expect(JSON.stringify((await details(reference)).history)).toContain('desistiu da compra');
});

test('after something was sent the store decides: it gets one mail, and the order stays', async () => {
  const reference = await bought({ email: 'ana@exemplo.com.br' });
  const owner = await ownerWithMail();
  await sent(reference);
  expect((await withdraw(reference)).body.result).toBe('requested');
  expect((await withdraw(reference)).body.result).toBe('requested');

  const order = await see(reference);
  expect(order).toMatchObject({ status: 'completed', withdrawUntil: null, payment: { status: 'approved' } });
  expect(order.withdrawal?.result).toBe('requested');
  expect(order.note).toContain('pediu para desistir');
  expect(await states(reference)).toEqual(['succeeded']);
  expect(await mailsAbout(order.number, owner)).toEqual([
    { subject: `Pedido ${order.number}: o comprador quer desistir da compra` },
  ]);
  expect((await mailsTo('ana@exemplo.com.br')).map(({ subject }) => subject)).toContain(
    `Recebemos sua desistência do pedido ${order.number}`,
  );
});

test('when the provider gives no money back the store must, and nothing is delivered meanwhile', async () => {
  const reference = await bought();
  shop.provider.control.seed({ sellers: [{ ...SELLER, balance: 0 }] });
  const refused = await withdraw(reference);
  expect(refused.body.result).toBe('refused');
  const order = await see(reference);
  expect(order).toMatchObject({ status: 'completed', payment: { status: 'approved' }, withdrawUntil: null });
  expect(order.withdrawal).toEqual({ result: 'refused', message: refused.body.message });
  expect(order.note).toContain('recusado');
  expect(await states(reference)).toEqual(['cancelled']);
  shop.provider.control.seed({ sellers: [{ ...SELLER, balance: 1000 }] });
  expect((await withdraw(reference)).body.result).toBe('refunded');
  expect(await becomes(reference, 'cancelled')).toMatchObject({ withdrawal: null, payment: { status: 'refunded' } });
});

test('the buyer learns that a refund is under way, and it ends the order later', async () => {
  shop.provider.control.seed({ sellers: [{ ...SELLER, refundMode: 'in_process' }] });
  const reference = await bought();
  expect((await withdraw(reference)).body.result).toBe('refunding');
  expect(await states(reference)).toEqual(['cancelled']);
  shop.provider.control.settleRefund(atProvider(reference)[0]?.id ?? '', 'approved');
  expect((await becomes(reference, 'cancelled')).status).toBe('cancelled');
});

test('buyer and owner learn of a refund that is refused later, and a new request tries it again', async () => {
  shop.provider.control.seed({ sellers: [{ ...SELLER, refundMode: 'in_process' }] });
  const buyer = 'carla@exemplo.com.br';
  const owner = await ownerWithMail();
  const reference = await bought({ email: buyer });
  expect((await withdraw(reference)).body.result).toBe('refunding');
  expect((await see(reference)).withdrawal?.result).toBe('refunding');
  shop.provider.control.settleRefund(atProvider(reference)[0]?.id ?? '', 'rejected');
  const refused = await until(
    async () => {
      await sql`update refund set next_check_at = now() where status = 'in_process'`.execute(shop.db);
      return (await see(reference)).note;
    },
    (note) => note?.includes('recusado') ?? false,
  );
  expect(refused).toContain('reembolso foi recusado');
  expect((await see(reference)).withdrawal?.result).toBe('refused');
  const { number } = await see(reference);
  expect((await mailsTo(buyer)).map(({ subject }) => subject)).toContain(
    `A devolução do pedido ${number} ainda não saiu`,
  );
  expect(await mailsAbout(number, owner)).toEqual([
    { subject: `Pedido ${number}: a devolução ao comprador foi recusada` },
  ]);
  const dashboard = await shop.post<DashboardAnswer>(
    '/v1/dashboard',
    { subdomain: shop.store.subdomain },
    { authorization: `Bearer ${shop.store.token}` },
  );
  const waiting = dashboard.body.attention.find(({ kind }) => kind === 'money_waits');
  expect(waiting?.count).toBeGreaterThan(0);
  expect(waiting?.href).toMatch(/^\/orders\?order=[0-9a-z]{26}$/);
  shop.provider.control.seed({ sellers: [{ ...SELLER, refundMode: 'approved' }] });
  expect((await withdraw(reference)).body.result).toBe('refunded');
  expect((await becomes(reference, 'cancelled')).status).toBe('cancelled');
});

test('only the buyer withdraws: another id, another store and an unknown order get the same answer', async () => {
  const reference = await bought();
  const refusals = [
    await withdraw(reference, '123456789012345679'),
    await withdraw('a'.repeat(32)),
    await withdraw(reference, `${BUYER}0`),
  ];
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 404, body: { code: 'order_not_yours' } });
  expect(new Set(refusals.map(({ body }) => JSON.stringify({ ...body, requestId: null }))).size).toBe(1);
  const from = { reference, discordId: BUYER, address: '127.0.0.1' };
  const elsewhere = withdrawOrder(shop.deps, { ...from, subdomain: 'outra-cidade' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'order_not_yours' });
  expect(await see(reference)).toMatchObject({ status: 'completed', payment: { status: 'approved' } });
});

test('a withdrawal is over seven days after the last delivery, and an unpaid order has none', async () => {
  const unpaid = await place();
  expect((await withdraw(unpaid.reference)).body.code).toBe('withdrawal_over');
  const reference = await bought();
  const { _id } = await see(reference);
  await sql`update "order" set completed_at = now() - interval '8 days' where id = ${_id}`.execute(shop.db);
  expect((await withdraw(reference)).body.code).toBe('withdrawal_over');
  expect((await see(reference)).withdrawUntil).toBeNull();
  await sent(reference);
  expect(
    await until(
      async () => (await see(reference)).withdrawUntil,
      (end) => end !== null,
    ),
  ).not.toBeNull();
  expect((await withdraw(reference)).body.result).toBe('requested');
});
