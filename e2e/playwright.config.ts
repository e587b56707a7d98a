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

/** Every story runs against the product as `npm start` starts it: stand-ins and demo store on a fresh data folder. */
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.test.ts',
  // every screen of the panel in every state takes longer than a change should wait: `npm run stories`
  testIgnore: process.env.E2E_LONG ? [] : ['**/*.long.test.ts'],
  outputDir: join(import.meta.dirname, 'test-results'),
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // A long story goes through every face of a screen; each wait in it keeps its own limit.
  timeout: process.env.E2E_LONG ? 120_000 : 30_000,
  expect: { timeout: 7_500 },
  reporter: 'list',
  use: {
    baseURL: `http://vitrine.localhost:${port}`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 10_000,
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
