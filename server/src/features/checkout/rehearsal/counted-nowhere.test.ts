import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { openCustomerSession } from '../../../http/customer-session.ts';
import { result } from '../../../test/game-client.ts';
import { makeDiscount, makeProduct } from '../../../test/make-catalog.ts';
import { makeSold, on } from '../../../test/make-deliveries.ts';
import { DISCORD, rehearsalDesk, stepsOf, vip } from '../../../test/rehearsal-desk.ts';
import { alertSweeps } from '../../alerts/sweeps.ts';
import { exportPurchases } from '../../customers/export-purchases.ts';
import { readPurchases } from '../../customers/read-purchases.ts';
import { orderSweeps } from '../../orders/jobs.ts';
import { publicOrder } from '../../orders/read-public-order.ts';

/** A rehearsal counts nowhere and shows itself to no buyer. */

const desk = rehearsalDesk();
const { ask, started, end, read, deliver } = desk;

/** All that is counted of the store: every figure, stock, limit, coupon, mail and alert. */
async function figures(): Promise<object> {
  for (const { run } of alertSweeps) await run(desk.app().deps);
  const dashboard = (await ask('dashboard', {})).json<Record<string, unknown>>();
  const orders = (await ask('order', {})).json<{ counters: object }>();
  const whole = (await desk.app().get('/v1/profile', { token: desk.store().token })).json<{ activity: object[] }>();
  // The log of changes is left out: it tells of a rehearsal, but it is no count.
  const { activity: _, ...profile } = whole;
  const rows = async (table: string) =>
    (
      await sql`select to_jsonb(t) - 'updated_at' as row from ${sql.table(table)} t where store_id = ${desk.store().id} order by 1`.execute(
        desk.app().db,
      )
    ).rows;
  const tables = ['product', 'product_buyer', 'discount', 'discount_use', 'sales_day', 'order_count', 'unpaid_hold'];
  const kept = await Promise.all([...tables, 'mail', 'alert'].map(rows));
  return { dashboard, counters: orders.counters, profile, kept };
}

test('every figure, stock, limit, coupon, mail and alert is the same before, during and after', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, {
    actions: vip,
    removeDays: 30,
    stock: 3,
    buyLimit: 1,
  });
  await makeDiscount(desk.app().db, desk.store().id, { code: 'AMIGO' });
  const given = await ask('order/manual', {
    clientId: 17,
    discordId: DISCORD,
    idProducts: [{ id: product, quantity: 1 }],
    reason: 'prêmio',
    email: 'bruno@exemplo.com.br',
  });
  expect(given.status, given.text).toBe(200);
  await makeSold(desk.app().db, desk.store().id, { client: 40, items: [{ product, actions: [] }] });
  await deliver();
  const before = await figures();

  const { id } = await started(product);
  await deliver();
  expect(await figures()).toEqual(before);
  await end(id);
  await deliver();
  for (const sweep of orderSweeps) await sweep.run(desk.app().deps);
  expect(await figures()).toEqual(before);
  expect((await ask('order', {})).json()).toMatchObject({
    response: [
      { kind: 'rehearsal', status: 'cancelled', finalvalue: 0, note: expect.stringContaining('A simulação terminou') },
      { kind: 'sale' },
      { kind: 'manual' },
    ],
  });
});

test('a product that is sold out, or at its buyer’s limit, can be tried', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, { actions: vip, stock: 1, buyLimit: 1 });
  await sql`update product set stock = 0 where id = ${product}`.execute(desk.app().db);
  await end((await started(product)).id);
  await deliver();
  for (const sweep of orderSweeps) await sweep.run(desk.app().deps);
  expect(await started(product)).toMatchObject({ endedAt: null });
  const { rows } = await sql`select stock, reserved, sold from product where id = ${product}`.execute(desk.app().db);
  expect(rows).toEqual([{ stock: 0, reserved: 0, sold: 0 }]);
});

test('a failed delivery of a running rehearsal is no alert; one that stays uncertain is an alert after the end', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, { actions: [on.group('vip'), on.money(5)] });
  const { id } = await started(product);
  const health = async () =>
    (await ask('dashboard', {})).json<{ attention: { kind: string }[] }>().attention.map(({ kind }) => kind);
  const calm = await health();
  const commands = await desk.game().take();
  await desk
    .game()
    .report(
      ...commands.map((command) =>
        command.action === 'add_group'
          ? result(command, 'failed', 'invalid_group')
          : result(command, 'uncertain', 'interrupted'),
      ),
    );
  const [more] = await desk.game().take();
  if (more) await desk.game().report(result(more, 'uncertain', 'interrupted'));
  expect((await read())?.steps.map(({ delivery }) => delivery.state)).toEqual(['failed', 'uncertain']);
  expect(await health()).toEqual(calm);
  const alerts = async () => {
    for (const { run } of alertSweeps) await run(desk.app().deps);
    return (
      await sql<{
        kind: string;
      }>`select kind from alert where store_id = ${desk.store().id} and kind like 'delivery%'`.execute(desk.app().db)
    ).rows;
  };
  expect(await alerts()).toEqual([]);
  await end(id);
  expect(stepsOf(await read(id))?.map(([, state]) => state)).toEqual(['cancelled', 'uncertain']);
  expect(await alerts()).toEqual([{ kind: 'delivery_uncertain' }]);
});

test('no page of a buyer shows it, and each export names it', async () => {
  const product = await makeProduct(desk.app().db, desk.store().id, { actions: vip, removeDays: 30 });
  const { id } = await started(product);
  await deliver();
  const { reference } = await desk
    .app()
    .db.selectFrom('order')
    .where('id', '=', id)
    .select('reference')
    .executeTakeFirstOrThrow();
  expect(await publicOrder(desk.app().db, desk.app().deps.config, reference)).toBeNull();
  const customer = { discordId: DISCORD, email: null } as const;
  const token = await transaction(desk.app().db, (tx) => openCustomerSession(tx, desk.store().id, customer));
  expect(await readPurchases(desk.app().deps, desk.store().id, `vitrine_compras=${token}`, null)).toMatchObject({
    orders: [],
    benefits: [],
  });
  expect((await desk.game().ask('17')).body.benefits).toEqual([]);
  const scope = { id: desk.store().id, name: 'Cidade', subdomain: desk.store().subdomain } as Parameters<
    typeof exportPurchases
  >[1];
  const own = await exportPurchases(desk.app().db, scope, { ...customer, id: 'c' } as never);
  expect(own).toMatchObject({ pedidos: [{ simulacao: true, total: 0 }], beneficios: [] });
  const { pedidos } = (await ask('store/export', {})).json<{ pedidos: object[] }>();
  expect(pedidos).toMatchObject([{ id, origem: 'simulação', total: 0 }]);
  const csv = (await ask('deliveries/export', {})).text.split('\r\n');
  expect(csv[0]).toMatch(/;"Simulação"$/);
  expect(csv[1]).toMatch(/;"sim"$/);
});
