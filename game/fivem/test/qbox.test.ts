import { afterEach, expect, it } from 'vitest';
import { rowsOf } from './city-rows.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

afterEach(closePlayed);

/** What only Qbox does. */

async function begin(options: { online?: boolean; convars?: Record<string, string>; config?: string } = {}) {
  const platform = new Platform();
  Object.assign(platform.convars, options.convars);
  const here = await playCity({ platform, framework: 'qbox', citizen: { bank: 1000 }, ...options });
  here.run(3000);
  const offer = (id: string, action: string, args: Record<string, unknown>) => {
    platform.due = [{ id, action, args }];
    here.run(20_000);
    return platform.result(id);
  };
  return { here, offer, rows: () => rowsOf(here.city, 'qbox', 17) };
}

it('another script may refuse money, and then nothing was given', async () => {
  const { here, offer, rows } = await begin({ online: true });
  here.eval(`exports.qbx_core:registerHook('addMoney', function() return false end)`, 'cidade');
  expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({ status: 'failed', code: 'action_refused' });
  expect(rows().bank).toBe(1000);
});

it('a city with several jobs for a person gets one more, and keeps the others', async () => {
  const convars = { 'qbx:max_jobs_per_player': '2' };
  const { here, offer } = await begin({ online: true, convars });
  const held = () =>
    here.city.tables.rows('SELECT `group` AS name FROM player_groups ORDER BY 1').map(({ name }) => name);
  expect(offer('g1', 'add_group', { group: 'job:mechanic:0' })).toMatchObject({
    code: 'ok',
    detail: { place: 'gtype:job:mechanic' },
  });
  expect(offer('g2', 'add_group', { group: 'job:police:1' })).toMatchObject({ code: 'ok' });
  expect(held()).toEqual(['mechanic', 'police']);
  expect(offer('g3', 'remove_group', { group: 'job:police:1' })).toMatchObject({ code: 'ok' });
  expect(held()).toEqual(['mechanic']);
  // The grades of one job share one place. So when one grade ends, the command names the grade that is still owed.
  expect(offer('g4', 'add_group', { group: 'job:mechanic:1' })).toMatchObject({
    detail: { place: 'gtype:job:mechanic', prior: 'job:mechanic:0' },
  });
  expect(offer('g5', 'remove_group', { group: 'job:mechanic:1', instead: 'job:mechanic:0' })).toMatchObject({
    code: 'ok',
  });
  expect(here.city.tables.rows('SELECT `group` AS name, grade FROM player_groups')).toEqual([
    { name: 'mechanic', grade: 0 },
  ]);
});

it('cash is an item of the bag too, and both agree', async () => {
  const { here, offer } = await begin({ online: true, config: "Config.MoneyAccount = 'wallet'" });
  expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({ code: 'ok', detail: { before: 500, after: 1000 } });
  expect([here.held('money'), here.city.memory('cash', 17)]).toEqual([1000, 1000]);
  expect(offer('m2', 'remove_money', { amount: 300 })).toMatchObject({ code: 'ok' });
  expect([here.held('money'), here.city.memory('cash', 17)]).toEqual([700, 700]);
});

it('weapons take a slot each, and a bag without enough slots waits', async () => {
  const { here, offer, rows } = await begin({ online: true });
  expect(offer('i1', 'add_item', { item: 'WEAPON_PISTOL', amount: 3 })).toMatchObject({ code: 'ok' });
  expect(rows().items('WEAPON_PISTOL')).toBe(3);
  expect(offer('i2', 'add_item', { item: 'WEAPON_PISTOL', amount: 48 })).toMatchObject({ code: 'inventory_full' });
  expect(here.held('WEAPON_PISTOL')).toBe(3);
});

it('a vehicle goes to the garage that the owner chose, else to the one that the city uses', async () => {
  const { here, offer } = await begin();
  const garages = () =>
    here.city.tables.rows('SELECT garage FROM player_vehicles ORDER BY id').map(({ garage }) => garage);
  offer('v1', 'add_vehicle', { vehicle: 'kuruma' });
  here.city.tables.query("UPDATE player_vehicles SET garage = 'praia'");
  offer('v2', 'add_vehicle', { vehicle: 'sultan' });
  expect(garages()).toEqual(['praia', 'praia']);
  const other = await begin({ config: "Config.Garage = 'centro'" });
  other.offer('v1', 'add_vehicle', { vehicle: 'kuruma' });
  expect(other.here.city.tables.rows('SELECT garage, state FROM player_vehicles')).toEqual([
    { garage: 'centro', state: 1 },
  ]);
});
