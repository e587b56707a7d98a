import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MercadoPagoStandin, startMercadoPago } from '../../../../standins/mercado-pago/mercado-pago.ts';
import { readConfig } from '../../config.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../db/embedded.ts';
import { violations } from '../../features/payments/invariants.ts';
import { createLog } from '../../log.ts';
import { type Running, run } from '../../run.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeProduct } from '../../test/make-catalog.ts';
import { cart, connectSeller, newAddress, SELLER } from '../../test/make-shop.ts';

/** The database, on its own server, stops under a running shop and comes back (facts/security.md, P7). */
let folder: string;
let database: EmbeddedDatabase;
let provider: MercadoPagoStandin;
let running: Running;
let store: MadeStore;
const startDatabase = () => startEmbedded({ dataDir: folder, durable: false, log: () => {} });

beforeAll(async () => {
  folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'vitrine-restart-'));
  chmodSync(folder, 0o755);
  [database, provider] = await Promise.all([startDatabase(), startMercadoPago({ sellers: [SELLER] })]);
  const config = readConfig({
    VITRINE_DATA: folder,
    VITRINE_SWEEP_SECONDS: '1',
    VITRINE_TRUST_PROXY: '1',
    PORT: '0',
    MERCADOPAGO_API_URL: provider.url,
  });
  running = await run(config, database.connection, createLog('silent'));
  const { db } = running.deps;
  store = await makeStore(db, config.secret);
  await connectSeller(db, config.secret, store.id);
}, 60_000);
afterAll(async () => {
  await running?.stop();
  await database?.stop();
  await provider?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Seen {
  status: number;
  retryAfter: string | null;
  reference?: string;
}

async function buy(product: string): Promise<Seen> {
  const answer = await fetch(`${running.address}/v1/order/create`, {
    method: 'POST',
    // One address may have only so many unpaid orders, so each buyer has a new one.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify(cart(store, [{ id: product, quantity: 1 }])),
  });
  const body = (await answer.json()) as { data?: { external_reference: string } };
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    ...(body.data && { reference: body.data.external_reference }),
  };
}

test('the database restarts under buyers: 503 with Retry-After while it is away, normal soon after, nothing half done', async () => {
  const product = await makeProduct(running.deps.db, store.id);
  const seen: Seen[] = [];
  let open = true;
  const buyers = Array.from({ length: 4 }, async () => {
    while (open) {
      seen.push(await buy(product));
      await delay(20);
    }
  });
  const placed = (from: number) => seen.slice(from).some(({ status }) => status === 200);
  await vi.waitFor(() => expect(placed(0)).toBe(true), { timeout: 10_000 });

  await database.stop();
  const away = seen.length;
  await vi.waitFor(() => expect(seen.slice(away).filter(({ status }) => status === 503).length).toBeGreaterThan(8), {
    timeout: 30_000,
  });
  database = await startDatabase();
  const from = seen.length;
  await vi.waitFor(() => expect(placed(from)).toBe(true), { timeout: 15_000, interval: 10 });
  // Four buyers come every 20 ms: this many are refused in two seconds at most.
  const first = seen.slice(from).findIndex(({ status }) => status === 200);
  expect(first).toBeLessThan(400);
  open = false;
  await Promise.all(buyers);

  const strange = seen.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter));
  expect(strange).toEqual([]);

  // Jobs and notices work again too: an order that is paid now is completed.
  const { reference = '' } = await buy(product);
  const [payment] = provider.control.payments({ externalReference: reference });
  provider.control.approve(payment?.id ?? '');
  const status = async () => {
    const answer = await fetch(`${running.address}/v1/order/${reference}`);
    return ((await answer.json()) as { response: { status: string } }).response.status;
  };
  await vi.waitFor(async () => expect(await status()).toBe('completed'), { timeout: 15_000 });
  expect(await violations(running.deps.db)).toEqual([]);
}, 120_000);
