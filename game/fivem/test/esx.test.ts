import { afterEach, describe, expect, it } from 'vitest';
import { rowsOf } from './city-rows.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

afterEach(closePlayed);

/** What only ESX does. */

async function begin(options: Partial<Parameters<typeof playCity>[0]> = {}) {
  const platform = new Platform();
  const framework = options.framework ?? 'esx';
  const here = await playCity({ platform, framework, ...options });
  here.run(3000);
  const offer = (id: string, action: string, args: Record<string, unknown>, player = platform.player) => {
    platform.due = [{ id, action, args, player }];
    here.run(10_000);
    return platform.result(id);
  };
  return { platform, here, offer, rows: () => rowsOf(here.city, 'esx', 17) };
}

describe.each([true, false])('the user group (online: %s)', (online) => {
  it('takes the place of the former group, which comes back with the refund', async () => {
    const { here, offer, rows } = await begin({ online, citizen: { groups: ['apoiador', 'job:police:1'] } });
    expect(offer('g1', 'add_group', { group: 'vip' })).toMatchObject({
      code: 'ok',
      detail: { place: 'gtype:usergroup', prior: 'apoiador', stands: 'vip' },
    });
    expect(rows().groups).toEqual(['job:police:1', 'vip']);
    expect(offer('g2', 'remove_group', { group: 'vip', instead: 'apoiador' })).toMatchObject({ code: 'ok' });
    expect(offer('g3', 'remove_group', { group: 'vip' })).toMatchObject({ code: 'not_owned' });
    expect(rows().groups).toEqual(['job:police:1', 'apoiador']);
    expect(offer('g4', 'remove_group', { group: 'apoiador' })).toMatchObject({ code: 'ok' });
    expect(rows().groups).toEqual(['job:police:1']);
    expect(here.city.memory('groups', 17)).toEqual({ 'job:police:1': true });
  });
});

it.each(['user', 'a'.repeat(51), 'vip:ouro'])('the user group %s is refused with a reason', async (group) => {
  const { offer, rows } = await begin({ online: true });
  expect(offer('g1', 'add_group', { group })).toMatchObject({ status: 'failed', code: 'invalid_group' });
  expect(rows().groups).toEqual([]);
});

it.each([
  ['id', '17', '18'],
  ['ssn', '100000017', '100000018'],
])('an owner whose players are known by the number %s gets deliveries for it', async (kind, known, away) => {
  const config = `Config.PlayerId = '${kind}'`;
  const { platform, offer, rows } = await begin({ online: true, config, citizen: { bank: 1000, name: 'João Silva' } });
  expect(platform.syncs.at(-1)?.online).toEqual([known]);
  expect(offer('m1', 'add_money', { amount: 500 }, { city_id: known })).toMatchObject({ code: 'ok' });
  expect(offer('i1', 'add_item', { item: 'agua', amount: 1 }, { city_id: known })).toMatchObject({ code: 'ok' });
  expect(offer('v1', 'add_vehicle', { vehicle: 'kuruma' }, { city_id: known })).toMatchObject({ code: 'ok' });
  expect(offer('m2', 'add_money', { amount: 500 }, { city_id: away })).toMatchObject({ code: 'ok' });
  expect(offer('m3', 'add_money', { amount: 500 }, { city_id: '99' })).toMatchObject({ code: 'player_not_found' });
  expect([rows().bank, rows().items('agua'), rows().vehicles]).toEqual([1500, 1, ['kuruma']]);
  platform.who = [known, '99'];
  offer('x', 'remove_money', { amount: 1 }, { city_id: known });
  expect(platform.people).toEqual(
    expect.arrayContaining([
      { city_id: known, status: 'found', name: 'João Silva' },
      { city_id: '99', status: 'missing' },
    ]),
  );
});

it('a city without the column of numbers goes on with the identifier', async () => {
  const { platform, offer } = await begin({ framework: 'esx-ox', config: "Config.PlayerId = 'id'" });
  expect(offer('m1', 'add_money', { amount: 5 })).toMatchObject({ code: 'ok' });
  expect(offer('m2', 'add_money', { amount: 5 }, { city_id: '17' })).toMatchObject({ code: 'player_not_found' });
  expect(platform.hellos[0]).toMatchObject({ framework: 'esx' });
});

it('an item in other letters, and one that is not in the base, is refused before anything happens', async () => {
  const { offer } = await begin({ online: true });
  for (const item of ['Agua', 'naoexiste'])
    expect(offer(item, 'add_item', { item, amount: 1 })).toMatchObject({ code: 'invalid_item' });
});

it('cash goes to the account that the owner chose, and never below zero', async () => {
  const { here, offer } = await begin({ online: true, config: "Config.MoneyAccount = 'wallet'" });
  expect(offer('m1', 'add_money', { amount: 100 })).toMatchObject({ detail: { before: 500, after: 600 } });
  expect(offer('m2', 'remove_money', { amount: 601 })).toMatchObject({ code: 'insufficient_funds' });
  expect(here.city.memory('cash', 17)).toBe(600);
});
