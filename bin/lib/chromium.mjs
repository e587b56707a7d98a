import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, node24, root, start } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {}
    }
  }
  return undefined;
}

async function succeeds(command, args, env = environment()) {
  return (await start(command, args, { env, stdio: ['ignore', 'ignore', 2] }).done.catch(() => 1)) === 0;
}

/**
 * The browser for the stories: CHROMIUM_PATH, one on the PATH, Debian's package if we may install it, or Playwright's
 * own (then the result is undefined). Throws one clear sentence if there is none: the stories are never skipped.
 */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  const found = given || onPath(NAMES);
  if (found) return found;
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    console.error('Installing Debian’s chromium for the browser stories…');
    const env = environment({ DEBIAN_FRONTEND: 'noninteractive' });
    await succeeds('apt-get', ['update', '-qq'], env);
    await succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env);
    const installed = onPath(NAMES);
    if (installed) return installed;
  }
  console.error('Installing Playwright’s Chromium for the browser stories…');
  if (await succeeds(node24(), [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium']))
    return undefined;
  throw new Error('The browser stories need Chromium: install it, or set CHROMIUM_PATH to one.');
}
