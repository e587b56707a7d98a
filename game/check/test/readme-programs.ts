import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The programs of sdk/README.md as they stand there, run as processes of their own from the sources of the kit. */

const sdk = new URL('../../../sdk/', import.meta.url);

function programs(): { server: string; service: string } {
  const readme = readFileSync(new URL('README.md', sdk), 'utf8');
  const found = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  const ofSources = (text: string) =>
    text
      .replace("'@vitrine/sdk/game'", `'${new URL('src/game/client.ts', sdk).href}'`)
      .replace("'@vitrine/sdk/webhook'", `'${new URL('src/game/webhook.ts', sdk).href}'`);
  return { server: ofSources(found[1] ?? ''), service: ofSources(found[2] ?? '') };
}

export interface Machine {
  /** Lines that the game server printed. */
  lines: string[];
  startServer(): void;
  /** Kills the game server with SIGKILL. */
  kill(): Promise<void>;
  /** What the service keeps. */
  state(): { balance: number; answers: Record<string, object> };
  close(): Promise<void>;
}

/** A machine with the service, which runs, and the game server, which is started by hand. */
export async function readmeMachine(env: { VITRINE_ADDRESS: string; VITRINE_TOKEN: string }): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-readme-'));
  const { server, service } = programs();
  writeFileSync(join(folder, 'server.ts'), server);
  writeFileSync(join(folder, 'service.ts'), service);
  const secret = 'a secret of this test';
  const start = (file: string, more: Record<string, string>) =>
    spawn(process.execPath, [join(folder, file)], {
      cwd: folder,
      env: { ...process.env, ...env, SERVICE_SECRET: secret, ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const serving = start('service.ts', {});
  const [first] = await once(createInterface({ input: serving.stdout }), 'line');
  const SERVICE_ADDRESS = `http://127.0.0.1:${JSON.parse(first).port}`;
  const lines: string[] = [];
  let running: ChildProcess | undefined;
  return {
    lines,
    startServer() {
      const child = start('server.ts', { SERVICE_ADDRESS });
      createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
      running = child;
    },
    kill: async () => {
      if (running) await end(running);
    },
    state: () => JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8')),
    async close() {
      if (running) await end(running);
      await end(serving);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The path of the runner's program. */
export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
