import { afterEach, expect, it } from 'vitest';
import { rowsOf } from './city-rows.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

afterEach(closePlayed);

/** What only QBCore does. */

async function begin(options: Partial<Parameters<typeof playCity>[0]> = {}) {
  const platform = new Platform();
  const here = await playCity({ platform, framework: 'qbcore', ...options });
  here.run(3000);
  const offer = (id: string, action: string, args: Record<string, unknown>) => {
    platform.due = [{ id, action, args }];
    here.run(10_000);
    return platform.result(id);
  };
  return { here, offer, rows: () => rowsOf(here.city, 'qbcore', 17) };
}

it('unique items take a slot each, and a bag without enough slots waits', async () => {
  const { here, offer, rows } = await begin({ online: true });
  expect(offer('i1', 'add_item', { item: 'celular', amount: 3 })).toMatchObject({ code: 'ok' });
  const bag = Object.values(here.city.memory('items', 17) as Record<string, { item: string; amount: number }>);
  expect(bag).toEqual(Array(3).fill({ item: 'celular', amount: 1 }));
  expect(rows().items('celular')).toBe(3);
  // 37 slots are free, too few for 38 pistols. The base's own check would be content with one.
  expect(offer('i2', 'add_item', { item: 'weapon_pistol', amount: 38 })).toMatchObject({ code: 'inventory_full' });
  expect(rows().items('weapon_pistol')).toBe(0);
});

it('a bag stays as it was when its owner, who is away, gets money and a job', async () => {
  const { here, offer, rows } = await begin({ citizen: { bank: 1000, items: { agua: 4 } } });
  expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({ code: 'ok' });
  expect(offer('g1', 'add_group', { group: 'gang:ballas:1' })).toMatchObject({ code: 'ok' });
  here.enter();
  here.run(3000);
  // At the login the base checks the row and throws away a grade that it does not know. This grade stays.
  expect(here.city.memory('groups', 17)).toEqual({ 'gang:ballas:1': true });
  expect([here.held('agua'), here.city.memory('bank', 17), rows().items('agua')]).toEqual([4, 1500, 4]);
});

it('a name that is not in the base’s list is no item and no job, although the list answers it with everything', async () => {
  const { offer } = await begin({ online: true });
  expect(offer('i1', 'add_item', { item: 'naoexiste', amount: 1 })).toMatchObject({ code: 'invalid_item' });
  expect(offer('i2', 'add_item', { item: 'Agua', amount: 1 })).toMatchObject({ code: 'invalid_item' });
  expect(offer('g1', 'add_group', { group: 'job:naoexiste:0' })).toMatchObject({ code: 'invalid_group' });
});
