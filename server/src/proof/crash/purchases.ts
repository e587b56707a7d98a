import { expect, vi } from 'vitest';
import { DEMO } from '../../../../standins/discord/seed.ts';
import type { CrashWorld } from '../../test/crash-world.ts';
import { on } from '../../test/make-deliveries.ts';

/** Within this, everything that was paid goes on after a start (P5, P6). In ms. */
export const RESUMED_MS = 10_000;
/** A city without work asks at most every 12 s, and waits up to 10 s after failures. In ms. */
const DELIVERED_MS = 25_000;
const MONEY = 1000;
export const GUILD = DEMO.cidadeAlta;
export const BUYER = { clientId: 3, discordId: DEMO.bruno };

export interface Bought {
  reference: string;
  id: string;
  payment: string;
  bankBefore: number;
}

/** Purchases of one product with money, a command and a role, around a death of the product. */
export async function makePurchases(world: CrashWorld) {
  const product = await world.product([on.money(MONEY), on.command('say pedido {{pedido}}'), on.role(DEMO.vip)]);
  const bank = () =>
    Number(world.city.tables.rows('SELECT bank FROM summerz_characters WHERE id = ?', BUYER.clientId)[0]?.bank);
  const roles = () => world.discord.control.rolesOf(GUILD, BUYER.discordId) ?? [];
  const announced = (number: number) =>
    world.city.consoleLines.filter((line) => line === `console: pedido ${number}`).length;

  /** The buyer has no role. Returns what is in their bank. */
  function prepare(): number {
    world.discord.control.leave(GUILD, BUYER.discordId);
    world.discord.control.join(GUILD, BUYER.discordId);
    return bank();
  }

  return {
    product,
    roles,
    prepare,
    /** An order that waits for its payment. The buyer has no role yet. */
    async buy(): Promise<Bought> {
      const bankBefore = prepare();
      return { ...(await world.order(product, BUYER)), bankBefore };
    },
    /** Starts the product again and waits until everything has happened, once. */
    async arrives(order: Bought): Promise<void> {
      await world.start();
      const started = performance.now();
      await vi.waitFor(async () => expect((await world.see(order.reference)).status).toBe('completed'), {
        timeout: RESUMED_MS,
        interval: 25,
      });
      const completed = performance.now();
      await vi.waitFor(
        async () => {
          expect(await world.deliveries(order.id)).toEqual([
            { type: 'add_money', state: 'succeeded', code: 'ok' },
            { type: 'execute_command', state: 'succeeded', code: 'executed' },
            { type: 'add_role', state: 'succeeded', code: 'ok' },
          ]);
        },
        { timeout: DELIVERED_MS, interval: 25 },
      );
      const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
      console.info(
        `after the start: completed in ${seconds(started, completed)} s, delivered in ${seconds(started, performance.now())} s`,
      );
      const { number } = await world.see(order.reference);
      expect(bank()).toBe(order.bankBefore + MONEY);
      expect(announced(number)).toBe(1);
      expect(roles()).toEqual([DEMO.vip]);
      const moves = await world.db
        .selectFrom('order_history')
        .where('order_id', '=', order.id)
        .orderBy('at')
        .select('status')
        .execute();
      expect(moves.map(({ status }) => status)).toEqual(['pending', 'completed']);
      expect(world.provider.control.payments({ externalReference: order.reference })).toHaveLength(1);
    },
  };
}
