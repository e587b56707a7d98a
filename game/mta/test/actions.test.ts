import { afterEach, describe, expect, it } from 'vitest';
import type { Command, Result } from '../../check/wire.ts';
import { Platform } from '../../fivem/test/platform.ts';
import { closeMta, type PlayOptions, playMta } from './played-mta.ts';

afterEach(closeMta);

async function begin(options: Partial<PlayOptions> = {}) {
  const platform = new Platform();
  const server = await playMta({ platform, ...options });
  server.run(options.online ? 6000 : 3000);
  let count = 0;
  /** Delivers one action and answers its result. */
  const give = (
    action: string,
    args: Record<string, unknown> = {},
    more: Partial<Command> = {},
  ): Result | undefined => {
    const id = `d${count++}`;
    platform.due.push({ id, action, args, ...more });
    server.run(3000);
    platform.due = platform.due.filter((one) => one.id !== id);
    return platform.result(id);
  };
  return { platform, server, give };
}
const CONFIG = `
Config.Vips = { Ouro = { number = 1, days = 400 } }
Config.Vehicles = { Infernus = { name = 'Infernus', model = 411, category = 'Esportivos' } }
`;

describe.each([true, false])('with the player online: %s', (here) => {
  const online = here ? ['Ana'] : [];
  const orOffline = (code: string) => (here ? code : 'player_offline');

  it('groups are given and taken in the ACL, and saved', async () => {
    const { server, give } = await begin({ online });
    const place = 'group:Família Ouro';
    expect(give('add_group', { group: 'Família Ouro' })).toMatchObject({
      code: 'ok',
      detail: { place, prior: '', stands: 'Família Ouro' },
    });
    expect(server.world.disk.groups['Família Ouro']?.objects).toEqual(['user.Ana']);
    expect(give('add_group', { group: 'Família Ouro' })).toMatchObject({
      code: 'already_owned',
      detail: { prior: 'Família Ouro' },
    });
    expect(give('remove_group', { group: 'Família Ouro' })).toMatchObject({
      code: 'ok',
      detail: { place, stands: '' },
    });
    expect(server.world.disk.groups['Família Ouro']?.objects).toEqual([]);
    expect(give('remove_group', { group: 'Família Ouro' })?.code).toBe('not_owned');
    expect(give('add_group', { group: 'Nenhum' })?.code).toBe('invalid_group');
  });

  it('VIPs of HyperScripts are groups with a name of their own', async () => {
    const { server, give } = await begin({ online, config: CONFIG });
    expect(give('add_group', { group: 'vip:Ouro' })).toMatchObject({
      code: 'ok',
      detail: { place: 'group:vip:Ouro', prior: '' },
    });
    expect(server.world.disk.vips.Ana).toEqual(['Ouro']);
    expect(give('add_group', { group: 'vip:Ouro' })?.code).toBe('already_owned');
    expect(give('remove_group', { group: 'vip:Ouro' })?.code).toBe('ok');
    expect(give('remove_group', { group: 'vip:Ouro' })?.code).toBe('not_owned');
    expect(give('add_group', { group: 'vip:Prata' })?.code).toBe('invalid_group');
  });

  it('money is given and taken only while the player is here', async () => {
    const { server, give } = await begin({ online });
    const result = give('add_money', { amount: 50 });
    expect(result?.code).toBe(orOffline('ok'));
    if (here) expect(result?.detail).toEqual({ before: 1000, after: 1050 });
    expect(give('remove_money', { amount: 30 })?.code).toBe(orOffline('ok'));
    expect(give('remove_money', { amount: 5000 })?.code).toBe(orOffline('insufficient_funds'));
    expect(give('add_money', { amount: 99_999_999 })?.code).toBe(orOffline('action_refused'));
    expect(server.player('Ana')?.money).toBe(here ? 1020 : undefined);
  });

  it('items are given only while the player is here, and the inventory itself says when it is full', async () => {
    const { server, give } = await begin({ online });
    expect(give('add_item', { item: 'pao', amount: 4 })?.code).toBe(orOffline('ok'));
    expect(give('add_item', { item: 'pao', amount: 40 })?.code).toBe(orOffline('inventory_full'));
    expect(server.world.disk.items.Ana).toEqual(here ? { pao: 4 } : undefined);
  });

  it('vehicles of the VIP list go to the account, those of the dealership only to a player who is here', async () => {
    const { server, give } = await begin({ online, config: CONFIG });
    expect(give('add_vehicle', { vehicle: 'Nissan_GTR' })).toMatchObject({
      code: 'ok',
      detail: { place: 'vehicle:Nissan GTR' },
    });
    expect(give('add_vehicle', { vehicle: 'Nissan_GTR' })?.code).toBe('already_owned');
    expect(give('add_vehicle', { vehicle: 'Infernus' })?.code).toBe(orOffline('ok'));
    expect(give('add_vehicle', { vehicle: 'Outro' })?.code).toBe('invalid_vehicle');
    expect(give('add_vehicle', { vehicle: 'Infernus', plate: 'ABC12345' })?.code).toBe('unsupported_action');
    expect(server.world.disk.vehicles.Ana).toEqual(here ? ['Nissan GTR', 'Infernus'] : ['Nissan GTR']);
  });

  it('a ban is removed by the account’s serial, never by a nick', async () => {
    const { server, give } = await begin({ online });
    if (!here) {
      expect(give('remove_ban')?.code).toBe('unsupported_action');
      server.join('Ana');
      server.leave('Ana');
    }
    expect(give('remove_ban')?.code).toBe('not_banned');
    const serial = server.world.disk.accounts[0]?.serial ?? '';
    expect(serial).toMatch(/^[0-9A-F]{32}$/);
    const other = { nick: 'Ana', serial: 'F'.repeat(32) };
    server.world.disk.bans = [{ nick: 'x', serial }, other, { nick: 'y', serial }];
    expect(give('remove_ban')?.code).toBe('ok');
    expect(server.world.disk.bans).toEqual([other]);
  });

  it('own actions are told who the player is', async () => {
    const commands = `
function Actions.diga(info, text)
  return false, table.concat({ tostring(info.player and getPlayerName(info.player)), info.account, info.label, text }, '|')
end`;
    const { give } = await begin({ online, commands });
    const args = { template: 'diga {{texto}}', argv: ['diga', 'a b'] };
    expect(give('run_action', args)).toMatchObject({
      code: 'action_refused',
      message: `${here ? 'Ana' : 'nil'}|Ana|Produto|a b`,
    });
  });

  it('an action that the owner wants only in the city waits for the player', async () => {
    const { give } = await begin({ online });
    expect(give('add_group', { group: 'VIP' }, { only_online: true })?.code).toBe(orOffline('ok'));
  });
});

describe('accounts', () => {
  it('are told apart by their case, and must exist', async () => {
    const { server, give } = await begin({ online: ['Ana'] });
    const player = (value: string) => ({ player: { identity: { kind: 'mta_account', value } } });
    expect(give('add_group', { group: 'VIP' }, player('ana'))?.code).toBe('ok');
    expect(server.world.disk.groups.VIP?.objects).toEqual(['user.ana']);
    expect(give('add_group', { group: 'VIP' }, player('ANA'))?.code).toBe('player_not_found');
    expect(give('add_money', { amount: 1 }, player('ana'))?.code).toBe('player_offline');
  });

  it.each(['*', 'a*', '', ' Ana', 'A'.repeat(31), 'a/b'])('never reach the ACL as %j', async (value) => {
    const { server, give } = await begin({ online: ['Ana'] });
    const result = give('add_group', { group: 'VIP' }, { player: { identity: { kind: 'mta_account', value } } });
    expect(result?.status).toBe('failed');
    expect(server.world.effects).toEqual([]);
  });

  it('of another kind are refused, and a Discord id runs own actions', async () => {
    const { give } = await begin({ online: ['Ana'], commands: 'function Actions.ok(i) return i.player == nil end' });
    const discord = { player: { identity: { kind: 'discord_id', value: '123456789012345678' } } };
    expect(give('add_money', { amount: 1 }, { player: { city_id: '17' } })?.code).toBe('player_not_found');
    expect(give('add_money', { amount: 1 }, discord)?.code).toBe('player_not_found');
    expect(give('run_action', { template: 'ok', argv: ['ok'] }, discord)?.code).toBe('ok');
  });
});

describe('an account that Vitrine cannot name', () => {
  it('is not named among the players, and disturbs nobody else', async () => {
    const { server, platform } = await begin({ accounts: [{ name: 'Ana' }, { name: 'João da Silva' }] });
    server.join('João da Silva');
    server.join('Ana');
    server.run(6000);
    expect(platform.syncs.at(-1)?.online).toEqual(['mta_account:Ana']);
  });
});

describe('a number in the element data', () => {
  const config = "Config.PlayerId = 'city_id'";
  const city = (id: string) => ({ player: { city_id: id } });

  it('is a city id of a player who is here', async () => {
    const { server, platform, give } = await begin({ config });
    expect(platform.hellos[0]?.capabilities).toMatchObject({ add_group: { online: true, offline: false } });
    expect(platform.hellos[0]?.capabilities).not.toHaveProperty('remove_ban');
    server.join('Ana', { ID: 17 });
    server.run(6000);
    expect(platform.syncs.at(-1)?.online).toEqual(['17']);
    expect(give('add_group', { group: 'VIP' }, city('17'))?.code).toBe('ok');
    expect(server.world.disk.groups.VIP?.objects).toEqual(['user.Ana']);
    expect(give('add_money', { amount: 5 }, city('17'))?.code).toBe('ok');
    expect(give('add_group', { group: 'VIP' }, city('18'))?.code).toBe('player_offline');
    expect(give('remove_ban', {}, city('17'))?.code).toBe('unsupported_action');
  });

  it('is no city id if the player’s own client wrote it', async () => {
    const { server, platform, give } = await begin({ config });
    server.join('Ana', { ID: 17 });
    server.join('Beto', { ID: 18 });
    server.run(6000);
    server.setData('Ana', 'ID', 18, true);
    expect(give('add_money', { amount: 5 }, city('18'))?.code).toBe('ok');
    expect(server.player('Beto')?.money).toBe(5);
    server.run(1000);
    expect(platform.syncs.at(-1)?.online).toEqual(['18']);
    expect(server.world.lines.join('\n')).toContain('trocou o próprio ID');
    server.setData('Ana', 'ID', 17);
    expect(give('add_money', { amount: 5 }, city('17'))?.code).toBe('ok');
  });

  it('that two players have belongs to neither of them', async () => {
    const { server, give } = await begin({ config });
    server.join('Ana', { ID: 17 });
    server.join('Beto', { ID: '17' });
    server.run(6000);
    expect(give('add_money', { amount: 5 }, city('17'))?.code).toBe('player_ambiguous');
    expect(server.world.effects).toEqual([]);
  });

  it('is found for a checkout while its player is here', async () => {
    const { server, platform } = await begin({ config });
    server.join('Ana', { ID: 17 }, 'João');
    server.run(6000);
    platform.who = ['17', '99', 'x', 5];
    server.run(3000);
    expect(platform.people).toEqual([
      { city_id: '17', status: 'found', name: 'João' },
      { city_id: '99', status: 'unknown' },
    ]);
  });
});

describe('what the owner did not allow', () => {
  it('a group that rules the server is never given, whatever it is called', async () => {
    const { server, give } = await begin({ online: ['Ana'] });
    server.world.acl.groups.Apoiador = { acls: ['Admin'], objects: [] };
    expect(give('add_group', { group: 'Admin' })?.code).toBe('invalid_group');
    expect(give('add_group', { group: 'Apoiador' })?.code).toBe('invalid_group');
    expect(server.world.effects).toEqual([]);
  });

  it('only the groups of Config.Groups are given, if the owner set it', async () => {
    const { give } = await begin({ online: ['Ana'], config: "Config.Groups = { 'VIP' }" });
    expect(give('add_group', { group: 'VIP' })?.code).toBe('ok');
    expect(give('add_group', { group: 'Família Ouro' })?.code).toBe('invalid_group');
  });

  it('a right of the ACL that is missing leaves the delivery waiting, and names the line to type', async () => {
    const { server, give } = await begin({ online: ['Ana'], rights: ['fetchRemote'] });
    const result = give('add_group', { group: 'VIP' });
    expect(result).toMatchObject({ status: 'deferred', code: 'adapter_error' });
    expect(result?.message).toContain('aclrequest allow vitrine all');
    expect(give('remove_ban')?.status).toBe('deferred');
    // The script asked for the right first, and did not even try the change.
    expect(server.world.errors).toEqual([]);
    server.world.rights.add('aclGroupAddObject').add('aclGroupRemoveObject').add('aclSave');
    expect(give('add_group', { group: 'VIP' })?.code).toBe('ok');
  });

  it('execute_command is no action of MTA', async () => {
    const { give } = await begin({ online: ['Ana'] });
    expect(give('execute_command', { template: 'x', argv: ['x'] })).toMatchObject({
      status: 'failed',
      code: 'unsupported_action',
    });
    expect(give('remove_vehicle', { vehicle: 'Infernus' })?.code).toBe('unsupported_action');
  });
});

describe('a resource of HyperScripts', () => {
  it('that is missing is no action, and one that is stopped waits', async () => {
    const { server, give } = await begin({ online: ['Ana'], config: CONFIG, running: [] });
    expect(give('add_item', { item: 'pao', amount: 1 })).toMatchObject({
      status: 'deferred',
      code: 'framework_missing',
    });
    expect(give('add_group', { group: 'vip:Ouro' })?.code).toBe('framework_missing');
    expect(server.world.errors).toEqual([]);
  });

  it('that gives no clear answer about an item leaves the delivery uncertain, and is not asked again', async () => {
    const { server, platform } = await begin({ online: ['Ana'] });
    server.world.exported.set('[HS]Hyper_Inventory:giveItem', () => undefined);
    platform.due.push({ id: 'i', action: 'add_item', args: { item: 'pao', amount: 1 } });
    server.run(5000);
    expect(platform.result('i')).toMatchObject({ status: 'uncertain' });
    server.world.exported.clear();
    platform.due.push({ id: 'i', attempt: 1, action: 'add_item', args: { item: 'pao', amount: 1 } });
    server.run(5000);
    expect(server.world.disk.items.Ana).toBeUndefined();
  });

  it('that raises an error after it gave an item does not count as a full inventory', async () => {
    const { server, platform } = await begin({ online: ['Ana'] });
    server.world.exported.set('[HS]Hyper_Inventory:giveItem', (world, args, run) => {
      run(world, args);
      throw new Error('attempt to index a nil value');
    });
    platform.due.push({ id: 'i', action: 'add_item', args: { item: 'pao', amount: 1 } });
    server.run(120_000);
    expect(platform.result('i')).toMatchObject({ status: 'uncertain' });
    expect(server.world.disk.items.Ana).toEqual({ pao: 1 });
  });

  it('that gives no VIP is tried again', async () => {
    const { server, give } = await begin({ online: ['Ana'], config: CONFIG });
    server.world.exported.set('[HS]VIP_System:givePremium', () => true);
    expect(give('add_group', { group: 'vip:Ouro' })).toMatchObject({ status: 'deferred', code: 'adapter_error' });
  });
});

describe('money', () => {
  it('is taken as far as the player has some, if the owner allows it', async () => {
    const { server, give } = await begin({ online: ['Ana'], config: "Config.RemoveMoney = 'partial'" });
    expect(give('remove_money', { amount: 5000 })).toMatchObject({ code: 'ok', detail: { before: 1000, after: 0 } });
    expect(server.player('Ana')?.money).toBe(0);
  });

  it('is written down by the owner’s own function, whose mistake changes nothing', async () => {
    const config =
      'Config.SavePlayer = function(player) setElementData(player, "saved", getPlayerMoney(player)) error("x") end';
    const { server, give } = await begin({ online: ['Ana'], config });
    expect(give('add_money', { amount: 5 })?.code).toBe('ok');
    expect(server.player('Ana')?.data.get('saved')).toBe(1005);
    expect(server.world.lines.join('\n')).toContain('Config.SavePlayer tem um erro');
  });

  it.each([0, -5, 1.5, 2_147_483_648, '5', null, Number.NaN])('is never changed by %j', async (amount) => {
    const { server, give } = await begin({ online: ['Ana'] });
    expect(give('add_money', { amount })?.code).toBe('invalid_args');
    expect(server.world.effects).toEqual([]);
  });
});
