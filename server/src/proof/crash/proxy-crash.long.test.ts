import type { Action } from '@vitrine/contract/actions';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { jdk } from '../../../../game/minecraft/jar.ts';
import { violations } from '../../features/deliveries/invariants.ts';
import { type MinecraftWorld, startMinecraftWorld } from '../../test/minecraft-world.ts';

/** The product dies while a proxy delivers, and once the proxy dies with it. A command of a console cannot be looked at afterwards. */

const PLAYERS = ['Steve', 'Alex', 'Maria', 'Bia'];
const ROUNDS = 5;

let world: MinecraftWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

describe.skipIf(jdk() === undefined)('a store with a proxy of Minecraft (needs a JDK)', () => {
  it.each(['velocity', 'bungeecord'] as const)(
    '%s: kills lose nothing and double nothing',
    { timeout: 400_000 },
    async (flavour) => {
      const here = await startMinecraftWorld(flavour);
      world = here;
      await here.connect();
      for (const name of PLAYERS) await here.server.join(name);
      const once = (command: string) =>
        ({ target: 'minecraft', executionTiming: 'on_confirmation', type: 'minecraft_command', command }) as Action;
      const product = await here.product([once('alert um {{pedido}} {{cidade}}'), once('send {{cidade}} {{pedido}}')]);
      const ends = (states: string[]) =>
        vi.waitFor(
          async () => {
            const all = await here.deliveries();
            expect(all.filter(({ state }) => !states.includes(state))).toEqual([]);
            expect(all.length).toBeGreaterThan(0);
          },
          { timeout: 120_000, interval: 100 },
        );
      const buy = async () => {
        const before = here.ran().length;
        const orders = await Promise.all(PLAYERS.map((nick) => here.order(product, nick)));
        for (const { body } of orders) here.pay(body.data.external_reference);
        return before;
      };
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = await buy();
        // In the middle: one command has run, and its result may be on its way.
        await vi.waitFor(() => expect(here.ran().length).toBeGreaterThan(before), { timeout: 60_000, interval: 1 });
        await new Promise((resolve) => setTimeout(resolve, round * 40));
        await here.kill();
        await here.start();
      }
      // The proxy lived, so it knows what it ran.
      await ends(['succeeded']);
      expect((await here.deliveries()).length).toBe(ROUNDS * PLAYERS.length * 2);
      const calm = here.ran().length;
      expect(calm).toBe(ROUNDS * PLAYERS.length * 2);

      await here.server.dieAt('after');
      await buy();
      await here.server.ended;
      await here.kill();
      await here.start();
      await here.passTime();
      await here.restart();
      for (const name of PLAYERS) await here.server.join(name);
      await ends(['succeeded', 'uncertain']);
      const ran = here.ran().map((words) => words.join(' '));
      expect(new Set(ran).size).toBe(ran.length);
      const last = (await here.deliveries()).slice(calm);
      const doubtful = last.filter(({ state }) => state === 'uncertain').length;
      expect(doubtful).toBeLessThanOrEqual(PLAYERS.length);
      expect(ran.length - calm).toBeGreaterThanOrEqual(last.length - doubtful);
      expect(ran.length - calm).toBeLessThanOrEqual(last.length);
      expect(await violations(here.db)).toEqual([]);
      console.log(JSON.stringify({ flavour, deliveries: calm + last.length, ran: ran.length, doubtful }));
    },
  );
});
