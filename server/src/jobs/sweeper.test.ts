import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { createTestApp, type TestApp } from '../test/app.ts';
import { runOnce, startSweeps } from './sweeper.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ features: [] });
});
afterEach(() => app.close());

test('a sweep runs repeatedly, even after a failure, and does not stop the others', async () => {
  let failing = 0;
  let working = 0;
  const sweeper = startSweeps(
    app.deps,
    app.pool,
    [
      { name: 'failing', run: () => Promise.reject(new Error(`no ${++failing}`)) },
      { name: 'working', run: async () => void working++ },
    ],
    0.02,
  );
  await vi.waitFor(() => expect(Math.min(failing, working)).toBeGreaterThan(2), { timeout: 30_000 });
  await sweeper.stop();
  const after = working;
  await new Promise((resolve) => setImmediate(resolve));
  expect(working).toBe(after);
});

test('one of two processes runs a sweep, and the other skips it', async () => {
  let open: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  let entered = false;
  const sweep = {
    name: 'alone',
    run: async () => {
      entered = true;
      await held;
    },
  };
  const first = runOnce(app.deps, app.pool, sweep);
  await vi.waitFor(() => expect(entered).toBe(true), { timeout: 30_000 });
  expect(await runOnce(app.deps, app.pool, sweep)).toBe(false);
  open();
  expect(await first).toBe(true);
  expect(await runOnce(app.deps, app.pool, sweep)).toBe(true);
});

test('more sweeps than connections start at once, and none waits for a connection that another one holds', async () => {
  const ran = new Set<number>();
  const many = Array.from({ length: 40 }, (_, index) => ({
    name: `many-${index}`,
    every: 60,
    run: async ({ db }: Deps) => {
      await sql`select 1`.execute(db);
      ran.add(index);
    },
  }));
  const sweeper = startSweeps(app.deps, app.pool, many, 60);
  await vi.waitFor(() => expect(ran.size).toBe(40), { timeout: 30_000 });
  await sweeper.stop();
});
