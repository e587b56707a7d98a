import { broken } from '../lib/invariants.ts';
import { type Line, nothingWrong, type Section } from '../lib/line.ts';
import { approve, makeShop, stateOf } from '../lib/shop.ts';
import { crowd, until } from '../lib/waiting.ts';

const PAID_MS = 30_000;

const clientPrices: Line = {
  promise: 'P1',
  title: 'What a client says of prices, discounts and totals is ignored',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product({ price: 99.9 });
    const lies = [
      { price: 0.01, total: 0.01, finalvalue: 0.01, discount: 99.89 },
      { idProducts: [{ id: product, quantity: 1, price: 0.01, value: 0.01 }] },
      { status: 'completed', paid: true, payment: { status: 'approved' } },
    ];
    const wrong: string[] = [];
    for (const lie of lies) {
      const { amount } = await shop.placed(product, lie);
      if (amount !== 99.9) wrong.push(`${JSON.stringify(lie)} cost ${amount}`);
    }
    for (const quantity of [-1, 0, 0.5, '1', 1e9, null]) {
      const answer = await shop.order(product, { idProducts: [{ id: product, quantity }] });
      if (answer.status < 400 || answer.status >= 500) wrong.push(`quantity ${quantity}: ${answer.status}`);
    }
    return nothingWrong(`${lies.length} lies about money, 6 quantities that are none`, wrong, 'believed');
  },
};

const wrongMoney: Line = {
  promise: 'P1',
  title: 'Too little money, and money of another order or store, completes nothing',
  async run(world) {
    const [mine, other] = [await makeShop(world), await makeShop(world)];
    const wrong: string[] = [];
    const cheap = await mine.placed(await mine.product({ price: 1 }));
    const dear = await mine.placed(await mine.product({ price: 500 }));
    const foreign = await other.placed(await other.product({ price: 500 }));
    const little = await mine.placed(await mine.product({ price: 80 }));
    await approve(world, cheap);
    await approve(world, foreign);
    await approve(world, little, { amount: 0.01 });
    // Each store's address gets the notices of the others' payments.
    for (const [address, payment] of [
      [dear.notice, cheap.payment],
      [dear.notice, foreign.payment],
      [dear.notice, '999999999999'],
      [little.notice, little.payment],
    ] as const) {
      const url = new URL(address, 'http://x');
      url.searchParams.set('data.id', payment);
      const body = { type: 'payment', action: 'payment.updated', data: { id: payment } };
      await world.ask(url.pathname + url.search, { body });
    }
    await until('the paid order', PAID_MS, async () => (await stateOf(world, cheap.reference)) === 'completed');
    await until('the other paid order', PAID_MS, async () => (await stateOf(world, foreign.reference)) === 'completed');
    for (const [words, { reference }] of [
      ['told of others', dear],
      ['a centavo', little],
    ] as const) {
      const state = await stateOf(world, reference);
      if (state === 'completed') wrong.push(words);
    }
    return nothingWrong('2 orders of R$ 580 told of 4 payments that are not theirs or too small', wrong, 'completed');
  },
};

const refunds: Line = {
  promise: 'P1',
  title: 'Many who press refund at once give the money back once',
  async run(world) {
    const shop = await makeShop(world);
    const placed = await shop.placed(await shop.product({ price: 50 }));
    await approve(world, placed);
    await until('the payment', PAID_MS, async () => (await stateOf(world, placed.reference)) === 'completed');
    const [order] = await world.rows<{ id: string }>('select id from "order" where reference = $1', [placed.reference]);
    const presses = 20;
    const answers = await crowd(presses, presses, () => shop.tell('POST /order/refund', { id: order?.id }));
    const faults = answers.filter(({ status }) => status >= 500 && status !== 502 && status !== 503);
    const [given] = await world.rows<{ sum: string | null }>(
      `select sum(r.amount_centavos) from refund r join payment p on p.store_id = r.store_id and p.id = r.payment_id
        where p.order_id = $1 and r.status <> 'rejected'`,
      [order?.id],
    );
    const centavos = Number(given?.sum ?? 0);
    return {
      done: `${presses} presses at once on one order of R$ 50`,
      figure: `R$ ${centavos / 100} given back, ${faults.length} errors of ours`,
      floor: 'R$ 50, 0 errors',
      held: centavos === 5000 && faults.length === 0,
    };
  },
};

const books: Line = {
  promise: 'P1',
  alone: true,
  title: 'The books are right after everything above',
  async run(world) {
    const [count] = await world.rows<{ n: string }>('select count(*) as n from "order"');
    return nothingWrong(`9 rules asked of the database over ${count?.n} orders`, await broken(world), 'broken');
  },
};

export const money: Section = { name: 'money', lines: [clientPrices, wrongMoney, refunds, books] };
