import { randomUUID } from 'node:crypto';
import type { Line, Section } from '../lib/line.ts';
import { newAddress } from '../lib/ports.ts';
import { makeShop, type Shop } from '../lib/shop.ts';
import { crowd } from '../lib/waiting.ts';

const ordersOf = async ({ world, id }: Shop) => {
  const [row] = await world.rows<{ n: string }>('select count(*) as n from "order" where store_id = $1', [id]);
  return Number(row?.n);
};
const referenceOf = (text: string) => /"external_reference":"([^"]+)"/.exec(text)?.[1];

const atOnce: Line = {
  promise: 'P4',
  title: 'The same order sent many times at once is one order',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const more = { from: newAddress(), headers: { 'idempotency-key': randomUUID() } };
    const change = { clientId: 77 };
    const answers = await crowd(50, 50, () => shop.order(product, change, more));
    const strange = answers.filter(({ status, code }) => status !== 200 && code !== 'idempotency_in_flight');
    const again = await shop.order(product, change, more);
    const references = new Set([...answers, again].map(({ text }) => referenceOf(text)).filter(Boolean));
    const orders = await ordersOf(shop);
    return {
      done: '50 at once with one key over two web processes, and one later',
      figure: `${orders} orders, ${references.size} references, ${strange.length} strange answers`,
      floor: '1, 1, 0',
      held: orders === 1 && references.size === 1 && strange.length === 0 && again.status === 200,
    };
  },
};

const otherBody: Line = {
  promise: 'P4',
  title: 'The same key with another body is refused, and strangers with the same key do not meet',
  async run(world) {
    const [shop, other] = [await makeShop(world), await makeShop(world)];
    const [product, theirs] = [await shop.product(), await other.product()];
    const more = { from: newAddress(), headers: { 'idempotency-key': 'pedido-1' } };
    const first = await shop.order(product, { clientId: 5 }, more);
    const changed = await shop.order(product, { clientId: 6 }, more);
    const stranger = await other.order(theirs, { clientId: 5 }, { ...more, from: newAddress() });
    return {
      done: 'one key, twice with different bodies in a store, once in another store',
      figure: `${first.status}, ${changed.status} ${changed.code}, ${stranger.status}`,
      floor: '200, 422 idempotency_mismatch, 200',
      held: first.status === 200 && changed.code === 'idempotency_mismatch' && stranger.status === 200,
    };
  },
};

const overRestart: Line = {
  promise: 'P4',
  alone: true,
  title: 'A key is remembered when the process that answered it is killed',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    const more = { from: newAddress(), headers: { 'idempotency-key': randomUUID() } };
    const before = await shop.order(product, { clientId: 9 }, more);
    for (const web of [...world.webs]) {
      await world.addWeb();
      await web.kill();
    }
    const after = await shop.order(product, { clientId: 9 }, more);
    const same = referenceOf(before.text) !== undefined && referenceOf(before.text) === referenceOf(after.text);
    return {
      done: 'an order, kill -9 of both web processes, the same order again',
      figure: `${after.status}, ${same ? 'the same' : 'another'} reference, ${await ordersOf(shop)} orders`,
      floor: '200, the same, 1',
      held: same && (await ordersOf(shop)) === 1,
    };
  },
};

export const idempotency: Section = { name: 'idempotency', lines: [atOnce, otherBody, overRestart] };
