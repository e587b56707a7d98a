import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { runOnce, startSweeps } from './sweeper.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ features: [] });
});
afterEach(() => app.close());

test('a sweep runs again and again, also after it failed, and does not stop the others', async () => {
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
  await vi.waitFor(() => expect(Math.min(failing, working)).toBeGreaterThan(2));
  await sweeper.stop();
  const after = working;
  await new Promise((resolve) => setImmediate(resolve));
  expect(working).toBe(after);
});

test('of two processes one runs a sweep while the other passes', async () => {
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
  await vi.waitFor(() => expect(entered).toBe(true));
  expect(await runOnce(app.deps, app.pool, sweep)).toBe(false);
  open();
  expect(await first).toBe(true);
  expect(await runOnce(app.deps, app.pool, sweep)).toBe(true);
});
