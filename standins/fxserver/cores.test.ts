import { afterEach, expect, test } from 'vitest';
import { type TestCity, testCity } from './testing.ts';

/** What the published bases without vRP do, their traps included. */

let city: TestCity;
afterEach(() => city.close());
const people = [{ id: 7, bank: 5000, items: { agua: 2 } }];
const row = (column: string) =>
  JSON.parse(String(city.tables.rows(`SELECT ${column} AS found FROM players WHERE citizenid = 'VTR00007'`)[0]?.found));

test('Qbox: Save returns before the row is written, the bank may fall below zero, and cash may not', async () => {
  city = await testCity({ framework: 'qbox', players: people });
  const connection = await city.join(7);
  await city.advance(1000);
  const src = connection?.source;
  expect(
    await city.lua(`local core = exports.qbx_core
      return { core:AddMoney(${src}, 'bank', 10), core:AddMoney(${src}, 'nada', 10), core:AddMoney(${src}, 'bank', -1),
        core:RemoveMoney(${src}, 'bank', 6000), core:RemoveMoney(${src}, 'cash', 501), core:AddMoney('VTR00099', 'bank', 1) }`),
  ).toEqual([true, false, false, true, false, false]);
  expect(city.memory('bank', 7)).toBe(-990);
  await city.lua(`exports.qbx_core:Save(${src})`, 10).catch(() => undefined);
  await city.advance(1000);
  expect(row('money').bank).toBe(-990);
});

test('Qbox: one job for a person unless the city allows more, and unknown grades are refused', async () => {
  city = await testCity({ framework: 'qbox', players: people });
  const call = (name: string, ...args: Array<string | number>) =>
    city.lua(`return { exports.qbx_core:${name}(${args.map((arg) => JSON.stringify(arg)).join(', ')}) }`);
  expect(await call('AddPlayerToJob', 'VTR00007', 'police', 1)).toEqual([true]);
  expect(await call('AddPlayerToJob', 'VTR00007', 'mechanic', 0)).toEqual([false, { code: 'max_jobs' }]);
  expect(await call('AddPlayerToJob', 'VTR00007', 'police', 9)).toEqual([false, { code: 'job_missing_grade' }]);
  expect(await call('AddPlayerToJob', 'VTR00007', 'unemployed', 0)).toEqual([false, { code: 'unemployed' }]);
  // Only the primary job makes room, and adding a job does not make it the primary one.
  expect(await call('SetJob', 'VTR00007', 'mechanic', 1)).toEqual([false, { code: 'max_jobs' }]);
  expect(await call('SetPlayerPrimaryJob', 'VTR00007', 'police')).toEqual([true]);
  await city.advance(1000);
  expect(await call('SetJob', 'VTR00007', 'mechanic', 1)).toEqual([true]);
  await city.advance(1000);
  expect(row('job')).toMatchObject({ name: 'mechanic', grade: { level: 1 } });
  expect(city.tables.rows('SELECT `group` AS name, grade FROM player_groups')).toEqual([
    { name: 'mechanic', grade: 1 },
  ]);
});

test('ox_inventory: a missing bag counts as empty, weight stops nothing, and what does not stack may come in part', async () => {
  city = await testCity({ framework: 'qbox', players: people });
  const connection = await city.join(7);
  await city.advance(1000);
  const src = connection?.source;
  expect(
    await city.lua(`local ox = exports.ox_inventory
      return { ox:GetItemCount(999, 'agua'), tostring(ox:GetInventoryItems(999)), tostring(ox:CanCarryItem(999, 'agua', 1)),
        ox:GetItemCount(${src}, 'AGUA'), ox:CanCarryItem(${src}, 'bigbox', 1), (ox:AddItem(${src}, 'bigbox', 1)),
        (ox:AddItem(${src}, 'WEAPON_PISTOL', 60)), ox:GetItemCount(${src}, 'WEAPON_PISTOL') }`),
  ).toEqual([0, 'nil', 'nil', 2, false, true, true, 47]);
  const refused = await city.lua(`return { exports.ox_inventory:AddItem(${src}, 'naoexiste', 1) }`);
  expect(refused).toEqual([false, 'invalid_item']);
  // Nothing is written before the person leaves, or five minutes are over.
  expect(row('inventory')).toEqual([{ name: 'agua', count: 2, slot: 1 }]);
  await city.leave(7);
  await city.advance(1000);
  expect(row('inventory').length).toBeGreaterThan(40);
});

test('QBCore: an unknown grade is taken, the list answers everything for an unknown name, and Save does not wait', async () => {
  city = await testCity({ framework: 'qbcore', players: people });
  const connection = await city.join(7);
  await city.advance(1000);
  const src = connection?.source;
  const player = `exports['qb-core']:GetCoreObject({ 'Functions' }).Functions.GetPlayer(${src})`;
  expect(
    await city.lua(`local functions = ${player}.Functions
      return { functions.SetJob('police', '9'), functions.SetJob('nada', '0'), tostring(functions.AddMoney('bank', -1)),
        functions.AddMoney('nada', 1), functions.RemoveMoney('bank', 9999), functions.RemoveMoney('bank', 10001) }`),
  ).toEqual([true, false, 'nil', false, true, false]);
  expect(city.memory('groups', 7)).toEqual({ 'job:police:0': true });
  expect(await city.lua(`return exports['qb-core']:GetShared('Jobs', 'nada').police.label`)).toBe('Polícia');
  expect(row('money').bank).toBe(5000);
  await city.lua(`${player}.Functions.Save()`);
  await city.advance(1000);
  expect(row('money').bank).toBe(-4999);
});

test('qb-inventory: several unique items come into one slot, and weight is looked at', async () => {
  city = await testCity({ framework: 'qbcore', players: people });
  const connection = await city.join(7);
  await city.advance(1000);
  const src = connection?.source;
  expect(
    await city.lua(`local bag = exports['qb-inventory']
      return { bag:AddItem(${src}, 'celular', 3), bag:GetItemCount(${src}, 'celular'), (bag:GetSlots(${src})),
        bag:AddItem(${src}, 'bigbox', 3), bag:CanAddItem(${src}, 'bigbox', 3), tostring(bag:GetItemCount(999, 'agua')) }`),
  ).toEqual([true, 3, 2, false, false, 'nil']);
});

test('ESX: an unknown job or item does nothing, the bank may fall below zero, and bad amounts raise', async () => {
  city = await testCity({ framework: 'esx', players: people });
  const connection = await city.join(7);
  await city.advance(1000);
  const player = `exports.es_extended:getSharedObject().GetPlayerFromId(${connection?.source})`;
  expect(
    await city.lua(`local player = ${player}
      player.setJob('police', 9) player.setJob('nada', 0) player.addInventoryItem('naoexiste', 1)
      player.addInventoryItem('bigbox', 1) player.removeAccountMoney('bank', 6000)
      return { player.getJob().name, tostring((player.getInventoryItem('naoexiste'))), player.getInventoryItem('bigbox').count,
        player.getAccount('bank').money, (pcall(player.addAccountMoney, 'bank', 0)), (pcall(player.addAccountMoney, 'nada', 1)),
        player.canCarryItem('agua', 1) }`),
  ).toEqual(['unemployed', 'nil', 1, -1000, false, false, false]);
  const stored = () => city.tables.rows('SELECT accounts, inventory FROM users')[0];
  expect(JSON.parse(String(stored()?.accounts)).bank).toBe(5000);
  await city.leave(7);
  await city.advance(1000);
  expect(JSON.parse(String(stored()?.accounts)).bank).toBe(-1000);
  expect(JSON.parse(String(stored()?.inventory))).toEqual({ agua: 2, bigbox: 1 });
});

test('ESX with ox_inventory: bad amounts are ignored, and the bag is not written by ox_inventory', async () => {
  city = await testCity({ framework: 'esx-ox', players: people });
  const connection = await city.join(7);
  await city.advance(1000);
  const src = connection?.source;
  const player = `exports.es_extended:getSharedObject().GetPlayerFromId(${src})`;
  expect(
    await city.lua(`local player = ${player}
      player.addAccountMoney('bank', 0) player.addAccountMoney('nada', 5) player.addAccountMoney('bank', 5)
      exports.ox_inventory:AddItem(${src}, 'pao', 1)
      return { player.getAccount('bank').money, #player.getInventory(true) }`),
  ).toEqual([5005, 2]);
  await city.advance(301_000);
  expect(String(city.tables.rows('SELECT inventory FROM users')[0]?.inventory)).not.toContain('pao');
});

test('ox_core: a refusal answers nothing, a character has one group of a type, and grades count anew from 1', async () => {
  city = await testCity({ framework: 'ox_core', players: people });
  const connection = await city.join(7);
  await city.advance(1000);
  const call = (...args: Array<string | number>) =>
    `tostring((exports.ox_core:CallPlayer(${connection?.source}, 'setGroup', ${args.map((arg) => JSON.stringify(arg)).join(', ')})))`;
  expect(
    await city.lua(`return { ${call('nada', 1)}, ${call('police', 9)}, ${call('police', 2)}, ${call('police', 2)}, ${call('mechanic', 1)},
      ${call('ballas', 1)}, ${call('vip', 2)} }`),
  ).toEqual(['nil', 'nil', 'true', 'nil', 'nil', 'true', 'true']);
  expect(city.memory('groups', 7)).toEqual({ 'police:2': true, 'ballas:1': true, 'vip:2': true });
  // Without its row a group can be neither changed nor taken.
  city.tables.query("DELETE FROM character_groups WHERE name = 'police'");
  expect(await city.lua(`return { ${call('police', 1)}, ${call('police', 0)} }`)).toEqual(['nil', 'nil']);
  city.tables.query("UPDATE ox_group_grades SET grade = 9 WHERE `group` = 'vip' AND grade = 2");
  await city.console('reloadgroups');
  expect(await city.lua(`return { ${call('vip', 9)}, ${call('vip', 1)} }`)).toEqual(['nil', 'true']);
});

test('ox_core: money is a row with a record of each move, and a closed account still takes it', async () => {
  city = await testCity({ framework: 'ox_core', players: people });
  expect(
    await city.lua(`local core = exports.ox_core
      local id = core:GetCharacterAccount(7).accountId
      local function call(name, amount) local r = core:CallAccount(id, name, { amount = amount, message = 'Loja' }) return r.message or 'done' end
      return { call('addBalance', 10), call('addBalance', -1), call('addBalance', 'x'), call('removeBalance', 9000),
        call('removeBalance', 10), core:CallAccount(id, 'get', 'balance'), tostring((core:CallAccount(id, 'nada'))),
        (pcall(core.CallAccount, core, 1, 'get', 'balance')) }`),
  ).toEqual(['done', 'invalid_amount', 'amount_not_number', 'insufficient_balance', 'done', 5000, 'nil', false]);
  expect(city.tables.rows('SELECT amount, message, fromBalance, toBalance FROM accounts_transactions')).toEqual([
    { amount: 10, message: 'Loja', fromBalance: null, toBalance: 5010 },
    { amount: 10, message: 'Loja', fromBalance: 5000, toBalance: null },
  ]);
  city.tables.query("UPDATE accounts SET type = 'inactive'");
  expect(
    await city.lua(`return exports.ox_core:CallAccount(${102_609_007}, 'addBalance', { amount = 5 }).success`),
  ).toBe(true);
});

test('ox_core: a character is found by its number only while it plays, and the bag is written when it leaves', async () => {
  city = await testCity({ framework: 'ox_core', players: people });
  const look = async () =>
    await city.lua(`local user, char = exports.ox_core:GetPlayerFromUserId(7), exports.ox_core:GetPlayerFromCharId(7)
      return { user ~= nil, user ~= nil and user.charId or 'none', char ~= nil }`);
  const connection = await city.join(7, 'joined');
  await city.advance(1000);
  expect(await look()).toEqual([true, 'none', false]);
  await city.join(7);
  await city.advance(1000);
  expect(await look()).toEqual([true, 7, true]);
  const bag = () => JSON.parse(String(city.tables.rows('SELECT inventory FROM character_inventory')[0]?.inventory));
  await city.lua(`return (exports.ox_inventory:AddItem(${connection?.source}, 'pao', 1))`);
  expect(bag()).toHaveLength(2);
  await city.lua(`exports.ox_core:CallPlayer(${connection?.source}, 'logout', true)`);
  await city.advance(1000);
  expect(await look()).toEqual([true, 'none', false]);
  expect(bag()).toHaveLength(3);
});
