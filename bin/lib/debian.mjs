import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { environment, start } from './run.mjs';

/** Where the first of these programs is; undefined if none is here. Debian keeps servers outside a user's PATH. */
function findProgram(names) {
  for (const name of names) {
    for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {}
    }
  }
  return undefined;
}

/** Whether a program ends with 0. What it prints goes to the error output. */
export async function succeeds(command, args, env = environment()) {
  return (await start(command, args, { env, stdio: ['ignore', 'ignore', 2] }).done.catch(() => 1)) === 0;
}

/**
 * The first of these programs, after an attempt to install Debian's package for it. The attempt needs root and apt-get.
 * Undefined if the program is still missing; the caller decides what that means.
 */
export async function ensureProgram(names, debianPackage, purpose) {
  const found = findProgram(names);
  if (found) return found;
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return undefined;
  console.error(`Installing Debian’s ${debianPackage} for ${purpose}…`);
  const env = environment({ DEBIAN_FRONTEND: 'noninteractive' });
  await succeeds('apt-get', ['update', '-qq'], env);
  await succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], env);
  return findProgram(names);
}
