import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, newReference } from '../../db/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { change } from './period.ts';
import { addVisits, salesFigures, visitFigures } from './queries.ts';

let test: TestDatabase;
let store: MadeStore;

beforeAll(async () => {
  test = await createTestDatabase();
  store = await makeStore(test.db, [Buffer.alloc(32)]);
});
afterAll(() => test.close());

/** An order paid at `moment`, a piece of SQL, so that its day is a day of the database's clock. */
async function paidOrder(centavos: number, moment: string, status: 'completed' | 'pending' = 'completed') {
  const id = newId();
  await test.db
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

const today = "date_trunc('day', now() at time zone 'America/Sao_Paulo')";
const localNoon = (days: number) =>
  `(${today} - interval '${days} days' + interval '12 hours') at time zone 'America/Sao_Paulo'`;

describe('the figures of a store', () => {
  it('equal a sum over the orders, by the store’s own days', async () => {
    await paidOrder(1000, localNoon(0));
    // 23:30 in São Paulo is already the next day in UTC.
    await paidOrder(250, `(${today} - interval '30 minutes') at time zone 'America/Sao_Paulo'`);
    await paidOrder(9999, localNoon(0), 'pending');
    await paidOrder(700, localNoon(45));
    const figures = await salesFigures(test.db, store.id);
    expect(figures).toMatchObject({
      today: 1000,
      yesterday: 250,
      total: 1950,
      orders_today: 1,
      last_30: 1250,
      previous_30: 700,
    });
    const { rows } = await sql<{ year: number }>`
      select sum(total_centavos)::int as year from "order"
      where store_id = ${store.id} and status = 'completed'
        and extract(year from completed_at at time zone 'America/Sao_Paulo') = extract(year from now() at time zone 'America/Sao_Paulo')`.execute(
      test.db,
    );
    expect(figures.year).toBe(rows[0]?.year);
    expect(figures.months.reduce((sum, month) => sum + month.centavos, 0)).toBe(figures.year);
  });

  it('lose a refunded order on the day it was sold', async () => {
    const before = await salesFigures(test.db, store.id);
    const id = await paidOrder(500, localNoon(0));
    expect((await salesFigures(test.db, store.id)).today).toBe(before.today + 500);
    await test.db.updateTable('order').set({ status: 'cancelled' }).where('id', '=', id).execute();
    expect(await salesFigures(test.db, store.id)).toEqual(before);
  });

  it('count visits, and skip stores that no longer exist', async () => {
    await addVisits(
      test.db,
      new Map([
        [store.id as string, 3],
        ['nobody', 5],
      ]),
    );
    await addVisits(test.db, new Map([[store.id as string, 2]]));
    expect(await visitFigures(test.db, store.id)).toEqual({ today: 5, yesterday: 0, month: 5 });
  });
});

describe('a trend', () => {
  it('is a percentage of the period before, and null if that period sold nothing', () => {
    expect(change(150, 100)).toBe(50);
    expect(change(0, 100)).toBe(-100);
    expect(change(10, 0)).toBeNull();
  });
});
