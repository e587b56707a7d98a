import type { SubscriptionAnswer } from '@vitrine/contract/plans';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SmtpStandin, startSmtp } from '../../../../standins/smtp/smtp.ts';
import { transaction } from '../../db/transaction.ts';
import { loggedActions } from '../../test/logged.ts';
import { type MadeStore, makePlan, makeStore } from '../../test/make.ts';
import { SELLER, type Shop, startShop, until } from '../../test/make-shop.ts';
import { tellEvents } from '../notices/tell-events.ts';
import { addMonths } from './plan-time.ts';
import { remindOfEnds } from './remind-of-ends.ts';

let smtp: SmtpStandin;
let shop: Shop;
let store: MadeStore;
beforeAll(async () => {
  smtp = await startSmtp();
  shop = await startShop({ MERCADOPAGO_ACCESS_TOKEN: SELLER.token, SMTP_URL: smtp.url });
});
afterAll(async () => {
  await shop.close();
  await smtp.close();
});
beforeEach(async () => {
  store = await makeStore(shop.db, shop.deps.config.secret, { name: 'Cidade do Plano' });
});

const owner = () => ({ authorization: `Bearer ${store.token}` });
const read = async () =>
  (await shop.post<SubscriptionAnswer>('/v1/subscription', { subdomain: store.subdomain }, owner())).body;
const daysLeft = (answer: SubscriptionAnswer) => (Date.parse(answer.current.expiresAt ?? '') - Date.now()) / 86_400_000;
const paidUntil = (moment: string) =>
  sql`update subscription set paid_until = ${sql.raw(moment)} where store_id = ${store.id}`.execute(shop.db);

/** Pays a month by card. Answers the provider's id of the payment. */
async function pay(planId: string): Promise<string> {
  const scope = { subdomain: store.subdomain, planId, paymentMethod: 'credit_card' };
  const started = await shop.post<{ data: { external_reference: string; payment: { init_point: string } } }>(
    '/v1/subscription/create',
    scope,
    owner(),
  );
  const { external_reference: reference, payment } = started.body.data;
  const form = new URLSearchParams({ means: 'card', holder: 'APRO' });
  await fetch(payment.init_point, { method: 'POST', redirect: 'manual', body: form });
  await until(read, (answer) => answer.history[0]?.status === 'paid');
  expect((await loggedActions(shop.db, store.id)).slice(-2)).toEqual(['plan.choose', 'plan.month']);
  return shop.provider.control.payments({ externalReference: reference })[0]?.id ?? '';
}

test('plan and history are of one moment, even when a payment is settled between the two reads', async () => {
  await shop.post(
    '/v1/subscription/create',
    { subdomain: store.subdomain, planId: 'pro', paymentMethod: 'credit_card' },
    owner(),
  );
  const answer = await transaction(shop.db, async (tx) => {
    // The history cannot be read now, so the answer waits between its two reads.
    await sql`lock table subscription_payment in access exclusive mode`.execute(tx);
    const reading = read();
    await until(
      () =>
        sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'
             and query like '%"subscription_payment" inner join "plan"%'`.execute(shop.db),
      ({ rows }) => rows[0]?.waiting === 1,
    );
    await sql`update subscription_payment set status = 'paid', paid_at = now() where store_id = ${store.id}`.execute(
      tx,
    );
    await addMonths(tx, store.id, 'pro', 1);
    return { reading };
  });
  expect(await answer.reading).toMatchObject({ current: { name: 'Gratuito' }, history: [{ status: 'pending' }] });
  expect(await read()).toMatchObject({ current: { name: 'Pro' }, history: [{ status: 'paid' }] });
});

test.each([
  ['refund', 'refunded'],
  ['chargeback', 'charged_back'],
] as const)('a %s takes the month back, and the days of grace begin', async (move, status) => {
  const payment = await pay('pro');
  expect(daysLeft(await read())).toBeGreaterThan(27);
  shop.provider.control[move](payment);
  const after = await until(read, (answer) => answer.current.status === 'grace');
  expect(after.history[0]?.status).toBe(status);
  expect(after.current).toMatchObject({ name: 'Pro', status: 'grace', productLimit: 100 });
  const ended = after.current.expiresAt;
  const looks = () =>
    shop.db
      .selectFrom('subscription_payment')
      .where('store_id', '=', store.id)
      .select('checks')
      .executeTakeFirstOrThrow();
  const before = await looks();
  await shop.db
    .updateTable('subscription_payment')
    .set({ next_check_at: sql`now()` })
    .where('store_id', '=', store.id)
    .execute();
  await until(looks, ({ checks }) => checks > before.checks);
  expect((await read()).current.expiresAt).toBe(ended);
  // A new payment makes the plan active again.
  await pay('pro');
  expect((await read()).current.status).toBe('active');
});

test('a refund of one of two months leaves the other month', async () => {
  const first = await pay('pro');
  await pay('pro');
  expect(daysLeft(await read())).toBeGreaterThan(55);
  shop.provider.control.refund(first);
  const after = await until(read, (answer) => answer.history[1]?.status === 'refunded' && daysLeft(answer) < 50);
  expect(after.history.map(({ status }) => status)).toEqual(['paid', 'refunded']);
  expect(after.current.status).toBe('active');
  expect(Math.abs(daysLeft(after) - 30)).toBeLessThan(3);
});

test('a refund without a notice is found by the daily check, and does not revive a plan that has ended', async () => {
  const payment = await pay('pro');
  await paidUntil("now() - interval '10 days'");
  shop.provider.control.refund(payment);
  await sql`update subscription_payment set next_check_at = now() where store_id = ${store.id}`.execute(shop.db);
  const after = await until(read, (answer) => answer.history[0]?.status === 'refunded');
  expect(after.history[0]?.status).toBe('refunded');
  expect(after.current).toMatchObject({ status: 'inactive', productLimit: 10 });
  expect(daysLeft(after)).toBeLessThan(-9);
});

const subjects = () => smtp.control.list({ to: store.owner.email }).map(({ subject }) => subject);
/** Runs the reminders `times` at once, as several processes would. */
async function remind(times = 1): Promise<void> {
  const several = (run: () => Promise<void>) => Promise.all(Array.from({ length: times }, run));
  await several(() => remindOfEnds(shop.deps));
  await several(() => tellEvents(shop.db, shop.deps.config));
  // The next notice of the kind leaves at once.
  await sql`update notice set mail_at = mail_at - interval '1 hour'`.execute(shop.db);
}

test('an owner is reminded once before the end and once after it, and not after a new payment', async () => {
  await makePlan(shop.db, store.id, 'pro', 4);
  await remind();
  expect(await shop.db.selectFrom('plan_reminder').where('store_id', '=', store.id).select('kind').execute()).toEqual(
    [],
  );
  await paidUntil("now() + interval '2 days'");
  await remind(3);
  await remind();
  await smtp.control.waitFor(store.owner.email);
  await paidUntil("now() - interval '1 minute'");
  await remind(3);
  await until(
    async () => subjects(),
    (all) => all.length > 1,
  );
  expect(subjects()).toEqual([
    expect.stringMatching(/^O plano Pro da loja Cidade do Plano terminou em \d\d\/\d\d\/\d{4}$/),
    expect.stringMatching(/^O plano Pro da loja Cidade do Plano termina em \d\d\/\d\d\/\d{4}$/),
  ]);
  await pay('pro');
  await remind();
  await paidUntil("now() - interval '4 days'");
  await remind();
  const mails = await sql<{ n: number }>`
    select count(*)::int as n from mail where recipient = ${store.owner.email} and kind = 'plan_reminder'`.execute(
    shop.db,
  );
  expect(mails.rows[0]?.n).toBe(2);
});

test('a mail server that is down delays a reminder and loses none', async () => {
  await makePlan(shop.db, store.id, 'premium', 1);
  await smtp.control.setMode('refuse');
  await remind();
  const mail = () =>
    shop.db
      .selectFrom('mail')
      .where('recipient', '=', store.owner.email)
      .select(['state', 'problem'])
      .executeTakeFirst();
  expect((await until(mail, (row) => Boolean(row?.problem)))?.state).toBe('pending');
  await remind();
  await smtp.control.setMode('accept');
  await sql`update mail set next_at = now() where recipient = ${store.owner.email}`.execute(shop.db);
  await smtp.control.waitFor(store.owner.email);
  expect(subjects()).toHaveLength(1);
});

test('no reminder goes to an owner without a proven e-mail or about a deleted store', async () => {
  await makePlan(shop.db, store.id, 'pro', 1);
  await shop.db.updateTable('account').set({ email_verified_at: null }).where('id', '=', store.owner.id).execute();
  const gone = await makeStore(shop.db, shop.deps.config.secret);
  await makePlan(shop.db, gone.id, 'pro', 1);
  await shop.db.updateTable('store').set({ deleted_at: sql`now()` }).where('id', '=', gone.id).execute();
  await remind();
  const { rows } = await sql`
    select from mail where recipient in (${store.owner.email}, ${gone.owner.email}) and kind = 'plan_reminder'`.execute(
    shop.db,
  );
  expect(rows).toEqual([]);
});
