import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { atOnce, capture, node24, root, start } from './run.mjs';

/** The exit code of bench/lib/verdict.ts: everything was measured, and a limit was missed. */
const MISSED = 2;

/** The benches, each with arguments for a run of seconds. The figures of so short a run say nothing. */
export const benches = {
  storefront: ['4'],
  delivery: ['3'],
  dashboard: ['5000', '3'],
  lists: ['2000', '2'],
  sync: ['50', '3', '12'],
  backlog: ['100', '10'],
  live: ['2', '20', '5'],
  order: ['1', '400'],
};

/** The file of a bench. Throws if no bench has this name. */
function fileOf(name) {
  const file = join(root, 'bench', `${name}.ts`);
  if (!/^[a-z0-9-]+$/.test(name ?? '') || !existsSync(file)) {
    const names = readdirSync(join(root, 'bench')).flatMap((entry) => /^([a-z0-9-]+)\.ts$/.exec(entry)?.[1] ?? []);
    throw new Error(`Which one? npm run bench -- ${names.join(' | ') || '(none yet)'}`);
  }
  return file;
}

/** Runs one bench with its arguments. */
export async function bench([name, ...rest]) {
  return await start(node24(), [fileOf(name), ...rest]).done;
}

/** Runs one bench too, and prints its whole output when it has ended. */
async function told([name, ...rest]) {
  const { code, output } = await capture(node24(), [fileOf(name), ...rest]);
  console.log(`── ${name}\n${output.trimEnd()}`);
  return code;
}

/**
 * Runs a short sample of each bench, two at a time. It fails only when a bench cannot measure: a machine that runs
 * something else at the same time misses limits. Two fit, because a bench often waits.
 */
export async function benchSample(run = told) {
  const result = { passed: 0, failures: [] };
  await atOnce(2, Object.entries(benches), async ([name, few]) => {
    const code = await run([name, ...few]);
    if (code === 0 || code === MISSED) result.passed += 1;
    else result.failures.push(`bench ${name} ended with ${code}; see above`);
  });
  return result;
}
