import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkImports } from '../check-imports.mjs';
import { hasPages } from './build.mjs';
import { tooLong } from './check-lengths.mjs';
import { luaLint, luaSyntax } from './check-lua.mjs';
import { checkTables } from './check-tables.mjs';
import { advisories, components, licenceProblems } from './components.mjs';
import { noticeProblems } from './notices.mjs';
import { atOnce, capture, environment, root, tool } from './run.mjs';
import { ensureSdk } from './sdk.mjs';

const PACKAGES = ['contract', 'web', 'e2e', 'sdk', 'bin'];
/** These have the same compiler options and import each other, so one run reads each of their files once. */
const TOGETHER = ['server', 'standins', 'game', 'bench', 'prove'];
/** The tests of what documents and comments cite, of decision records, and of what documents say about code and tables. */
const DOCUMENTS = ['bin/citations.test.ts', 'bin/decisions.test.ts', 'bin/docs.test.ts', 'bin/personal-data.test.ts'];

/**
 * npm leaves a package out of the lock if it could not find its binary for some platform, and `npm ci` then fails
 * there for ever. So every optional dependency that the lock names must have its own entry.
 */
export function missingFromLock(lock) {
  const names = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').pop()));
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${path || 'package.json'} names ${name}, which is not in package-lock.json`),
  );
}

/**
 * Packages that a package.json of ours names and the lock does not know in that version. `manifests` has the content of
 * each by its folder, '' for the root.
 */
export function unlocked(lock, manifests) {
  const named = ({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return [...manifests].flatMap(([folder, manifest]) => {
    const known = new Map(named(lock.packages[folder] ?? {}));
    return named(manifest)
      .filter(([name, version]) => known.get(name) !== version)
      .map(
        ([name, version]) =>
          `${join(folder, 'package.json')} names ${name} ${version}, which is not in package-lock.json`,
      );
  });
}

/** The problems of the lock, and what repairs them. */
function lockProblems() {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const lock = read('package-lock.json');
  const manifests = new Map(
    ['', ...read('package.json').workspaces].map((folder) => [folder, read(join(folder, 'package.json'))]),
  );
  const problems = [...missingFromLock(lock), ...unlocked(lock, manifests)];
  return problems.length === 0 ? [] : [...problems, 'npm install --package-lock-only writes the lock'];
}

function hasSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'build') return false;
    return entry.isDirectory() ? hasSources(join(folder, entry.name)) : /\.tsx?$/.test(entry.name);
  });
}

const program =
  (cwd, ...command) =>
  async () => {
    const env = environment({ NO_COLOR: '1' });
    const { code, output } = await capture(...tool(...command), { cwd: join(root, cwd), env });
    return code === 0 ? [] : [output.trim() || `ended with ${code}`];
  };

async function knownAdvisories() {
  const found = await advisories();
  if (!found) console.log('  no advisories: the registry in use does not tell any');
  return found ?? [];
}

async function lintedLua() {
  const found = await luaLint();
  if (!found) console.log('  luacheck is not installed here (package lua-check of Debian)');
  return found ?? [];
}

/** Files in git, or that will be: ignored files are no sources. */
async function sources() {
  const { code, output } = await capture('git', ['ls-files', '--cached', '--others', '--exclude-standard']);
  if (code !== 0) throw new Error(`git ls-files: ${output}`);
  return output.split('\n').filter((file) => file && existsSync(join(root, file)));
}

function parts() {
  const list = [
    ['lock file', async () => lockProblems()],
    ['licences of components', async () => licenceProblems(components())],
    ['notices of third parties', async () => noticeProblems()],
    ['advisories', knownAdvisories],
    ['imports', async () => checkImports(root)],
    ['owners of tables', async () => checkTables(root, await sources())],
    ['dead exports and undeclared packages', program('.', 'knip/bin/knip.js', '--no-progress', '--no-config-hints')],
    ['length of files', async () => tooLong(root, await sources())],
    [
      'citations and documents',
      program('.', 'vitest/vitest.mjs', 'run', '--project', 'units', '--reporter=minimal', ...DOCUMENTS),
    ],
    ['syntax of Lua', async () => luaSyntax(root, await sources())],
    ['lint of Lua', lintedLua],
    ['format and lint', program('.', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--colors=off', '.')],
  ];
  if (hasPages()) list.push(['route types', program('web', '@react-router/dev/bin.cjs', 'typegen')]);
  list.push([
    'client of the API',
    () =>
      ensureSdk().then(
        () => [],
        (error) => [error.message],
      ),
  ]);
  list.push([`types of ${TOGETHER.join(', ')}`, program('.', 'typescript/bin/tsc', '-p', 'tsconfig.together.json')]);
  for (const name of PACKAGES) {
    const folder = join(root, name);
    if (!existsSync(join(folder, 'tsconfig.json')) || !hasSources(folder)) continue;
    list.push([`types of ${name}`, program('.', 'typescript/bin/tsc', '-p', name)]);
  }
  return list;
}

/**
 * Runs every check whose name has one of the words (all checks without words), two at a time and even after a failure.
 * Prints the problems, counts, and names the failed checks.
 */
export async function check(words = []) {
  const result = { passed: 0, failures: [] };
  const chosen = parts().filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
  if (chosen.length === 0) throw new Error(`No check is called ${words.join(' ')}.`);
  const one = async ([name, run]) => {
    const started = Date.now();
    const problems = await run().catch((error) => [error.stack]);
    const ok = problems.length === 0;
    if (ok) result.passed++;
    else result.failures.push(name);
    console.log(`${ok ? '✓' : '✗'} ${name} (${Date.now() - started} ms)`);
    for (const problem of problems) console.log(problem);
  };
  // The types are checked last, because other checks write the types of the routes and of the client of the API.
  const ofTypes = ([name]) => name.startsWith('types of ');
  await atOnce(
    2,
    chosen.filter((part) => !ofTypes(part)),
    one,
  );
  await atOnce(2, chosen.filter(ofTypes), one);
  return result;
}
