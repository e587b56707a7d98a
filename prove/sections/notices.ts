import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../lib/figures.ts';
import { control } from '../lib/http.ts';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { newAddress } from '../lib/ports.ts';
import { approve, makeShop, type Placed, type Shop, stateOf } from '../lib/shop.ts';
import { crowd, until } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';

const PER_SECOND = 50;
const ANSWER_MS = 200;
const FOUND_MS = 90_000;

/** What happens to an order's payment. */
type Fate = 'paid' | 'paid, no notice' | 'paid too little' | 'unpaid';
const fates: Fate[] = [...Array<Fate>(6).fill('paid'), 'paid, no notice', 'paid too little', 'unpaid', 'unpaid'];
/** A payment without a notice is found by asking, on a schedule that the short run does not wait for. */
const fateOf = (world: World, at: number): Fate => {
  const fate = fates[at % fates.length] as Fate;
  return fate === 'paid, no notice' ? world.much<Fate>('paid', fate) : fate;
};
const isBought = (fate: Fate) => fate === 'paid' || fate === 'paid, no notice';

interface Told extends Placed {
  fate: Fate;
}

/** Sends one notice. Returns the ms until its answer. Throws if the answer is not 200. */
async function tell(world: World, { notice, payment }: Pick<Placed, 'notice' | 'payment'>): Promise<number> {
  const url = new URL(notice, 'http://x');
  url.searchParams.set('data.id', payment);
  const body = { id: randomUUID(), type: 'payment', action: 'payment.updated', data: { id: payment } };
  const { status, waited } = await world.ask(url.pathname + url.search, { body });
  if (status !== 200) throw new Error(`a notice was answered ${status}`);
  return waited;
}

/** The provider's own notices are lost while `work` runs: all that arrive are ours. */
async function withoutNotices<T>(world: World, work: () => Promise<T>): Promise<T> {
  const address = `${world.standins.pages.mercadoPago}/__control`;
  await control(`${address}/webhook-faults`, { kind: 'drop', times: 1_000_000 });
  try {
    return await work();
  } finally {
    await control(`${address}/webhook-faults`, undefined, 'DELETE');
  }
}

/** The steps and deliveries of each order in the database. */
async function wrongOrders({ world, id }: Shop, orders: readonly Told[]): Promise<string[]> {
  const rows = await world.rows<{ reference: string; status: string; completed: number; deliveries: number }>(
    `select o.reference, o.status,
            (select count(*)::int from order_history h
              where h.store_id = o.store_id and h.order_id = o.id and h.status = 'completed') as completed,
            (select count(*)::int from delivery d
              where d.store_id = o.store_id and d.order_id = o.id and d.phase = 'confirmation') as deliveries
       from "order" o where o.store_id = $1`,
    [id],
  );
  const found = new Map(rows.map((row) => [row.reference, row]));
  return orders.flatMap(({ reference, fate }) => {
    const row = found.get(reference);
    const wanted = isBought(fate) ? 1 : 0;
    if (row?.completed === wanted && row.deliveries === wanted) return [];
    return [`${fate}: ${row?.status}, completed ${row?.completed} times, ${row?.deliveries} deliveries`];
  });
}

let flood: { answered: number[]; wrong: string[]; sent: number; orders: number } | undefined;

/** Notices of many payments, shuffled and repeated; one of ten is of an unknown payment. */
async function sendFlood(world: World): Promise<NonNullable<typeof flood>> {
  const [sent, count] = [world.much(60, 10_000), world.much(10, 200)];
  const shop = await makeShop(world);
  const actions = [{ type: 'add_money', executionTiming: 'on_confirmation', amount: 100 }];
  const product = await shop.product({ fiveMActions: actions });
  const orders: Told[] = await crowd(count, 4, async (at) => ({
    ...(await shop.placed(product)),
    fate: fateOf(world, at),
  }));
  const told = orders.filter(({ fate }) => fate !== 'paid, no notice');
  const unpaid = orders.toSorted(() => Math.random() - 0.5);
  const waits: Promise<number>[] = [];
  const payments: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < sent; n += 1) {
    await delay(Math.max(0, start + (n * 1000) / PER_SECOND - performance.now()));
    // Money arrives during the first half, so notices come before and after it.
    if (n % Math.ceil(sent / 2 / count) === 0) {
      const next = unpaid.pop();
      const less = next?.fate === 'paid too little' ? { amount: next.amount / 2 } : {};
      if (next && next.fate !== 'unpaid') payments.push(approve(world, next, less));
    }
    const one = told[Math.floor(Math.random() * told.length)] as Told;
    waits.push(tell(world, n % 10 === 9 ? { ...one, payment: String(900_000_000_000 + n) } : one));
  }
  await Promise.all(payments);
  const answered = await Promise.all(waits);
  await until('every paid order', FOUND_MS, async () => {
    const rows = await world.rows<{ reference: string }>(
      `select reference from "order" where store_id = $1 and status = 'completed'`,
      [shop.id],
    );
    return rows.length >= orders.filter(({ fate }) => isBought(fate)).length;
  }).catch(() => {});
  return { answered, wrong: await wrongOrders(shop, orders), sent, orders: count };
}

const counted: Line = {
  promise: 'P1',
  alone: true,
  title: 'Notices repeated, shuffled, lost and of nothing: every order is what its payment says',
  async run(world) {
    flood = await withoutNotices(world, () => sendFlood(world));
    const done = `${flood.sent} notices of ${flood.orders} orders, ${PER_SECOND} a second, one of ten of nothing`;
    return nothingWrong(done, flood.wrong, 'orders that are not what their payment says');
  },
};

const answeredSoon: Line = {
  promise: 'P2',
  title: 'A notice is answered soon, after it was stored',
  longOnly: true,
  async run() {
    if (!flood) throw new Error('the line before this one sent no notices');
    const p99 = percentile(flood.answered, 0.99);
    return {
      done: `${flood.sent} notices, ${PER_SECOND} a second`,
      figure: `p50 ${percentile(flood.answered, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      floor: `p99 ${ANSWER_MS} ms`,
      held: p99 <= ANSWER_MS,
    };
  },
};

const neverNotified: Line = {
  promise: 'P2',
  alone: true,
  title: 'A payment that nobody tells of is found by asking, soon while its page is open',
  async run(world) {
    return await withoutNotices(world, async () => {
      const shop = await makeShop(world);
      const placed = await shop.placed(await shop.product());
      await approve(world, placed);
      // Reads the order, as an open page does.
      const { waited } = await until('the payment', 60_000, async () => {
        await delay(1000);
        return (await stateOf(world, placed.reference)) === 'completed';
      });
      return {
        done: 'an order paid with every notice lost, its page open',
        figure: `found after ${(waited / 1000).toFixed(1)} s`,
        floor: `${world.within(15_000) / 1000} s`,
        held: waited <= world.within(15_000),
      };
    });
  },
};

const garbage: Line = {
  promise: 'P13',
  title: 'Whatever comes to the address of notices is answered without an error of ours',
  async run(world) {
    const shop = await makeShop(world);
    const { notice } = await shop.placed(await shop.product());
    const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'x', undefined];
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '{"data":{"id":{"a":1}}}',
      `{"data":{"id":"${'9'.repeat(4000)}"}}`,
      '\u0000',
    ];
    const raw = Array.from({ length: world.much(20, 400) }, () => randomBytes(64));
    const wrong: string[] = [];
    for (const body of [...bodies, ...raw]) {
      for (const type of types) {
        const headers = { ...(type && { 'content-type': type }) };
        const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
        const { status } = await world.ask(notice, { method: 'POST', body: bytes, headers, from: newAddress() });
        if (status >= 500 || status === 0) wrong.push(`${type}: ${status}`);
      }
    }
    const bare = await world.ask(notice, { method: 'POST' });
    if (bare.status !== 200) wrong.push(`no body and no content type: ${bare.status}`);
    return nothingWrong(`${(bodies.length + raw.length) * types.length + 1} bodies of all types`, wrong, 'errors');
  },
};

export const notices: Section = { name: 'notices', lines: [counted, answeredSoon, neverNotified, garbage] };
