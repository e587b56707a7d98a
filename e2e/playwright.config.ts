import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { withoutWindow } from './browsers.ts';

// Each worker reads this file again, so the choice is passed on in the environment. `npm test` sets it before.
process.env.E2E_PORT ??= '4319';
if (!process.env.E2E_DATA) {
  process.env.E2E_DATA = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
  // as root, the database runs as nobody, and that user must be able to enter
  chmodSync(process.env.E2E_DATA, 0o711);
}
const port = Number(process.env.E2E_PORT);

/**
 * Stories that are too long for every change: every screen of the panel in every state. Whole files, and stories in
 * other files.
 */
const LONG = /\.long\.test\.ts|@long/;
/** E2E_STORIES: `short` without the long ones (the default), `long` for only those, `all`. */
const choice = { short: { grepInvert: LONG }, long: { grep: LONG }, all: {} }[process.env.E2E_STORIES ?? 'short'];
if (!choice) throw new Error('E2E_STORIES is one of: short, long, all.');
/** True in a run of `npm test`, false when somebody named the stories. */
const whole = ['short', 'long'].includes(process.env.E2E_STORIES ?? '');

/**
 * Every story runs against the product as `npm start` starts it, with stand-ins and demo store on a new data folder.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.test.ts',
  ...choice,
  outputDir: join(import.meta.dirname, 'test-results'),
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // In a whole run each story has a second try, and the end of the run names those that needed it.
  retries: whole ? 1 : 0,
  // A story goes through many states, maybe on a busy machine; each wait in it has its own limit.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: `http://vitrine.localhost:${port}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 30_000,
    // Tracing costs a third of a story's work, so a whole run traces only the second try.
    trace: whole ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    // `page.route` cannot reach requests that a service worker answers. Stories about the worker allow it (offline.test.ts).
    serviceWorkers: 'block',
    launchOptions: withoutWindow,
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', viewport: { width: 1280, height: 800 } } }],
  webServer: {
    command: 'exec node bin/vitrine.mjs start',
    cwd: resolve(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${port}/readyz`,
    reuseExistingServer: false,
    timeout: 180_000,
    // The signal of Ctrl-C. After SIGTERM the product would wait for a load balancer, and here is none.
    gracefulShutdown: { signal: 'SIGINT', timeout: 30_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      VITRINE_DATA: process.env.E2E_DATA,
      VITRINE_DEMO: '1',
      VITRINE_SWEEP_SECONDS: '1',
      // The stand-in of a Minecraft server's RCON.
      VITRINE_RCON_NETWORKS: '127.0.0.1/32',
      LOG_LEVEL: 'warn',
      VITRINE_OPERATOR_NAME: 'Vitrine Exemplo Ltda',
      VITRINE_OPERATOR_DOCUMENT: '11222333000181',
      VITRINE_OPERATOR_ADDRESS: 'Rua das Flores, 10, Recife, PE',
      VITRINE_OPERATOR_CONTACT: 'mailto:contato@vitrine.example',
      VITRINE_OPERATOR_TERMS: join(import.meta.dirname, 'operator-terms.txt'),
    },
  },
});
