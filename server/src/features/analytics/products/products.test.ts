import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { makeStore } from '../../../test/make.ts';
import type { StoreClock } from '../days/queries.ts';
import { addDays, startOf } from '../period.ts';
import { readProducts } from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('products of any span are the sums of its days, also where months went by without a sale', async () => {
  const store = (await makeStore(app.db, app.deps.config.secret)).id;
  const other = (await makeStore(app.db, app.deps.config.secret)).id;
  const sold = [
    '2024-02-29 a 3, 2024-03-01 b 1, 2024-03-02 a 2, 2024-12-31 a 5, 2024-12-31 c 1',
    // a year that begins in its second month, and a summer without a sale
    '2025-02-11 b 4, 2025-02-20 b 1, 2025-05-09 a 6, 2025-05-10 c 2, 2025-05-11 a 1, 2025-10-31 b 7, 2025-11-01 d 1',
    '2026-01-01 a 1, 2026-01-10 b 2, 2026-01-11 c 3, 2026-01-21 a 8',
  ]
    .join(', ')
    .split(', ')
    .map((one) => one.split(' ') as [day: string, key: string, count: string]);
  // As the sweep writes them, in their order: some days alone, some weeks at once.
  for (const days of [sold.slice(0, 2), sold.slice(2, 9), sold.slice(9)]) {
    for (const figure of ['product', 'product_back']) {
      for (const [of, times] of [
        [store, 1],
        [other, 100],
      ] as const) {
        await sql`
          insert into figure_day (store_id, figure, day, key, count, centavos)
          select ${of}, ${figure}, (d ->> 0)::date, d ->> 1, ${times}::int * (d ->> 2)::int, ${times}::int * (d ->> 2)::int * 10
            from jsonb_array_elements(${JSON.stringify(days)}::jsonb) d`.execute(app.db);
      }
    }
  }
  const written = '2026-02-15';
  const clock: StoreClock = { zone: 'America/Sao_Paulo', today: '2026-02-20', time: '12:00:00', written };
  let compared = 0;
  for (let from = '2024-02-20'; from < written; from = addDays(from, 13)) {
    for (const length of [1, 8, 10, 21, 59, 90, 365, 731]) {
      const until = addDays(from, length);
      const units = new Map<string, number>();
      for (const [day, key, count] of sold) {
        if (day >= from && day < until) units.set(key, (units.get(key) ?? 0) + Number(count));
      }
      const found = await readProducts(app.db, store, clock, { from, until: startOf(until) }, 50);
      const told = found.map(({ id, ...product }) => [id, product]);
      const wanted = [...units].map(([key, n]) => [key, { name: '', units: n, centavos: n * 10, returned: n }]);
      expect(Object.fromEntries(told), `${from} to ${until}`).toEqual(Object.fromEntries(wanted));
      compared += units.size;
    }
  }
  expect(compared).toBeGreaterThan(300);
});
