import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram, succeeds } from './debian.mjs';
import { node24, root } from './run.mjs';

/** The browser without a window. The whole one draws its own tabs and bars too, also without a screen: half a core of work. */
const SHELL = 'chromium-headless-shell';
const PURPOSE = 'the browser stories';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The browser for the stories: CHROMIUM_PATH, Debian's package if it is here or we may install it, another one on the PATH,
 * or Playwright's own (then the result is undefined). Throws one clear sentence if there is none: the stories are never skipped.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  const found =
    given || (await ensureProgram([SHELL], SHELL, PURPOSE)) || (await ensureProgram(WHOLE, 'chromium', PURPOSE));
  if (found) return found;
  console.error('Installing Playwright’s Chromium for the browser stories…');
  if (await succeeds(node24(), [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']))
    return undefined;
  throw new Error('The browser stories need Chromium: install it, or set CHROMIUM_PATH to one.');
}
