import { afterEach, describe, expect, it } from 'vitest';
import { makeCitizen } from '../../../standins/fxserver/players.ts';
import { rowsOf } from './city-rows.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

afterEach(closePlayed);

/** What only vRP 2 does: a script of ours runs inside it, a person has several characters, and one row holds all of a character. */

async function begin(options: Partial<Parameters<typeof playCity>[0]> = {}) {
  const platform = new Platform();
  const here = await playCity({ platform, framework: 'vrp2', citizen: { bank: 1000 }, ...options });
  here.run(3000);
  const offer = (id: string, action: string, args: object, attempt = 1) => {
    platform.due = [{ id, action, args: { ...args }, attempt }];
    here.run(20_000);
    return platform.result(id);
  };
  return { platform, here, offer, rows: () => rowsOf(here.city, 'vrp2', 17) };
}

it('goes on when the script or the base is started again', async () => {
  const { platform, here, offer } = await begin({ online: true });
  await here.city.server.ensure('vitrine', true);
  here.run(5000);
  expect(offer('m1', 'add_money', { amount: 5 })).toMatchObject({ code: 'ok' });
  await here.city.console('restart vrp');
  here.run(60_000);
  expect(offer('m2', 'add_money', { amount: 7 })).toMatchObject({ code: 'ok' });
  expect(platform.hellos.at(-1)).toMatchObject({ framework: 'vrp2' });
});

it('says at once who came, and with its next poll who left', async () => {
  const { platform, here } = await begin();
  here.run(6000);
  here.enter();
  here.run(1500);
  expect(platform.syncs.at(-1)?.online).toEqual(['17']);
  await here.leave();
  // A departure causes no extra poll. The next poll tells of it, up to 6 s later.
  here.run(10_000);
  expect(platform.syncs.at(-1)?.online).toEqual([]);
});

it('gives to the bought character while another one of the same person plays', async () => {
  const { license } = makeCitizen({ id: 17 });
  const { here, offer, rows } = await begin({ players: [17, 18].map((id) => ({ id, bank: 1000, license })) });
  await here.city.join(18);
  here.run(6000);
  expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({ code: 'ok' });
  expect(offer('i1', 'add_item', { item: 'agua', amount: 1 })).toMatchObject({ code: 'player_offline' });
  expect(offer('v1', 'add_vehicle', { vehicle: 'kuruma' })).toMatchObject({ code: 'ok' });
  expect([rows().bank, rows().vehicles, here.city.memory('bank', 18)]).toEqual([1500, ['kuruma'], 1000]);
});

it('waits while the person picks a character, and knows a character that left from one that is there', async () => {
  const { here, offer, rows } = await begin();
  await here.city.join(17, 'joined');
  here.run(6000);
  expect(offer('m1', 'add_money', { amount: 500 })).toMatchObject({ status: 'deferred', code: 'player_offline' });
  here.enter();
  here.run(2000);
  expect(offer('m1', 'add_money', { amount: 500 }, 2)).toMatchObject({ code: 'ok' });
  await here.leave();
  here.run(2000);
  // By its number, the base still finds the character that left.
  expect(offer('i1', 'add_item', { item: 'agua', amount: 1 })).toMatchObject({ code: 'player_offline' });
  expect(offer('m2', 'add_money', { amount: 1 })).toMatchObject({ code: 'ok' });
  expect(rows().bank).toBe(1501);
});

it('pays once a person who enters in the middle of the write', async () => {
  const { platform, here, offer, rows } = await begin();
  here.eval(
    `exports('transaction_async', function(list) Wait(2000) return Standin.transaction(list, 'vitrine') end)`,
    'oxmysql',
  );
  platform.due = [{ id: 'm1', action: 'add_money', args: { amount: 500 } }];
  here.run(1500);
  here.enter();
  here.run(20_000);
  if (platform.result('m1')?.status === 'deferred') offer('m1', 'add_money', { amount: 500 }, 2);
  expect(platform.result('m1')).toMatchObject({ code: 'ok' });
  expect([rows().bank, here.city.memory('bank', 17)]).toEqual([1500, 1500]);
});

describe('a person who takes another character in the middle', () => {
  const begun = async (action: string, args: object, wait: number) => {
    const { license } = makeCitizen({ id: 17 });
    const { platform, here, offer, rows } = await begin({
      players: [17, 18].map((id) => ({ id, bank: 1000, license })),
    });
    const slow = `exports('transaction_async', function(list) Wait(700) return Standin.transaction(list, 'vitrine') end)
      exports('update_async', function(text, list) Wait(700) return Standin.sql(text, list, 'vitrine').affectedRows end)`;
    here.eval(slow, 'oxmysql');
    return {
      async play(from: number, to: number) {
        await here.city.join(from);
        here.run(3000);
        platform.due = [{ id: 'd1', action, args: { ...args } }];
        here.run(wait);
        here.eval(`CreateThread(function() vRP.users_by_cid[${from}]:useCharacter(${to}) end)`, 'vrp');
        here.run(30_000);
        for (let attempt = 2; attempt < 5 && platform.result('d1')?.status === 'deferred'; attempt += 1)
          offer('d1', action, args, attempt);
        await here.leave();
        if (platform.result('d1')?.status === 'deferred') offer('d1', action, args, 5);
        await here.city.leave(18);
        here.run(3000);
        return { ...rows(), items: rows().items('agua'), status: platform.result('d1')?.status };
      },
    };
  };
  const waits = [0, 20, 200, 500, 800, 1100, 1500];

  it.each(waits)('pays once, %d ms after the offer', async (wait) => {
    const away = await begun('add_money', { amount: 500 }, wait);
    expect(await away.play(18, 17)).toMatchObject({ bank: 1500, status: 'succeeded' });
    const here = await begun('add_money', { amount: 500 }, wait);
    expect(await here.play(17, 18)).toMatchObject({ bank: 1500, status: 'succeeded' });
  });

  it.each(waits)('gets the vehicle once, %d ms after the offer', async (wait) => {
    const away = await begun('add_vehicle', { vehicle: 'kuruma' }, wait);
    expect(await away.play(18, 17)).toMatchObject({ vehicles: ['kuruma'], status: 'succeeded' });
    const here = await begun('add_vehicle', { vehicle: 'kuruma' }, wait);
    expect(await here.play(17, 18)).toMatchObject({ vehicles: ['kuruma'], status: 'succeeded' });
  });
});

it('money of a character that was never saved waits until it enters', async () => {
  const { here, offer, rows } = await begin({ citizen: { unfinished: true } });
  const first = offer('m1', 'add_money', { amount: 500 });
  expect(first).toMatchObject({ status: 'deferred', code: 'player_offline' });
  expect(first?.message).toContain('ainda não foi salvo');
  here.enter();
  here.run(2000);
  // The base opens an account with 1000.
  expect(offer('m1', 'add_money', { amount: 500 }, 2)).toMatchObject({ code: 'ok' });
  expect(rows().bank).toBe(1500);
});

it('a part that the city has switched off is not offered', async () => {
  const { platform, here, offer } = await begin({ online: true });
  const offered = (action: string) => {
    const { capabilities } = platform.hellos.at(-1) as { capabilities: Record<string, { online: boolean }> };
    return capabilities[action]?.online === true;
  };
  const names = ['add_group', 'remove_group', 'add_vehicle', 'remove_vehicle', 'add_money', 'add_item'];
  expect(names.filter(offered)).toEqual(names);
  here.eval('vRP.EXT.Group, vRP.EXT.Garage = nil, nil', 'vrp');
  await here.city.server.ensure('vitrine', true);
  here.run(5000);
  expect(names.filter(offered)).toEqual(['add_money', 'add_item']);
  expect(offer('g1', 'add_group', { group: 'vip' })).toMatchObject({ status: 'failed', code: 'unsupported_action' });
  expect(offer('m1', 'add_money', { amount: 5 })).toMatchObject({ code: 'ok' });
});

describe.each([true, false])('groups and vehicles (online: %s)', (online) => {
  it('of one gtype push each other out, and a refund gives back the former one', async () => {
    const { offer, rows } = await begin({ online, citizen: { groups: ['vip', 'admin'] } });
    expect(offer('g1', 'add_group', { group: 'vipgold' })).toMatchObject({
      code: 'ok',
      detail: { place: 'gtype:vip', prior: 'vip', stands: 'vipgold' },
    });
    expect(rows().groups.sort()).toEqual(['admin', 'vipgold']);
    expect(offer('g2', 'remove_group', { group: 'vipgold', instead: 'vip' })).toMatchObject({ code: 'ok' });
    expect(offer('g3', 'remove_group', { group: 'vipgold' })).toMatchObject({ code: 'not_owned' });
    expect(rows().groups.sort()).toEqual(['admin', 'vip']);
  });

  it('that were only rented are owned after the sale, and stay', async () => {
    const { here, offer, rows } = await begin({ online, citizen: { vehicles: ['sultan'] } });
    const rent = `local user = vRP.users_by_cid[17] if user then user.cdata.rent_vehicles = { kuruma = true } user.cdata.vehicles.kuruma = 1 end`;
    if (online) here.eval(rent, 'vrp');
    expect(offer('v1', 'add_vehicle', { vehicle: 'KURUMA' })).toMatchObject({ code: 'ok' });
    if (!online) here.enter();
    else {
      await here.leave();
      here.enter();
    }
    here.run(3000);
    expect(rows().vehicles.sort()).toEqual(['kuruma', 'sultan']);
    expect(offer('v2', 'remove_vehicle', { vehicle: 'kuruma' })).toMatchObject({ code: 'ok' });
    expect(rows().vehicles).toEqual(['sultan']);
  });
});

it('an item with arguments is known by its first word', async () => {
  const { offer, rows } = await begin({ online: true });
  expect(offer('i1', 'add_item', { item: 'WEAPON_PISTOL|ouro', amount: 2 })).toMatchObject({ code: 'ok' });
  expect(offer('i2', 'add_item', { item: 'naoexiste|WEAPON_PISTOL', amount: 1 })).toMatchObject({
    code: 'invalid_item',
  });
  expect(rows().items('WEAPON_PISTOL|ouro')).toBe(2);
});

it('an item that lacks its arguments is refused, and is not in the list', async () => {
  const { platform, offer, rows } = await begin({ online: true });
  expect(offer('i1', 'add_item', { item: 'wbody', amount: 1 })).toMatchObject({
    status: 'failed',
    code: 'invalid_item',
  });
  expect(offer('i2', 'add_item', { item: 'wbody|WEAPON_PISTOL', amount: 1 })).toMatchObject({ code: 'ok' });
  expect(rows().items('wbody|WEAPON_PISTOL')).toBe(1);
  const names = platform.lists.items?.entries.map(({ name }) => name);
  expect(names).toContain('agua');
  expect(names).not.toContain('wbody');
});
