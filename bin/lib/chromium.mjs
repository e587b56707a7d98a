import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram, succeeds } from './debian.mjs';
import { node24, root } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The browser for the stories: CHROMIUM_PATH, one on the PATH, Debian's package if we may install it, or Playwright's
 * own (then the result is undefined). Throws one clear sentence if there is none: the stories are never skipped.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  const found = given || (await ensureProgram(NAMES, 'chromium', 'the browser stories'));
  if (found) return found;
  console.error('Installing Playwright’s Chromium for the browser stories…');
  if (await succeeds(node24(), [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']))
    return undefined;
  throw new Error('The browser stories need Chromium: install it, or set CHROMIUM_PATH to one.');
}
