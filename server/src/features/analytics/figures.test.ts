import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { asked, compareReport } from '../../test/expected-figures.ts';
import type { MadeStore } from '../../test/make.ts';
import { makeSoldStores, zones } from '../../test/make-sold-stores.ts';
import { dueDays } from './days/queries.ts';
import { daysSweep } from './days/write-days.ts';

/** A sample of `figures.long.test.ts`: 2 000 orders of three stores, some of whose days are written. */
let app: TestApp;
let stores: MadeStore[];

beforeAll(async () => {
  app = await createTestApp();
  stores = await makeSoldStores(app, 2_000);
}, 60_000);
afterAll(() => app.close());

test.each(asked)('the figures of %j equal sums over the orders, however many days are written', async (query) => {
  for (const [index, zone] of zones.entries()) await compareReport(app, stores[index] as MadeStore, zone, query);
  await daysSweep.run(app.deps);
});

test('the sweep ends with the last day that is over, and then finds nothing to write', async () => {
  for (let runs = 0; runs < 200 && (await dueDays(app.db, 1)).length > 0; runs++) await daysSweep.run(app.deps);
  expect(await dueDays(app.db, 1)).toEqual([]);
  const written = await app.db.selectFrom('figure_mark').select('store_id').execute();
  expect(written).toHaveLength(zones.length);
  for (const [index, zone] of zones.entries()) {
    await compareReport(app, stores[index] as MadeStore, zone, { range: 'year', by: 'month' });
  }
});

test('the sums of thirds, months and quarters equal the sums of their days', async () => {
  const { rows } = await sql<{ size: string; rows: number; wrong: number }>`
    with kept as (
      select store_id, figure, size, start, key, count, centavos from figure_span
      union all select store_id, figure, 'month', month, key, count, centavos from figure_month
    ), summed as (
      select store_id, figure, size, key, sum(count) as count, sum(centavos) as centavos,
             case size when 'third' then date_trunc('month', day)::date + case when extract(day from day) < 11 then 0 when extract(day from day) < 21 then 10 else 20 end
                       else date_trunc(size, day)::date end as start
        from figure_day cross join unnest(array['third', 'month', 'quarter']) size
       where figure not in ('sale', 'refund') group by 1, 2, 3, 4, start
    )
    select size, count(*)::int as rows,
           count(*) filter (where (kept.count, kept.centavos) is distinct from (summed.count, summed.centavos))::int as wrong
      from kept full join summed using (store_id, figure, size, start, key) group by 1 order by 1`.execute(app.db);
  expect(rows.map(({ size, wrong }) => [size, wrong])).toEqual([
    ['month', 0],
    ['quarter', 0],
    ['third', 0],
  ]);
  for (const row of rows) expect(row.rows).toBeGreaterThan(50);
});

test('the sums of a year so far equal the sums of its days, also for a product that was not sold lately', async () => {
  const { rows } = await sql<{ rows: number; thirds: number; wrong: number; late: number }>`
    with third as (
      select distinct store_id, figure, start_of_third(day) as third from figure_day where figure in ('product', 'product_back')
    ), summed as (
      select t.store_id, t.figure, t.third, d.key, sum(d.count) as count, sum(d.centavos) as centavos,
             max(start_of_third(d.day)) < t.third as late
        from third t join figure_day d on d.store_id = t.store_id and d.figure = t.figure
                         and d.day >= date_trunc('year', t.third)::date and start_of_third(d.day) <= t.third
       group by 1, 2, 3, 4
    )
    select count(*)::int as rows, count(distinct third)::int as thirds, count(*) filter (where late)::int as late,
           count(*) filter (where (kept.count, kept.centavos) is distinct from (summed.count, summed.centavos))::int as wrong
      from figure_year kept full join summed using (store_id, figure, third, key)`.execute(app.db);
  expect(rows[0]?.wrong).toBe(0);
  for (const count of [rows[0]?.rows, rows[0]?.thirds, rows[0]?.late]) expect(count).toBeGreaterThan(20);
});
