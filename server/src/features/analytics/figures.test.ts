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
