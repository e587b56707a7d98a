import { randomBytes } from 'node:crypto';
import { type Line, nothingWrong } from '../lib/line.ts';
import { Refused } from '../lib/product.ts';
import { approve, makeShop, stateOf } from '../lib/shop.ts';
import { until } from '../lib/waiting.ts';

const truthfulStart: Line = {
  promise: 'P6',
  title: 'A start with another or no secret is refused in one sentence that says what to do',
  async run(world) {
    const tries: [string, Record<string, string>][] = [
      ['another secret', { VITRINE_SECRET: randomBytes(32).toString('base64') }],
      ['no secret', { VITRINE_SECRET: '' }],
      ['a malformed secret', { VITRINE_SECRET: 'abc' }],
    ];
    const wrong: string[] = [];
    const roles = world.much(['web'] as const, ['web', 'worker'] as const);
    const tried = tries.slice(0, world.much(1, tries.length));
    for (const [words, change] of tried) {
      for (const role of roles) {
        const started = await world.product.launch(role, change).catch((error: Error) => error);
        if (!(started instanceof Error)) {
          wrong.push(`${role} with ${words} is ready`);
          await started.kill();
        } else if (!(started instanceof Refused) || !/VITRINE_SECRET|segredo|secret/i.test(started.message)) {
          wrong.push(`${role} with ${words}: ${started.message.slice(0, 80)}`);
        } else if (/\n\s+at /.test(started.message)) {
          wrong.push(`${role} with ${words} shows a stack`);
        }
      }
    }
    return nothingWrong(`${tried.map(([words]) => words).join(', ')}: ${roles.join(' and ')}`, wrong);
  },
};

const paidBefore: Line = {
  promise: 'P6',
  title: 'A worker that was away catches up with what was paid meanwhile',
  async run(world) {
    const shop = await makeShop(world);
    const product = await shop.product();
    await world.worker.kill();
    const orders = await Promise.all(Array.from({ length: world.much(5, 20) }, () => shop.placed(product)));
    for (const order of orders) await approve(world, order);
    await world.startWorker();
    const { waited } = await until('every paid order', 60_000, async () => {
      const states = await Promise.all(orders.map(({ reference }) => stateOf(world, reference)));
      return states.every((state) => state === 'completed');
    });
    return {
      done: `${orders.length} orders paid while no worker ran, then one starts`,
      figure: `all completed ${(waited / 1000).toFixed(1)} s after it was ready`,
      floor: `${world.within(10_000) / 1000} s`,
      held: waited <= world.within(10_000),
    };
  },
};

/** How processes begin: truthfully, and with what was left for them. */
export const starts: Line[] = [truthfulStart, paidBefore];
