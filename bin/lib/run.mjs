import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The environment of every program that we start: the project's own programs come first, so `node` is Node 24. */
export function environment(extra = {}) {
  return { ...process.env, ...extra, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
}

/** The Node 24 that npm installed for this platform, or the running one if it is new enough. */
export function node24() {
  const own = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `Node 24 is needed and npm has none for ${process.platform}-${process.arch}. Install Node 24 and try again.`,
  );
}

/** A program of node_modules, run by Node 24. */
export function tool(packagePath, ...args) {
  return [node24(), [join(root, 'node_modules', packagePath), ...args]];
}

const children = new Set();
let stopped = false;

// Ctrl-C in a terminal reaches us and our children, but a service manager signals only us. So we pass each signal on
// to each child once; a second one changes nothing, because the server is already stopping.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (stopped) return;
    stopped = true;
    for (const child of children) child.kill(signal);
    if (children.size === 0) process.exit(1);
  });
}

/** Whether a signal has asked us to end. */
export function isStopped() {
  return stopped;
}

/** Starts a program that gets our signals. `done` resolves with its exit code, or 128 + 15 if a signal ended it. */
export function start(command, args, { cwd = root, env = environment(), stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd, env, stdio });
  children.add(child);
  const done = new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      children.delete(child);
      settle(code ?? (signal ? 143 : 1));
    });
  });
  return { child, done };
}

/** Runs a program to its end. Returns its exit code and its whole output. */
export async function capture(command, args, options = {}) {
  const { child, done } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return { code: await done, output };
}

/** Does the work for each item in their order, `width` of them at a time. A signal ends it early. */
export async function atOnce(width, items, work) {
  const left = [...items];
  const worker = async () => {
    while (left.length > 0 && !stopped) await work(left.shift());
  };
  await Promise.all(Array.from({ length: width }, worker));
}
