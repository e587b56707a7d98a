import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureProgram, succeeds } from './debian.mjs';
import { node24, root } from './run.mjs';

/** Chromium without a window. The whole Chromium also draws its tabs and bars, even without a screen, which costs half a core. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PURPOSE = 'the browser stories';

/**
 * The browsers for the stories, as settings: `CHROMIUM_PATH` for all of them, and `CHROMIUM_WHOLE_PATH` for the stories
 * about notifications, because the browser without a window has none. The order of the choice for both: the `CHROMIUM_PATH` that was
 * given, Debian's packages if they are here or we may install them, any on the PATH, Playwright's own (then nothing is set).
 * Throws one clear sentence if there is no browser: the stories are never skipped.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  const whole = given || (await ensureProgram(WHOLE, 'chromium', PURPOSE));
  const shell = given || (await ensureProgram([SHELL], SHELL, PURPOSE)) || whole;
  if (shell && whole) return { CHROMIUM_PATH: shell, CHROMIUM_WHOLE_PATH: whole };
  console.error('Installing Playwright’s Chromium for the browser stories…');
  if (await succeeds(node24(), [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium'])) return {};
  throw new Error('The browser stories need Chromium: install it, or set CHROMIUM_PATH to one.');
}
