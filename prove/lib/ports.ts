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

/** An address of 127.0.0.0/8 that is new in this run. All of them are this machine, but each counts as a visitor. */
export function newAddress(): string {
  addresses += 1;
  // Each is also in another network of 16 bits, as far as they suffice, so that two people do not share a network's
  // count by chance.
  return `127.${1 + (addresses % 254)}.${Math.floor(addresses / 254) % 256}.${1 + (Math.floor(addresses / 65_024) % 250)}`;
}
