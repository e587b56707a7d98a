import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEMO } from '../../../../standins/discord/seed.ts';
import type { KillPoint } from '../../../../standins/fxserver/kills.ts';
import { type CrashWorld, startCrashWorld } from '../../test/crash-world.ts';
import { on } from '../../test/make-deliveries.ts';

/**
 * The game server dies at every possible point (facts/game-servers.md 11.4), with the real product at the other end.
 * After its restart, each effect is once in the city's tables. Only an effect that was interrupted and cannot be
 * looked up may be `uncertain`; then a person decides. Deliveries of one player run one after the other, so each
 * point has its own player.
 */
const MONEY = 700;
const SETTLED_MS = 60_000;

let world: CrashWorld;
let product: string;
let player = 0;
beforeAll(async () => {
  world = await startCrashWorld();
  product = await world.product([on.group('Vip'), on.money(MONEY), on.command('say compra {{pedido}}')]);
}, 180_000);
afterAll(() => world?.close());

const bank = (id: number) =>
  Number(world.city.tables.rows('SELECT bank FROM summerz_characters WHERE id = ?', id)[0]?.bank);
const groups = (id: number) =>
  JSON.stringify(
    world.city.tables.rows(`SELECT dvalue FROM summerz_playerdata WHERE dkey = 'Datatable' AND user_id = ?`, id),
  );

const points: KillPoint[] = [
  { at: 'http:answered', contains: '"add_money"', resource: 'vitrine' },
  { at: 'kvp:before', prefix: 'c:', contains: '"started"', nth: 2, resource: 'vitrine' },
  { at: 'kvp:after', prefix: 'c:', contains: '"started"', nth: 2, resource: 'vitrine' },
  { at: 'effect:inside', prefix: 'sql:update summerz_characters' },
  { at: 'effect:after', prefix: 'sql:update summerz_characters' },
  { at: 'kvp:before', prefix: 'c:', contains: '"done"', nth: 2, resource: 'vitrine' },
  { at: 'kvp:after', prefix: 'c:', contains: '"done"', nth: 2, resource: 'vitrine' },
  { at: 'kvp:after', prefix: 'c:', contains: 'say compra', resource: 'vitrine' },
  { at: 'http:before', contains: '"succeeded"', resource: 'vitrine' },
  { at: 'http:sent', contains: '"succeeded"', resource: 'vitrine' },
];

test.each(points)(
  'killed at $at $prefix $contains',
  async (point) => {
    player += 1;
    const before = bank(player);
    const order = await world.order(product, { clientId: player, discordId: DEMO.bruno });
    const struck = world.city.kill(point);
    world.provider.control.approve(order.payment);
    await Promise.race([
      struck,
      new Promise((_, missed) => setTimeout(missed, 20_000, new Error('the point was never passed')).unref()),
    ]);
    expect(world.city.alive).toBe(false);
    // A server that restarts takes longer than this; at once, a new start waits for one calm poll.
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
    expect(groups(player)).toContain('Vip');
    // The bank is looked up again after the restart, so money is never uncertain.
    expect(money).toMatchObject({ type: 'add_money', state: 'succeeded' });
    expect(bank(player)).toBe(before + MONEY);
    const { number } = await world.see(order.reference);
    const said = world.city.consoleLines.filter((line) => line === `console: compra ${number}`).length;
    // A command leaves no trace to look up: if it is interrupted after its start, a person must decide.
    const doubtful = point.contains === 'say compra';
    expect(command).toMatchObject({ type: 'execute_command', state: doubtful ? 'uncertain' : 'succeeded' });
    expect(said).toBe(doubtful ? 0 : 1);
  },
  180_000,
);
