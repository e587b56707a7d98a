import type { FiguresAnswer } from '@vitrine/contract/figures';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, newReference } from '../../db/ids.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeMember, makeStore } from '../../test/make.ts';
import { addDays } from './period.ts';
import { addVisits } from './queries.ts';
import { readCards } from './read-cards.ts';

let app: TestApp;
let store: MadeStore;

beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

/** An order paid at `moment`, a piece of SQL, so that its day is a day of the database's clock. */
async function paidOrder(centavos: number, moment: string, status: 'completed' | 'pending' = 'completed') {
  const id = newId();
  await app.db
    .insertInto('order')
    .values({
      store_id: store.id,
      id,
      reference: newReference(),
      status,
      client: 17,
      discord_id: '123456789012345678',
      payment_method: 'pix',
      subtotal_centavos: centavos,
      total_centavos: centavos,
      expires_at: new Date(),
      completed_at: status === 'completed' ? sql<Date>`${sql.raw(moment)}` : null,
    })
    .execute();
  return id;
}

const cards = async () => (await readCards(app.db, store.id)).analytics;
const today = "date_trunc('day', now() at time zone 'America/Sao_Paulo')";
const localNoon = (days: number) =>
  `(${today} - interval '${days} days' + interval '12 hours') at time zone 'America/Sao_Paulo'`;
const justNow = `greatest(now() - interval '1 second', ${today} at time zone 'America/Sao_Paulo')`;

describe('the figures of a store', () => {
  it('equal a sum over the orders, by the store’s own days', async () => {
    await paidOrder(1000, justNow);
    // 23:30 in São Paulo is already the next day in UTC.
    await paidOrder(250, `(${today} - interval '30 minutes') at time zone 'America/Sao_Paulo'`);
    await paidOrder(9999, justNow, 'pending');
    await paidOrder(700, localNoon(45));
    const figures = await cards();
    expect(figures).toMatchObject({ salesToday: 10, totalSales: 19.5, ordersToday: 1 });
    const { rows } = await sql<{ year: number }>`
      select sum(total_centavos)::int / 100.0 as year from "order"
      where store_id = ${store.id} and status = 'completed'
        and extract(year from completed_at at time zone 'America/Sao_Paulo') = extract(year from now() at time zone 'America/Sao_Paulo')`.execute(
      app.db,
    );
    expect(figures.salesYear).toBe(Number(rows[0]?.year));
    expect(figures.monthlyRevenue.reduce((sum, month) => sum + Math.round(month * 100), 0)).toBe(
      Math.round(figures.salesYear * 100),
    );
  });

  it('lose a refunded order on the day of its refund, and keep its sale where it was', async () => {
    const before = await cards();
    const id = await paidOrder(500, localNoon(3));
    expect(await cards()).toMatchObject({
      salesToday: before.salesToday,
      totalSales: before.totalSales + 5,
      ordersToday: before.ordersToday,
    });
    await app.db
      .updateTable('order')
      .set({ status: 'cancelled', cancelled_at: sql<Date>`${sql.raw(justNow)}` })
      .where('id', '=', id)
      .execute();
    expect(await cards()).toMatchObject({
      salesToday: before.salesToday - 5,
      totalSales: before.totalSales,
      ordersToday: before.ordersToday,
    });
  });

  it('count visits by day and hour, and skip stores that no longer exist', async () => {
    const visits = [
      [store.id as string, 3],
      ['nobody', 5],
    ] as const;
    await addVisits(app.db, new Map(visits));
    await addVisits(app.db, new Map([[store.id as string, 2]]));
    expect(await cards()).toMatchObject({ visitsToday: 5, visitsMonth: 5 });
    const { rows } = await sql<{ hours: number[]; hour: number }>`
      select hours, extract(hour from now() at time zone 'America/Sao_Paulo')::int as hour
        from store_visit where store_id = ${store.id}`.execute(app.db);
    const { hours = [], hour = 0 } = rows[0] ?? {};
    expect(hours).toHaveLength(24);
    expect((hours[hour] ?? 0) + (hours[(hour + 23) % 24] ?? 0)).toBe(5);
  });
});

describe('the call', () => {
  const ask = (body: object, token = store.token, path = '/v1/figures') =>
    app.post(path, { subdomain: store.subdomain, ...body }, { token });

  it.each([
    [{ range: 'custom' }, 'from', 'Informe o primeiro dia.'],
    [{ range: 'custom', from: '2026-02-01' }, 'to', 'Informe o último dia.'],
    [{ range: 'custom', from: '2026-02-02', to: '2026-02-01' }, 'to', 'O último dia vem antes do primeiro.'],
    [{ range: 'custom', from: '2020-01-01', to: '2026-02-01' }, 'to', 'Escolha até 731 dias.'],
    [{ range: 'custom', from: '2026-02-30', to: '2026-03-01' }, 'from', 'Informe um dia.'],
  ])('refuses %j at its field', async (body, field, error) => {
    const answer = await ask(body);
    expect({ status: answer.status, ...answer.json() }).toMatchObject({ status: 422, error, field });
  });

  it('answers days that are still to come as nothing', async () => {
    const figures = (await ask({ range: 'custom', from: '2999-01-01', to: '2999-01-05' })).json<FiguresAnswer>();
    expect(figures.running).toBe(true);
    expect(figures.from).toBe(figures.to);
  });

  it('says that a range is running only while its last day is today', async () => {
    const { from: today } = (await ask({ range: 'today' })).json<FiguresAnswer>();
    const yesterday = addDays(today, -1);
    const custom = async (to: string) =>
      (await ask({ range: 'custom', from: yesterday, to })).json<FiguresAnswer>().running;
    expect(await custom(today)).toBe(true);
    expect(await custom(yesterday)).toBe(false);
  });

  it('gives a file with a line for each part, in numbers that spreadsheets in Brazil read', async () => {
    const file = await ask({ range: '7d', part: 'steps' }, store.token, '/v1/figures/export');
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = file.text.split('\r\n').filter(Boolean);
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain('"Dia";"Pedidos";"Vendido";"Devolvido";"Receita"');
    expect(lines[7]).toMatch(/^"\d\d\/\d\d\/\d{4}";"1";"10,00";"5,00";"5,00";"/);
  });

  it('tells coupons only to roles that may edit them', async () => {
    await app.db
      .updateTable('order')
      .set({ coupon: 'SEGREDO' })
      .where('store_id', '=', store.id)
      .where('status', '=', 'completed')
      .execute();
    const attendant = await makeMember(app.db, store.id, 'attendant');
    expect((await ask({ range: '7d' })).text).toContain('SEGREDO');
    const theirs = await ask({ range: '7d' }, attendant.token);
    expect(theirs.status).toBe(200);
    expect(theirs.text).not.toContain('SEGREDO');
    expect((await ask({ range: '7d', part: 'coupons' }, attendant.token, '/v1/figures/export')).status).toBe(403);
    expect((await ask({ range: '7d', part: 'products' }, attendant.token, '/v1/figures/export')).status).toBe(200);
  });
});
