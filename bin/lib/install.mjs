import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root, start } from './run.mjs';

const STAMP = join(root, 'node_modules', '.vitrine-lock');

/** Hash of the lock file, which says what node_modules must hold. */
export function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Installs exactly the locked packages if node_modules is missing or was made from another lock file. */
export async function ensureInstalled() {
  const wanted = lockHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  console.error('Installing the locked packages (once per change of package-lock.json)…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // With NODE_ENV=production npm would leave out the packages that build the pages.
  const env = environment({ NODE_ENV: 'development' });
  const { done } = npm ? start(process.execPath, [npm, ...args], { env }) : start('npm', args, { env });
  if ((await done) !== 0) throw new Error('npm ci failed; see above.');
  writeFileSync(STAMP, wanted);
}
