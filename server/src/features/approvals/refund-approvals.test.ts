import type { Approval } from '@vitrine/contract/approvals';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { readMails } from '../../test/mails.ts';
import { makeMember, makeRole, makeStore } from '../../test/make.ts';
import { until } from '../../test/make-shop.ts';
import { usePaymentShop } from '../../test/payment-shop.ts';
import { tellEvents } from '../notices/tell-events.ts';
import { approveRefund } from '../payments/refunds/refund-order.ts';
import { approvalSweeps } from './sweeps.ts';

/** Refunds that need two people: what waits, who may decide it, and that it is done once. Prices are R$ 29,90. */

const { shop, see, place, pay, becomes, atProvider, details } = usePaymentShop();

type Person = { account: { id: string; name: string; email: string }; token: string };
let ana: Person;
let bruno: Person;

beforeEach(async () => {
  await sql`delete from member where store_id = ${shop.store.id} and role <> 'owner'`.execute(shop.db);
  // One after the other: `truncate` locks them all, and the worker of the shop may hold one and wait for another.
  for (const table of ['approval', 'approval_rule', 'mail', 'throttle', 'notice'] as const)
    await shop.db.deleteFrom(table).execute();
  ana = await makeMember(shop.db, shop.store.id, 'admin');
  bruno = await makeMember(shop.db, shop.store.id, 'admin');
  await rule(20);
});

const ask = async <T = { code?: string }>(path: string, { token }: { token: string }, body: object = {}) => {
  const headers = { authorization: `Bearer ${token}` };
  return await shop.post<T>(`/v1${path}`, { subdomain: shop.store.subdomain, ...body }, headers);
};
const rule = async (value: number | null) =>
  expect((await ask('/approvals/rule', shop.store, { value })).body).toEqual({ success: true });
const list = async (by: { token: string } = shop.store) =>
  (await ask<{ approvals: Approval[] }>('/approvals', by)).body.approvals;
const decide = async (how: 'approve' | 'decline' | 'withdraw', id: string, by: { token: string }) => {
  const { status, body } = await ask(`/approvals/${how}`, by, { id });
  return status === 200 ? 'ok' : body.code;
};

/** A paid order of R$ 29,90. */
async function sold() {
  const { reference } = await place();
  await pay(reference);
  return { reference, id: (await see(reference))._id };
}
const refund = (id: string, by: { token: string }, more: object = {}) =>
  ask<{ result?: string; code?: string; approval?: { id: string; approvers: string[] } }>('/order/refund', by, {
    id,
    reason: 'engano',
    ...more,
  });
/** A whole refund that Ana asks for. */
async function asked() {
  const order = await sold();
  const { body } = await refund(order.id, ana);
  expect(body).toMatchObject({ success: true, result: 'pending_approval', approval: { value: 29.9 } });
  return { ...order, approval: body.approval?.id ?? '' };
}
const refundsOf = (reference: string) => atProvider(reference)[0]?.refunds ?? [];
const stateOf = async (id: string) => (await list()).find((one) => one.id === id)?.state;
const passes = async () => {
  await sql`update approval set ends_at = now() - interval '1 second' where state = 'waiting'`.execute(shop.db);
};
const sweep = async () => await approvalSweeps.find(({ name }) => name === 'approvals.end')?.run(shop.deps);
const log = async () =>
  (
    await shop.db
      .selectFrom('audit_entry')
      .where('store_id', '=', shop.store.id)
      .orderBy('id', 'desc')
      .limit(3)
      .select(['action', 'text', 'account_id', 'object_id'])
      .execute()
  ).reverse();

test('a refund of the value or more waits, and another member approves it with one press', async () => {
  const { reference, id, approval } = await asked();
  expect(refundsOf(reference)).toEqual([]);
  expect((await see(reference)).status).toBe('completed');
  const attendant = await makeMember(shop.db, shop.store.id, 'attendant');
  expect(await list(attendant)).toMatchObject([
    {
      ...{
        id: approval,
        kind: 'refund',
        state: 'waiting',
        value: 29.9,
        reason: 'engano',
        own: false,
        mayDecide: false,
      },
      ...{ order: { _id: id }, askedBy: ana.account.name, what: 'Tudo o que resta; o pedido é cancelado' },
    },
  ]);
  expect((await list())[0]?.approvers).toHaveLength(2);
  expect((await list(ana))[0]).toMatchObject({ own: true, mayDecide: false });

  expect(await decide('approve', approval, ana)).toBe('approval_own');
  expect(await decide('approve', approval, attendant)).toBe('forbidden');
  expect(await decide('approve', approval, bruno)).toBe('ok');
  await becomes(reference, 'cancelled');
  expect(refundsOf(reference)).toHaveLength(1);
  expect(await list(attendant)).toMatchObject([{ state: 'approved', decidedBy: bruno.account.name, approvers: [] }]);
  expect((await details(reference)).refunds).toMatchObject([{ actor: ana.account.name, note: 'engano' }]);
  expect(await decide('approve', approval, shop.store)).toBe('approval_over');
  const entries = await log();
  expect(entries.map(({ action, object_id }) => [action, object_id])).toEqual([
    ['order.ask', id],
    ['order.approve', id],
    ['order.refund', id],
  ]);
  expect(entries[2]).toMatchObject({ account_id: bruno.account.id });
  expect(entries[2]?.text).toContain(`(pedido por ${ana.account.name}, aprovado por ${bruno.account.name})`);
});

test('one person alone refunds less than the value, and any value without a rule', async () => {
  const [small, free] = [await sold(), await sold()];
  expect((await refund(small.id, ana, { value: 19.99 })).body).toEqual({ success: true, result: 'done' });
  await rule(null);
  expect((await refund(free.id, ana)).body).toEqual({ success: true, result: 'done' });
  expect(await list()).toEqual([]);
});

test('small parts of one order in a day count together, and the preview says so', async () => {
  const order = await sold();
  const preview = async (value: number) =>
    (await ask<{ needsApproval: boolean }>('/order/refund/preview', ana, { id: order.id, value })).body.needsApproval;
  expect(await preview(12)).toBe(false);
  expect((await refund(order.id, ana, { value: 12 })).body.result).toBe('done');
  await until(
    async () => (await see(order.reference)).paid?.returned,
    (returned) => returned === 12,
  );
  expect(await preview(7.99)).toBe(false);
  expect(await preview(8)).toBe(true);
  expect((await refund(order.id, ana, { value: 8 })).body.result).toBe('pending_approval');
  await sql`update refund set created_at = created_at - interval '25 hours'`.execute(shop.db);
  expect(await preview(8)).toBe(false);
});

test('race: two approvals at once give one refund', async () => {
  const { reference, approval } = await asked();
  const answers = await Promise.all(
    [bruno, shop.store, bruno, shop.store].map((by) => decide('approve', approval, by)),
  );
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'approval_over')).toHaveLength(3);
  await becomes(reference, 'cancelled');
  expect(refundsOf(reference)).toHaveLength(1);
});

test('race: if a member approves, another declines and the asker withdraws at once, one of the three counts', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { reference, approval } = await asked();
    const answers = await Promise.all([
      decide('approve', approval, bruno),
      decide('decline', approval, shop.store),
      decide('withdraw', approval, ana),
    ]);
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    const state = await stateOf(approval);
    if (state === 'approved') await becomes(reference, 'cancelled');
    expect(refundsOf(reference)).toHaveLength(state === 'approved' ? 1 : 0);
  }
});

test('after 72 hours a request is over, whether an approval or the sweep comes first', async () => {
  const { reference, approval } = await asked();
  await passes();
  expect(await list()).toEqual([]);
  const [answer] = await Promise.all([decide('approve', approval, bruno), sweep(), sweep()]);
  expect(answer).toBe('approval_over');
  expect(await stateOf(approval)).toBe('ended');
  expect(refundsOf(reference)).toEqual([]);
  expect((await log()).filter(({ action }) => action === 'order.unanswered')).toHaveLength(1);
});

test('race: a request that is approved in its last second is not also ended', async () => {
  const { reference, approval } = await asked();
  await Promise.all([decide('approve', approval, bruno), passes().then(sweep)]);
  const state = await stateOf(approval);
  expect(['approved', 'ended']).toContain(state);
  if (state === 'approved') await becomes(reference, 'cancelled');
  expect(refundsOf(reference)).toHaveLength(state === 'approved' ? 1 : 0);
});

test('only the member who asked may withdraw the request', async () => {
  const { id, approval } = await asked();
  expect((await refund(id, bruno)).body.code).toBe('approval_waiting');
  expect(await decide('withdraw', approval, bruno)).toBe('approval_not_own');
  expect(await decide('withdraw', approval, ana)).toBe('ok');
  expect(await stateOf(approval)).toBe('withdrawn');
  expect((await refund(id, bruno)).body.result).toBe('pending_approval');
});

test('nothing is refunded for an asker who was removed or lost the right meanwhile', async () => {
  const { approval, reference } = await asked();
  await sql`update member set role = 'attendant' where account_id = ${ana.account.id}`.execute(shop.db);
  expect(await decide('approve', approval, bruno)).toBe('approval_asker');
  await sql`delete from member where account_id = ${ana.account.id}`.execute(shop.db);
  expect(await decide('approve', approval, bruno)).toBe('approval_asker');
  expect(await decide('decline', approval, bruno)).toBe('ok');
  expect(refundsOf(reference)).toEqual([]);
});

test('race: an approver who loses the right between the press and the refund refunds nothing', async () => {
  const role = await makeRole(shop.db, shop.store.id, ['orders.refund']);
  const caio = await makeMember(shop.db, shop.store.id, role);
  const { approval, reference } = await asked();
  let answer: Promise<string | undefined> = Promise.resolve('');
  await transaction(shop.db, async (tx) => {
    await sql`select from store where id = ${shop.store.id} for no key update`.execute(tx);
    await sql`update store_role set permissions = '{store.read,orders.read,members.read}' where id = ${role.id}`.execute(
      tx,
    );
    // The press passes the first look and waits for the change that is under way.
    answer = decide('approve', approval, caio);
    await until(
      async () =>
        (
          await sql<{
            n: number;
          }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`.execute(shop.db)
        ).rows[0]?.n ?? 0,
      (waiting) => waiting > 0,
    );
  });
  expect(await answer).toBe('forbidden');
  expect(await stateOf(approval)).toBe('waiting');
  expect(refundsOf(reference)).toEqual([]);
});

test('an approval looks again at what changed at the order meanwhile', async () => {
  const { id, reference, approval } = await asked();
  await rule(null);
  expect((await refund(id, bruno, { value: 5 })).body.result).toBe('done');
  await until(
    async () => (await see(reference)).paid?.returned,
    (returned) => returned === 5,
  );
  await rule(20);
  expect(await decide('approve', approval, bruno)).toBe('refund_changed');
  expect(await stateOf(approval)).toBe('waiting');
  shop.provider.control.refund(atProvider(reference)[0]?.id ?? '');
  await becomes(reference, 'cancelled');
  expect(await decide('approve', approval, bruno)).toBe('order_not_refundable');
});

test('after a crash between the approval and the provider the sweep gives the money back, once', async () => {
  const { id, reference, approval } = await asked();
  let committed = false;
  // The process dies right after its commit, so no later statement runs.
  const dying = new Proxy(shop.db, {
    get(db, name, self) {
      if (committed && name !== 'transaction') throw new Error('the process died');
      if (name !== 'transaction') return Reflect.get(db, name, self);
      return () => ({
        execute: async (work: Parameters<ReturnType<Db['transaction']>['execute']>[0]) => {
          const result = await db.transaction().execute(work);
          committed = true;
          return result;
        },
      });
    },
  });
  const by = { accountId: bruno.account.id, name: bruno.account.name };
  await expect(approveRefund({ ...shop.deps, db: dying }, shop.store.id, approval, id, by)).rejects.toThrow('died');
  expect(await stateOf(approval)).toBe('approved');
  await becomes(reference, 'cancelled');
  expect(refundsOf(reference)).toHaveLength(1);
});

test('a refund that the provider refuses ends like any other, and can be asked for again', async () => {
  const { id, reference, approval } = await asked();
  shop.provider.control.seed({
    sellers: [{ token: 'APP_USR-loja-de-teste', userId: 5001, email: 'dono@loja.example', balance: 0 }],
  });
  expect(await decide('approve', approval, bruno)).toBe('refund_balance');
  expect(await stateOf(approval)).toBe('approved');
  expect((await see(reference)).status).toBe('completed');
  shop.provider.control.seed({
    sellers: [{ token: 'APP_USR-loja-de-teste', userId: 5001, email: 'dono@loja.example', balance: 1000 }],
  });
  expect((await refund(id, ana)).body.result).toBe('pending_approval');
});

test('isolation: a member of another store finds no request of this one', async () => {
  const { approval } = await asked();
  const other = await makeStore(shop.db, shop.deps.config.secret);
  const headers = { authorization: `Bearer ${other.token}` };
  for (const how of ['approve', 'decline', 'withdraw']) {
    const own = await shop.post(`/v1/approvals/${how}`, { subdomain: other.subdomain, id: approval }, headers);
    expect([own.status, own.body.code]).toEqual([404, 'approval_not_found']);
    const foreign = await shop.post(`/v1/approvals/${how}`, { subdomain: shop.store.subdomain, id: approval }, headers);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'store_not_found']);
  }
  expect((await shop.post('/v1/approvals', { subdomain: other.subdomain }, headers)).body.approvals).toEqual([]);
});

test('those who may approve are told, and whoever asked hears the outcome', async () => {
  const attendant = await makeMember(shop.db, shop.store.id, 'attendant');
  const { approval } = await asked();
  const number = (await list())[0]?.order?.number;
  await tellEvents(shop.db, shop.deps.config);
  const subjects = async ({ email }: { email: string }) =>
    (await readMails(shop, email))
      .filter(({ kind }) => kind === 'refund_approval_notice')
      .map(({ subject, text }) => `${subject} ${text}`);
  for (const person of [bruno.account, shop.store.owner]) {
    expect(await subjects(person)).toEqual([expect.stringContaining('Reembolso espera a sua aprovação')]);
    expect((await subjects(person))[0]).toContain(`R$ 29,90 do pedido ${number}`);
  }
  for (const person of [ana.account, attendant.account]) expect(await subjects(person)).toEqual([]);
  expect(await decide('decline', approval, bruno)).toBe('ok');
  await sql`update notice set mail_at = mail_at - interval '1 hour' where mail_at is not null`.execute(shop.db);
  await tellEvents(shop.db, shop.deps.config);
  expect(await subjects(ana.account)).toEqual([expect.stringContaining('Reembolso foi recusado')]);
  expect(await subjects(bruno.account)).toHaveLength(1);
});
