import { createServer } from 'node:net';

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  return await new Promise((settle, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

let addresses = 0;

/** An address of 127.0.0.0/8 that nobody used in this run: all of them are this machine, and each is a visitor of its own. */
export function newAddress(): string {
  addresses += 1;
  // Each in another network of 16 bits too, as far as they go: what is counted by network must not meet by chance.
  return `127.${1 + (addresses % 254)}.${Math.floor(addresses / 254) % 256}.${1 + (Math.floor(addresses / 65_024) % 250)}`;
}
