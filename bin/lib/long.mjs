import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bench, benches } from './bench.mjs';
import { ensureBuilt } from './build.mjs';
import { environment, isStopped, node24, root, start, tool } from './run.mjs';
import { stories } from './test.mjs';

/** Sections of `npm run prove` (prove/sections/all.ts) that have a part of their own here. */
const OWN = ['input', 'soak'];

/**
 * The parts of `npm run long`: a name, the group that also names it, and what runs it. `run` resolves with an exit
 * code; a proof writes its lines into the file that `run` gets.
 */
const parts = [
  { name: 'proof', run: (file) => prove(file, ...OWN.flatMap((section) => ['--without', section])) },
  { name: 'fuzz', run: (file) => prove(file, 'input') },
  { name: 'soak', run: (file) => prove(file, 'soak') },
  { name: 'storm', run: storm },
  { name: 'themes', run: () => stories(['themes.long', 'hostile-window'], { E2E_THEMES: 'all' }) },
  ...Object.keys(benches).map((name) => ({ name, group: 'bench', run: () => bench([name]) })),
];

/**
 * A thousand orders on each of three bases, and on MTA, under kills and lost answers (game/fivem/test/storm.test.ts,
 * game/mta/test/storm.long.test.ts).
 */
function storm() {
  const args = ['run', '--project', 'units', 'game/fivem/test/storm.test.ts', 'game/mta/test/storm.long.test.ts'];
  // Code 1 (a red test) says that a promise was not kept. Any other code above 0 says that it could not be tried.
  return start(...tool('vitest/vitest.mjs', ...args), { env: environment({ STORM_ORDERS: '1000' }) }).done.then(
    (code) => (code === 1 ? 2 : code),
  );
}

const prove = (file, ...args) => start(node24(), [join(root, 'prove', 'main.ts'), ...args, '--json', file]).done;

/** The parts with one of these names or groups; all parts if there are no names. Throws if no part has a name. */
export function chosenParts(names, all = parts) {
  const called = ({ name, group }) => [name, group].filter((one) => one !== undefined);
  const unknown = names.filter((name) => !all.some((part) => called(part).includes(name)));
  if (unknown.length > 0) {
    const known = [...new Set(all.flatMap(called))].join(' | ');
    throw new Error(`There is no part ${unknown.join(', ')}. There are: ${known}`);
  }
  return names.length === 0 ? all : all.filter((part) => called(part).some((one) => names.includes(one)));
}

/** What a part found: lines held and not held, or whether its figures are within their limits. */
export function verdict(code, proof) {
  if (!proof)
    return code === 0 ? 'within its limits' : code === 2 ? 'a limit was missed' : `could not measure (${code})`;
  const lost = proof.lines.filter(({ held }) => held === false);
  const names = lost.map(({ section, title }) => `; ${section}: ${title}`).join('');
  return `${proof.lines.filter(({ held }) => held).length} held, ${lost.length} not held${names}`;
}

function linesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Runs what is too long for each landing, one part after the other and all of them even after a failure, and prints
 * one table at the end. Some hours without names.
 */
export async function long(names) {
  const chosen = chosenParts(names);
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-long-'));
  const rows = [];
  try {
    for (const { name, run } of chosen) {
      if (isStopped()) break;
      console.log(`\n── ${name}`);
      const [begun, file] = [Date.now(), join(folder, `${name}.json`)];
      const code = await run(file);
      rows.push({
        part: name,
        ok: code === 0,
        minutes: (Date.now() - begun) / 60_000,
        found: verdict(code, linesIn(file)),
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${'part'.padEnd(12)}${'minutes'.padStart(8)}  found`);
  for (const { part, ok, minutes, found } of rows) {
    console.log(`${ok ? '✓' : '✗'} ${part.padEnd(10)}${minutes.toFixed(1).padStart(8)}  ${found}`);
  }
  return rows.length === chosen.length && rows.every(({ ok }) => ok) ? 0 : 1;
}
