import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { isConflict, transaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table counter (id int primary key, value bigint not null)');
});
afterAll(() => database.close());

async function reset(): Promise<void> {
  await database.pool.query('delete from counter; insert into counter values (1, 0), (2, 0)');
}

test('two transactions that lock in opposite orders both succeed: the deadlock’s victim runs again', async () => {
  await reset();
  let runs = 0;
  // Both hold their first row before they ask for their second, so the first attempts are sure to deadlock.
  let arrived = 0;
  let open: () => void = () => {};
  const bothHold = new Promise<void>((resolve) => {
    open = resolve;
  });
  const add = (first: number, second: number) =>
    transaction(database.db, async (tx) => {
      runs++;
      await sql`update counter set value = value + 1 where id = ${first}`.execute(tx);
      if (++arrived === 2) open();
      await bothHold;
      await sql`update counter set value = value + 1 where id = ${second}`.execute(tx);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  const values = await database.pool.query('select value from counter order by id');
  expect(values.rows.map((row) => row.value)).toEqual([2, 2]);
  expect(runs).toBe(3);
});

test('a conflict that never ends is thrown after a few attempts, and `isConflict` recognises it', async () => {
  let runs = 0;
  const failing = transaction(database.db, async (tx) => {
    runs++;
    await sql`do $$ begin raise exception 'busy' using errcode = '40001'; end $$`.execute(tx);
  });
  const error = await failing.catch((reason: unknown) => reason);
  expect(isConflict(error)).toBe(true);
  expect(runs).toBe(4);
});

test('any other error is thrown at once, and none of the work stays', async () => {
  await reset();
  let runs = 0;
  const failing = transaction(database.db, async (tx) => {
    runs++;
    await sql`update counter set value = 9`.execute(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(runs).toBe(1);
  expect((await database.pool.query('select sum(value)::bigint as sum from counter')).rows[0].sum).toBe(0);
});

test('bigint is read as a number, and never as a wrong one', async () => {
  expect((await database.pool.query('select 9007199254740991::bigint as n')).rows[0].n).toBe(9007199254740991);
  await expect(database.pool.query('select 9007199254740993::bigint as n')).rejects.toThrow(RangeError);
  expect((await database.pool.query('select 1 as n')).rows[0].n).toBe(1);
});
