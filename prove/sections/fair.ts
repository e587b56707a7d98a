import { control } from '../lib/http.ts';
import type { Line } from '../lib/line.ts';
import { newEmail } from '../lib/people.ts';
import { approve, makeShop, type Placed, type Shop, stateOf } from '../lib/shop.ts';
import { crowd, until } from '../lib/waiting.ts';
import type { World } from '../lib/world.ts';

/** One store has much work waiting before the work of another store. The lines say how long the other store waits. */

const MORE_MS = 5000;
/** How long each call takes, in ms, while there is much work. Only slow calls pile up. */
const SLOW_MS = 150;
const LONGEST_MS = 300_000;

const paidAt = async (world: World, order: Placed): Promise<number> => {
  await approve(world, order);
  const paid = async () => (await stateOf(world, order.reference)) === 'completed';
  return (await until('the payment', LONGEST_MS, paid)).waited;
};

const completedOf = async ({ world, id }: Shop) => {
  const rows = await world.rows(`select from "order" where store_id = $1 and status = 'completed'`, [id]);
  return rows.length;
};

const heapOfPayments: Line = {
  promise: 'P8',
  title: "One store's heap of payments does not stand before another store's payment",
  longOnly: true,
  async run(world) {
    const [busy, small] = [await makeShop(world), await makeShop(world)];
    const [theirs, own] = [await busy.product(), await small.product()];
    const heap = await crowd(300, 4, () => busy.placed(theirs));
    const [first, second] = [await small.placed(own), await small.placed(own)];
    try {
      await world.wires.provider.set({ kind: 'delay', ms: SLOW_MS });
      const alone = await paidAt(world, first);
      await crowd(heap.length, 30, (n) => approve(world, heap[n] as Placed));
      const before = await completedOf(busy);
      const behind = await paidAt(world, second);
      const after = await completedOf(busy);
      return {
        done: `${heap.length} payments of one store at once, calls of ${2 * SLOW_MS} ms, then one of another`,
        figure: `alone ${(alone / 1000).toFixed(1)} s, behind the heap ${(behind / 1000).toFixed(1)} s, when ${before} to ${after} of the heap were done`,
        floor: `${MORE_MS / 1000} s more, the heap not done before`,
        held: behind <= alone + MORE_MS && before < heap.length,
      };
    } finally {
      await world.wires.provider.set({ kind: 'pass' });
    }
  },
};

const mailsTo = async (world: World, to: string) => {
  const query = new URLSearchParams({ to });
  return (await control<unknown[]>(`${world.standins.pages.mail}/__control/mails?${query}`)).length;
};

/** A free order with a receipt. Returns the ms until its mail arrived. */
async function receipt(shop: Shop, product: string, email = newEmail('recibo')): Promise<number> {
  const start = performance.now();
  const placed = await shop.order(product, { coupon: 'TUDO', email });
  if (placed.status !== 200) throw new Error(`an order of R$ 0: ${placed.status} ${placed.code}`);
  await until('the receipt', LONGEST_MS, async () => (await mailsTo(shop.world, email)) > 0);
  return performance.now() - start;
}

/** A store that has sold something, so it may mail its shoppers, with a coupon that makes its product free. */
async function mailing(world: World): Promise<{ shop: Shop; product: string }> {
  const shop = await makeShop(world, { plan: 'Premium' });
  const product = await shop.product();
  await paidAt(world, await shop.placed(product));
  await shop.call('POST /discounts/create', { code: 'TUDO', type: 'percentage', value: 100 });
  return { shop, product };
}

const heapOfMails: Line = {
  promise: 'P8',
  title: "One store's heap of mails does not stand before another store's mail",
  longOnly: true,
  async run(world) {
    const [busy, small] = [await mailing(world), await mailing(world)];
    const heap = Array.from({ length: 60 }, () => newEmail('monte'));
    const arrived = async () => (await Promise.all(heap.map((to) => mailsTo(world, to)))).filter((n) => n > 0).length;
    try {
      await world.wires.mail.set({ kind: 'delay', ms: 3 * SLOW_MS });
      const alone = await receipt(small.shop, small.product);
      await crowd(heap.length, 10, (n) => busy.shop.order(busy.product, { coupon: 'TUDO', email: heap[n] }));
      const before = await arrived();
      const behind = await receipt(small.shop, small.product);
      const after = await arrived();
      return {
        done: `${heap.length} receipts of one store at once over a slow line, then one of another`,
        figure: `alone ${(alone / 1000).toFixed(1)} s, behind the heap ${(behind / 1000).toFixed(1)} s, when ${before} to ${after} of the heap had arrived`,
        floor: `${MORE_MS / 1000} s more, the heap not there before`,
        held: behind <= alone + MORE_MS && before < heap.length,
      };
    } finally {
      await world.wires.mail.set({ kind: 'pass' });
    }
  },
};

export const fair: Line[] = [heapOfPayments, heapOfMails];
