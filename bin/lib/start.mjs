import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureBuilt } from './build.mjs';
import { announce } from './demo.mjs';
import { environment, isStopped, node24, root, start } from './run.mjs';

const STANDINS = join(root, 'standins', 'main.ts');
const STANDINS_START_MS = 15_000;

/**
 * Starts the stand-ins of the outside services on free ports. They print one line of JSON: `env`, the product's
 * variables for them (variables that the caller has set stay), `pages` for people, and `tokens` to try.
 */
async function startStandins() {
  const { child, done } = start(node24(), [STANDINS], {
    env: environment({ STANDINS_PORT: process.env.STANDINS_PORT ?? '0', VITRINE_DATA: dataDir() }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise((resolve, reject) => {
    setTimeout(reject, STANDINS_START_MS, new Error('The stand-ins did not start in time.')).unref();
    done.then((code) => reject(new Error(`The stand-ins ended with ${code}.`)), reject);
    lines.on('line', (line) => {
      if (line.startsWith('{"env":')) resolve(JSON.parse(line));
      else console.error(line);
    });
  });
  try {
    const { env, pages, tokens } = await ready;
    return {
      child,
      pages,
      tokens,
      env: Object.fromEntries(Object.entries(env).filter(([name]) => !process.env[name])),
    };
  } catch (error) {
    child.kill('SIGTERM');
    throw error;
  }
}

function dataDir() {
  return process.env.VITRINE_DATA || join(root, 'data');
}

function wantsDemo() {
  const { VITRINE_DEMO: demo, DATABASE_URL: database } = process.env;
  return demo ? demo === '1' : !database;
}

/** Runs the product on this machine to its end and returns its exit code. With `watch`, it reloads changed sources. */
export async function startProduct({ watch }) {
  if (!watch) await ensureBuilt();
  const standins = wantsDemo() && existsSync(STANDINS) ? await startStandins() : undefined;
  if (isStopped()) return 1;
  const mode = process.env.NODE_ENV || (watch ? 'development' : 'production');
  const flags = watch ? ['--watch-preserve-output', '--watch-path=server/src', '--watch-path=contract/src'] : [];
  const args = [...flags, join(root, 'server', 'src', 'main.ts')];
  const env = environment({ ...standins?.env, VITRINE_DATA: dataDir(), NODE_ENV: mode });
  const { done } = start(node24(), args, { cwd: root, env });
  let ended = false;
  announce({ env, standins, ended: () => ended }).catch((error) => console.error(error.message));
  const code = await done;
  ended = true;
  standins?.child.kill('SIGTERM');
  return code;
}

/** Runs only the stand-ins until they end. */
export async function startStandinsAlone(args) {
  if (!existsSync(STANDINS)) throw new Error('There are no stand-ins yet.');
  return await start(node24(), [STANDINS, ...args]).done;
}
