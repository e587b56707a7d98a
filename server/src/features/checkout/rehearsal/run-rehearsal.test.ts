import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeMember, makeStore } from '../../../test/make.ts';
import { makeProduct } from '../../../test/make-catalog.ts';
import { makeSold, on, refundSold } from '../../../test/make-deliveries.ts';
import { DISCORD, rehearsalDesk, stepsOf, vip } from '../../../test/rehearsal-desk.ts';
import { rehearsalSweep } from './end-rehearsal.ts';

/** The run of a rehearsal: goods by the real chain, one at a time in a store, and undone. */

const desk = rehearsalDesk();
const { ask, start, started, end, read, deliver } = desk;
const ordersOf = () =>
  sql<{ kind: string; status: string }>`select kind, status from "order" where store_id = ${desk.store().id}`.execute(
    desk.app().db,
  );

test('goods go out by the real chain, each step with the answer, and the end takes back what it can', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, { actions: vip, removeDays: 30 });
  const run = await started(product);
  expect(run).toMatchObject({
    product: 'VIP Ouro',
    productId: product,
    player: '17',
    discordId: DISCORD,
    endedAt: null,
  });
  expect(stepsOf(await read())).toEqual([
    ['Adicionar ao grupo vip', 'queued', 'taken', null],
    ['Executar o comando avisar 17 Teste', 'queued', 'stays', null],
    ['Executar o comando encerrar 17', 'scheduled', 'runs', null],
  ]);
  expect(await deliver()).toEqual(['add_group', 'execute_command']);
  expect((await read())?.steps.map(({ delivery }) => delivery.state)).toEqual(['succeeded', 'succeeded', 'scheduled']);

  await end(run.id);
  expect(await read()).toBeNull();
  expect((await deliver()).sort()).toEqual(['execute_command', 'remove_group']);
  const ended = await read(run.id);
  expect(ended?.endedAt).not.toBeNull();
  expect(stepsOf(ended)).toEqual([
    ['Adicionar ao grupo vip', 'succeeded', 'taken', ['succeeded', 'Retirado: vip.']],
    ['Executar o comando avisar 17 Teste', 'succeeded', 'stays', null],
    ['Executar o comando encerrar 17', 'succeeded', 'runs', null],
  ]);
  const { rows } = await sql`
    select from delivery where store_id = ${desk.store().id} and state = 'scheduled'
     union all select from customer_right where store_id = ${desk.store().id} and ended_at is null`.execute(
    desk.app().db,
  );
  expect(rows).toEqual([]);
  await end(run.id);
  expect((await read(run.id))?.endedAt).toBe(ended?.endedAt);
});

test('one rehearsal is under way at a time, however many members press at once', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, { actions: vip });
  const answers = await Promise.all(Array.from({ length: 6 }, () => start(product)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'rehearsal_live' });
  expect((await ordersOf()).rows).toEqual([{ kind: 'rehearsal', status: 'completed' }]);
  const other = await makeStore(desk.app().db, desk.app().deps.config.secret);
  const elsewhere = await makeProduct(desk.app().db, other.id, { actions: vip });
  const there = await ask(
    'rehearsals/start',
    { id: elsewhere, clientId: 17, discordId: DISCORD },
    { token: other.token, of: other },
  );
  expect(there.status, there.text).toBe(200);
  const live = await read();
  await Promise.all([end(live?.id ?? ''), end(live?.id ?? '')]);
  expect(await started(product)).toMatchObject({ endedAt: null });
});

test('a panel that closed leaves nothing behind: an hour later the rehearsal is undone', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, { actions: vip, removeDays: 30 });
  const { id } = await started(product);
  await deliver();
  await rehearsalSweep.run(desk.app().deps);
  expect(await read()).toMatchObject({ id, endedAt: null });
  await sql`update "order" set created_at = now() - interval '61 minutes' where id = ${id}`.execute(desk.app().db);
  await rehearsalSweep.run(desk.app().deps);
  expect(await read()).toBeNull();
  expect((await deliver()).sort()).toEqual(['execute_command', 'remove_group']);
  const details = (await ask('order/details', { id })).json<{ history: object[] }>();
  expect(details.history).toMatchObject([
    { status: 'pending', actor: desk.store().owner.name, reason: 'Simulação de “VIP Ouro”' },
    { status: 'completed', actor: desk.store().owner.name },
    { status: 'cancelled', actor: null },
  ]);
});

test('what the player has from a purchase stays', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, {
    actions: [on.group('vip'), on.dropGroup('vip')],
    removeDays: 30,
  });
  const { id: bought } = await makeSold(desk.app().db, desk.store().id, {
    items: [{ product, removeDays: 30, actions: [on.group('vip'), on.dropGroup('vip')] }],
  });
  await deliver();
  const until = async () =>
    (
      await sql<{
        days: number;
      }>`select round(extract(epoch from ends_at - now()) / 86400)::int as days from customer_right
        where store_id = ${desk.store().id} and ended_at is null`.execute(desk.app().db)
    ).rows;
  expect(await until()).toEqual([{ days: 30 }]);
  const { id } = await started(product);
  await deliver();
  await end(id);
  expect(await deliver()).toEqual([]);
  expect(await until()).toEqual([{ days: 30 }]);
  const [step] = (await read(id))?.steps ?? [];
  expect(step?.delivery.aftermath?.text).toContain('porque outra compra ainda está paga');
  await refundSold(desk.app().db, desk.store().id, bought);
  expect(await deliver()).toEqual(['remove_group']);
});

test('only members who may give goods run a rehearsal, and only in their own store', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, { actions: vip });
  const { id } = await started(product);
  const other = await makeStore(desk.app().db, desk.app().deps.config.secret);
  const theirs = { token: other.token, of: other };
  for (const call of ['rehearsals', 'rehearsals/end']) {
    expect((await ask(call, { id }, theirs)).json()).toMatchObject({ code: 'order_not_found' });
  }
  const foreign = { id: product, clientId: 17, discordId: DISCORD };
  expect((await ask('rehearsals/start', foreign, theirs)).json()).toMatchObject({ code: 'product_not_found' });
  for (const role of ['manager', 'attendant'] as const) {
    const { token } = await makeMember(desk.app().db, desk.store().id, role);
    for (const call of ['rehearsals', 'rehearsals/start', 'rehearsals/end']) {
      expect((await ask(call, foreign, { token })).status).toBe(403);
    }
  }
  const { id: sale } = await makeSold(desk.app().db, desk.store().id, { items: [{ actions: [] }] });
  expect((await ask('rehearsals/end', { id: sale })).json()).toMatchObject({ code: 'order_not_found' });
  expect((await read())?.id).toBe(id);
});

test('a store tries twenty times in an hour', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id);
  for (let time = 0; time < 20; time += 1) await end((await started(product)).id);
  expect((await start(product)).json()).toMatchObject({ code: 'rate_limited' });
});
