import { afterEach, describe, expect, it } from 'vitest';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import type { Command } from '../../check/wire.ts';
import { rowsOf } from './city-rows.ts';
import { line, Platform } from './platform.ts';
import { BASES as CITY_ID_BASES, closePlayed, type PlayedCity, playCity } from './played-city.ts';
import { playerOf, TEXT_BASES } from './player-of.ts';

afterEach(closePlayed);

const BASES = [...CITY_ID_BASES, 'vrp2', ...TEXT_BASES] as const;
type Base = (typeof BASES)[number];
const GROUP: Record<Base, string> = {
  vrpex: 'vip',
  vrp2: 'vip',
  creative3: 'Vip',
  'creative4-summerz': 'Vip',
  'network-newer': 'Premium',
  qbox: 'job:police:1',
  qbcore: 'job:police:1',
  esx: 'vip',
  'esx-ox': 'job:police:1',
  ox_core: 'police:1',
};

const cars = (here: PlayedCity, base: Base): number =>
  rowsOf(here.city, base, 17).vehicles.filter((model) => model === 'kuruma').length;
const hasBans = (base: Base): boolean => !base.startsWith('esx');

const BIG: Partial<Record<Base, number>> = { creative3: 2, qbcore: 3 };
/** Fills citizen 17's bag: by weight if the base counts weight, else by slots. `empty` takes everything out again. */
function fill(here: PlayedCity, base: Base, times = 1): void {
  if (base !== 'creative4-summerz') here.items('bigbox', (BIG[base] ?? 1) * times);
  else for (let n = 1; n <= 10; n += 1) here.items(`coisa${n}`, times);
}
const empty = (here: PlayedCity, base: Base): void => fill(here, base, -1);

async function play(
  framework: FrameworkName | 'none',
  online: boolean,
  commands: Command[],
  more: Partial<Parameters<typeof playCity>[0]> = {},
) {
  const platform = new Platform();
  const city = await playCity({ platform, framework, online, ...more });
  city.run(3000);
  for (const command of commands) {
    platform.due.push(command);
    city.run(20_000);
  }
  expect(city.city.scriptErrors).toEqual([]);
  return { platform, city };
}
const bank = (city: PlayedCity): unknown => city.city.memory('bank', 17);

describe.each(BASES)('%s', (base) => {
  it.each([true, false])('delivers money, vehicles and bans (online: %s)', async (online) => {
    const citizen = { banned: !online };
    const commands: Command[] = [
      { id: 'm1', action: 'add_money', args: { amount: 500 } },
      { id: 'm2', action: 'remove_money', args: { amount: 200 } },
      { id: 'm3', action: 'remove_money', args: { amount: 5000 } },
      { id: 'v1', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'v2', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'b1', action: 'remove_ban' },
      { id: 'b2', action: 'remove_ban' },
    ];
    const { platform, city } = await play(base, online, commands, { citizen });
    const codes = ['m1', 'm2', 'm3', 'v1', 'v2', 'b1', 'b2'].map((id) => platform.result(id)?.code);
    expect(codes).toEqual([
      'ok',
      'ok',
      'insufficient_funds',
      'ok',
      'already_owned',
      ...(hasBans(base) ? [online ? 'not_banned' : 'ok', 'not_banned'] : ['unsupported_action', 'unsupported_action']),
    ]);
    expect(bank(city)).toBe(1300);
    expect(cars(city, base)).toBe(1);
    expect(city.city.memory('banned', 17)).toBe(hasBans(base) ? false : undefined);
    expect(platform.result('m1')?.detail).toEqual({ before: 1000, after: 1500 });
  });

  it.each([true, false])('gives and takes groups (online: %s)', async (online) => {
    const { platform } = await play(base, online, [
      { id: 'g1', action: 'add_group', args: { group: GROUP[base] } },
      { id: 'g2', action: 'add_group', args: { group: GROUP[base] } },
      { id: 'g3', action: 'remove_group', args: { group: GROUP[base] } },
      { id: 'g4', action: 'remove_group', args: { group: GROUP[base] } },
    ]);
    const codes = ['g1', 'g2', 'g3', 'g4'].map((id) => platform.result(id)?.code);
    expect(codes).toEqual(['ok', 'already_owned', 'ok', 'not_owned']);
  });

  it('removes vehicles', async () => {
    const { platform, city } = await play(base, false, [
      { id: 'v1', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'v2', action: 'remove_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'v3', action: 'remove_vehicle', args: { vehicle: 'kuruma' } },
    ]);
    expect(['v2', 'v3'].map((id) => platform.result(id)?.code)).toEqual(['ok', 'not_owned']);
    expect(cars(city, base)).toBe(0);
  });

  it('gives items only to loaded characters with room', async () => {
    const { platform, city: here } = await play(base, true, [
      { id: 'i1', action: 'add_item', args: { item: 'agua', amount: 3 } },
    ]);
    expect(platform.result('i1')).toMatchObject({ code: 'ok', detail: { before: 0, after: 3 } });
    fill(here, base);
    platform.due.push({ id: 'i2', action: 'add_item', args: { item: 'pao', amount: 1 } });
    here.run(5000);
    expect(platform.result('i2')).toMatchObject({ status: 'deferred', code: 'inventory_full' });
    await here.leave();
    platform.due = [{ id: 'i3', action: 'add_item', args: { item: 'agua', amount: 1 } }];
    here.run(5000);
    expect(platform.result('i3')).toMatchObject({ status: 'deferred', code: 'player_offline' });
    expect(here.held('agua')).toBe(3);
  });

  it('waits for the player if the owner wants them in the city, even if the base does not need them there', async () => {
    const { platform, city: here } = await play(base, false, [
      { id: 'o1', action: 'add_money', args: { amount: 5 }, only_online: true },
      { id: 'o2', action: 'execute_command', args: line('anuncio oi'), only_online: true },
      { id: 'o3', action: 'add_money', args: { amount: 7 } },
    ]);
    const codes = ['o1', 'o2', 'o3'].map((id) => platform.result(id)?.code);
    expect(codes).toEqual(['player_offline', 'player_offline', 'ok']);
    expect(bank(here)).toBe(1007);
    expect(here.city.consoleLines.some((text) => text.includes('anuncio'))).toBe(false);
  });

  it('reports at once when there is room again, and only to a player who is there', async () => {
    const { platform, city: here } = await play(base, true, []);
    const told = () => platform.syncs.flatMap((sync) => sync.ready as string[]);
    fill(here, base);
    platform.due.push({ id: 'r1', action: 'add_item', args: { item: 'pao', amount: 1 } });
    here.run(10_000);
    expect(platform.result('r1')).toMatchObject({ status: 'deferred', code: 'inventory_full' });
    expect(told()).toEqual([]);
    empty(here, base);
    here.run(2000);
    expect(told()).toContain('r1');
    platform.due.push({ id: 'r1', attempt: 2, action: 'add_item', args: { item: 'pao', amount: 1 } });
    here.run(2000);
    expect(platform.result('r1')).toMatchObject({ attempt: 2, code: 'ok' });
    const after = told().length;
    here.run(10_000);
    expect(told()).toHaveLength(after);
  });

  it('refuses arguments that it cannot use', async () => {
    const { platform, city } = await play(base, true, [
      { id: 'n1', action: 'add_money', args: { amount: 10 }, player: playerOf(base, 99) },
      { id: 'n2', action: 'add_money', args: { amount: 10 }, player: { city_id: '17 OR 1=1' } },
      { id: 'n3', action: 'add_money', args: { amount: 2_147_483_647 } },
      { id: 'n4', action: 'add_money', args: { amount: '10' } },
      { id: 'n5', action: 'add_money', args: { amount: 1.5 } },
      { id: 'n6', action: 'add_money', args: { amount: -1 } },
      { id: 'n7', action: 'add_vehicle', args: { vehicle: "x'; DROP TABLE vehicles" } },
      { id: 'n8', action: 'add_group', args: { group: 'a;b' } },
      { id: 'n9', action: 'dance' },
      { id: 'n10', action: 'add_money', args: { amount: 1 }, player: { city_id: '0' } },
      { id: 'n11', action: 'add_money', args: { amount: 1 }, player: { city_id: '2147483648' } },
      { id: 'n12', action: 'add_money', args: { amount: 1 }, expires_at: 5 },
    ]);
    const codes = Array.from({ length: 12 }, (_, index) => platform.result(`n${index + 1}`)?.code);
    expect(codes).toEqual([
      'player_not_found',
      'invalid_args',
      'invalid_args',
      'invalid_args',
      'invalid_args',
      'invalid_args',
      'invalid_args',
      'invalid_args',
      'unsupported_action',
      'invalid_args',
      'invalid_args',
      'expired',
    ]);
    expect(bank(city)).toBe(1000);
  });

  it('holds a delivery if the player’s Discord is another one', async () => {
    const platform = new Platform();
    platform.checkDiscord = true;
    const city = await playCity({ platform, framework: base });
    platform.due.push(
      {
        id: 'd1',
        action: 'add_money',
        args: { amount: 1 },
        player: { ...playerOf(base, 17), discord_id: '222222222222222222' },
      },
      {
        id: 'd2',
        action: 'add_money',
        args: { amount: 1 },
        player: { ...playerOf(base, 17), discord_id: '111111111111111111' },
      },
    );
    city.run(20_000);
    // These bases keep no Discord id, so the id of a person who is away is not known.
    const known = !['creative3', 'qbcore', 'esx', 'esx-ox'].includes(base);
    const other = known ? { status: 'failed', code: 'player_mismatch' } : { status: 'succeeded', code: 'ok' };
    expect(platform.result('d1')).toMatchObject(other);
    expect(platform.result('d2')).toMatchObject({ status: 'succeeded', code: 'ok' });
    expect(bank(city)).toBe(known ? 1001 : 1002);
  });
});

describe('traps of the bases', () => {
  it('finds out that a group does not exist', async () => {
    for (const base of ['vrpex', 'network-newer'] as const) {
      const { platform } = await play(base, true, [{ id: 'g', action: 'add_group', args: { group: 'Vipp' } }]);
      expect(platform.result('g')?.code).toBe('invalid_group');
    }
  });

  it('finds out that an item does not exist', async () => {
    for (const base of ['vrpex', 'network-newer'] as const) {
      const { platform } = await play(base, true, [
        { id: 'i', action: 'add_item', args: { item: 'aguaa', amount: 1 } },
      ]);
      expect(platform.result('i')?.code).toBe('invalid_item');
    }
  });

  it('waits for a player who is still connecting, because the base already holds the data', async () => {
    const { platform, city: here } = await play('vrpex', false, []);
    await here.city.join(17, 'connecting');
    platform.due.push({ id: 'm', action: 'add_money', args: { amount: 5 } });
    here.run(5000);
    expect(platform.result('m')).toMatchObject({ status: 'deferred', code: 'player_offline' });
    expect(here.city.tables.rows('SELECT bank FROM vrp_user_moneys WHERE user_id = 17')).toEqual([{ bank: 1000 }]);
    expect(bank(here)).toBe(1000);
  });

  it('goes on with an adapter that an owner wrote for an older version', async () => {
    const config = `Config.Framework = 'minha'
      Vitrine.adapters.minha = function()
        local garage = Vitrine.Vehicles.locate('vrp_user_vehicles')
        garage.known = function(vehicle) return vehicle == 'kuruma' end
        return {
          source = function() return nil end, exists = function() return true end, online = function() return {} end,
          events = {}, read = {},
          actions = { add_vehicle = function(job) return Vitrine.Vehicles.add(job, garage) end },
        }
      end`;
    const commands = ['kuruma', 'sultan'].map((vehicle) => ({ id: vehicle, action: 'add_vehicle', args: { vehicle } }));
    const { platform, city } = await play('vrpex', false, commands, { config });
    expect(commands.map(({ id }) => platform.result(id)?.code)).toEqual(['ok', 'invalid_vehicle']);
    expect(cars(city, 'vrpex')).toBe(1);
  });

  it('is uncertain when the base does not answer while it gives money', async () => {
    const { platform, city: here } = await play('vrpex', true, []);
    here.eval('function vRP.giveBankMoney() Wait(600000) end', 'vrp');
    platform.due.push({ id: 'm', action: 'add_money', args: { amount: 5 } });
    here.run(40_000);
    expect(platform.result('m')).toMatchObject({ status: 'uncertain', code: 'uncertain' });
  });

  it('runs only commands that exist, that ace allows and that do not control the machine', async () => {
    const { platform, city: here } = await play(
      'none',
      false,
      [
        { id: 'c1', action: 'execute_command', args: line('anuncio Obrigado 17') },
        { id: 'c2', action: 'execute_command', args: line('quit') },
        { id: 'c3', action: 'execute_command', args: line('nada 1') },
        { id: 'c4', action: 'execute_command', args: line('semace 1') },
        { id: 'c5', action: 'execute_command', args: line('anuncio "x"; quit') },
        { id: 'c6', action: 'execute_command', args: line('anuncio a // b') },
        { id: 'c7', action: 'add_money', args: { amount: 1 } },
      ],
      {
        own: "RegisterCommand('anuncio', function() print('ran') end) RegisterCommand('semace', function() end)",
        cfg: ['anuncio', 'quit'].map((name) => `add_ace resource.vitrine command.${name} allow`),
      },
    );
    const codes = Array.from({ length: 7 }, (_, index) => platform.result(`c${index + 1}`)?.code);
    expect(codes).toEqual([
      'executed',
      'command_denied',
      'command_not_found',
      'command_denied',
      'invalid_args',
      'invalid_args',
      'unsupported_action',
    ]);
    expect(platform.result('c4')?.message).toContain('add_ace resource.vitrine command.semace allow');
    expect(here.ownLines()).toEqual(['ran']);
    expect(here.city.alive).toBe(true);
  });

  it('follows the owner: partial removal, a list of commands, a hook after each delivery', async () => {
    const config = `Config.RemoveMoney = 'partial' Config.Commands = { 'anuncio' }
      Config.OnDelivered = function(source, info) Hooked = { source = source, code = info.code, id = info.city_id } end`;
    const { platform, city: here } = await play(
      'vrpex',
      true,
      [
        { id: 'p1', action: 'execute_command', args: line('outro 1') },
        { id: 'p2', action: 'remove_money', args: { amount: 5000 } },
      ],
      {
        config,
        own: "RegisterCommand('outro', function() end)",
        cfg: ['add_ace resource.vitrine command.outro allow'],
      },
    );
    expect(platform.result('p1')?.code).toBe('command_denied');
    expect(platform.result('p2')).toMatchObject({ status: 'succeeded', detail: { before: 1000, after: 0 } });
    expect(platform.result('p2')?.message).toContain('R$ 1000 de R$ 5000');
    expect(here.eval('return Hooked')).toEqual({ source: expect.any(Number), code: 'ok', id: 17 });
  });
});
