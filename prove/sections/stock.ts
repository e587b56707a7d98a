import { percentile } from '../lib/figures.ts';
import type { Answer } from '../lib/http.ts';
import { broken } from '../lib/invariants.ts';
import type { Line, Section } from '../lib/line.ts';
import { newAddress } from '../lib/ports.ts';
import { approve, chargeOf, makeShop } from '../lib/shop.ts';
import { crowd, until } from '../lib/waiting.ts';

const ANSWER_MS = 3000;

const countOf = (answers: readonly Answer[], status: number) => answers.filter((one) => one.status === status).length;
const faultsOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status >= 500).length;

const lastUnits: Line = {
  promise: 'P3',
  title: 'Many buyers of few units: exactly the units, and everybody is answered',
  async run(world) {
    const [buyers, units] = [world.much(100, 500), world.much(10, 50)];
    const most = world.within(ANSWER_MS);
    const shop = await makeShop(world);
    const product = await shop.product({ stock: units });
    const answers = await crowd(buyers, buyers, () => shop.order(product));
    const sold = countOf(answers, 200);
    const slowest = percentile(
      answers.map(({ waited }) => waited),
      1,
    );
    const wrong = [...(await broken(world))];
    return {
      done: `${buyers} buyers at once, each from an address of their own, of ${units} units`,
      figure: `${sold} sold, slowest answer ${(slowest / 1000).toFixed(2)} s, ${faultsOf(answers)} errors of ours${wrong.map((one) => `, ${one}`).join('')}`,
      floor: `${units} sold, ${most / 1000} s, 0 errors`,
      held: sold === units && slowest <= most && faultsOf(answers) === 0 && wrong.length === 0,
    };
  },
};

const coupons: Line = {
  promise: 'P3',
  title: 'A coupon for a few is used by a few, however many press at once',
  async run(world) {
    const [buyers, uses] = [world.much(40, 200), 10];
    const shop = await makeShop(world);
    const product = await shop.product();
    const fields = { code: 'POUCOS', type: 'fixed', value: 1, usageLimit: 'limited', usageCount: uses };
    await shop.call('POST /discounts/create', fields);
    const answers = await crowd(buyers, buyers, () => shop.order(product, { coupon: 'POUCOS' }));
    const used = countOf(answers, 200);
    return {
      done: `${buyers} buyers at once with a coupon for ${uses}`,
      figure: `${used} used it, ${faultsOf(answers)} errors of ours`,
      floor: `${uses}, 0 errors`,
      held: used === uses && faultsOf(answers) === 0,
    };
  },
};

const productLimit: Line = {
  promise: 'P3',
  title: 'A plan sells so many products and not one more',
  async run(world) {
    const shop = await makeShop(world, { payments: false });
    const tries = 40;
    const answers = await crowd(tries, tries, (n) =>
      shop.tell('POST /products/create', { name: `Um de muitos ${n}`, price: 5, categoryId: shop.categoryId }),
    );
    const made = countOf(answers, 200);
    return {
      done: `${tries} products at once on a plan for 10`,
      figure: `${made} made, ${faultsOf(answers)} errors of ours`,
      floor: '10, 0 errors',
      held: made === 10 && faultsOf(answers) === 0,
    };
  },
};

const heldByNobody: Line = {
  promise: 'P3',
  title: 'One address that never pays cannot empty a shelf',
  async run(world) {
    const [tries, units, most] = [world.much(40, 200), 30, 20];
    const shop = await makeShop(world);
    const product = await shop.product({ stock: units });
    const thief = newAddress();
    const answers = await crowd(tries, 10, () => shop.order(product, {}, { from: thief }));
    const live = await world.rows<{ n: string }>(
      `select count(*) as n from "order" where store_id = $1 and status = 'pending'`,
      [shop.id],
    );
    const [held, honest] = [Number(live[0]?.n), await shop.order(product)];
    return {
      done: `${tries} orders of one address that are never paid, of ${units} units; then a shopper`,
      figure: `${held} live, the shopper is answered ${honest.status} ${honest.code ?? ''}, ${faultsOf(answers)} errors of ours`,
      floor: `at most ${most} live, 200, 0 errors`,
      held: held <= most && honest.status === 200 && faultsOf(answers) === 0,
    };
  },
};

const typedIds: Line = {
  promise: 'P3',
  title: "Typing somebody's city id and not paying takes nothing from that person",
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product({ buylimit: 1 });
    await shop.call('POST /discounts/create', { code: 'UMAVEZ', type: 'fixed', value: 1, limitBy: 'user_id' });
    const victim = { clientId: 90_001, coupon: 'UMAVEZ' };
    const thefts = await crowd(world.much(5, 20), 5, () => shop.order(product, victim));
    const own = await shop.order(product, victim);
    return {
      done: `${thefts.length} unpaid orders by others with the victim's id and coupon, then the victim`,
      figure: `the victim is answered ${own.status} ${own.code ?? ''}`.trim(),
      floor: '200',
      held: own.status === 200,
    };
  },
};

const paidTooOften: Line = {
  promise: 'P3',
  title: 'What is paid beyond a limit per customer goes back and says why',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product({ buylimit: 1 });
    const orders = await crowd(5, 5, () => shop.order(product, { clientId: 90_002 }));
    const references = orders.map(({ text }) => /"external_reference":"([^"]+)"/.exec(text)?.[1] ?? '').filter(Boolean);
    const charges = await Promise.all(references.map((reference) => chargeOf(world, reference)));
    await Promise.all(charges.map((charge) => approve(world, charge)));
    const rows = () =>
      world.rows<{ status: string; note: string | null; refunds: number }>(
        `select o.status, o.note, (select count(*)::int from refund r join payment p on p.store_id = r.store_id and p.id = r.payment_id
           where p.store_id = o.store_id and p.order_id = o.id) as refunds
           from "order" o where o.store_id = $1`,
        [shop.id],
      );
    await until('every paid order is decided', 30_000, async () =>
      (await rows()).every(({ status, refunds }) => status === 'completed' || refunds > 0),
    );
    const decided = await rows();
    const kept = decided.filter(({ status }) => status === 'completed').length;
    const returned = decided.filter(({ status, refunds }) => status === 'cancelled' && refunds === 1).length;
    return {
      done: `${references.length} orders of one customer paid at once, where one is allowed`,
      figure: `${kept} kept, ${returned} given back`,
      floor: `1 kept, ${references.length - 1} given back`,
      held: kept === 1 && returned === references.length - 1,
    };
  },
};

const orderNumbers: Line = {
  promise: 'P3',
  title: 'The number of an order tells nothing of how much others sell',
  async run(world) {
    const [mine, busy] = [await makeShop(world), await makeShop(world)];
    const numberOf = async (reference: string) => {
      const [row] = await world.rows<{ number: string }>('select number from "order" where reference = $1', [
        reference,
      ]);
      return Number(row?.number);
    };
    const [product, theirs] = [await mine.product(), await busy.product()];
    const own = async () => await numberOf((await mine.placed(product)).reference);
    const numbers = [await own()];
    const others = [7, 14];
    for (const sold of others) {
      for (let n = 0; n < sold; n += 1) await busy.placed(theirs);
      numbers.push(await own());
    }
    const steps = others.map((_, at) => (numbers[at + 1] ?? 0) - (numbers[at] ?? 0));
    return {
      done: `three orders of one store with ${others.join(' and ')} of another between them`,
      figure: `numbers ${numbers.join(', ')}: steps of ${steps.join(' and ')}`,
      floor: `rising, and other steps than ${others.map((sold) => sold + 1).join(' and ')}`,
      held: steps.every((step) => step > 0) && steps.some((step, at) => step !== (others[at] ?? 0) + 1),
    };
  },
};

export const stock: Section = {
  name: 'stock',
  lines: [lastUnits, coupons, productLimit, heldByNobody, typedIds, paidTooOften, orderNumbers],
};
