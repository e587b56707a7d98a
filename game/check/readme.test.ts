import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { Check } from './check.ts';
import { Desk } from './desk.ts';
import { serve } from './serve.ts';
import { readmeMachine } from './test/readme-programs.ts';

/** The programs of the kit's page, over real HTTP and with a real kill. */

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('the programs of the page deliver to a service of one’s own, once, also over a kill', async () => {
  const desk = new Desk('vtr_0123456789abcdef0123456789abcdef', Date.now);
  const server = await serve(desk);
  closing.push(server.close);
  const machine = await readmeMachine({ VITRINE_ADDRESS: server.address, VITRINE_TOKEN: desk.token });
  closing.push(machine.close);
  desk.player = { city_id: '17' };
  const check = new Check(desk, { now: Date.now, wait: (ms) => wait(ms) }, {});
  machine.startServer();
  await expect.poll(() => desk.hello?.framework, { timeout: 30_000 }).toBe('rust');

  const money = { id: 'money', action: 'add_money', args: { amount: 500 } };
  desk.settles = ({ id }) => id !== 'money';
  expect(await check.deliver(money)).toMatchObject({ status: 'succeeded', detail: { before: 0, after: 500 } });
  const skin = { template: 'give_skin {{nome}}', argv: ['give_skin', 'ouro "2"'] };
  expect(await check.deliver({ id: 'skin', action: 'run_action', args: skin })).toMatchObject({ status: 'succeeded' });
  expect(machine.lines).toContain('skin ouro "2" for 17');

  await machine.kill();
  const count = desk.results.length;
  machine.startServer();
  // The result was not settled, so the client sends it again by itself. The same id has no second effect.
  await expect
    .poll(() => desk.results.slice(count).map(({ result }) => result.id), { timeout: 30_000 })
    .toContain('money');
  desk.settles = () => true;
  expect(await check.deliver({ ...money, attempt: 2 })).toMatchObject({ attempt: 2, detail: { after: 500 } });
  expect(machine.state()).toMatchObject({ balance: 500 });
  expect(desk.breaches).toEqual([]);
});
