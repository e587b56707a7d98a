import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { serveMetrics } from './metrics.ts';

const BLOCKED_MS = 150;

test('a busy event loop shows in the histogram of delays', async () => {
  const server = await serveMetrics(new Registry(), '127.0.0.1', 0);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  const late = async () => {
    const text = await (await fetch(address)).text();
    const figure = (name: string) =>
      Number(new RegExp(`^vitrine_event_loop_delay_seconds_${name} (\\d+)`, 'm').exec(text)?.[1]);
    return figure('count') - figure('bucket{le="0.1"}');
  };
  await delay(50);
  const before = await late();
  const end = performance.now() + BLOCKED_MS;
  while (performance.now() < end);
  await vi.waitFor(async () => expect(await late()).toBeGreaterThan(before), { timeout: 30_000 });
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});
