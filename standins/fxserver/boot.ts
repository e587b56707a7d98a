import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAcl } from './console.ts';
import type { Framework } from './frameworks.ts';
import { createHttpClient } from './http.ts';
import { ensureResource, stopResource } from './lifecycle.ts';
import type { Server, World } from './server.ts';

export type DriverName = 'oxmysql' | 'ghmattimysql' | 'mysql-async';

/** Writes the city's own resources (drivers, base, bank) again: an owner's changes to them are lost. */
export function writeBase(dir: string, framework: Framework | undefined, drivers: DriverName[]): void {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const source = new URL('./base/', import.meta.url);
  for (const name of drivers) cpSync(new URL(`drivers/${name}/`, source), join(dir, name), { recursive: true });
  for (const name of framework?.extras ?? []) cpSync(new URL(`${name}/`, source), join(dir, name), { recursive: true });
  for (const [path, content] of Object.entries(framework?.files() ?? {})) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
}

/** A server process that has just started: no resource runs yet. */
export function boot(world: World, convars: Record<string, string>, oldArtifact = false): Server {
  const server: Server = {
    world,
    dead: false,
    bootTime: world.clock.now(),
    resources: new Map(),
    connections: new Map(),
    convars: new Map(
      Object.entries({ version: 'FXServer-master SERVER v1.0.0.12913 linux', sv_hostname: 'Cidade de Teste' }),
    ),
    acl: createAcl(),
    globalState: new Map(),
    http: createHttpClient(oldArtifact),
    inFlight: new Set(),
    jobs: new Set(),
    sleeping: 0,
    invoking: [],
    lastRequest: 0,
    nextSource: 0,
    canceled: false,
    ensure: (name, restart) => ensureResource(server, name, restart),
    stop: (name) => stopResource(server, name),
    kill() {
      if (server.dead) return;
      server.dead = true;
      world.kvp.crash();
      server.http.destroy();
      for (const resource of server.resources.values()) {
        resource.vm?.close();
        resource.vm = undefined;
        resource.state = 'stopped';
      }
      server.connections.clear();
      world.clock.onChange();
    },
  };
  for (const [name, value] of Object.entries(convars)) server.convars.set(name.toLowerCase(), value);
  return server;
}
