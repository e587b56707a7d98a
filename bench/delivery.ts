import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '@vitrine/contract/calls/address';
import type { Answer } from '@vitrine/contract/calls/table';
import { depositProduct, percentile, startProduct } from './lib/product.ts';
import { judge } from './lib/verdict.ts';

/**
 * From the provider's approval to the executed command in the city: a player's wait. Every purchase goes through the
 * whole product (HTTP, notice, re-read, transaction, signed sync, resource in its Lua machine). One after the other,
 * so the system is idle in between. Run: npm run bench -- delivery [purchases]
 */
const purchases = Number(process.argv[2] ?? 200);
const LIMIT_MS = 1_000;
/** How the city records a deposit: in memory for a player in the city, in its database for others. */
const DEPOSIT = /bank|money|_characters$/;

interface Effect {
  kind: string;
  at: number;
}

const product = await startProduct();
try {
  const api = `http://127.0.0.1:${product.port}`;
  const city = product.pages.City;
  const provider = product.pages['Mercado Pago'];
  const call = async <T = Record<string, unknown>>(url: string, body?: unknown): Promise<T> => {
    const response = await fetch(url, {
      ...(body !== undefined && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`);
    return JSON.parse(text || '{}') as T;
  };

  const money = await depositProduct(product);
  const waits: number[] = [];
  for (let n = 0; n < purchases; n++) {
    const client = 1 + (n % 20);
    const before = ((await call(`${city}/__control/state`)) as { effects: Effect[] }).effects.at(-1)?.at ?? 0;
    const order = await call<Answer<'POST /order/create'>>(api + addressOf('POST /order/create'), {
      subdomain: 'cidadealta',
      clientId: client,
      discordId: '391822001983488001',
      paymentMethod: 'pix',
      idProducts: [{ id: money, quantity: 1 }],
    });
    const query = new URLSearchParams({ external_reference: order.data.external_reference });
    const [payment] = await call<{ id: string }[]>(`${provider}/__control/payments?${query}`);
    if (!payment) throw new Error('The provider knows no payment of the order.');
    const approvedAt = Date.now();
    await call(`${provider}/__control/payments/${payment.id}/approve`, {});
    const deadline = approvedAt + 20_000;
    let done: Effect | undefined;
    while (!done && Date.now() < deadline) {
      const { effects } = (await call(`${city}/__control/state`)) as { effects: Effect[] };
      done = effects.findLast(({ kind, at }) => at > before && at >= approvedAt && DEPOSIT.test(kind));
      // The effect carries its own time, so asking seldom costs no accuracy and leaves the processor to the product.
      if (!done) await delay(200);
    }
    if (!done) throw new Error(`Purchase ${n + 1} did not reach the city within 20 s.`);
    waits.push(done.at - approvedAt);
  }
  const p95 = percentile(waits, 0.95);
  console.log(`approval to executed command, ${waits.length} purchases, one at a time`);
  console.log(
    `p50 ${percentile(waits, 0.5)} ms   p95 ${p95} ms   p99 ${percentile(waits, 0.99)} ms   longest ${Math.max(...waits)} ms`,
  );
  console.log(p95 < LIMIT_MS ? `within the limit of ${LIMIT_MS} ms` : `ABOVE the limit of ${LIMIT_MS} ms`);
  judge(p95 < LIMIT_MS);
} finally {
  await product.stop();
}
