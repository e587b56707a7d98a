import { existsSync, readFileSync } from 'node:fs';
import { createHost } from './host.ts';
import { dropResource, findResources, loadResource, type Resource, serverScripts } from './resource.ts';
import { emit, type Server, writeConsole } from './server.ts';
import { createVm } from './vm.ts';

/** Reads the resources folder again: adds new folders, and forgets removed ones unless they run. */
export async function refreshResources(server: Server, root: string, base: string): Promise<void> {
  const found = findResources(root);
  const names = new Set(found.map((f) => f.name));
  for (const [name, resource] of server.resources) {
    if (!names.has(name) && resource.state === 'stopped') server.resources.delete(name);
  }
  for (const { name, dir } of found) {
    const known = server.resources.get(name);
    if (known?.vm) continue;
    const fresh = await loadResource(dir, name);
    fresh.privileged = dir.includes(base);
    fresh.life = known?.life ?? 0;
    server.resources.set(name, fresh);
  }
}

function wait(server: Server, ms: number): Promise<void> {
  server.sleeping += 1;
  return new Promise((resolve) => {
    server.world.clock.timer(ms, () => {
      server.sleeping -= 1;
      resolve();
    });
  });
}

/** `provide 'x'` lets a resource answer to that name in dependencies. */
function provider(server: Server, name: string): Resource | undefined {
  return (
    server.resources.get(name) ?? [...server.resources.values()].find((r) => r.manifest.get('provide')?.includes(name))
  );
}

async function start(server: Server, resource: Resource): Promise<boolean> {
  const { world } = server;
  resource.state = 'starting';
  for (const needed of resource.manifest.get('dependency') ?? []) {
    if (needed.startsWith('/')) continue;
    const other = provider(server, needed);
    if (!other || !(await ensureResource(server, other.name, false))) {
      writeConsole(server, 'resources', `Could not start dependency ${needed} for resource ${resource.name}.`);
      resource.state = 'stopped';
      return false;
    }
  }
  const slow = world.slowStart[resource.name] ?? 0;
  if (slow > 0) await wait(server, slow);
  if (server.dead || resource.state !== 'starting') return false;
  emit(server, 'onResourceStarting', [resource.name]);
  const scripts = (() => {
    try {
      return serverScripts(resource, (name) => server.resources.get(name)?.dir);
    } catch (error) {
      writeConsole(
        server,
        'resources',
        `Failed to start resource ${resource.name}: ${error instanceof Error ? error.message : error}`,
      );
      return undefined;
    }
  })();
  if (!scripts) {
    resource.state = 'stopped';
    return false;
  }
  resource.life += 1;
  const { life } = resource;
  const vm = await createVm(resource.name, createHost(server, resource), resource.privileged);
  if (server.dead || resource.life !== life) {
    vm.close();
    return false;
  }
  resource.vm = vm;
  for (const { path, chunk } of scripts) {
    if (!server.dead && existsSync(path)) vm.run(world.clock.now(), readFileSync(path), chunk);
  }
  if (server.dead) return false;
  // Events are handled in the order in which resources started.
  server.resources.delete(resource.name);
  server.resources.set(resource.name, resource);
  resource.state = 'started';
  writeConsole(server, 'resources', `Started resource ${resource.name}`);
  emit(server, 'onResourceStart', [resource.name]);
  emit(server, 'onServerResourceStart', [resource.name]);
  world.clock.onChange();
  return true;
}

/** Starts a resource. A running one is restarted if `restart` is set. False if it could not start. */
export async function ensureResource(server: Server, name: string, restart: boolean): Promise<boolean> {
  const resource = server.resources.get(name);
  if (!resource) {
    writeConsole(server, 'resources', `Couldn't find resource ${name}.`);
    return false;
  }
  if (resource.state === 'started' || resource.state === 'starting') {
    if (!restart) return true;
    await stopResource(server, name);
  }
  const fresh = await loadResource(resource.dir, name);
  resource.manifest = fresh.manifest;
  return start(server, resource);
}

/** Stops a resource. `onResourceStop` runs everywhere first; nothing that waits can finish. */
export async function stopResource(server: Server, name: string): Promise<void> {
  const resource = server.resources.get(name);
  if (!resource || resource.state === 'stopped') return;
  if (resource.vm) {
    resource.state = 'stopping';
    emit(server, 'onResourceStop', [name]);
    emit(server, 'onServerResourceStop', [name]);
  }
  dropResource(resource);
  writeConsole(server, 'resources', `Stopping resource ${name}`);
}
