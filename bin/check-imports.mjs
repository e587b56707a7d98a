// Checks who may import whom (docs/architecture.md). Prints every breach and ends with 1 if there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOMS = ['contract/src', 'server/src', 'web', 'standins', 'game', 'e2e', 'bench', 'prove', 'sdk', 'bin'];
const SOURCE = /\.(ts|tsx|mts|js|mjs)$/;
/** Tests, their helpers, and proofs across features: they may import everything, and nothing else may import them. */
const TEST = /\.test\.tsx?$|^(server\/src\/(test|proof)|game\/(?:fivem|mta|minecraft|check)\/test)\//;
const HELPER = /^(server\/src\/(test|proof)|game\/(?:fivem|mta|minecraft|check)\/test)\//;
const SKIPPED = new Set(['node_modules', 'build', 'dist', '.react-router', 'test-results', 'data']);

const FEATURES = fileURLToPath(new URL('../server/src/features', import.meta.url));
/** Features where deliveries go: each has a `target.ts`. */
const targetFeatures = readdirSync(FEATURES).filter((name) => existsSync(join(FEATURES, name, 'target.ts')));

const PLACE = 'a row of LAYERS in bin/check-imports.mjs, and the same in docs/architecture.md';
/** Rows from the bottom up: a feature may import features of rows below and of its own. Cycles are checked apart. */
const LAYERS = [
  ['mail'],
  ['accounts', 'push'],
  ['stores'],
  ['members', 'plans', 'waiting', 'notices', 'approvals'],
  ['catalog', 'variables', 'window'],
  ['discounts', 'deliveries'],
  targetFeatures,
  ['orders'],
  ['payments'],
  ['checkout', 'subscription', 'customers', 'alerts', 'undo'],
  // these only read, and nothing imports them
  ['analytics', 'exports', 'live', 'search'],
];
/** Parts of the server below the features: they know no feature. */
const GROUND = /^server\/src\/(http|jobs|db)\//;
/** `routes.ts`, `game-routes.ts`, or a file in a folder `queries/`. */
const PRIVATE = /(^|[/-])(queries|routes|jobs)(-[a-z-]+)?(\.ts$|\/)/;
/** The lists of every feature's routes, jobs and sweeps, and the files that only connect them. */
const LISTS = new Set(['server/src/features.ts', 'server/src/tasks.ts', 'server/src/sweeps.ts']);

/** The list of delivery targets imports each target's `target.ts`, from folders above its own row. */
const TARGETS = 'server/src/features/deliveries/targets.ts';

/** These files have no I/O and no product words, so everything may use them. */
const ARITHMETIC = new Set(['server/src/fair-share.ts']);

const STATEMENT =
  /(?:^|[;}\n])\s*(import|export)\s+(type\s+)?(?:[\w*{}\s,$]*?\sfrom\s+)?(['"])([^'"\n]+)\3|\bimport\(\s*(['"])([^'"\n]+)\5/g;

/** A string, a template or a pattern may hold the signs of a comment. So they are found here first, and then the comments. */
const TEXT = /(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\[\s\S]|[^\\`])*`/.source;
const PATTERN = /(?<=[=(,:!&|?[{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//.source;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/.source;
const TOKEN = new RegExp(`${TEXT}|${PATTERN}|(?<comment>${COMMENT})`, 'gm');

/** A source text with its comments as spaces, so that lines keep their numbers. */
export function withoutComments(text) {
  return text.replace(TOKEN, (token, ...rest) => (rest.at(-1).comment ? token.replace(/[^\n]/g, ' ') : token));
}

/** Every import in a source text: its name, and whether it imports only types. */
export function importsOf(text) {
  const code = withoutComments(text);
  const found = [];
  for (const match of code.matchAll(STATEMENT)) {
    const name = match[4] ?? match[6];
    if (match[1] === 'export' && !/\sfrom\s/.test(match[0])) continue;
    found.push({ name, typeOnly: Boolean(match[2]), reexport: match[1] === 'export' });
  }
  return found;
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function roomOf(file) {
  return file.split('/')[0];
}

function featureOf(file) {
  const parts = file.split('/');
  return file.startsWith('server/src/features/') && parts.length > 4 ? parts[3] : undefined;
}

/** The mistake in `from` importing `to` (a path from the root, or a package's name); undefined if there is none. */
export function breach(from, to) {
  const room = roomOf(from);
  const target = to.startsWith('@vitrine/') ? to.split('/')[1] : /^(\.|[a-z]+\/)/.test(to) ? roomOf(to) : undefined;
  const ours = new Set(['contract', 'server', 'web', 'standins', 'game', 'e2e', 'bench', 'prove', 'sdk', 'bin']);
  if (target && ours.has(target) && target !== room) {
    const allowed = {
      server: ['contract'],
      web: ['contract'],
      e2e: ['contract', 'standins'],
      bench: ['contract', 'server', 'standins'],
      // it uses the product from outside
      prove: ['contract', 'standins'],
      // the demo's Minecraft server speaks through the small client
      standins: ['sdk'],
      // its types are made from the description of the calls
      sdk: ['server'],
    };
    const tested = TEST.test(from) && (['standins', 'sdk', 'game'].includes(target) || room === 'bin');
    if (!tested && !(allowed[room] ?? []).includes(target)) return `${room} must not import ${target}`;
  }
  if (room === 'server') return serverBreach(from, to);
  if (room === 'web') return webBreach(from, to);
  return undefined;
}

function serverBreach(from, to) {
  if (TEST.test(from)) return undefined;
  if (HELPER.test(to)) return 'product code must not import test helpers';
  const mine = featureOf(from);
  const theirs = featureOf(to);
  if (
    from.startsWith('server/src/integrations/') &&
    to.startsWith('server/src/') &&
    !to.startsWith('server/src/integrations/') &&
    !ARITHMETIC.has(to)
  ) {
    return 'an integration knows nothing of ours';
  }
  if (
    from.startsWith('server/src/db/') &&
    /^server\/src\/(features|jobs|http|integrations)\//.test(to) &&
    !from.includes('/demo')
  ) {
    return 'the database knows no layer above it';
  }
  if (
    mine &&
    to.startsWith('server/src/integrations/') &&
    !/^server\/src\/features\/[^/]+\/(?:[a-z-]+\/)?(mercado-pago|discord|google|oauth|email|files|store-image|web-push|rcon)[^/]*\.ts$/.test(
      from,
    )
  ) {
    return 'integrations are imported by an adapter file (mercado-pago, discord, google, oauth, email, files, store-image, web-push, rcon) only';
  }
  if (!theirs || mine === theirs) return undefined;
  const inside = to.split('/').slice(4).join('/');
  if (PRIVATE.test(inside) && !LISTS.has(from)) return `${inside} is private to features/${theirs}`;
  if (!mine) return GROUND.test(from) ? 'the ground knows no feature' : undefined;
  if (from === TARGETS && inside === 'target.ts') return undefined;
  const [row, below] = [mine, theirs].map((name) => LAYERS.findIndex((layer) => layer.includes(name)));
  if (row < 0 || below < 0) return `features/${row < 0 ? mine : theirs} has no place in the layers: ${PLACE}`;
  return below <= row ? undefined : `features/${mine} lies below features/${theirs}`;
}

/** Every page uses these folders, so they may not import any page. */
const SHARED = new Set(['lib', 'state', 'ui']);

function webBreach(from, to) {
  if (TEST.test(from)) return undefined;
  const area = (file) => /^web\/app\/(storefront|panel|entry|ui|lib|state)\//.exec(file)?.[1];
  const [mine, theirs] = [area(from), area(to)];
  if (SHARED.has(mine) && theirs && !SHARED.has(theirs)) return `web/${mine} knows no page`;
  if (mine === 'storefront' && theirs === 'panel') return 'the storefront must not import the panel';
  if (mine === 'panel' && theirs === 'storefront') return 'the panel must not import the storefront';
  if (
    mine === 'ui' &&
    (/^@vitrine\/(?!contract\/(?:dates|money)$)/.test(to) || (theirs && !['ui', 'lib'].includes(theirs)))
  )
    return 'web/ui knows no product words';
  if (mine === 'storefront' && /^zod(\/|$)/.test(to)) return 'the storefront ships no zod';
  return undefined;
}

/** A file that only passes on exports of other files. */
function isBarrel(text) {
  return (
    importsOf(text).some((one) => one.reexport) &&
    !/\b(function|class|const|let|type|interface)\s+\w/.test(withoutComments(text))
  );
}

/** Folders whose list must be readable at once, and the most files directly in one. */
const LISTED = /^(server\/src\/features|web\/app\/(lib|panel))(\/|$)/;
const MOST_FILES = 25;

/** The folders of these files that hold too many. */
export function crowded(files) {
  const counts = new Map();
  for (const folder of files.filter((file) => LISTED.test(file)).map((file) => dirname(file))) {
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder}: ${count} files, at most ${MOST_FILES} may lie in one folder`);
}

/** The features of these files that stand in no row. Without a row, nobody knows who may import them. */
export function unplaced(files) {
  const features = new Set(files.map(featureOf).filter((name) => name !== undefined));
  return [...features]
    .filter((name) => !LAYERS.flat().includes(name))
    .map((name) => `server/src/features/${name} has no place in the layers: ${PLACE}`);
}

/** Every breach below `root`, one line each, with cycles of imports that exist at run time. */
export function checkImports(root) {
  const problems = [];
  const graph = new Map();
  const files = ROOMS.flatMap((room) => filesBelow(join(root, room))).map((path) =>
    relative(root, path).split(sep).join('/'),
  );
  for (const file of files.filter((one) => SOURCE.test(one))) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const imports = importsOf(text);
    const edges = [];
    for (const { name, typeOnly } of imports) {
      const to = name.startsWith('.')
        ? relative(root, resolve(dirname(path), name))
            .split(sep)
            .join('/')
        : name;
      const problem = breach(file, to);
      if (problem) problems.push(`${file} -> ${name}: ${problem}`);
      if (!typeOnly && name.startsWith('.')) edges.push(to);
      const contract = /^@vitrine\/contract\/(.+)$/.exec(name);
      if (!typeOnly && contract) edges.push(`contract/src/${contract[1]}.ts`);
    }
    graph.set(file, edges);
    if (isBarrel(text)) problems.push(`${file}: a barrel file; import from where things live`);
  }
  return [
    ...problems,
    ...crowded(files),
    ...unplaced([...graph.keys()]),
    ...cyclesOf(graph).map((cycle) => `cycle: ${cycle.join(' -> ')}`),
  ];
}

function cyclesOf(graph) {
  const done = new Set();
  const path = [];
  const cycles = [];
  const visit = (file) => {
    const at = path.indexOf(file);
    if (at >= 0) {
      cycles.push([...path.slice(at), file]);
      return;
    }
    if (done.has(file) || !graph.has(file)) return;
    path.push(file);
    for (const next of graph.get(file)) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = checkImports(resolve(dirname(fileURLToPath(import.meta.url)), '..'));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
