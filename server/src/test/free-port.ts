import { createServer } from 'node:net';

/** Below the ports that the system gives to outgoing connections, so no such connection takes the port meanwhile. */
const FIRST = 12_000;
const LAST = 32_000;
const given = new Set<number>();

/** A port of 127.0.0.1 on which nobody listens. This process gets each port once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
