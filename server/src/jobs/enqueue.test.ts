import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { createBoss, installJobs } from './boss.ts';
import { insertJob } from './enqueue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ features: [] });
  await installJobs(app.pool, { sample: { retries: 7, timeoutSeconds: 42 } });
});
afterAll(() => app.close());

/**
 * Every column of the only job, with any version of pg-boss; then deletes the job. Instants become seconds after the
 * row was made. Its random id is left out.
 */
async function takeRow(): Promise<Record<string, unknown>> {
  const { rows } = await app.pool.query<{ job: Record<string, unknown> }>(
    `with taken as (delete from pgboss.job returning *)
     select to_jsonb(taken) - 'id' - 'created_on' || jsonb_build_object(
              'start_after', round(extract(epoch from start_after - created_on)),
              'keep_until', round(extract(epoch from keep_until - created_on))) as job
       from taken`,
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.job ?? {};
}

test.each([
  ['at once', 0],
  ['an hour later', 3600],
])("a job for %s is the row that pg-boss's own send writes", async (_when, afterSeconds) => {
  const payload = { storeId: '01hstore', n: 1, text: 'ação' };
  const boss = createBoss(app.pool, { maintain: false });
  await boss.start();
  try {
    await boss.send('sample', payload, { startAfter: afterSeconds, group: { id: payload.storeId } });
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
  const theirs = await takeRow();
  await transaction(app.db, (tx) => insertJob(tx, 'sample', payload, { afterSeconds }));
  expect(await takeRow()).toEqual(theirs);
  // Two empty rows would be equal too, so the row must have these values.
  expect(theirs).toMatchObject({ start_after: afterSeconds, retry_limit: 7, expire_seconds: 42, group_id: '01hstore' });
});
