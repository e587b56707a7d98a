import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Most bytes of script on a page, as sent with gzip and with brotli. */
const LIMITS = {
  /** Panel and entry: a hydrated application. */
  application: { gz: 250_000 },
  /** Pages of the shop, up to the order's: documents with some behaviour. */
  shop: { gz: 16_000, br: 14_000 },
  /** The only form with React, which has 67 KB of it. */
  checkout: { gz: 94_000, br: 82_000 },
  /** A service worker, which comes after the page (docs/decisions/0086-without-a-connection.md). */
  worker: { gz: 1_300, br: 1_100 },
};
const CHECKOUT = 'storefront/checkout';
const ENTRY = 'web/app/entry.client.tsx';
const APPLICATION = 'web/app/hydrate.tsx';
const SHOP = 'web/app/shop.ts';
const WORKERS = ['web/service-worker/worker.ts', 'web/service-worker/panel-worker.ts'];
/** Modules that the shop's pages must never load, and those that only the checkout may load. */
const FOREIGN = /^web\/app\/(panel|entry)\/|^node_modules\/(zod|react-router|@heroui|react-aria[\w-]*|chart\.js)\//;
const REACT = /^node_modules\/(react|react-dom|scheduler)\//;

/** These files with all that they import, directly or not. */
function closure(files, names) {
  const found = new Set();
  const visit = (name) => {
    const file = files[name];
    if (!file || found.has(name)) return;
    found.add(name);
    for (const next of file.imports) visit(next);
  };
  for (const name of names) visit(name);
  return found;
}

/**
 * The script files of each page and of the service workers, from `modules.json` (files) and React Router's manifest. A page of the shop loads
 * its own parts; any other page loads the application with the modules of its routes. Scripts that are fetched on
 * demand (a dialog, the chart) are not counted: e2e/script-weight.test.ts weighs what a browser loads.
 */
export function scriptsOf(files, manifest, manifestFile) {
  const fileOf = (source) => {
    const found = Object.keys(files).find((name) => files[name].sources.some((one) => one.split('?')[0] === source));
    if (!found) throw new Error(`The build holds no ${source}.`);
    return found;
  };
  const own = (address) => address.replace(/^\//, '');
  const [entry, application, shop] = [ENTRY, APPLICATION, SHOP].map(fileOf);
  const pages = Object.values(manifest.routes).map((route) => {
    const chain = [];
    for (let at = route; at; at = manifest.routes[at.parentId]) chain.unshift(at);
    const modules = chain.flatMap(({ module, imports = [], clientMiddlewareModule, clientLoaderModule }) =>
      [module, ...imports, clientMiddlewareModule, clientLoaderModule].filter(Boolean).map(own),
    );
    if (!chain.some(({ id }) => id.startsWith('storefront/'))) {
      return {
        id: route.id,
        kind: 'application',
        files: closure(files, [manifestFile, entry, application, ...modules]),
      };
    }
    // The modules that the server draws decide which parts the page has.
    const drawn = closure(files, modules);
    const standing = files[shop].later.filter((part) => drawn.has(part));
    const loaded = closure(files, [entry, shop, ...standing]);
    return { id: route.id, kind: route.id === CHECKOUT ? 'checkout' : 'shop', files: loaded };
  });
  return [...pages, ...WORKERS.map((id) => ({ id, kind: 'worker', files: closure(files, [fileOf(id)]) }))];
}

/** The problems of a page: it is too heavy, or it loads modules of the product's other half. */
export function problemsOf({ id, kind, files: names, gz, br }, files) {
  const weight = { gz, br };
  const problems = Object.entries(LIMITS[kind])
    .filter(([encoding, limit]) => weight[encoding] > limit)
    .map(
      ([encoding, limit]) => `${id}: ${weight[encoding]} bytes of script (${encoding}), at most ${limit} are allowed`,
    );
  const foreign = [...names]
    .flatMap((name) => files[name].sources)
    .filter((source) =>
      kind === 'application' ? source === SHOP : FOREIGN.test(source) || (kind === 'shop' && REACT.test(source)),
    );
  if (foreign.length > 0) problems.push(`${id} must not load ${foreign.join(', ')}`);
  if (kind === 'worker' && names.size > 1) problems.push(`${id} must be one file`);
  return problems;
}

/** The build on the disk: script files, the route manifest, and the weight of each file. */
function readBuild() {
  const build = join(root, 'web', 'build');
  const assets = join(build, 'client', 'assets');
  // Earlier builds left their own manifests; the server names the present one.
  const name = /\/assets\/(manifest-[\w-]+\.js)/.exec(readFileSync(join(build, 'server', 'index.js'), 'utf8'))?.[1];
  if (!name) throw new Error('The build names no manifest.');
  const text = readFileSync(join(assets, name), 'utf8');
  const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size;
  return {
    // the manifest is a script too, on every page of the application
    manifestFile: `assets/${name}`,
    manifest: JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)),
    files: {
      ...JSON.parse(readFileSync(join(build, 'modules.json'), 'utf8')),
      [`assets/${name}`]: { imports: [], later: [], sources: [] },
    },
    weigh(names) {
      const sum = (ending) =>
        [...names].reduce((total, file) => {
          const path = join(build, 'client', file);
          // very small files are sent as they are
          return total + (sizeOf(path + ending) ?? sizeOf(path));
        }, 0);
      return { gz: sum('.gz'), br: sum('.br') };
    },
  };
}

/** Weighs the built pages. Prints the heaviest of each kind and the problems; each page counts as one. */
export function weigh() {
  const { files, manifest, manifestFile, weigh: weightOf } = readBuild();
  const pages = scriptsOf(files, manifest, manifestFile).map((page) => ({ ...page, ...weightOf(page.files) }));
  for (const kind of Object.keys(LIMITS)) {
    const [heaviest] = pages.filter((page) => page.kind === kind).sort((a, b) => b.gz - a.gz);
    if (!heaviest) throw new Error(`No page is of the kind ${kind}.`);
    const { id, gz, br } = heaviest;
    console.log(`heaviest page (${kind}): ${id}, script of ${gz} bytes with gzip, ${br} with brotli`);
  }
  const problems = pages.map((page) => problemsOf(page, files)).filter((found) => found.length > 0);
  for (const problem of problems.flat()) console.log(`✗ ${problem}`);
  return { passed: pages.length - problems.length, failures: problems.map((found) => found.join('\n')) };
}
