import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { approve, makeStore } from './own-store.ts';
import { PASSWORD } from './people.ts';
import { expect, test } from './test.ts';

test('the program in the README of the client buys, lists orders and reads a delivery', async () => {
  const store = await makeStore('Cidade do Programa');
  const category = await store.category('VIPs');
  await store.product({
    name: 'VIP Cobre',
    price: 19.9,
    categoryId: category,
    fiveMActions: [{ type: 'add_group', groupName: 'vip', executionTiming: 'on_confirmation' }],
  });
  const program = spawn(process.execPath, [resolve(import.meta.dirname, '../sdk/build/example.ts')], {
    env: {
      ...process.env,
      VITRINE_ADDRESS: store.world.address,
      VITRINE_STORE: store.subdomain,
      VITRINE_EMAIL: store.email,
      VITRINE_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'close');
  const said: string[] = [];
  for await (const line of createInterface({ input: program.stdout })) {
    said.push(line);
    const [, reference] = /^pay order (\S+) at /.exec(line) ?? [];
    if (reference) await approve(store, reference);
  }
  expect(await ended).toEqual([0, null]);
  expect(said).toEqual([
    '1 product(s), the first one is VIP Cobre for R$ 19.9',
    expect.stringMatching(/^pay order \S+ at http/),
    'the order is completed',
    expect.stringMatching(/^delivery to 57: .*vip.*, queued$/),
  ]);
});
