import { afterEach, expect, it } from 'vitest';
import { playClient } from './test/played-client.ts';
import type { Command } from './wire.ts';

/** The client of the kit under kills and lost answers. */

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The same numbers in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it.each([1, 2, 3])('every delivery happens once over kills and lost answers (%i)', async (seed) => {
  const { desk, time, world, restart, close } = playClient();
  closing.push(close);
  const random = numbers(seed);
  const open = new Map<string, Command>(
    Array.from({ length: 120 }, (_, at) => {
      const player = { city_id: String(17 + (at % 4)) };
      return [`d${at}`, { id: `d${at}`, attempt: 1, action: 'add_money', args: { amount: at + 1 }, player }];
    }),
  );
  const total = [...open.values()].reduce((sum, { args }) => sum + Number(args?.amount), 0);
  // Some results are settled only when they come again, as in a process that was killed after it stored them.
  desk.settles = () => random() < 0.7;
  const statuses = new Map<string, string>();
  let kills = 0;
  async function storm() {
    for (let turn = 0; open.size > 0 && turn < 400; turn += 1) {
      for (const command of open.values()) if (random() < 0.3) desk.offer({ ...command });
      const chance = random();
      if (chance < 0.4) {
        kills += 1;
        await restart();
      } else if (chance < 0.7) {
        // Vitrine processes the request, and its answer is lost.
        desk.next(
          ({ call }) => call === 'sync',
          (good) => ({ ...good(), status: 0 }),
        );
      }
      await time.wait(100 + random() * 2500);
      desk.withdraw();
      for (const { result } of desk.results.splice(0)) {
        if (result.status === 'deferred') continue;
        statuses.set(result.id, result.status);
        open.delete(result.id);
      }
      for (const command of open.values()) command.attempt = (command.attempt ?? 1) + 1;
    }
  }
  await time.drive(storm());
  expect([open.size, kills > 5]).toEqual([0, true]);
  expect([...new Set(statuses.values())]).toEqual(['succeeded']);
  expect([world.effects, world.bank]).toEqual([120, 1000 + total]);
  expect(desk.breaches).toEqual([]);
});
