import { afterEach, expect, test } from 'vitest';
import type { FrameworkName } from './frameworks.ts';
import { type TestCity, testCity } from './testing.ts';

let city: TestCity;
afterEach(() => city.close());
const people = [
  { id: 7, items: { agua: 2 }, vehicles: ['adder'] },
  { id: 8, banned: true },
  { id: 9, deleted: true },
];
const open = async (framework: FrameworkName): Promise<void> => {
  city = await testCity({ framework, players: people });
};
const call = (name: string, ...args: Array<string | number>) =>
  city.lua(
    `local r = vRPcall('${name}'${args.map((a) => `, ${typeof a === 'number' ? a : `'${a}'`}`).join('')}) return r == nil and 'silence' or r`,
  );
const catalog = () =>
  city.lua(
    `return exports.oxmysql:query_async('SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = DATABASE()', {})`,
  );

test('vRP 1: the proxy, silent and raising groups, text ids, and money only for loaded players', async () => {
  await open('vrp1');
  expect(await call('noSuchFunction')).toEqual([]);
  await call('giveBankMoney', 7, 10);
  expect(city.effects).toEqual([]);
  await city.join(7);
  await call('giveBankMoney', 7, 10);
  expect(await call('getBankMoney', 7)).toEqual([5010]);
  expect(await call('getUserSource', '7')).toEqual([]);
  await call('addUserGroup', 7, 'nao-existe');
  expect(await call('hasGroup', 7, 'nao-existe')).toEqual([false]);
  expect(await call('removeUserGroup', 7, 'nao-existe')).toBe('silence');
  expect(city.scriptErrors.splice(0)).toHaveLength(1);
  await call('addUserGroup', 7, 'vip');
  await call('addUserGroup', 7, 'vipgold');
  expect(await call('getUserGroups', 7)).toEqual([{ vipgold: true }]);
  expect(city.effectCount('bank', 7)).toBe(1);
});

test('vRP 1: memory is written every minute, an earlier crash loses it, and SQL under a loaded player is overwritten', async () => {
  await open('vrp1');
  const bank = () => city.tables.rows('SELECT bank FROM vrp_user_moneys WHERE user_id = 7')[0]?.bank;
  await city.join(7);
  await call('giveBankMoney', 7, 10);
  await city.kill();
  await city.restart();
  expect(bank()).toBe(5000);
  await city.join(7);
  city.tables.query('UPDATE vrp_user_moneys SET bank = 1 WHERE user_id = 7');
  await city.advance(61_000);
  expect(bank()).toBe(5000);
});

test('vRP 1: a connecting player has a source, and a refused one is not let in', async () => {
  await open('vrp1');
  const c = await city.join(7, 'connecting');
  expect(c?.source).toBeGreaterThan(65_535);
  expect(await call('getUserSource', 7)).toEqual([c?.source]);
  expect(await call('giveInventoryItem', 7, 'agua', 1)).toEqual([]);
  expect(await city.join(8)).toBeUndefined();
  await call('setBanned', 8, 0);
  expect(city.effectCount('unban', 8)).toBe(1);
});

test('vRPex has the extra columns, and one car of a model', async () => {
  await open('vrpex');
  expect(await catalog()).toEqual(expect.arrayContaining([{ table_name: 'vrp_user_vehicles', column_name: 'detido' }]));
  expect(
    await city.lua(
      `return (pcall(function() return exports.oxmysql:insert_async('INSERT INTO vrp_user_vehicles(user_id, vehicle) VALUES(?, ?)', { 7, 'adder' }) end))`,
    ),
  ).toBe(false);
  expect(
    await city.lua(
      `return exports.oxmysql:update_async('INSERT IGNORE INTO vrp_user_vehicles(user_id, vehicle) VALUES(@u, @v)', { u = 7, ['@v'] = 'sultan' })`,
    ),
  ).toBe(1);
  expect(city.effectCount('sql:insert vrp_user_vehicles')).toBe(1);
});

test('Creative v3: money works offline and may fall below zero; items are written when the player leaves', async () => {
  await open('creative3');
  await call('delBank', 7, 6000);
  expect(await call('getBank', 7)).toEqual([-1000]);
  expect(await call('paymentBank', 7, 5)).toEqual([false]);
  await city.join(7);
  await call('giveInventoryItem', 7, 'pao', 3);
  await city.advance(600_000);
  const stored = () =>
    String(city.tables.rows("SELECT dvalue FROM vrp_user_data WHERE user_id = 7 AND dkey = 'Datatable'")[0]?.dvalue);
  expect(stored()).not.toContain('pao');
  await city.leave(7);
  expect(stored()).toContain('pao');
});

test.each(['creative4-summerz', 'creative4-bxd'] as const)(
  '%s: an item without a slot falls to the ground, offline raises, and any permission works',
  async (framework) => {
    await open(framework);
    const prefix = framework.slice('creative4-'.length);
    expect(await catalog()).toEqual(
      expect.arrayContaining([{ table_name: `${prefix}_vehicles`, column_name: 'brakes' }]),
    );
    expect(await call('giveInventoryItem', 7, 'pao', 1)).toBe('silence');
    city.scriptErrors.splice(0);
    await call('setPermission', 7, 'Qualquer Coisa');
    // The base answers only for a person in the city; the row has the permission all the same.
    expect(await call('hasPermission', 7, 'Qualquer Coisa')).toEqual([false]);
    await city.join(7);
    expect(await call('hasPermission', 7, 'Qualquer Coisa')).toEqual([true]);
    for (let i = 0; i < 12; i += 1) await call('giveInventoryItem', 7, `coisa${i}`, 1);
    expect(city.effectCount('item_on_ground', 7)).toBe(3);
    await call('generateItem', 7, 'agua', 1);
    expect(await call('itemAmount', 7, 'agua')).toEqual([3]);
    expect(await call('checkMaxItens', 7, 'radio', 2)).toEqual([true]);
  },
);

test('Network, newer: GiveItem answers true for a player who is away, and stores nothing', async () => {
  await open('network-newer');
  expect(await call('GiveItem', 7, 'agua', 5)).toEqual([true]);
  expect(city.effectCount('item_lost', 7)).toBe(1);
  expect(await call('ItemAmount', 7, 'agua')).toEqual([2]);
  await city.join(7);
  city.emit('standin:arena', 7, true);
  await call('GenerateItem', 7, 'agua', 5);
  expect(await call('ItemAmount', 7, 'agua')).toEqual([5]);
  city.emit('standin:arena', 7, false);
  expect(await call('ItemAmount', 7, 'agua')).toEqual([2]);
  expect(await call('GenerateItem', 7, 'celular', 1)).toEqual([]);
  expect(await call('ItemAmount', 7, 'celular')).toEqual([1]);
  for (let i = 0; i < 99; i += 1) await call('GiveItem', 7, `coisa${i}`, 1);
  expect(await call('GiveItem', 7, 'sobra', 1)).toEqual([true]);
  expect(await call('ItemAmount', 7, 'sobra')).toEqual([0]);
});

test('Network, newer: permissions stay in memory for minutes, SaveServer writes them, and a typo gives no error', async () => {
  await open('network-newer');
  const stored = () =>
    city.tables.rows("SELECT Information FROM entitydata WHERE Name = 'Permissions:Premium'")[0]?.Information;
  await call('SetPermission', 7, 'Premiun');
  await call('SetPermission', 7, 'Premium');
  expect(await call('HasPermission', 7, 'Premium')).toEqual([3, 'Premium']);
  expect(stored()).toBeUndefined();
  await city.kill();
  await city.restart();
  expect(await call('HasPermission', 7, 'Premium')).toEqual([false, 'Premium']);
  await call('SetPermission', 7, 'Premium', 1);
  await city.lua(`TriggerEvent('SaveServer', false)`);
  await city.advance(100);
  expect(stored()).toBe('{"7":1}');
  await call('RemovePermission', 7, 'Premium');
  await city.advance(240_000);
  expect(stored()).toBe('[]');
  expect(city.effectCount('purge')).toBe(0);
});

test('Network: without the resource bank a movement of money gets no answer, but the older base moves the money first', async () => {
  await open('network-newer');
  await city.console('stop bank');
  expect(await call('GiveBank', 7, 10)).toBe('silence');
  expect(await call('GetBank', 7)).toEqual([5000]);
  expect(city.scriptErrors.splice(0).join()).toContain('No such export AddTransactions in resource bank');
  await city.close();
  await open('network-older');
  await city.console('stop bank');
  expect(await call('GiveBank', 7, 10)).toBe('silence');
  expect(city.memory('bank', 7)).toBe(5010);
  city.scriptErrors.splice(0);
});

test('Network, older: GetBank takes a source, items for an absent player do nothing, and a model can be owned twice', async () => {
  await open('network-older');
  expect(await call('GetBank', 7)).toEqual([0]);
  await call('GiveItem', 7, 'agua', 5);
  expect(city.effects).toEqual([]);
  const c = await city.join(7);
  expect(await call('GetBank', c?.source ?? 0)).toEqual([5000]);
  expect(await call('HasPermission', 7, 'Admin')).toEqual([false]);
  await city.lua(
    `exports.oxmysql:insert_async("INSERT IGNORE INTO vehicles(Passport, vehicle, doors, windows, tyres) VALUES(?, ?, '{}', '{}', '{}')", { 7, 'adder' })`,
  );
  expect(city.tables.rows("SELECT id FROM vehicles WHERE Passport = 7 AND vehicle = 'ADDER'")).toHaveLength(2);
});

test('a kill inside an effect loses it, a kill after it keeps it', async () => {
  await open('creative3');
  const bank = () => city.tables.rows('SELECT bank FROM vrp_users WHERE id = 7')[0]?.bank;
  for (const [at, expected] of [
    ['effect:inside', 5000],
    ['effect:after', 5010],
  ] as const) {
    const killed = city.kill({ at, prefix: 'bank' });
    city.emit('fixture:run', 0, `vRPcall('addBank', 7, 10) SetResourceKvp('done', 'yes')`);
    await city.advance(1000);
    await killed;
    expect([at, bank(), city.kvp.get('basic', 'done')]).toEqual([at, expected, undefined]);
    await city.restart();
  }
});

test('drivers: an SQL error raises, a lost connection waits, rows keep their types, a transaction is all or nothing', async () => {
  city = await testCity({
    framework: 'vrp1',
    players: people,
    drivers: ['oxmysql', 'ghmattimysql', 'mysql-async'],
    upperCaseCatalog: true,
  });
  await expect(city.lua(`return exports.oxmysql:query_async('SELECT nada FROM vrp_users', {})`)).rejects.toThrow(
    'unable to execute',
  );
  expect(
    await city.lua(`return exports.oxmysql:single_async('SELECT banned FROM vrp_users WHERE id = ?', { 8 })`),
  ).toEqual({ banned: true });
  expect(Object.keys(((await catalog()) as object[])[0] ?? {}).sort()).toEqual(['COLUMN_NAME', 'TABLE_NAME']);
  expect(
    await city.lua(`
      local ok = exports.oxmysql:transaction_async({
        { query = 'UPDATE vrp_user_moneys SET bank = bank + ? WHERE user_id = ?', values = { 5, 7 } },
        { query = 'INSERT INTO vrp_users(id) VALUES(?)', values = { 8 } },
      })
      local p, q = promise.new(), promise.new()
      exports.ghmattimysql:execute('SELECT bank FROM vrp_user_moneys WHERE user_id = @u', { ['@u'] = 7 }, function(rows) p:resolve(rows[1].bank) end)
      exports['mysql-async']:mysql_execute('UPDATE vrp_users SET banned = 0 WHERE id = @u', { ['@u'] = 8 }, function(n) q:resolve(n) end)
      return { ok, Citizen.Await(p), Citizen.Await(q) }`),
  ).toEqual([false, 5000, 1]);
  city.tables.down = true;
  const waiting = city.lua(`return exports.oxmysql:scalar_async('SELECT 1', {})`, 700_000);
  await city.advance(600_000);
  city.tables.down = false;
  expect(await waiting).toBe(1);
});

test('the base may start late, and its lists can be read', async () => {
  city = await testCity({ framework: 'network-newer', players: people, slowStart: { vrp: 20_000 } });
  expect(await city.lua(`return GetResourceState('vrp')`)).toBe('starting');
  await city.advance(25_000);
  expect(
    await city.lua(
      `return { GetResourceState('vrp'), GetResourceMetadata('vrp', 'creative_network', 0), string.find(LoadResourceFile('vrp', 'config/Item.lua'), '"agua"', 1, true) ~= nil }`,
    ),
  ).toEqual(['started', 'extended', true]);
});
