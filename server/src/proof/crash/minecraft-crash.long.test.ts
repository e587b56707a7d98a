import type { Action } from '@vitrine/contract/actions';
import type { ProductOption } from '@vitrine/contract/product-options';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { jdk } from '../../../../game/minecraft/jar.ts';
import { violations } from '../../features/deliveries/invariants.ts';
import { type MinecraftWorld, startMinecraftWorld } from '../../test/minecraft-world.ts';

/** The product, and the plugin that its owner downloads from it, in a JVM that loads it as a server does. */

const of = (type: string, fields: object = {}) =>
  ({ target: 'minecraft', executionTiming: 'on_confirmation', type: `minecraft_${type}`, ...fields }) as Action;
const money = (amount: number) => of('add_money', { amount });
const diamond = of('add_item', { itemName: 'diamond', itemQuantity: 1 });

const PLAYERS = ['Steve', 'Alex', 'Maria', 'Bia'];
const SETTLED_MS = 60_000;

describe.skipIf(jdk() === undefined)('a store of Minecraft (needs a JDK)', () => {
  let world: MinecraftWorld;
  beforeAll(async () => {
    world = await startMinecraftWorld();
  }, 180_000);
  afterAll(() => world?.close());
  afterEach(async () => expect(await violations(world.db)).toEqual([]));

  /** Buys and pays. Returns how many deliveries there were before. */
  async function buy(product: string, nick: string, options?: Record<string, string>): Promise<number> {
    const before = (await world.deliveries()).length;
    const { status, body } = await world.order(product, nick, options);
    if (status !== 200) throw new Error(`order refused: ${JSON.stringify(body)}`);
    world.pay(body.data.external_reference);
    return before;
  }
  const since = async (before: number) => (await world.deliveries()).slice(before);
  const becomes = (before: number, states: string[]) =>
    vi.waitFor(async () => expect((await since(before)).map(({ state }) => state)).toEqual(states), {
      timeout: SETTLED_MS,
      interval: 50,
    });

  test('its owner puts nothing but the token into the settings', async () => {
    expect(world.config()).toMatch(/^endereco: 'http:\/\/localhost:\d+'$/m);
    await vi.waitFor(() => expect(world.server.logs.join('\n')).toContain('Falta a chave do servidor'), {
      timeout: SETTLED_MS,
    });
    await world.connect();
    expect(world.server.logs.join('\n')).toContain('Conectado à loja Cidade Alta · paper');
    for (const name of PLAYERS) await world.server.join(name);
  });

  test('a sale reaches a player in the game at once, and waits for an absent one only where it must', async () => {
    await world.server.ask('fill', { name: 'Alex' });
    await world.server.quit('Alex');
    const product = await world.product([
      money(700),
      of('add_group', { groupName: 'vip' }),
      of('add_whitelist'),
      of('command', { command: 'eco pedido {{pedido}} {{cidade}}' }),
      diamond,
    ]);
    const first = await buy(product, 'Steve');
    await becomes(first, Array(5).fill('succeeded'));
    expect(await world.server.state('Steve')).toMatchObject({
      balance: 700,
      groups: ['vip'],
      whitelisted: true,
      items: { diamond: 1 },
      heard: [expect.stringContaining('Sua compra chegou'), ...Array(4).fill(expect.any(String))],
    });
    expect(world.ran()).toEqual([['eco', 'pedido', expect.stringMatching(/^\d+$/), 'steve']]);
    const second = await buy(product, 'alex');
    await becomes(second, [...Array(4).fill('succeeded'), 'queued']);
    expect(await world.server.state('Alex')).toMatchObject({ balance: 700, groups: ['vip'], whitelisted: true });
    await world.server.join('Alex');
    // There is no room yet, so the item waits on. It comes by itself when there is room.
    await vi.waitFor(async () => expect((await since(second))[4]).toMatchObject({ code: 'inventory_full' }), {
      timeout: SETTLED_MS,
    });
    await world.server.ask('slot', { name: 'Alex', place: 3, item: null });
    await becomes(second, Array(5).fill('succeeded'));
    expect((await world.server.state('Alex')).items).toMatchObject({ diamond: 1 });
  });

  test('what a buyer may choose is one word in its place, or it is refused with a reason', {
    timeout: 120_000,
  }, async () => {
    const values = [
      ...['azul', 'ação', 'a b', '@a', '@e[type=cow]', '§4a', 'a"b', "a'b", 'a\nb', 'a\\b', 'a;b', 'a,b', 'a\u00a0b'],
      ...['a\u200bb', '李小龍', '{}', '-1', 'x'.repeat(200), 'x'.repeat(10_240), ' ', '/op', '..'],
    ];
    const choice = (value: string): ProductOption => ({
      ...{ name: 'cor', label: 'Cor', kind: 'choice', required: true, min: null, max: null },
      choices: [{ label: 'Cor', value }],
    });
    const nicks = ['a b', 'a"b', '@a', '§4a', 'a\nb', 'ção', 'x'.repeat(10_240)];
    const plain = await world.product([money(1)]);
    for (const nick of nicks) {
      const { status, body } = await world.order(plain, nick);
      const long = nick.length > 200;
      expect([status, body.error], nick.slice(0, 20)).toEqual(
        long ? [400, expect.any(String)] : [422, 'O nick tem de 2 a 16 letras, números ou _.'],
      );
    }
    const outcomes: Record<string, string> = {};
    for (const value of values) {
      const lines = world.ran().length;
      const product = await world.product(
        [
          of('command', { command: 'eco cor {{cor}} x{{cor}}y fim' }),
          of('command', { command: 'eco tellraw {"text":"{{cor}}"} fim' }),
        ],
        [choice(value)],
      );
      const { status, body } = await world.order(product, 'Steve', { cor: value });
      const told = JSON.stringify(value.slice(0, 20));
      if (status !== 200) {
        expect(body.error, told).toMatch(/^[A-ZÁ-Ú].{10,}/);
        outcomes[told] = 'refused';
        continue;
      }
      const before = (await world.deliveries()).length;
      world.pay(body.data.external_reference);
      await vi.waitFor(
        async () => {
          const states = (await since(before)).map(({ state }) => state);
          expect(states.length === 2 && states.every((state) => ['succeeded', 'failed'].includes(state))).toBe(true);
        },
        { timeout: SETTLED_MS, interval: 50 },
      );
      const wanted = [
        ['eco', 'cor', value, `x${value}y`, 'fim'],
        ['eco', 'tellraw', `{"text":"${value}"}`, 'fim'],
      ];
      const results = await since(before);
      expect(world.ran().slice(lines), told).toEqual(wanted.filter((_, at) => results[at]?.state === 'succeeded'));
      for (const { state, message } of results) {
        // Refused before anything was sent: the plugin never had to.
        if (state === 'failed') expect(message, told).toMatch(/\{\{cor\}\}|inválido com os dados/);
      }
      outcomes[told] = results.map(({ state }) => state).join(' ');
    }
    expect(outcomes).toMatchObject({
      '"azul"': 'succeeded succeeded',
      '"ação"': 'succeeded succeeded',
      '"a,b"': 'succeeded failed',
      '"-1"': 'succeeded succeeded',
    });
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome.startsWith('succeeded')).length).toBeLessThan(12);
  });

  test('kills of the product and the server lose nothing and double nothing', { timeout: 300_000 }, async () => {
    const product = await world.product([money(10), of('command', { command: 'eco unico {{pedido}}' }), diamond]);
    const before = (await world.deliveries()).length;
    const state = async () => await Promise.all(PLAYERS.map((name) => world.server.state(name)));
    const began = await state();
    const lines = world.ran().length;
    await world.server.ask('slot', { name: 'Alex', place: 4, item: null });
    const points = ['after', 'saved'];
    for (const [turn, point] of points.entries()) {
      await world.server.dieAt(point);
      const orders = await Promise.all(PLAYERS.map((nick) => world.order(product, nick)));
      for (const { body } of orders) world.pay(body.data.external_reference);
      await world.server.ended;
      // The product dies together with the server, or later, while the plugin tells what it found at its start.
      if (turn === 0) await world.kill();
      // A real restart takes longer than a calm poll, so time passes here. Without that, the start would wait for one.
      await world.passTime();
      await world.restart();
      for (const name of PLAYERS) await world.server.join(name);
      if (turn === 1) await world.kill();
      await world.start();
    }
    await vi.waitFor(
      async () => {
        const open = (await since(before)).filter(({ state }) => !['succeeded', 'uncertain'].includes(state));
        expect([(await since(before)).length, open]).toEqual([points.length * PLAYERS.length * 3, []]);
      },
      { timeout: 120_000, interval: 200 },
    );
    const all = await since(before);
    const ended = await state();
    for (const [at, name] of PLAYERS.entries()) {
      const mine = all.filter(({ player }) => player === `minecraft_name:${name.toLowerCase()}`);
      const count = (type: string, state: string) =>
        mine.filter((one) => one.type === `minecraft_${type}` && one.state === state).length;
      const paid = (ended[at]?.balance ?? 0) - (began[at]?.balance ?? 0);
      const got = (ended[at]?.items?.diamond ?? 0) - (began[at]?.items?.diamond ?? 0);
      // Money and items can be looked at after a crash, so nobody has to decide about them.
      expect([name, count('add_money', 'succeeded'), paid]).toEqual([name, points.length, 10 * points.length]);
      expect([name, count('add_item', 'succeeded'), got]).toEqual([name, points.length, points.length]);
    }
    const ran = world.ran().slice(lines);
    const commands = all.filter(({ type }) => type === 'minecraft_command');
    const sure = commands.filter(({ state }) => state === 'succeeded').length;
    expect(new Set(ran.map((words) => words.join(' '))).size).toBe(ran.length);
    expect(ran.length).toBeGreaterThanOrEqual(sure);
    expect(ran.length).toBeLessThanOrEqual(commands.length);
  });
});
