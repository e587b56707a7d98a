import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Minecraft, type MinecraftOptions } from '../../../standins/minecraft/server.ts';
import type { Answer, Command } from '../../check/wire.ts';
import { Platform } from '../../fivem/test/platform.ts';
import { jarPath, jdk, standinClasses } from '../jar.ts';

/** Without a JDK nothing here can run: the server that stands in is compiled from its sources. */
export const hasJdk = jdk() !== undefined;
if (!hasJdk) console.warn('Skipped: tests of the Minecraft plugin need a JDK (Debian: openjdk-17-jdk-headless).');

/** For a test that starts servers: a JVM takes seconds on a machine with other work. */
export const BUSY_MS = 180_000;

const closing: (() => Promise<void> | void)[] = [];
/** Closes what `open` opened, after each test. */
export async function closeServers(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

async function serve(platform: Platform): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const names = ['X-Vitrine-Server', 'X-Vitrine-Time', 'X-Vitrine-Nonce', 'X-Vitrine-Signature'];
      const headers = Object.fromEntries(
        names.map((name) => [name, String(request.headers[name.toLowerCase()] ?? '')]),
      );
      const answer = platform.handle(request.url ?? '', request.method ?? '', body, headers);
      if (answer)
        setTimeout(() => response.writeHead(answer.status, answer.headers).end(answer.body), answer.delayMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface World {
  server: Minecraft;
  platform: Platform;
  folder: string;
  /** The file of the plugin's settings, in its own folder. */
  settings: string;
  /** Starts the server again in the same folder, as after a crash. */
  restart: () => Promise<Minecraft>;
}

/** A server with the jar, connected to a platform. Steve is there unless `away`. */
export async function open(more: Partial<MinecraftOptions> & { away?: boolean; config?: string } = {}): Promise<World> {
  const platform = new Platform();
  platform.nextPollMs = 100;
  platform.player = { identity: { kind: 'minecraft_name', value: 'steve' } };
  const address = await serve(platform);
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-minecraft-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const isProxy = more.flavour === 'velocity' || more.flavour === 'bungeecord';
  // Velocity names the folder by the plugin's id, the others by its name.
  const plugin = join(folder, 'plugins', more.flavour === 'velocity' ? 'vitrine' : 'Vitrine');
  mkdirSync(plugin, { recursive: true });
  const config = `chave: '${platform.token}'\nendereco: '${address}'\n${more.config ?? ''}`;
  const settings = join(plugin, isProxy ? 'config.properties' : 'config.yml');
  writeFileSync(settings, config);
  const start = async (): Promise<Minecraft> => {
    const server = await Minecraft.start({ folder, jar: jarPath, classpath: standinClasses(), ...more });
    closing.push(() => server.kill());
    return server;
  };
  const world: World = {
    folder,
    settings,
    platform,
    server: await start(),
    restart: async () => {
      world.server = await start();
      return world.server;
    },
  };
  if (!more.away) await world.server.join('Steve');
  await until(() => platform.syncs.length > 0);
  return world;
}

/** Waits until something is true. */
export async function until(holds: () => unknown, ms = 40_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`still not true after ${ms} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Delivers each command and answers the codes, in the same order. */
export async function deliver({ platform }: World, commands: Command[]): Promise<(string | undefined)[]> {
  platform.due.push(...commands);
  await until(() => commands.every(({ id }) => platform.result(id)));
  return commands.map(({ id }) => platform.result(id)?.code);
}

/** What ran in the console: who sent it, and its words between bars. */
export function commandsOf({ folder }: World): string[] {
  const log = join(folder, 'commands.log');
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
}

/** Answers the next poll with something else, and leaves reports and lists alone. */
export async function failPoll({ platform }: World, answer: Answer): Promise<void> {
  const handle = platform.handle;
  const failed = new Promise<void>((resolve) => {
    platform.handle = (path, method, body, headers) => {
      if (!path.endsWith('/sync') || body.includes('"want":0'))
        return handle.call(platform, path, method, body, headers);
      platform.handle = handle;
      resolve();
      return answer;
    };
  });
  await failed;
}
