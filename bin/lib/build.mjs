import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { lockHash } from './install.mjs';
import { environment, root, start, tool } from './run.mjs';

const WEB = join(root, 'web');
const BUILD = join(WEB, 'build');
const STAMP = join(BUILD, '.sources');
/** Files of earlier builds stay this long, in ms: open pages, and a server that still runs on them, need them. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
const SKIPPED = new Set(['node_modules', 'build', '.react-router']);
const COMPRESSED = /\.(js|css|svg|json|txt|html|map|webmanifest)$/;

/** Every source below a folder, always in the same order. */
export function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));
}

function sourcesHash() {
  const hash = createHash('sha256').update(lockHash());
  for (const file of [...filesBelow(WEB), ...filesBelow(join(root, 'contract', 'src'))]) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Whether there are pages to build. */
export function hasPages() {
  return existsSync(join(WEB, 'vite.config.ts'));
}

/**
 * Builds the pages if sources or packages have changed since the last build. It builds in another folder and swaps at
 * the end, so a running server always finds its files.
 */
export async function ensureBuilt() {
  if (!hasPages()) return;
  const wanted = sourcesHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.error('Building the pages (once per change of their sources)…');
  rmSync(STAMP, { force: true });
  const next = join(BUILD, 'next');
  rmSync(next, { recursive: true, force: true });
  const [command, args] = tool('@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn');
  const { done } = start(command, args, {
    cwd: WEB,
    env: environment({ NODE_ENV: 'production', BUILD_DIRECTORY: 'build/next' }),
    stdio: ['ignore', 2, 2],
  });
  if ((await done) !== 0) throw new Error('The pages could not be built; see above.');
  // Before compressing: a file that did not change brings its compressed forms from the earlier build.
  keepEarlier(join(BUILD, 'client', 'assets'), join(next, 'client', 'assets'));
  await compress(join(next, 'client'));
  const before = join(BUILD, 'before');
  rmSync(before, { recursive: true, force: true });
  mkdirSync(before);
  for (const part of readdirSync(next)) {
    if (existsSync(join(BUILD, part))) renameSync(join(BUILD, part), join(before, part));
    renameSync(join(next, part), join(BUILD, part));
  }
  for (const folder of [next, before]) rmSync(folder, { recursive: true, force: true });
  writeFileSync(STAMP, wanted);
}

/** Copies files of earlier builds that the new one lacks. Names hold a hash of the content, so none is replaced. */
export function keepEarlier(earlier, now) {
  if (!existsSync(earlier)) return;
  for (const name of readdirSync(earlier)) {
    const { mtime } = statSync(join(earlier, name));
    if (existsSync(join(now, name)) || Date.now() - mtime.getTime() > KEPT_MS) continue;
    copyFileSync(join(earlier, name), join(now, name));
    utimesSync(join(now, name), mtime, mtime);
  }
}

/** Writes .br and .gz beside every file that shrinks enough, so that serving it costs nothing. */
async function compress(folder) {
  for (const file of filesBelow(folder)) {
    if (!COMPRESSED.test(file) || existsSync(`${file}.br`) || statSync(file).size < 512) continue;
    const bytes = readFileSync(file);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, quality),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gz);
  }
}
