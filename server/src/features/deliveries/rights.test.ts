import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import type { StoreId } from '../../http/store.ts';
import { installJobs } from '../../jobs/boss.ts';
import { tasks } from '../../tasks.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { makeSold, on, refundSold } from '../../test/make-deliveries.ts';
import { createDeliveries } from './create-deliveries.ts';
import { deliveriesOfOrders, deliverySummaries, publicDeliveries } from './read-deliveries.ts';

let app: TestApp;
let store: StoreId;
let client = 100;

beforeAll(async () => {
  app = await createTestApp();
  await installJobs(app.pool, tasks);
  store = (await makeStore(app.db, app.deps.config.secret)).id;
});
afterAll(() => app.close());

interface Row {
  id: string;
  phase: string;
  state: string;
  type: string;
  args: Record<string, unknown>;
  code: string | null;
  days: number;
  depends_on: string | null;
  cancel: boolean;
}

async function rows(order: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, phase, state, action_type as type, args, code, depends_on, cancel_requested as cancel,
           round(extract(epoch from due_at - now()) / 86400)::int as days
      from delivery where order_id = ${order} order by seq`.execute(app.db);
  return rows;
}

const arrive = (order: string) =>
  sql`update delivery set state = 'succeeded', finished_at = now() where order_id = ${order} and phase = 'confirmation'`.execute(
    app.db,
  );

const vip = (days: number | null = 30) => ({ removeDays: days, actions: [on.group('vip'), on.dropGroup('vip')] });

test('multiplies money and items, repeats commands, gives everything else once', async () => {
  const { id } = await makeSold(app.db, store, {
    client: ++client,
    items: [
      {
        name: 'Pacote "Ouro"',
        quantity: 3,
        actions: [on.money(500), on.item('agua', 2), on.group('vip'), on.command('avisar {{cidade}} {{produto}}')],
      },
    ],
  });
  expect((await rows(id)).map(({ type, args, state }) => [type, args, state])).toEqual([
    ['add_money', { amount: 1500 }, 'queued'],
    ['add_item', { item: 'agua', amount: 6 }, 'queued'],
    ['add_group', { group: 'vip' }, 'queued'],
    ...[1, 2, 3].map(() => [
      'execute_command',
      {
        command: `avisar ${client} "Pacote Ouro"`,
        template: 'avisar {{cidade}} {{produto}}',
        argv: ['avisar', String(client), 'Pacote Ouro'],
      },
      'queued',
    ]),
  ]);
  const summary = await deliverySummaries(app.db, store, [id]);
  expect(summary.get(id)).toEqual({ total: 6, succeeded: 0, problem: 0 });
  const seen = (await publicDeliveries(app.db, store, id)).deliveries.map(({ text }) => text);
  expect(seen).toContain('Adicionar R$ 1.500 ao banco da cidade');
  expect(seen).toContain('Entrega automática na cidade');
  expect(JSON.stringify(seen)).not.toContain('avisar');
});

test('a delivery that a value makes unsafe fails and is never sent', async () => {
  const { id } = await makeSold(app.db, store, {
    client: ++client,
    variables: { grupo: 'vip; quit', longo: 'x'.repeat(300) },
    items: [
      { actions: [on.group('{{grupo}}'), on.command('dizer {{grupo}}'), on.command('dizer {{longo}}'), on.money(0)] },
    ],
  });
  expect((await rows(id)).map(({ state, code }) => [state, code])).toEqual(
    [1, 2, 3, 4].map(() => ['failed', 'invalid_args']),
  );
  const [first] = (await deliveriesOfOrders(app.db, store, [id])).get(id) ?? [];
  expect(first).toMatchObject({
    state: 'failed',
    message: 'O nome do grupo depende do que o comprador escreveu: confira o produto',
  });
  expect(first?.history).toHaveLength(1);
});

test('a right expires after its days times the quantity, and waits for its own confirmation', async () => {
  const { id } = await makeSold(app.db, store, { client: ++client, items: [{ ...vip(30), quantity: 2 }] });
  const [given, taken] = await rows(id);
  expect(given).toMatchObject({ phase: 'confirmation', state: 'queued', depends_on: null });
  expect(taken).toMatchObject({ phase: 'expiration', state: 'scheduled', days: 60, depends_on: given?.id });
});

test('without days nothing expires', async () => {
  const { id } = await makeSold(app.db, store, { client: ++client, items: [vip(null)] });
  expect((await rows(id)).map(({ phase }) => phase)).toEqual(['confirmation']);
});

test('buying again extends the end by the same days; a refund gives up only the days that were left', async () => {
  client += 1;
  const first = await makeSold(app.db, store, { client, items: [vip()] });
  const second = await makeSold(app.db, store, { client, items: [vip()] });
  const third = await makeSold(app.db, store, { client, items: [vip()] });
  expect((await rows(third.id))[1]).toMatchObject({ days: 90 });
  await arrive(first.id);
  await arrive(second.id);
  await refundSold(app.db, store, second.id);
  expect((await rows(first.id))[1]).toMatchObject({ state: 'scheduled', days: 30 });
  expect((await rows(third.id))[1]).toMatchObject({ state: 'scheduled', days: 60 });
  // The group is still paid for, so it stays.
  expect((await rows(second.id)).map(({ phase, state }) => [phase, state])).toEqual([
    ['confirmation', 'succeeded'],
    ['expiration', 'cancelled'],
  ]);
  await refundSold(app.db, store, third.id);
  await refundSold(app.db, store, first.id);
  expect((await rows(first.id)).map(({ phase, state, type }) => [phase, state, type])).toEqual([
    ['confirmation', 'succeeded', 'add_group'],
    ['expiration', 'cancelled', 'remove_group'],
    ['reversal', 'queued', 'remove_group'],
  ]);
  const rights = await sql`select from customer_right where holder = ${String(client)} and ended_at is null`.execute(
    app.db,
  );
  expect(rights.rows).toHaveLength(0);
});

test.each([
  ['queued', 'adapter_error', true],
  ['failed', 'adapter_error', true],
  ['queued', 'discord_unavailable', true],
  ['queued', 'player_offline', false],
  ['failed', 'unknown_group', false],
  ['queued', null, false],
])('a refund of what is %s after %s takes back: %s', async (state, code, back) => {
  const { id } = await makeSold(app.db, store, { client: ++client, items: [vip(null)] });
  await sql`update delivery set state = ${state}, code = ${code}, attempts = 1,
    finished_at = case when ${state} = 'failed' then now() end where order_id = ${id}`.execute(app.db);
  await refundSold(app.db, store, id);
  expect((await rows(id)).map((row) => [row.phase, row.state])).toEqual([
    ['confirmation', 'cancelled'],
    ...(back ? [['reversal', 'queued']] : []),
  ]);
});

test('twenty purchases of one buyer at once follow one another', async () => {
  client += 1;
  const product = await makeProduct(app.db, store);
  const orders = await Promise.all(
    Array.from({ length: 20 }, () => makeSold(app.db, store, { client, items: [{ ...vip(10), product }] })),
  );
  const ends = await Promise.all(orders.map(async ({ id }) => (await rows(id))[1]?.days));
  expect(ends.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 20 }, (_, at) => (at + 1) * 10));
});

test('a refund cancels what was not sent and asks back what is out', async () => {
  const { id } = await makeSold(app.db, store, {
    client: ++client,
    items: [{ ...vip(), actions: [on.money(5), ...vip().actions] }],
  });
  await sql`update delivery set state = 'sent', lease_until = now() + interval '1 minute' where order_id = ${id} and action_type = 'add_money'`.execute(
    app.db,
  );
  await refundSold(app.db, store, id);
  expect((await rows(id)).map(({ type, state, cancel }) => [type, state, cancel])).toEqual([
    ['add_money', 'sent', true],
    ['add_group', 'cancelled', false],
    ['remove_group', 'cancelled', false],
  ]);
});

test('a refund runs now what the owner defined for the end, and takes no money by itself', async () => {
  const { id } = await makeSold(app.db, store, {
    client: ++client,
    items: [
      {
        removeDays: 30,
        actions: [on.money(5), on.command('setvip {{cidade}}'), on.command('delvip {{cidade}}', 'on_expiration')],
      },
    ],
  });
  await arrive(id);
  await refundSold(app.db, store, id);
  expect((await rows(id)).map(({ phase, type, state, days }) => [phase, type, state, days])).toEqual([
    ['confirmation', 'add_money', 'succeeded', 0],
    ['confirmation', 'execute_command', 'succeeded', 0],
    ['expiration', 'execute_command', 'scheduled', 0],
  ]);
});

test('a refund takes back only what arrived', async () => {
  const { id } = await makeSold(app.db, store, { client: ++client, items: [vip()] });
  await sql`
    update delivery set state = 'failed', server_id = 'city', code = 'player_not_found' where order_id = ${id} and phase = 'confirmation'`.execute(
    app.db,
  );
  await refundSold(app.db, store, id);
  expect((await rows(id)).map(({ phase, state }) => [phase, state])).toEqual([
    ['confirmation', 'cancelled'],
    ['expiration', 'cancelled'],
  ]);
});

test('the database refuses a second delivery of the same action', async () => {
  const { id } = await makeSold(app.db, store, { client: ++client, items: [vip()] });
  await expect(transaction(app.db, (tx) => createDeliveries(tx, store, id))).rejects.toThrow('duplicate key');
});
