import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { benchSample } from './bench.mjs';
import { ensureBuilt } from './build.mjs';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { ensureProgram } from './debian.mjs';
import { environment, isStopped, node24, root, start, tool } from './run.mjs';
import { ensureSdk } from './sdk.mjs';
import { weigh } from './weigh.mjs';

/** The JDK with which the jar of the Minecraft plugin is made (game/minecraft/README.md). */
const JDK = 'openjdk-17-jdk-headless';
/** The most lines of one error that are repeated at the end. */
const MAX_LINES = 12;

/** The first part of an error, because a diff or a log may fill pages. */
function beginning(message = 'no reason was given') {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n');
  return lines.slice(0, MAX_LINES).map((line) => `    ${line}`);
}

/** A failure for the end of the output: its place, then the beginning of each error. */
const failure = (where, messages) => [where, ...messages.flatMap(beginning)].join('\n');

/**
 * The result of a vitest report. A file that could not be loaded counts as one failure. `unsure` are tests that passed
 * the second time, with the beginning of the first error. `untried` are tests that need a program which this machine
 * does not have.
 */
export function readVitest(report) {
  const told = (file, one) => failure([relative(root, file.name), one.fullName].join(' › '), one.failureMessages);
  const failures = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((one) => one.status === 'failed');
    if (file.status === 'failed' && failed.length === 0) return [failure(relative(root, file.name), [file.message])];
    return failed.map((one) => told(file, one));
  });
  const unsure = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((one) => one.status === 'passed' && one.failureMessages?.length > 0)
      .map((one) => told(file, one)),
  );
  return { passed: report.numPassedTests, failures, unsure, untried: report.numPendingTests };
}

/** The result of a Playwright report. Errors outside any test (a server that does not start) count too. */
export function readPlaywright(report) {
  const { expected, flaky } = report.stats;
  const told = (spec, path) => {
    const errors = spec.tests.flatMap((one) => one.results).flatMap((result) => result.errors);
    const messages = errors.map(({ message }) => message);
    return failure(`e2e/${[...path, spec.title].join(' › ')}`, messages);
  };
  const specsIn = (suite, path, wanted) => [
    ...(suite.specs ?? []).filter(wanted).map((spec) => told(spec, path)),
    ...(suite.suites ?? []).flatMap((inner) => specsIn(inner, [...path, inner.title], wanted)),
  ];
  const failed = specsIn(report, [], (spec) => !spec.ok);
  const unsure = specsIn(report, [], (spec) => spec.tests.some((one) => one.status === 'flaky'));
  const outside = report.errors.map(({ message }) => failure('outside any story', [message]));
  return { passed: expected + flaky, failures: [...failed, ...outside], unsure };
}

/** The result of `npm run prove`: a held line is a passed test. A line that this machine cannot try does not count. */
export function readProve({ lines }) {
  const lost = lines.filter(({ held }) => held === false);
  const failures = lost.map(({ section, promise, title, figure, floor }) =>
    failure(`prove › ${section} › ${promise} ${title}`, [`${figure}; asked for: ${floor}`]),
  );
  return { passed: lines.filter(({ held }) => held).length, failures };
}

/** Runs one part. It always counts: an exit without a readable report, or without a test, is a failure. */
async function part(name, read, folder, run) {
  const file = join(folder, `${name}.json`);
  try {
    const code = await run(file);
    const result = read(JSON.parse(readFileSync(file, 'utf8')));
    if (result.passed + result.failures.length === 0) throw new Error('no test ran');
    if (code !== 0 && result.failures.length === 0) {
      throw new Error(`ended with ${code} though no test failed; see above`);
    }
    return result;
  } catch (error) {
    return broken(name, error);
  }
}

function broken(name, error) {
  console.error(`✗ ${name}: ${error.message}`);
  return { passed: 0, failures: [failure(name, [error.message])] };
}

/**
 * Runs the unit tests, or only the long ones (`*.long.test.ts`). Each has a second try, because one test of five thousand
 * may meet a pause of the machine; the end of the run names every test that needed it. If MariaDB or Lua cannot be
 * installed, the tests that need them are counted as not tried. With `jdk` the same is done for the tests of the Minecraft
 * plugin; a run of every change has no JDK, because it is larger than all the other programs together.
 */
async function vitest(file, which, jdk) {
  await ensureProgram(['mariadbd'], 'mariadb-server-core', 'the tests of the cities’ SQL');
  // The server's own install script calls this program of the other package, and Debian does not say that it needs it.
  await ensureProgram(['my_print_defaults'], 'mariadb-client-core', 'the tests of the cities’ SQL');
  await ensureProgram(['lua5.4'], 'lua5.4', 'the tests of the script in stock Lua');
  if (jdk) await ensureProgram(['javac'], JDK, 'the tests of the Minecraft plugin');
  // The long ones use the processor all the time and have limits for a restart, so they run two at a time.
  const files = { short: ['--exclude=**/*.long.test.ts'], long: ['.long.test.ts', '--maxWorkers=2'] }[which];
  const args = ['run', ...files, '--retry=1', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return await start(...tool('vitest/vitest.mjs', ...args)).done;
}

const prove = (file) => start(node24(), [join(root, 'prove', 'main.ts'), '--short', '--json', file]).done;

/** Builds the pages once for this and the stories, and weighs them. */
async function pages() {
  try {
    await ensureBuilt();
    await ensureSdk();
    return weigh();
  } catch (error) {
    return broken('pages', error);
  }
}

/** Runs browser stories: those of every change, all, or only the long ones (e2e/playwright.config.ts). */
async function playwright(file, folder, which, files = [], settings = {}) {
  const browsers = await findChromium();
  const env = environment({
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    E2E_PORT: String(await freePort()),
    E2E_DATA: join(folder, 'data'),
    E2E_STORIES: which,
    ...settings,
    ...browsers,
  });
  const args = ['test', '-c', join(root, 'e2e', 'playwright.config.ts'), '--reporter=list,json', ...files];
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

/** Makes a folder for reports and the stories' database, and removes it afterwards. */
async function inReportFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-report-'));
  // the stories' database runs as nobody inside this folder
  chmodSync(folder, 0o711);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs every browser story, with the long ones. With names of files, only the stories in these. `settings` join the environment. */
export async function stories(files = [], settings = {}) {
  await ensureBuilt();
  await ensureSdk();
  return await inReportFolder((folder) => playwright(join(folder, 'playwright.json'), folder, 'all', files, settings));
}

/**
 * Runs checks, weights of the pages, tests and browser stories, all of them even after a failure; with `--long` also a
 * short proof from outside, a sample of each bench, the long tests and the long stories. Failures are repeated at the
 * end, where people look first and where a shortened log still has them. The last lines tell how long each part took,
 * and count.
 */
export async function test(args = []) {
  const results = [];
  const durations = [];
  const complete = await inReportFolder(async (folder) => {
    // The product is started a hundred times: each start reads what an earlier one has compiled. It costs a third less.
    process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
    const tests = (name, which) =>
      part(name, readVitest, folder, (file) => vitest(file, which, args.includes('--long')));
    const told = (name, which) => part(name, readPlaywright, folder, (file) => playwright(file, folder, which));
    const long = {
      prove: () => part('prove', readProve, folder, prove),
      benches: benchSample,
      'long tests': () => tests('long tests', 'long'),
      'long stories': () => told('long stories', 'long'),
    };
    const parts = {
      check,
      pages,
      vitest: () => tests('vitest', 'short'),
      stories: () => told('stories', 'short'),
      ...(args.includes('--long') ? long : {}),
    };
    for (const [name, run] of Object.entries(parts)) {
      if (isStopped()) break;
      const begun = performance.now();
      results.push(await run());
      durations.push(`${name} ${Math.round((performance.now() - begun) / 1000)} s`);
    }
    return results.length === Object.keys(parts).length;
  });
  const passed = results.reduce((total, result) => total + result.passed, 0);
  const failures = results.flatMap((result) => result.failures);
  for (const name of results.flatMap((result) => result.unsure ?? []))
    console.log(`\n? went well the second time: ${name}`);
  for (const text of failures) console.log(`\n✗ ${text}`);
  const untried = results.reduce((total, result) => total + (result.untried ?? 0), 0);
  if (untried > 0) console.log(`\n? ${untried} tests were not tried: MariaDB, Lua 5.4 or a JDK is not installed here`);
  console.log(`\n${durations.join(', ')}`);
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return failures.length === 0 && passed > 0 && complete ? 0 : 1;
}
