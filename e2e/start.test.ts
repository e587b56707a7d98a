import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from './test.ts';

/** Browsers find *.localhost on this machine, but Node does not: direct requests use the address. */
const address = `http://127.0.0.1:${process.env.E2E_PORT}`;

test('the product starts on an empty folder, is ready, and tells strangers nothing about itself', async ({
  request,
}) => {
  const ready = await request.get(`${address}/readyz`);
  expect(ready.status()).toBe(200);
  expect(await ready.json()).toEqual({ status: 'ready' });
  // No call of the table has this address.
  const unknown = await request.get(`${address}/v1/nothing-here`);
  expect(unknown.status()).toBe(404);
  expect(await unknown.json()).toMatchObject({ success: false, code: 'not_found' });
  expect(unknown.headers()).not.toHaveProperty('server');
});

test('the page of the panel opens without an error', async ({ page }) => {
  const answer = await page.goto('/');
  expect(answer?.status()).toBe(200);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
});

/** `npm start` without the demo. Resolves with its exit code and its output. */
function launch(port: number, data: string) {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '..', 'bin', 'vitrine.mjs'), 'start'], {
    env: { ...process.env, PORT: String(port), VITRINE_DATA: data, VITRINE_DEMO: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const ended = new Promise<{ code: number | null; said: string }>((settle) => {
    child.once('close', (code) => settle({ code, said }));
  });
  return { child, ended };
}

test('a start on a used port, and a second start on the same folder, end with one sentence that says what to do', {
  tag: '@long',
}, async () => {
  const data = mkdtempSync(join(tmpdir(), 'vitrine-start-'));
  const taken = await launch(Number(process.env.E2E_PORT), data).ended;
  expect(taken.code).toBe(1);
  expect(taken.said).toContain(`Port ${process.env.E2E_PORT} is in use by another program. Set PORT to a free one.`);

  const port = await new Promise<number>((settle) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => settle(free));
    });
  });
  const first = launch(port, data);
  try {
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(200);
    const second = await launch(port + 1, data).ended;
    expect(second.code).toBe(1);
    expect(second.said).toMatch(/process \d+/);
    expect(second.said).not.toMatch(/\n\s+at /);
  } finally {
    first.child.kill('SIGINT');
    await first.ended;
    rmSync(data, { recursive: true, force: true });
  }
});
