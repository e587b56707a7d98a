import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { environment, isStopped, root, start, tool } from './run.mjs';
import { weigh } from './weigh.mjs';

/** Counts of a vitest report; a file that could not even be loaded is one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** Counts of a Playwright report; errors outside any test (a server that does not start) count too. */
export function countPlaywright(report) {
  const { expected, flaky, unexpected } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length };
}

/** Runs one part. Whatever happens, it counts: an exit without a readable report, or without a single test, is a failure. */
async function part(name, count, folder, run) {
  const file = join(folder, `${name}.json`);
  try {
    const code = await run(file);
    const result = count(JSON.parse(readFileSync(file, 'utf8')));
    if (result.passed + result.failed === 0) throw new Error('no test ran');
    if (code !== 0 && result.failed === 0) throw new Error(`ended with ${code} though no test failed; see above`);
    return result;
  } catch (error) {
    console.error(`✗ ${name}: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

const vitest = (file) =>
  start(...tool('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`)).done;

/** Builds the pages, once for this and for the stories, and weighs them. */
async function pages() {
  try {
    await ensureBuilt();
    return weigh();
  } catch (error) {
    console.error(`✗ pages: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

async function playwright(file, folder, long = false) {
  const chromium = await findChromium();
  const env = environment({
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    E2E_PORT: String(await freePort()),
    E2E_DATA: join(folder, 'data'),
    ...(long ? { E2E_LONG: '1' } : {}),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  });
  const args = ['test', '-c', join(root, 'e2e', 'playwright.config.ts'), '--reporter=list,json'];
  return await start(...tool('@playwright/test/cli.js', ...args), { env }).done;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A folder for reports and the stories' database, gone afterwards. */
async function inReportFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-report-'));
  // the stories' database runs as nobody and lives below
  chmodSync(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every browser story, the long ones too. */
export async function stories() {
  await ensureBuilt();
  return await inReportFolder((folder) => playwright(join(folder, 'playwright.json'), folder, true));
}

/** Checks, weights of the pages, unit tests and browser stories, all of them even when one fails; the last line says how many. */
export async function test() {
  const results = [];
  const complete = await inReportFolder(async (folder) => {
    const parts = [
      check,
      pages,
      () => part('vitest', countVitest, folder, vitest),
      () => part('playwright', countPlaywright, folder, (file) => playwright(file, folder)),
    ];
    for (const run of parts) if (!isStopped()) results.push(await run());
    return results.length === parts.length;
  });
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 && complete ? 0 : 1;
}
