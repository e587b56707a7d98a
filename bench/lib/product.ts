import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { addressOf } from '@vitrine/contract/calls/address';
import type { Answer } from '@vitrine/contract/calls/table';

export const root = resolve(import.meta.dirname, '..', '..');

/** The product as `npm start` starts it, on its own data folder. */
export interface Product {
  port: number;
  /** Addresses of the stand-ins' pages, by the words of the start message. */
  pages: Record<string, string>;
  owner: { email: string; password: string };
  stop(): Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  return await new Promise((settle, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Starts the product and its stand-ins and waits until the demo store is connected. `kept` is a data folder of the
 * caller, who also removes it. Without it there is a new folder, which is removed with the product.
 */
export async function startProduct(kept?: string): Promise<Product> {
  const data = kept ?? mkdtempSync(join(tmpdir(), 'vitrine-bench-'));
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [join(root, 'bin', 'vitrine.mjs'), 'start'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      VITRINE_DATA: data,
      VITRINE_DEMO: '1',
      VITRINE_TRUST_PROXY: '1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stopChild = () => child.kill('SIGINT');
  // A bench that fails in the middle must not leave it running.
  process.once('exit', stopChild);
  const pages: Record<string, string> = {};
  const owner = { email: '', password: '' };
  await new Promise<void>((settle, reject) => {
    child.once('exit', (code) => reject(new Error(`The product ended with ${code}.`)));
    createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }).on('line', (line) => {
      const page = /^ {4}([A-Z][\w ]*?) +(http:\S+)/.exec(line);
      if (page?.[1] && page[2]) pages[page[1]] = page[2];
      const access = /Demo owner +(\S+) +password (\S+)/.exec(line);
      if (access?.[1] && access[2]) Object.assign(owner, { email: access[1], password: access[2] });
      if (line.includes('could not be connected')) reject(new Error(line.trim()));
      if (line === '' && pages.Mail) settle();
    });
  });
  return {
    port,
    pages,
    owner,
    async stop() {
      const ended = new Promise((settle) => child.once('exit', settle));
      stopChild();
      await ended;
      process.off('exit', stopChild);
      if (!kept) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The id of the demo product with a deposit in the city as its only delivery. Throws if the demo store has none. */
export async function depositProduct({ port }: Product): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${addressOf('POST /products')}`, {
    method: 'POST',
    body: JSON.stringify({ subdomain: 'cidadealta' }),
    headers: { 'content-type': 'application/json' },
  });
  const { products } = (await answer.json()) as Answer<'POST /products'>;
  const sold = products.find((one) => one.name === 'R$ 50.000 na cidade');
  if (!sold) throw new Error('The demo store has no product with only a deposit.');
  return sold._id;
}

/** The value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
