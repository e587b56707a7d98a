import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export interface OwnCity {
  /** Address of its page and control. */
  url: string;
  close(): void;
}

const root = resolve(import.meta.dirname, '..');

/**
 * A story's own game server: a process with its own disk. Its citizens move only when told. With a store's
 * identification token the delivery script is installed and runs, with the owner's own lines of config.lua; without one it
 * waits to be installed.
 */
export async function startCity(
  framework: string,
  connect?: { token: string; platform: string; config?: string },
): Promise<OwnCity> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-city-'));
  const args = [join(root, 'standins', 'fxserver', 'main.ts'), '--data', folder, '--framework', framework, '--still'];
  if (connect) {
    const resource = join(folder, 'download', 'vitrine');
    cpSync(join(root, 'game', 'fivem', 'vitrine'), resource, { recursive: true });
    if (connect.config) appendFileSync(join(resource, 'config.lua'), `\n${connect.config}\n`);
    args.push('--resource', resource, '--token', connect.token, '--url', connect.platform);
  }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise<string>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`the city ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => ready((JSON.parse(line) as { url: string }).url));
  });
  return {
    url,
    close() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
