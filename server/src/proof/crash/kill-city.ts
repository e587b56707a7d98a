import { expect, vi } from 'vitest';
import { DEMO } from '../../../../standins/discord/seed.ts';
import type { KillPoint } from '../../../../standins/fxserver/kills.ts';
import type { CrashWorld } from '../../test/crash-world.ts';
import { on } from '../../test/make-deliveries.ts';

const MONEY = 700;
const SETTLED_MS = 60_000;

/**
 * Kills the game server at this point of a purchase, starts it again, and sees each effect once. Deliveries of one player
 * run one after the other, so each point has its own player.
 */
export async function killCity(world: CrashWorld, player: number, point: KillPoint): Promise<void> {
  const bank = () =>
    Number(world.city.tables.rows('SELECT bank FROM summerz_characters WHERE id = ?', player)[0]?.bank);
  const groups = () =>
    JSON.stringify(
      world.city.tables.rows(`SELECT dvalue FROM summerz_playerdata WHERE dkey = 'Datatable' AND user_id = ?`, player),
    );
  const product = await world.product([on.group('Vip'), on.money(MONEY), on.command('say compra {{pedido}}')]);
  const before = bank();
  const order = await world.order(product, { clientId: player, discordId: DEMO.bruno });
  const struck = world.city.kill(point);
  world.provider.control.approve(order.payment);
  await Promise.race([
    struck,
    new Promise((_, missed) => setTimeout(missed, 20_000, new Error('the point was never passed')).unref()),
  ]);
  expect(world.city.alive).toBe(false);
  // A real restart takes longer than a calm poll, so time passes here. Without that, the new start would wait for one calm poll.
  await world.passTime();
  await world.city.restart();

  await vi.waitFor(
    async () => {
      const states = (await world.deliveries(order.id)).map(({ state }) => state);
      expect(states.filter((state) => state !== 'succeeded' && state !== 'uncertain')).toEqual([]);
    },
    { timeout: SETTLED_MS, interval: 50 },
  );
  const [group, money, command] = await world.deliveries(order.id);
  expect(group).toMatchObject({ type: 'add_group', state: 'succeeded' });
  expect(groups()).toContain('Vip');
  // The bank is looked up again after the restart, so money is never uncertain.
  expect(money).toMatchObject({ type: 'add_money', state: 'succeeded' });
  expect(bank()).toBe(before + MONEY);
  const { number } = await world.see(order.reference);
  const said = world.city.consoleLines.filter((line) => line === `console: compra ${number}`).length;
  // A command leaves no trace to look up: if it is interrupted after its start, a person must decide.
  const doubtful = point.contains === 'say compra';
  expect(command).toMatchObject({ type: 'execute_command', state: doubtful ? 'uncertain' : 'succeeded' });
  expect(said).toBe(doubtful ? 0 : 1);
}
