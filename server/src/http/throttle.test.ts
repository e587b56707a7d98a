import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { forgive, slowDown } from './throttle.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => database.close());

const rule = (key: string) => ({ key, limit: 3, seconds: 60 });
const attempt = async (key: string) =>
  await slowDown(database.db, [rule(key)]).then(
    () => 'in',
    ({ code }: { code: string }) => code,
  );
const attempts = async (key: string, count: number) =>
  (await Promise.all(Array.from({ length: count }, () => attempt(key)))).sort();

/** The count of the only key of a kind in the table. */
async function hits(kind: string): Promise<number> {
  const { rows } = await sql<{ hits: number }>`select hits from throttle where key like ${`${kind}:%`}`.execute(
    database.db,
  );
  return rows[0]?.hits ?? 0;
}

test('of many attempts at once as many pass as the rule allows', async () => {
  expect(await attempts('race:a', 10)).toEqual([...Array(3).fill('in'), ...Array(7).fill('rate_limited')]);
});

test('a flood waits for its refusals and costs no statements', async () => {
  await attempts('flood:a', 4);
  expect(await hits('flood')).toBe(4);
  const start = performance.now();
  expect(new Set(await attempts('flood:a', 200))).toEqual(new Set(['rate_limited']));
  expect(performance.now() - start).toBeGreaterThan(450);
  expect(await hits('flood')).toBe(4);
  expect(await attempt('flood:b'), 'somebody else').toBe('in');
});

test('a refusal is checked again: after another process forgave it, or after its window, attempts pass', async () => {
  await attempts('again:a', 4);
  await sql`delete from throttle where key like 'again:%'`.execute(database.db);
  await expect.poll(() => attempt('again:a'), { timeout: 30_000 }).toBe('in');
});

test('after being forgiven, counting starts again at zero at once', async () => {
  await attempts('forgiven:a', 4);
  await forgive(database.db, ['forgiven:a']);
  expect(await attempts('forgiven:a', 3)).toEqual(['in', 'in', 'in']);
});
