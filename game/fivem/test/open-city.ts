import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import { type City, type CityOptions, startCity } from '../../../standins/fxserver/fxserver.ts';
import type { Command } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { playerOf } from './player-of.ts';

/** The folder as owners install it, in a stand-in FXServer, over real HTTP. */
const resourceDir = fileURLToPath(new URL('../vitrine', import.meta.url));
const closing: (() => Promise<void> | void)[] = [];

/** Closes what `open` opened. Each file calls it after each test, because a hook in here would run for one file only. */
export async function closeCities(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

async function serve(platform: Platform): Promise<void> {
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      // Node gives header names in lower case; the platform looks them up in the city's spelling.
      const names = ['X-Vitrine-Server', 'X-Vitrine-Time', 'X-Vitrine-Nonce', 'X-Vitrine-Signature'];
      const headers = Object.fromEntries(
        names.map((name) => [name, String(request.headers[name.toLowerCase()] ?? '')]),
      );
      const answer = platform.handle(request.url ?? '', request.method ?? '', body, headers);
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
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
  platform.convars.vitrine_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A city with the resource, connected to a platform. It is closed after the test. */
export async function open(
  framework: FrameworkName,
  more: Partial<CityOptions> = {},
): Promise<{ city: City; platform: Platform }> {
  const platform = new Platform();
  platform.player = playerOf(framework, 3);
  await serve(platform);
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-city-'));
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const city = await startCity({
    dataDir,
    resourceDir,
    framework,
    clock: 'virtual',
    startAt: 1_790_000_000_000,
    convars: platform.convars,
    ...more,
  });
  closing.push(() => city.close());
  await city.advance(5000);
  return { city, platform };
}

/** Delivers each command to citizen 3 and answers the codes, in the same order. */
export async function deliver(city: City, platform: Platform, commands: Command[]): Promise<(string | undefined)[]> {
  for (const command of commands) {
    platform.due.push(command);
    for (let turn = 0; turn < 60 && city.alive && !platform.result(command.id); turn += 1) await city.advance(500);
  }
  return commands.map((command) => platform.result(command.id)?.code);
}
