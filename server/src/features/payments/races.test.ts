import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/errors.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { cart, connectSeller, SELLER, until } from '../../test/make-shop.ts';
import { usePaymentShop } from '../../test/payment-shop.ts';
import { inOrder, waitingForLock } from '../../test/waiting-for-lock.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { orderNotes } from '../orders/order.ts';
import { savePaymentToken } from '../stores/edit-store.ts';
import { expire } from './expire-orders.ts';
import { isLive } from './payment.ts';
import { attemptsOf } from './queries.ts';
import { reconcile } from './reconcile.ts';
import { renewPayment } from './renew-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { startPayment } from './start-payment.ts';

const { shop, see, atProvider, place, payByCard, overdue } = usePaymentShop();

const NEW = { ...SELLER, token: 'APP_USR-token-novo-da-loja', userId: 5002, email: 'novo@loja.example' };

/** The answer of some work, or the code that refused it. */
const outcome = <T>(work: Promise<T>): Promise<T | string> =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal) return error.code;
    throw error;
  });

const inTurn = <A, B>(hold: (tx: Tx) => Promise<unknown>, first: () => Promise<A>, second: () => Promise<B>) =>
  inOrder(shop.db, hold, [() => outcome(first()), () => outcome(second())]);

const idOf = async (reference: string) => (await see(reference))._id;
const attempts = (order: string) => attemptsOf(shop.db, shop.store.id, order);
const live = async (order: string) => (await attempts(order)).filter(({ status }) => isLive(status));
const expiry = (order: string) => expire(shop.deps, shop.store.id, order);
/** Sets the deadline of a half-hour order to this many seconds from now. The sweep leaves the order to the test. */
const dueIn = (order: string, seconds: number) =>
  sql`update "order" set expires_at = now() + make_interval(secs => ${seconds}), expiring_at = now(),
              created_at = now() + make_interval(secs => ${seconds}, mins => -30)
       where id = ${order}`.execute(shop.db);

/** An order whose card was refused, so nothing of it needs to be withdrawn. */
async function refusedCard(): Promise<{ id: string; reference: string }> {
  const { reference, initPoint } = await place({ paymentMethod: 'credit_card' });
  await payByCard(initPoint, 'OTHE');
  await until(
    () => see(reference),
    (seen) => seen.payment?.status === 'rejected',
  );
  return { id: await idOf(reference), reference };
}

test.each([
  ['a look', 'the refusal'],
  ['a look', 'the new token'],
  ['a charge', 'the refusal'],
  ['a charge', 'the new token'],
])('a token that is refused at %s never stops a newer one: %s first', async (what, first) => {
  onTestFinished(() => connectSeller(shop.db, shop.deps.config.secret, shop.store.id));
  // Only this test asks with the refused token: no notice, no sweep.
  shop.provider.control.addWebhookFault({ kind: 'drop', times: 10 });
  const { reference } = await place();
  const [paid] = await attempts(await idOf(reference));
  await shop.db.updateTable('payment').set({ next_check_at: null }).execute();
  shop.provider.control.seed({ sellers: [{ ...SELLER, revoked: true }, NEW] });
  const product = await makeProduct(shop.db, shop.store.id);
  const use = async () =>
    what === 'a look'
      ? await reconcile(shop.deps, shop.store.id, paid?.id ?? '')
      : await shop.post('/v1/order/create', cart(shop.store, [{ id: product, quantity: 1 }]));
  const paste = (tx: Tx) =>
    savePaymentToken(
      tx,
      shop.deps.config.secret,
      shop.store.id,
      { accountId: null, name: 'Teste' },
      { token: NEW.token, collectorId: String(NEW.userId), nickname: 'NOVA', testUser: false },
    );
  const hold = (tx: Tx) => sql`select from store_credential where store_id = ${shop.store.id} for update`.execute(tx);

  if (first === 'the refusal') await inTurn(hold, use, () => transaction(shop.db, paste));
  else {
    const { used } = await transaction(shop.db, async (tx) => {
      await hold(tx);
      const used = use();
      await waitingForLock(shop.db, 1);
      await paste(tx);
      return { used };
    });
    await used;
  }
  const { problem } = await shop.db.selectFrom('store_credential').select('problem').executeTakeFirstOrThrow();
  expect(problem).toBeNull();
  expect((await see((await place()).reference)).payment?.pixCode).toMatch(/^000201/);
});

const links = () => shop.provider.control.requests({ method: 'POST', path: '/checkout/preferences' }).length;
/** The provider takes the next charge at once and answers it late. */
const answersLate = (path: string) =>
  shop.provider.control.addFault({ kind: 'delay', ms: 500, match: { method: 'POST', path } });

test.each([
  ['pix', 'pix'],
  ['credit_card', 'credit_card'],
  ['pix', 'credit_card'],
] as const)('two new payments at once are one charge and one answer: %s and %s', async (one, other) => {
  const { id, reference } = await refusedCard();
  const before = links();
  answersLate('/v1/payments');
  answersLate('/checkout/preferences');
  const renewal = (method: typeof one | typeof other) => () => renewPayment(shop.deps, reference, method);
  const answers = await inTurn((tx) => lockOrder(tx, shop.store.id, id), renewal(one), renewal(other));
  expect(answers[0]).toMatchObject({ reference, initPoint: expect.any(String) });
  expect(answers[1]).toEqual(answers[0]);
  expect(await live(id)).toMatchObject([{ method: one, status: 'pending' }]);
  const codes = atProvider(reference).filter(({ status }) => status === 'pending');
  expect(codes.length + links() - before).toBe(1);
});

test.each(['credit_card', 'pix'] as const)(
  'a new payment waits for another one that is at the provider: %s',
  async (other) => {
    const { id, reference } = await refusedCard();
    const before = links();
    answersLate('/checkout/preferences');
    const early = renewPayment(shop.deps, reference, 'credit_card');
    await until(
      async () => (await live(id)).length,
      (count) => count === 1,
    );
    const late = await renewPayment(shop.deps, reference, other);
    const { initPoint } = await early;
    expect(links() - before).toBe(1);
    expect(await live(id)).toMatchObject([{ method: other, status: 'pending' }]);
    // It is the same link, or the first link was taken back before the code was made.
    if (other === 'credit_card') expect(late.initPoint).toBe(initPoint);
    else expect((await fetch((await attempts(id))[1]?.init_point ?? '')).status).toBe(410);
  },
);

test.each(['the payment', 'the expiry'])(
  'a payment that is held for a person keeps its order: %s first',
  async (first) => {
    const { id, reference } = await refusedCard();
    await dueIn(id, -1);
    const [refused] = atProvider(reference);
    const tooLittle = {
      providerId: `9${refused?.id}`,
      providerOrderId: null,
      status: 'approved' as const,
      providerStatus: 'approved',
      detail: 'accredited',
      amountCentavos: 100,
      refundedCentavos: 0,
      currency: 'BRL',
      reference,
      collectorId: String(SELLER.userId),
      updatedAt: new Date(),
      pixCode: null,
      disputed: false,
      refunds: [],
    };
    const payment = () =>
      transaction(shop.db, (tx) =>
        settlePayment(tx, shop.deps.config, shop.store.id, String(SELLER.userId), tooLittle),
      );
    const end = () => expiry(id);
    const hold = (tx: Tx) => lockOrder(tx, shop.store.id, id);
    if (first === 'the payment') await inTurn(hold, payment, end);
    else await inTurn(hold, end, payment);
    expect((await attempts(id))[0]).toMatchObject({ status: 'approved', flag: 'amount' });
    expect((await see(reference)).status).toBe(first === 'the payment' ? 'pending' : 'cancelled');
  },
);

test('a renewal at the deadline leaves no open attempt', async () => {
  const { id, reference } = await refusedCard();
  await dueIn(id, 1);
  const passed = () =>
    vi.waitFor(
      async () => {
        const { rows } = await sql`select from "order" where id = ${id} and expires_at <= now()`.execute(shop.db);
        expect(rows).toHaveLength(1);
      },
      { timeout: 30_000, interval: 20 },
    );
  await inTurn(
    (tx) => lockOrder(tx, shop.store.id, id),
    () => renewPayment(shop.deps, reference, undefined),
    async () => {
      await passed();
      await expiry(id);
    },
  );
  // The order stays until its link is withdrawn. The next look does both.
  expect((await see(reference)).status).toBe('pending');
  await expiry(id);
  expect((await see(reference)).status).toBe('cancelled');
  expect(await live(id)).toEqual([]);
});

test.each(['resumed', 'expired'])(
  'an order that is resumed at its deadline leaves no open attempt: %s first',
  async (first) => {
    shop.provider.control.addFault({
      kind: 'status',
      status: 500,
      times: 3,
      match: { method: 'POST', path: '/v1/payments' },
    });
    await expect(place()).rejects.toThrow('payment_start_failed');
    const { id, reference } = await shop.db
      .selectFrom('order')
      .orderBy('number', 'desc')
      .select(['id', 'reference'])
      .executeTakeFirstOrThrow();
    // Its Pix was never sent, and too little time is left to send it now.
    await sql`update payment set expires_at = now() + interval '1 minute' where order_id = ${id}`.execute(shop.db);
    await dueIn(id, -1);
    const resume = () => startPayment(shop.deps, shop.store.id, id, { fresh: false });
    const end = () => expiry(id);
    const hold = (tx: Tx) => lockOrder(tx, shop.store.id, id);
    if (first === 'resumed') await inTurn(hold, resume, end);
    else expect(await inTurn(hold, end, resume)).toEqual([undefined, 'order_not_payable']);
    await expiry(id);
    expect((await see(reference)).status).toBe('cancelled');
    expect(await live(id)).toEqual([]);
    expect(atProvider(reference).filter(({ status }) => status === 'pending')).toEqual([]);
  },
);

test.each(['the new order', 'the late payment'])(
  'a late payment and a new order together stay within the limit of a customer: %s first',
  async (first) => {
    shop.provider.control.addWebhookFault({ kind: 'drop', times: 10 });
    const product = await makeProduct(shop.db, shop.store.id, { buyLimit: 1 });
    const body = cart(shop.store, [{ id: product, quantity: 1 }]);
    const order = async () =>
      (await shop.post<{ data: { external_reference: string } }>('/v1/order/create', body)).body.data
        .external_reference;
    const [old, young] = [await order(), await order()];
    await overdue(old);
    const settle = async (reference: string) => {
      shop.provider.control.approve(atProvider(reference)[0]?.id ?? '', { force: true });
      const [paid] = await attempts(await idOf(reference));
      return () => reconcile(shop.deps, shop.store.id, paid?.id ?? '');
    };
    const [late, fresh] = [await settle(old), await settle(young)];
    const hold = (tx: Tx) => sql`select from product where id = ${product} for no key update`.execute(tx);
    const [kept, refused] = first === 'the new order' ? [young, old] : [old, young];
    await (first === 'the new order' ? inTurn(hold, fresh, late) : inTurn(hold, late, fresh));
    const buyer = await shop.db
      .selectFrom('product_buyer')
      .where('product_id', '=', product)
      .select('units')
      .executeTakeFirstOrThrow();
    expect(buyer.units).toBe(1);
    expect((await see(kept)).status).toBe('completed');
    expect(await see(refused)).toMatchObject({ status: 'cancelled', note: orderNotes.limit_refund });
    const given = await until(
      async () => atProvider(refused)[0]?.status,
      (status) => status === 'refunded',
    );
    expect(given).toBe('refunded');
    expect((await shop.post('/v1/order/create', body)).body.code).toBe('buy_limit');
  },
);
