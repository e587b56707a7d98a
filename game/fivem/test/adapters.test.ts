import { afterEach, describe, expect, it } from 'vitest';
import { type Base, type City, createDisk, type Disk, startCity } from './harness.ts';
import { type Command, line, Platform } from './platform.ts';

let city: City | undefined;
afterEach(() => {
  city?.close();
  city = undefined;
});

type Family = Exclude<Base, ''>;
const families: Family[] = ['vrp1', 'creative3', 'creative4', 'creative_network'];

/** The balance in the database, without asking the adapter. */
const bankOf: Record<Family, string> = {
  vrp1: 'SELECT bank AS n FROM vrp_user_moneys WHERE user_id = 17',
  creative3: 'SELECT bank AS n FROM vrp_users WHERE id = 17',
  creative4: 'SELECT bank AS n FROM summerz_characters WHERE id = 17',
  creative_network: 'SELECT Bank AS n FROM characters WHERE id = 17',
};
const carsOf: Record<Family, string> = {
  vrp1: "SELECT COUNT(*) AS n FROM vrp_user_vehicles WHERE user_id = 17 AND vehicle = 'kuruma'",
  creative3: "SELECT COUNT(*) AS n FROM vrp_vehicles WHERE user_id = 17 AND vehicle = 'kuruma'",
  creative4: "SELECT COUNT(*) AS n FROM summerz_vehicles WHERE user_id = 17 AND vehicle = 'kuruma'",
  creative_network: "SELECT COUNT(*) AS n FROM vehicles WHERE Passport = 17 AND Vehicle = 'kuruma'",
};
const bansOf: Record<Family, string> = {
  vrp1: 'SELECT banned AS n FROM vrp_users WHERE id = 17',
  creative3: "SELECT banned AS n FROM vrp_infos WHERE steam = 's17'",
  creative4: "SELECT COUNT(*) AS n FROM summerz_banneds WHERE steam = 's17'",
  creative_network: "SELECT Banned AS n FROM accounts WHERE License = 'l17'",
};
const number = (disk: Disk, statement: string): number => Number(disk.db.prepare(statement).get()?.n);

async function play(base: Base, online: boolean, commands: Command[], setup = '', config = '') {
  const platform = new Platform();
  const disk = createDisk(base);
  const loaded = online ? "World.sources['17'] = 3 World.bank['17'] = 1000" : '';
  city = await startCity({ disk, platform, setup: `${loaded} ${setup}`, config });
  city.run(3000);
  for (const command of commands) {
    platform.due.push(command);
    city.run(20_000);
  }
  expect(city.errors()).toEqual([]);
  return { platform, disk, city };
}

describe.each(families)('%s', (base) => {
  it.each([true, false])('delivers money, vehicles and bans (online: %s)', async (online) => {
    const { platform, disk } = await play(base, online, [
      { id: 'm1', action: 'add_money', args: { amount: 500 } },
      { id: 'm2', action: 'remove_money', args: { amount: 200 } },
      { id: 'm3', action: 'remove_money', args: { amount: 5000 } },
      { id: 'v1', action: 'add_vehicle', args: { vehicle: 'Kuruma' } },
      { id: 'v2', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'b1', action: 'remove_ban' },
      { id: 'b2', action: 'remove_ban' },
    ]);
    const codes = ['m1', 'm2', 'm3', 'v1', 'v2', 'b1', 'b2'].map((id) => platform.result(id)?.code);
    expect(codes).toEqual(['ok', 'ok', 'insufficient_funds', 'ok', 'already_owned', 'ok', 'not_banned']);
    expect(number(disk, bankOf[base])).toBe(1300);
    expect(number(disk, carsOf[base])).toBe(1);
    expect(number(disk, bansOf[base])).toBe(0);
    expect(platform.result('m1')?.detail).toEqual({ before: 1000, after: 1500 });
  });

  it.each([true, false])('gives and takes groups (online: %s)', async (online) => {
    const { platform } = await play(base, online, [
      { id: 'g1', action: 'add_group', args: { group: 'Vip' } },
      { id: 'g2', action: 'add_group', args: { group: 'Vip' } },
      { id: 'g3', action: 'remove_group', args: { group: 'Vip' } },
      { id: 'g4', action: 'remove_group', args: { group: 'Vip' } },
    ]);
    const codes = ['g1', 'g2', 'g3', 'g4'].map((id) => platform.result(id)?.code);
    expect(codes).toEqual(['ok', 'already_owned', 'ok', 'not_owned']);
  });

  it('removes vehicles', async () => {
    const { platform, disk } = await play(base, false, [
      { id: 'v1', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'v2', action: 'remove_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'v3', action: 'remove_vehicle', args: { vehicle: 'kuruma' } },
    ]);
    expect(['v2', 'v3'].map((id) => platform.result(id)?.code)).toEqual(['ok', 'not_owned']);
    expect(number(disk, carsOf[base])).toBe(0);
  });

  it('gives items only to loaded characters with room', async () => {
    const { platform, city: here } = await play(base, true, [
      { id: 'i1', action: 'add_item', args: { item: 'agua', amount: 3 } },
    ]);
    expect(platform.result('i1')).toMatchObject({ code: 'ok', detail: { before: 0, after: 3 } });
    here.eval("World.full['17'] = true");
    platform.due.push({ id: 'i2', action: 'add_item', args: { item: 'faca', amount: 1 } });
    here.run(5000);
    expect(platform.result('i2')).toMatchObject({ status: 'deferred', code: 'inventory_full' });
    here.eval("World.sources['17'] = nil");
    platform.due = [{ id: 'i3', action: 'add_item', args: { item: 'agua', amount: 1 } }];
    here.run(5000);
    expect(platform.result('i3')).toMatchObject({ status: 'deferred', code: 'player_offline' });
    expect(here.eval("return World.items['17'].agua")).toBe(3);
  });

  it('reports at once when there is room again, and only to a player who is there', async () => {
    const { platform, city: here } = await play(base, true, []);
    const told = () => platform.syncs.flatMap((sync) => sync.ready as string[]);
    here.eval("World.full['17'] = true");
    platform.due.push({ id: 'r1', action: 'add_item', args: { item: 'faca', amount: 1 } });
    here.run(10_000);
    expect(platform.result('r1')).toMatchObject({ status: 'deferred', code: 'inventory_full' });
    expect(told()).toEqual([]);
    here.eval("World.full['17'] = nil");
    here.run(2000);
    expect(told()).toContain('r1');
    platform.due.push({ id: 'r1', attempt: 2, action: 'add_item', args: { item: 'faca', amount: 1 } });
    here.run(2000);
    expect(platform.result('r1')).toMatchObject({ attempt: 2, code: 'ok' });
    const after = told().length;
    here.run(10_000);
    expect(told()).toHaveLength(after);
  });

  it('refuses arguments that it cannot use', async () => {
    const { platform, disk } = await play(base, true, [
      { id: 'n1', action: 'add_money', args: { amount: 10 }, player: { city_id: '99' } },
      { id: 'n2', action: 'add_money', args: { amount: 10 }, player: { city_id: '17 OR 1=1' } },
      { id: 'n3', action: 'add_money', args: { amount: 2_147_483_647 } },
      { id: 'n4', action: 'add_money', args: { amount: '10' } },
      { id: 'n5', action: 'add_money', args: { amount: 1.5 } },
      { id: 'n6', action: 'add_money', args: { amount: -1 } },
      { id: 'n7', action: 'add_vehicle', args: { vehicle: "x'; DROP TABLE vehicles" } },
      { id: 'n8', action: 'add_group', args: { group: 'a b' } },
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
    expect(number(disk, bankOf[base])).toBe(1000);
  });

  it('holds a delivery if the player’s Discord is another one', async () => {
    const platform = new Platform();
    platform.checkDiscord = true;
    const disk = createDisk(base);
    city = await startCity({ disk, platform });
    platform.due.push(
      {
        id: 'd1',
        action: 'add_money',
        args: { amount: 1 },
        player: { city_id: '17', discord_id: '222222222222222222' },
      },
      {
        id: 'd2',
        action: 'add_money',
        args: { amount: 1 },
        player: { city_id: '17', discord_id: '111111111111111111' },
      },
    );
    city.run(20_000);
    expect(platform.result('d1')).toMatchObject({ status: 'failed', code: 'player_mismatch' });
    expect(platform.result('d2')).toMatchObject({ status: 'succeeded', code: 'ok' });
    expect(number(disk, bankOf[base])).toBe(1001);
  });
});

describe('traps of the bases', () => {
  it('finds out that a group does not exist', async () => {
    for (const base of ['vrp1', 'creative_network'] as const) {
      const { platform } = await play(base, true, [{ id: 'g', action: 'add_group', args: { group: 'Vipp' } }]);
      expect(platform.result('g')?.code).toBe('invalid_group');
      city?.close();
    }
    city = undefined;
  });

  it('finds out that an item does not exist', async () => {
    for (const base of ['vrp1', 'creative_network'] as const) {
      const { platform } = await play(base, true, [
        { id: 'i', action: 'add_item', args: { item: 'aguaa', amount: 1 } },
      ]);
      expect(platform.result('i')?.code).toBe('invalid_item');
      city?.close();
    }
    city = undefined;
  });

  it('waits for a player who is still connecting, because the base already holds the data', async () => {
    const {
      platform,
      disk,
      city: here,
    } = await play(
      'vrp1',
      false,
      [{ id: 'm', action: 'add_money', args: { amount: 5 } }],
      "World.sources['17'] = 70000 World.bank['17'] = 1000",
    );
    expect(platform.result('m')).toMatchObject({ status: 'deferred', code: 'player_offline' });
    expect(number(disk, bankOf.vrp1)).toBe(1000);
    expect(here.eval("return World.bank['17']")).toBe(1000);
  });

  it('is uncertain when the base does not answer while it gives money', async () => {
    const { platform } = await play(
      'vrp1',
      true,
      [{ id: 'm', action: 'add_money', args: { amount: 5 } }],
      'World.silent.giveBankMoney = true',
    );
    city?.run(20_000);
    expect(platform.result('m')).toMatchObject({ status: 'uncertain', code: 'uncertain' });
  });

  it('runs only commands that exist, that ace allows and that do not control the machine', async () => {
    const { platform, city: here } = await play(
      '',
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
      `RegisterCommand('anuncio', function() end) RegisterCommand('quit', function() end)
        RegisterCommand('semace', function() end)
        Harness.aces['resource.vitrine command.anuncio'] = true Harness.aces['resource.vitrine command.quit'] = true`,
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
    expect(here.eval('return #Harness.executed')).toBe(1);
  });

  it('follows the owner: partial removal, a list of commands, a hook after each delivery', async () => {
    const config = `Config.RemoveMoney = 'partial' Config.Commands = { 'anuncio' }
      Config.OnDelivered = function(source, info) Harness.hooked = { source = source, code = info.code, id = info.city_id } end`;
    const setup = `RegisterCommand('outro', function() end)
      Harness.aces['resource.vitrine command.outro'] = true`;
    const { platform, city: here } = await play(
      'vrp1',
      true,
      [
        { id: 'p1', action: 'execute_command', args: line('outro 1') },
        { id: 'p2', action: 'remove_money', args: { amount: 5000 } },
      ],
      setup,
      config,
    );
    expect(platform.result('p1')?.code).toBe('command_denied');
    expect(platform.result('p2')).toMatchObject({ status: 'succeeded', detail: { before: 1000, after: 0 } });
    expect(platform.result('p2')?.message).toContain('R$ 1000 de R$ 5000');
    expect(here.eval('return Harness.hooked')).toEqual({ source: 3, code: 'ok', id: 17 });
  });
});
