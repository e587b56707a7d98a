import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

// Workers read this file again: what it chooses is handed on in the environment. `npm test` has chosen before.
process.env.E2E_PORT ??= '4319';
if (!process.env.E2E_DATA) {
  process.env.E2E_DATA = mkdtempSync(join(tmpdir(), 'vitrine-e2e-'));
  // as root the database runs as nobody, who must be able to enter
  chmodSync(process.env.E2E_DATA, 0o711);
}
const port = Number(process.env.E2E_PORT);
const executablePath = process.env.CHROMIUM_PATH;

/** Every screen of the panel in every state takes longer than a change should wait: whole files, and stories of other files. */
const LONG = /\.long\.test\.ts|@long/;
/** E2E_STORIES: `short` without the long ones (as when nothing is said), `long` those only, `all`. */
const choice = { short: { grepInvert: LONG }, long: { grep: LONG }, all: {} }[process.env.E2E_STORIES ?? 'short'];
if (!choice) throw new Error('E2E_STORIES is one of: short, long, all.');

/** Every story runs against the product as `npm start` starts it: stand-ins and demo store on a fresh data folder. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.test.ts',
  ...choice,
  outputDir: join(import.meta.dirname, 'test-results'),
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // The long ones run for half an hour on a machine that does other things: what goes well the second time is named as such.
  retries: process.env.E2E_STORIES === 'long' ? 1 : 0,
  // A story goes through many states, on a machine that may be busy; each wait in it keeps its own limit.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: `http://vitrine.localhost:${port}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { browserName: 'chromium', viewport: { width: 1280, height: 800 } } }],
  webServer: {
    command: 'exec node bin/vitrine.mjs start',
    cwd: resolve(import.meta.dirname, '..'),
    url: `http://127.0.0.1:${port}/readyz`,
    reuseExistingServer: false,
    timeout: 180_000,
    // Ctrl-C's signal: the drain of SIGTERM waits for a load balancer that is not here.
    gracefulShutdown: { signal: 'SIGINT', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      VITRINE_DATA: process.env.E2E_DATA,
      VITRINE_DEMO: '1',
      VITRINE_SWEEP_SECONDS: '1',
      LOG_LEVEL: 'warn',
    },
  },
});
