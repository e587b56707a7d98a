import type { MembersAnswer } from '@vitrine/contract/members';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { readMails } from '../../test/mails.ts';
import { letSessionsAge, type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';

/** The value from which two people are needed, and manual orders that need them. */

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttle`.execute(app.db);
  store = await makeStore(app.db, app.deps.config.secret, { plan: 'premium' });
});

type Body = Record<string, unknown>;
const ask = async (path: string, body: object, token = store.token, headers: Record<string, string> = {}) => {
  const answer = await app.post(`/v1${path}`, { subdomain: store.subdomain, ...body }, { token, headers });
  return { status: answer.status, body: answer.json<Body>() };
};
const rule = async (value: number | null, token?: string) => {
  const { status, body } = await ask('/approvals/rule', { value }, token);
  return status === 200 ? 'ok' : body.code;
};
const told = async (email: string) =>
  (await readMails(app, email)).filter(({ kind }) => kind === 'store_security').map(({ text }) => text);

test('the owner sets the value with a confirmed session, once two people may refund', async () => {
  expect(await rule(500)).toBe('approvers_few');
  const admin = await makeMember(app.db, store.id, 'admin');
  await makeMember(app.db, store.id, 'attendant');
  expect(await rule(500, admin.token)).toBe('forbidden');
  expect(await rule(0)).toBe('validation_failed');
  expect(await rule(500)).toBe('ok');
  const members = async () => (await ask('/members', {}, admin.token)).body as unknown as MembersAnswer;
  expect((await members()).approvalFrom).toBe(500);
  const entry = await app.db
    .selectFrom('audit_entry')
    .where('store_id', '=', store.id)
    .where('action', '=', 'member.approvals')
    .selectAll()
    .executeTakeFirstOrThrow();
  expect([entry.before, entry.after]).toEqual([{ approvalFrom: null }, { approvalFrom: 'R$ 500,00' }]);
  await letSessionsAge(app.db, store.owner.id);
  expect(await rule(null)).toBe('step_up_required');
  expect((await members()).approvalFrom).toBe(500);
});

test('the owner gets a mail about each change; everybody who may refund gets one if the new rule asks for less', async () => {
  const admin = await makeMember(app.db, store.id, 'admin');
  const attendant = await makeMember(app.db, store.id, 'attendant');
  for (const value of [500, 400, 900, null]) expect(await rule(value)).toBe('ok');
  expect(await told(store.owner.email)).toHaveLength(4);
  expect(await told(admin.account.email)).toEqual([
    expect.stringContaining('a partir de R$ 900,00'),
    expect.stringContaining('deixou de exigir duas pessoas'),
  ]);
  expect(await told(attendant.account.email)).toEqual([]);
});

test('a member who may not enter without a second factor does not count as one of the two', async () => {
  const admin = await makeMember(app.db, store.id, 'admin');
  await sql`insert into team_factor (store_id, days, since) values (${store.id}, 0, now() - interval '1 day')`.execute(
    app.db,
  );
  await sql`update member set created_at = now() - interval '1 day' where store_id = ${store.id}`.execute(app.db);
  expect(await rule(500)).toBe('approvers_few');
  await sql`update account set totp_enabled_at = now() where id = ${admin.account.id}`.execute(app.db);
  expect(await rule(500)).toBe('ok');
});

const given = (product: string, quantity = 1) => ({
  clientId: 7,
  discordId: '123456789012345678',
  idProducts: [{ id: product, quantity }],
  reason: 'Prêmio',
});
const give = (body: object, token?: string, key?: string) =>
  ask('/order/manual', body, token, key === undefined ? {} : { 'idempotency-key': key });
const orders = () =>
  app.db.selectFrom('order').where('store_id', '=', store.id).select(['id', 'status', 'actor', 'number']).execute();
const idOf = ({ body }: { body: Body }) => (body.approval as { id: string } | undefined)?.id ?? '';
const codeOf = async (how: string, id: string, token: string) => {
  const { status, body } = await ask(`/approvals/${how}`, { id }, token);
  return status === 200 ? 'ok' : body.code;
};

test('a manual order of the value or more waits, and calls with one key make it once', async () => {
  const admin = await makeMember(app.db, store.id, 'admin');
  await rule(50);
  const product = await makeProduct(app.db, store.id, { name: 'VIP Ouro', price: 2500, stock: 5 });
  expect((await give(given(product), admin.token)).body.result).toBe('done');
  const asked = await Promise.all([1, 2, 3].map(() => give(given(product, 2), admin.token, 'chave')));
  expect(asked.map(({ body }) => body.result)).toEqual(Array(3).fill('pending_approval'));
  expect(new Set(asked.map(idOf)).size).toBe(1);
  expect((await give(given(product, 3), admin.token, 'chave')).body.code).toBe('idempotency_mismatch');
  expect(await orders()).toHaveLength(1);
  const [first] = asked;
  const id = first ? idOf(first) : '';
  const { body } = await ask('/approvals', {});
  expect(body.approvals).toMatchObject([
    { id, kind: 'manual', order: null, value: 50, what: '2 × VIP Ouro', mayDecide: true },
  ]);

  const answers = await Promise.all([1, 2, 3].map(() => codeOf('approve', id, store.token)));
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
  const made = (await orders()).at(-1);
  expect(await orders()).toHaveLength(2);
  expect(made).toMatchObject({ status: 'completed', actor: admin.account.name });
  const again = await give(given(product, 2), admin.token, 'chave');
  expect(again.body).toMatchObject({ result: 'done', order: { number: made?.number } });
  const entry = await app.db
    .selectFrom('audit_entry')
    .where('object_id', '=', made?.id ?? '')
    .selectAll()
    .execute();
  expect(entry.at(-1)).toMatchObject({ action: 'order.manual', account_id: store.owner.id });
  expect(entry.at(-1)?.text).toContain(`(pedido por ${admin.account.name}, aprovado por ${store.owner.name})`);
  // What was asked for is forgotten, because it names a buyer.
  const kept = await app.db.selectFrom('approval').where('store_id', '=', store.id).select('input').execute();
  expect(kept).toEqual([{ input: null }]);
});

test('price and stock of a manual order are those of the approval', async () => {
  const admin = await makeMember(app.db, store.id, 'admin');
  await rule(50);
  const product = await makeProduct(app.db, store.id, { price: 6000, stock: 1 });
  const id = idOf(await give(given(product), admin.token));
  const change = (set: object) => app.db.updateTable('product').set(set).where('id', '=', product).execute();
  await change({ price_centavos: 6100 });
  expect(await codeOf('approve', id, store.token)).toBe('approval_changed');
  await change({ price_centavos: 6000, stock: 0 });
  expect(await codeOf('approve', id, store.token)).toBe('out_of_stock');
  expect(await orders()).toEqual([]);
  await change({ stock: 1 });
  expect(await codeOf('approve', id, store.token)).toBe('ok');
  expect(await orders()).toHaveLength(1);
});

test('if only the asker is left, the request says that nobody can approve it', async () => {
  const admin = await makeMember(app.db, store.id, 'admin');
  await rule(50);
  const product = await makeProduct(app.db, store.id, { price: 6000 });
  await sql`update member set role = 'attendant' where store_id = ${store.id} and account_id = ${admin.account.id}`.execute(
    app.db,
  );
  const answer = await give(given(product));
  expect(answer.body).toMatchObject({ result: 'pending_approval', approval: { approvers: [] } });
  expect(await codeOf('approve', idOf(answer), store.token)).toBe('approval_own');
  expect(await rule(null)).toBe('ok');
  expect(await codeOf('withdraw', idOf(answer), store.token)).toBe('ok');
  expect((await give(given(product))).body.result).toBe('done');
});
