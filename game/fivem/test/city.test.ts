import { afterEach, describe, expect, it } from 'vitest';
import type { DriverName } from '../../../standins/fxserver/boot.ts';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import type { City } from '../../../standins/fxserver/fxserver.ts';
import type { KillPoint } from '../../../standins/fxserver/kills.ts';
import { closeCities, deliver, open } from './open-city.ts';
import { hasTexts } from './player-of.ts';

afterEach(closeCities);

const names: Record<FrameworkName, string> = {
  vrp1: 'vrp1',
  vrpex: 'vrpex',
  vrp2: 'vrp2',
  creative3: 'creative3',
  'creative4-summerz': 'creative4',
  'creative4-bxd': 'creative4',
  'network-older': 'creative_network',
  'network-newer': 'creative_network',
  qbox: 'qbox',
  qbcore: 'qbcore',
  esx: 'esx',
  'esx-ox': 'esx',
  ox_core: 'ox_core',
};
const groups: Record<FrameworkName, string> = {
  vrp1: 'vip',
  vrpex: 'vip',
  vrp2: 'vip',
  creative3: 'Vip',
  'creative4-summerz': 'Vip',
  'creative4-bxd': 'Vip',
  'network-older': 'Premium',
  'network-newer': 'Premium',
  qbox: 'job:police:1',
  qbcore: 'job:police:1',
  esx: 'vip',
  'esx-ox': 'job:police:1',
  ox_core: 'police:2',
};

describe.each(Object.keys(names) as FrameworkName[])('%s', (framework) => {
  it.each([true, false])('delivers everything once (online: %s)', async (online) => {
    const { city, platform } = await open(framework);
    expect(platform.hellos[0]).toMatchObject({ framework: names[framework], database: 'oxmysql' });
    if (online) {
      await city.join(3);
      await city.advance(5000);
      const { city_id, identity } = platform.player;
      expect(platform.syncs.at(-1)?.online).toEqual([city_id ?? `${identity?.kind}:${identity?.value}`]);
    }
    const codes = await deliver(city, platform, [
      { id: 'g1', action: 'add_group', args: { group: groups[framework] } },
      { id: 'g2', action: 'remove_group', args: { group: groups[framework] } },
      { id: 'm1', action: 'add_money', args: { amount: 500 } },
      { id: 'm2', action: 'remove_money', args: { amount: 200 } },
      { id: 'v1', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'v2', action: 'remove_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'b1', action: 'remove_ban' },
      { id: 'i1', action: 'add_item', args: { item: 'agua', amount: 2 } },
    ]);
    const item = online ? 'ok' : 'player_offline';
    expect(codes).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'ok',
      'ok',
      framework.startsWith('esx') ? 'unsupported_action' : 'not_banned',
      item,
    ]);
    expect(city.scriptErrors).toEqual([]);
  });
});

const withIds = (Object.keys(names) as FrameworkName[]).filter((framework) => !hasTexts(framework));
describe.each(withIds)('%s says whether a city id exists, and its name', (framework) => {
  it.each([true, false])('by the name of the character (online: %s)', async (online) => {
    const { city, platform } = await open(framework, {
      players: [
        { id: 3, name: 'João Silva' },
        { id: 9, name: 'Foi Embora', deleted: true },
      ],
    });
    if (online) await city.join(3);
    expect(platform.hellos[0]?.capabilities).toMatchObject({ who: { online: true, offline: true } });
    platform.who = ['3', '999'];
    await city.advance(2000);
    expect(platform.people).toHaveLength(2);
    expect(platform.people).toEqual(
      expect.arrayContaining([
        { city_id: '3', status: 'found', name: 'João Silva' },
        { city_id: '999', status: 'missing' },
      ]),
    );
    // vRP 1 has no deleted characters.
    if (framework.startsWith('vrp')) return;
    platform.who = ['9'];
    await city.advance(2000);
    expect(platform.people.at(-1)).toEqual({ city_id: '9', status: 'missing' });
  });
});

/** What the base knows after its memory is lost. */
async function afterPowerCut(
  city: City,
  framework: FrameworkName,
): Promise<{ bank: unknown; hasGroup: boolean; item: unknown }> {
  await city.kill();
  await city.restart();
  await city.advance(3000);
  await city.join(3);
  await city.advance(3000);
  // Creative v3 stores its groups only in a table.
  const held =
    framework === 'creative3' ? city.tables.rows('SELECT * FROM vrp_permissions WHERE user_id = 3') : undefined;
  const owned = JSON.stringify(held ?? city.memory('groups', 3) ?? '');
  const items = JSON.stringify(city.memory('items', 3) ?? '');
  return { bank: city.memory('bank', 3), hasGroup: owned.includes(groups[framework]), item: items.includes('agua') };
}

describe('a delivery that was reported as done', () => {
  it.each(Object.keys(names) as FrameworkName[])('survives a power cut on %s', async (framework) => {
    const { city, platform } = await open(framework);
    await city.join(3);
    await city.advance(5000);
    const bank = Number(city.memory('bank', 3));
    const codes = await deliver(city, platform, [
      { id: 'g1', action: 'add_group', args: { group: groups[framework] } },
      { id: 'm1', action: 'add_money', args: { amount: 500 } },
      { id: 'i1', action: 'add_item', args: { item: 'agua', amount: 2 } },
    ]);
    expect(codes).toEqual(['ok', 'ok', 'ok']);
    expect(await afterPowerCut(city, framework)).toEqual({ bank: bank + 500, hasGroup: true, item: true });
  });
});

describe('a power cut of the whole server', () => {
  const points: KillPoint[] = [
    { at: 'kvp:before', prefix: 'c:', contains: 'started' },
    { at: 'kvp:after', prefix: 'c:', contains: 'started' },
    { at: 'effect:inside', prefix: 'bank' },
    { at: 'effect:after', prefix: 'bank' },
    { at: 'kvp:before', prefix: 'c:', contains: '"done"' },
    { at: 'kvp:after', prefix: 'c:', contains: '"done"' },
    { at: 'http:before', contains: '"succeeded"' },
    { at: 'http:sent', contains: '"succeeded"' },
  ];
  it.each(points)('at $at $prefix $contains gives money once', async (point) => {
    const { city, platform } = await open('vrpex');
    await city.join(3);
    await city.advance(5000);
    void city.kill({ ...point, ...(point.at.startsWith('effect') ? {} : { resource: 'vitrine' }) });
    await deliver(city, platform, [{ id: 'k1', action: 'add_money', args: { amount: 500 } }]);
    expect(city.alive).toBe(false);
    await city.restart();
    for (let turn = 0; turn < 60 && city.kvp.get('vitrine', 'c:k1')?.includes('settled') !== true; turn += 1) {
      await city.advance(1000);
    }
    expect(platform.result('k1')?.status).toBe('succeeded');
    expect(city.tables.rows('SELECT bank FROM vrp_user_moneys WHERE user_id = 3')).toEqual([{ bank: 5500 }]);
  });
});

describe('databases', () => {
  it.each([[['ghmattimysql']], [['mysql-async']], [[]]] as DriverName[][][])('works through %s', async (drivers) => {
    const { city, platform } = await open('vrp1', { drivers });
    expect(platform.hellos[0]).toMatchObject({ framework: 'vrp1', database: drivers[0] ?? 'vrp' });
    const codes = await deliver(city, platform, [
      { id: 'm1', action: 'add_money', args: { amount: 500 } },
      { id: 'v1', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
      { id: 'g1', action: 'add_group', args: { group: 'vip' } },
    ]);
    expect(codes).toEqual(['ok', 'ok', 'ok']);
    expect(city.tables.rows('SELECT bank FROM vrp_user_moneys WHERE user_id = 3')).toEqual([{ bank: 5500 }]);
  });

  it('reads a catalogue in capitals, and waits while the database is away', async () => {
    const { city, platform } = await open('creative4-summerz', { upperCaseCatalog: true });
    expect(platform.hellos[0]).toMatchObject({ framework: 'creative4' });
    city.tables.down = true;
    platform.due.push({ id: 'd1', action: 'add_money', args: { amount: 5 }, player: { city_id: '3' } });
    await city.advance(30_000);
    expect(platform.result('d1')?.status).toBe('deferred');
    city.tables.down = false;
    platform.due = [{ id: 'd1', attempt: 2, action: 'add_money', args: { amount: 5 }, player: { city_id: '3' } }];
    await city.advance(60_000);
    expect(platform.result('d1')).toMatchObject({ attempt: 2, status: 'succeeded' });
  });
});
