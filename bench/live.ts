import { setTimeout as delay } from 'node:timers/promises';
import { API, pathOf } from '@vitrine/contract/calls/address';
import type { Answer, JsonCallName } from '@vitrine/contract/calls/table';
import type { LiveNews } from '@vitrine/contract/live';
import { transaction } from '../server/src/db/transaction.ts';
import { moveDeliveries } from '../server/src/features/deliveries/move-deliveries.ts';
import { moveOrder } from '../server/src/features/orders/move-order.ts';
import { type MadeStore, makeStore } from '../server/src/test/make.ts';
import { makeSold, on } from '../server/src/test/make-deliveries.ts';
import { percentile } from './lib/product.ts';
import { judge } from './lib/verdict.ts';
import { startWebProcess } from './lib/web-process.ts';

/**
 * The owner's live panel on two server processes. Measures the time from a change until list, drawer, dashboard and sidebar have an
 * answer that shows it, and the work of the database for open panels while nothing happens.
 * Run: npm run bench -- live [changes of each kind] [open panels] [seconds of quiet]
 */
const changes = Number(process.argv[2] ?? 20);
const panels = Number(process.argv[3] ?? 200);
const LIMIT_MS = 2000;
const LIMIT_STATEMENTS = 20;
/** Panels of one store. */
const OF_STORE = 2;
const quiet = Number(process.argv[4] ?? 30);

const web = await startWebProcess(2);
const { db, pool, addresses, secret } = web;
let caller = 0;

async function call<Of extends JsonCallName>(
  at: string,
  store: MadeStore,
  name: Of,
  body: object,
): Promise<Answer<Of>> {
  const answer = await fetch(`${at}${API}${pathOf(name)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${store.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.0.${caller++ % 250}`,
    },
    body: JSON.stringify({ subdomain: store.subdomain, ...body }),
  });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  return (await answer.json()) as Answer<Of>;
}

/** Opens a panel's stream, and waits until it is ready: from then on it tells every change. */
async function open(at: string, store: MadeStore, heard: (news: LiveNews) => void): Promise<() => void> {
  const cut = new AbortController();
  const { status, body } = await fetch(`${at}${API}${pathOf('GET /live/events')}`, {
    signal: cut.signal,
    headers: {
      authorization: `Bearer ${store.token}`,
      'x-store': store.subdomain,
      accept: 'text/event-stream',
      'x-forwarded-for': `10.2.${caller >> 8}.${caller++ & 255}`,
    },
  });
  if (status !== 200 || !body) throw new Error(`a stream was refused: ${status}`);
  const ready = Promise.withResolvers<void>();
  void (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of body) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      if (text.includes('event: ready')) ready.resolve();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^event: news\ndata: (.*)$/.exec(part)?.[1];
        if (data) heard(JSON.parse(data) as LiveNews);
      }
    }
  })().catch(() => {});
  await ready.promise;
  return () => cut.abort();
}

/** A change that was not told after this long, in ms, counts as lost. */
const LOST_MS = 20_000;

/**
 * The ms from a change until a panel at each process has read an answer that shows it, as list, drawer and figures read it.
 * `order` is the order that the panels show; the change may be of another order.
 */
async function turned(store: MadeStore, order: string, shows: (of: Reads) => boolean, change: () => Promise<unknown>) {
  const seen = addresses.map(async (at) => {
    const done = Promise.withResolvers<void>();
    const close = await open(at, store, () => {
      read(at, store, order)
        .then((of) => shows(of) && done.resolve())
        .catch(done.reject);
    });
    return { done: done.promise, close };
  });
  const watching = await Promise.all(seen);
  await delay(1500);
  const begun = performance.now();
  await change();
  const lost = delay(LOST_MS, undefined, { ref: false }).then(() => {
    throw new Error(`a change was not shown within ${LOST_MS} ms`);
  });
  const told = Promise.all(watching.map(async ({ done }) => done.then(() => performance.now() - begun)));
  const times = await Promise.race([told, lost]);
  for (const { close } of watching) close();
  return times;
}

interface Reads {
  list: Answer<'POST /order'>;
  drawer: Answer<'POST /order/details'>;
  figures: Answer<'POST /dashboard'>;
}
async function read(at: string, store: MadeStore, order: string): Promise<Reads> {
  const [list, drawer, figures] = await Promise.all([
    call(at, store, 'POST /order', { status: 'all', ids: [order], limit: 1 }),
    call(at, store, 'POST /order/details', { id: order }),
    call(at, store, 'POST /dashboard', {}),
  ]);
  return { list, drawer, figures };
}

try {
  const store = await makeStore(db, secret);
  const times: Record<string, number[]> = { sale: [], failure: [], refund: [] };
  const sell = () => makeSold(db, store.id, { items: [{ actions: [on.money(5)] }] });
  for (let n = 0; n < changes; n++) {
    const { id } = await sell();
    const { rows } = await pool.query<{ id: string }>('select id from delivery where order_id = $1', [id]);
    const delivery = rows[0]?.id ?? '';
    const { figures } = await read(web.address, store, id);
    const sales = figures.analytics.ordersToday;
    const failed = await turned(
      store,
      id,
      ({ drawer }) => drawer.deliveries.some(({ state }) => state === 'failed'),
      () => transaction(db, (tx) => moveDeliveries(tx, store.id, [{ id: delivery, from: 'queued', to: 'failed' }])),
    );
    const refunded = await turned(
      store,
      id,
      ({ list }) => list.response[0]?.status === 'cancelled',
      () => transaction(db, (tx) => moveOrder(tx, store.id, id, 'completed', 'cancelled', { note: null })),
    );
    const sold = await turned(store, id, ({ figures: now }) => now.analytics.ordersToday === sales + 1, sell);
    times.failure?.push(...failed);
    times.refund?.push(...refunded);
    times.sale?.push(...sold);
  }
  let worst = 0;
  for (const [kind, of] of Object.entries(times)) {
    const p95 = percentile(of, 0.95);
    worst = Math.max(worst, p95);
    console.log(`${kind.padEnd(8)} p50 ${percentile(of, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
  }

  const stores: MadeStore[] = [];
  while (stores.length < panels / OF_STORE) stores.push(await makeStore(db, secret));
  const opened: (() => void)[] = [];
  for (let n = 0; n < panels; n++) {
    const at = addresses[n % addresses.length] ?? web.address;
    opened.push(await open(at, stores[Math.floor(n / OF_STORE)] as MadeStore, () => {}));
  }
  const statements = async () => {
    const { rows } = await pool.query<{ n: number }>(
      'select (xact_commit + xact_rollback)::float8 as n from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.n ?? 0;
  };
  await delay(5000);
  const before = await statements();
  await delay(quiet * 1000);
  // Backends report a second after their last statement, before and after, and a statement outside a transaction is one.
  const rate = ((await statements()) - before) / quiet;
  for (const close of opened) close();
  console.log(
    `${panels} open panels of ${stores.length} stores: ${rate.toFixed(1)} statements/s (limit ${LIMIT_STATEMENTS}); ` +
      `worst p95 of ${changes} changes of each kind ${worst.toFixed(0)} ms (limit ${LIMIT_MS})`,
  );
  judge(worst <= LIMIT_MS && rate <= LIMIT_STATEMENTS);
} finally {
  await web.stop();
}
