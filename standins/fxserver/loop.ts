import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from './server.ts';
import { Killed } from './vm.ts';

/** Runs what is due now in every resource, and until `target` while a resource touches nothing outside itself. */
export function runUntil(server: Server, target: number): void {
  const { clock } = server.world;
  try {
    clock.run();
    for (const resource of [...server.resources.values()]) {
      const { vm } = resource;
      if (server.dead) return;
      if (!vm || vm.due > clock.now()) continue;
      const others = [...server.resources.values()]
        .filter((r) => r !== resource)
        .map((r) => r.vm?.due ?? Number.POSITIVE_INFINITY);
      const free = server.inFlight.size === 0 && server.jobs.size === 0;
      vm.tick(clock.now(), free ? Math.min(target, clock.due(), ...others) : clock.now());
    }
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

/**
 * Waits (in real time, at most `patienceMs`) until no request and no start is running, and runs what becomes due now.
 * City time does not move, so a slow server costs a city nothing.
 */
export async function settle(server: Server, patienceMs: number): Promise<void> {
  const { clock } = server.world;
  const end = Date.now() + patienceMs;
  while (!server.dead) {
    const due = (): boolean =>
      clock.due() <= clock.now() ||
      [...server.resources.values()].some((r) => (r.vm?.due ?? Number.POSITIVE_INFINITY) <= clock.now());
    if (clock.virtual) while (due() && !server.dead) runUntil(server, clock.now());
    const pending = [...server.inFlight, ...waitingJobs(server)];
    if (pending.length === 0 || Date.now() >= end) return;
    const stop = new AbortController();
    await Promise.race([
      ...pending,
      sleep(end - Date.now(), undefined, { signal: stop.signal }).catch(() => undefined),
    ]);
    stop.abort();
  }
}

/** Starts that can end now. A slow resource needs time, so its start cannot end while virtual time stands still. */
export function waitingJobs(server: Server): Promise<unknown>[] {
  return server.sleeping > 0 && server.world.clock.virtual ? [] : [...server.jobs];
}
