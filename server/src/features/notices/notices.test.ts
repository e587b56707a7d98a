import type { OrderCreateAnswer } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { readMails } from '../../test/mails.ts';
import { makeMember } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { cart, until } from '../../test/make-shop.ts';
import { usePaymentShop } from '../../test/payment-shop.ts';
import { noticeSweeps } from './sweeps.ts';

/** What happened in a store is told once, to those members who want to hear of it and may. */

const { shop, see, pay, refund, becomes, atProvider } = usePaymentShop();

type Choice = { kind: string; mail: boolean; push?: boolean };
type Person = { token: string };

beforeEach(async () => {
  await sql`truncate mail, throttle, notice, notice_choice, alert_setting`.execute(shop.db);
});

async function tell(): Promise<void> {
  for (const { run } of noticeSweeps) await run(shop.deps);
}
/** Lets an hour and more pass since the last mails. */
const later = () => sql`update notice set mail_at = mail_at - interval '2 hours'`.execute(shop.db);
/** While it is quiet nothing leaves: the server's own sweeps run beside these tests. */
const quiet = async (on: boolean) => {
  await sql`delete from alert_setting`.execute(shop.db);
  if (!on) return;
  await sql`insert into alert_setting (store_id, quiet_from, quiet_until)
    select id, to_char((now() at time zone time_zone) - interval '1 hour', 'HH24:MI'),
           to_char((now() at time zone time_zone) + interval '1 hour', 'HH24:MI') from store where id = ${shop.store.id}`.execute(
    shop.db,
  );
};
const mailsTo = async (email: string) =>
  (await readMails(shop, email)).filter(({ kind }) => kind.endsWith('_notice') || kind === 'plan_reminder');
const subjects = async (email = shop.store.owner.email) => (await mailsTo(email)).map(({ subject }) => subject);
const headers = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const choose = async (person: Person, ...choices: Choice[]) =>
  await shop.post<{ code?: string }>(
    '/v1/notices/edit',
    { subdomain: shop.store.subdomain, choices: choices.map((choice) => ({ push: false, ...choice })) },
    headers(person),
  );
const chosen = async (person: Person) =>
  (await shop.post<{ choices: Choice[] }>('/v1/notices', { subdomain: shop.store.subdomain }, headers(person))).body
    .choices;

/** A paid order of two products: R$ 29,90 and R$ 10,00. */
async function sell(): Promise<string> {
  const vip = await makeProduct(shop.db, shop.store.id, { name: 'VIP Ouro', price: 2990 });
  const water = await makeProduct(shop.db, shop.store.id, { name: 'Água', price: 1000 });
  const lines = [vip, water].map((id) => ({ id, quantity: 1 }));
  const placed = await shop.post<OrderCreateAnswer>('/v1/order/create', cart(shop.store, lines));
  const { external_reference: reference } = placed.body.data;
  await pay(reference);
  return reference;
}

test('a sale is mailed to whoever chose it, with what was sold, and to nobody else', async () => {
  const attendant = await makeMember(shop.db, shop.store.id, 'attendant');
  expect((await choose(attendant, { kind: 'sale', mail: true })).status).toBe(200);
  const order = await see(await sell());
  await tell();
  await tell();
  const [mail, ...more] = await mailsTo(attendant.account.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Venda de R\$ 39,90 \(loja /);
  expect(mail?.text).toContain(`Pedido ${order.number}: R$ 39,90, VIP Ouro e mais 1.`);
  expect(mail?.text).toContain(`/s/${shop.store.subdomain}/orders?order=${order._id}`);
  expect(await subjects()).toEqual([]);
});

test('the sales of the hour after a mail come together', async () => {
  await choose(shop.store, { kind: 'sale', mail: true });
  await sell();
  await tell();
  await sell();
  await sell();
  await tell();
  expect(await subjects()).toHaveLength(1);
  await later();
  await tell();
  expect((await subjects())[1]).toMatch(/^2 vendas, R\$ 79,80 /);
});

test('a refund of all and one of a part are told once each', async () => {
  const [whole, part] = [await sell(), await sell()];
  await quiet(true);
  await refund(whole);
  await becomes(whole, 'cancelled');
  const { _id: id } = await see(part);
  const half = { subdomain: shop.store.subdomain, id, value: 10, seen: 10 };
  expect((await shop.post('/v1/order/refund', half, headers(shop.store))).status).toBe(200);
  await until(
    async () => (await see(part)).paid?.returned,
    (returned) => returned === 10,
  );
  await quiet(false);
  await tell();
  await tell();
  const numbers = [(await see(whole)).number, (await see(part)).number];
  const [refunds] = await mailsTo(shop.store.owner.email);
  expect(await subjects()).toHaveLength(1);
  expect(refunds?.subject).toMatch(/^2 reembolsos \(/);
  expect(refunds?.text).toContain(`O pedido ${numbers[0]} foi reembolsado por inteiro`);
  expect(refunds?.text).toContain(`R$ 10,00 do pedido ${numbers[1]} foram devolvidos`);
});

test('a dispute is told when it begins, and again when the bank takes the money back', async () => {
  const reference = await sell();
  const payment = atProvider(reference)[0]?.id ?? '';
  const { number } = await see(reference);
  shop.provider.control.mediate(payment);
  await until(
    async () => (await see(reference)).note,
    (note) => note !== null,
  );
  await tell();
  shop.provider.control.chargeback(payment);
  await becomes(reference, 'cancelled');
  await later();
  await tell();
  await tell();
  expect(await subjects()).toEqual([
    expect.stringContaining(`Disputa sobre o pedido ${number} (`),
    expect.stringContaining(`Contestação do pedido ${number} (`),
  ]);
});

test('what a role may not read it cannot choose, and it hears nothing of it', async () => {
  const manager = await makeMember(shop.db, shop.store.id, 'manager');
  expect((await chosen(manager)).map(({ kind }) => kind)).not.toContain('sale');
  expect((await choose(manager, { kind: 'sale', mail: true })).status).toBe(200);
  expect(await shop.db.selectFrom('notice_choice').selectAll().execute()).toEqual([]);
  // A role that was taken away later is looked at when the mail is written.
  const attendant = await makeMember(shop.db, shop.store.id, 'attendant');
  await choose(attendant, { kind: 'sale', mail: true });
  await quiet(true);
  await sell();
  await shop.db.updateTable('member').set({ role: 'manager' }).where('account_id', '=', attendant.account.id).execute();
  await quiet(false);
  await tell();
  expect(await subjects(attendant.account.email)).toEqual([]);
});

test('a member who was removed hears nothing more, and begins with the defaults after coming back', async () => {
  const attendant = await makeMember(shop.db, shop.store.id, 'attendant');
  await choose(attendant, { kind: 'sale', mail: true });
  await quiet(true);
  await sell();
  const { id } = attendant.account;
  await shop.post('/v1/members/remove', { subdomain: shop.store.subdomain, id }, headers(shop.store));
  await quiet(false);
  await tell();
  expect(await subjects(attendant.account.email)).toEqual([]);
  expect((await choose(attendant, { kind: 'sale', mail: true })).status).toBe(404);
  await makeMember(shop.db, shop.store.id, 'attendant', attendant.account);
  expect(await chosen(attendant)).toContainEqual({ kind: 'sale', mail: false, push: false });
});

test('the owner gets troubles and money by default, and cannot silence a script that waits', async () => {
  const kinds = (await chosen(shop.store)).filter(({ mail }) => mail).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['refund', 'dispute', 'plan', 'payment_refused', 'delivery_failed']));
  expect(kinds).not.toContain('sale');
  const refused = await choose(shop.store, { kind: 'server_waiting', mail: false });
  expect(refused).toMatchObject({ status: 422, body: { field: 'choices' } });
  await choose(shop.store, { kind: 'refund', mail: false });
  const reference = await sell();
  await refund(reference);
  await becomes(reference, 'cancelled');
  await tell();
  expect(await subjects()).toEqual([]);
});

test('two tabs that choose different kinds both keep what they chose', async () => {
  const entries = async () =>
    (
      await sql`select from audit_entry where store_id = ${shop.store.id} and action = 'member.notices'`.execute(
        shop.db,
      )
    ).rows.length;
  const before = await entries();
  await Promise.all([
    choose(shop.store, { kind: 'sale', mail: true }),
    choose(shop.store, { kind: 'refund', mail: false }),
    choose(shop.store, { kind: 'sale', mail: true }),
  ]);
  const choices = await chosen(shop.store);
  expect(choices).toContainEqual({ kind: 'sale', mail: true, push: false });
  expect(choices).toContainEqual({ kind: 'refund', mail: false, push: false });
  expect((await entries()) - before).toBe(2);
});

describe('several processes', () => {
  test('that tell at once write one mail', async () => {
    await choose(shop.store, { kind: 'sale', mail: true });
    await sell();
    await Promise.all([tell(), tell(), tell()]);
    expect(await subjects()).toHaveLength(1);
  });

  test('keep quiet hours, and lose nothing in them', async () => {
    await choose(shop.store, { kind: 'sale', mail: true });
    await quiet(true);
    await sell();
    await sell();
    await Promise.all([tell(), tell()]);
    expect(await subjects()).toEqual([]);
    await quiet(false);
    await Promise.all([tell(), tell()]);
    expect(await subjects()).toEqual([expect.stringMatching(/^2 vendas/)]);
  });
});

test('an order that somebody gives, and a rehearsal, are no sales', async () => {
  await choose(shop.store, { kind: 'sale', mail: true });
  const product = await makeProduct(shop.db, shop.store.id, { name: 'VIP' });
  const given = { clientId: 17, discordId: '391822001983488001', reason: 'prêmio', variables: {} };
  const answer = await shop.post(
    '/v1/order/manual',
    { subdomain: shop.store.subdomain, ...given, idProducts: [{ id: product, quantity: 1 }] },
    headers(shop.store),
  );
  expect(answer.status).toBe(200);
  await tell();
  expect(await subjects()).toEqual([]);
});
