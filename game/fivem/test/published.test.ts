import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import type { City } from '../../../standins/fxserver/fxserver.ts';
import type { Command } from '../../check/wire.ts';
import { closeCities, deliver, open } from './open-city.ts';
import { line, type Platform } from './platform.ts';

afterEach(closeCities);

/** What the adapters do in cities as they are published. */

async function enter(framework: FrameworkName, more: Parameters<typeof open>[1] = {}) {
  const opened = await open(framework, more);
  await opened.city.join(3);
  await opened.city.advance(5000);
  return opened;
}

/** Offers a command again after each outcome that asks for it, as Vitrine does: with the same id and a higher attempt. */
async function insist(city: City, platform: Platform, command: Command, times = 8): Promise<string | undefined> {
  for (let attempt = 1; attempt <= times; attempt += 1) {
    platform.due = [{ ...command, attempt, player: { city_id: '3' } }];
    for (let turn = 0; turn < 20 && platform.result(command.id)?.attempt !== attempt; turn += 1)
      await city.advance(500);
    if (platform.result(command.id)?.status !== 'deferred') break;
    // The name of an item that breaks holds the second in which it was given, so two gifts must be seconds apart.
    await city.advance(2000);
  }
  return platform.result(command.id)?.status;
}

/** How many the bag of citizen 3 holds, in all stacks and under every longer name. */
function held(city: City, name: string): number {
  const bag = Object.values((city.memory('items', 3) ?? {}) as Record<string, { item: string; amount: number }>);
  return bag.filter(({ item }) => item.split('-')[0] === name).reduce((sum, { amount }) => sum + amount, 0);
}

const held3 = { players: [{ id: 3, items: { celular: 1 } }] };

describe('an item that breaks', () => {
  const cases: [FrameworkName, string, number, Parameters<typeof open>[1]][] = [
    ['creative4-summerz', 'WEAPON_PISTOL', 1, {}],
    ['creative4-bxd', 'celular', 1, {}],
    ['network-older', 'celular', 2, held3],
  ];
  it.each(cases)('arrives once on %s: %s', async (framework, item, expected, more) => {
    const { city, platform } = await enter(framework, more);
    const status = await insist(city, platform, { id: 'i1', action: 'add_item', args: { item, amount: 1 } });
    expect({ status, held: held(city, item) }).toEqual({ status: 'succeeded', held: expected });
  });

  it('arrives once on the newer Network, where the count reads all stacks', async () => {
    const { city, platform } = await enter('network-newer', held3);
    const status = await insist(city, platform, { id: 'i1', action: 'add_item', args: { item: 'celular', amount: 1 } });
    expect({ status, held: held(city, 'celular') }).toEqual({ status: 'succeeded', held: 2 });
  });

  it('waits on Creative v3 while the player holds one, with the true reason', async () => {
    const { city, platform } = await enter('creative3', held3);
    const codes = await deliver(city, platform, [
      { id: 'i1', action: 'add_item', args: { item: 'celular', amount: 1 } },
    ]);
    expect({ codes, held: held(city, 'celular') }).toEqual({ codes: ['inventory_full'], held: 1 });
  });
});

it('a group that was reported as given is still there after a power cut at that moment', async () => {
  const { city, platform } = await enter('network-newer', {
    players: Array.from({ length: 20 }, (_, i) => ({ id: i + 1, groups: ['Policia', 'Admin', 'Mecanica'] })),
  });
  for (let id = 4; id <= 20; id += 1) await city.join(id);
  void city.kill({ at: 'http:sent', contains: '"succeeded"', resource: 'vitrine' });
  await deliver(city, platform, [{ id: 'g1', action: 'add_group', args: { group: 'Premium' } }]);
  expect(city.alive).toBe(false);
  await city.restart();
  await city.advance(200);
  expect(city.memory('groups', 3)).toHaveProperty('Premium');
});

describe('a vehicle', () => {
  const cases: [FrameworkName, string, string, string][] = [
    ['creative4-summerz', 'WRa45', 'WRa45', 'summerz_vehicles'],
    ['network-older', 'evoque', 'Evoque', 'vehicles'],
    ['network-newer', 'Evoque', 'Evoque', 'vehicles'],
  ];
  it.each(cases)('on %s is sold as %s and stored in the city’s own spelling', async (base, sold, own, table) => {
    const { city, platform } = await enter(base);
    const codes = await deliver(city, platform, [{ id: 'v1', action: 'add_vehicle', args: { vehicle: sold } }]);
    expect(codes).toEqual(['ok']);
    const [row] = city.tables.rows(`SELECT * FROM ${table}`);
    expect(row?.vehicle ?? row?.Vehicle).toBe(own);
  });
});

describe('a word of the list of items that is not the name of an item', () => {
  const cases: [FrameworkName, string][] = [
    ['creative4-summerz', 'weight'],
    ['network-older', 'Economy'],
    ['network-newer', 'Name'],
    ['network-newer', 'Celular'],
  ];
  it.each(cases)('is no item: %s %s', async (framework, item) => {
    const { city, platform } = await enter(framework);
    const codes = await deliver(city, platform, [{ id: 'i1', action: 'add_item', args: { item, amount: 1 } }]);
    expect({ codes, held: held(city, item) }).toEqual({ codes: ['invalid_item'], held: 0 });
  });
});

it('nothing runs while the server keeps no writes, and the outcome says so', async () => {
  const { city, platform } = await enter('vrpex');
  city.kvp.deaf = true;
  const codes = await deliver(city, platform, [{ id: 'm1', action: 'add_money', args: { amount: 500 } }]);
  expect(codes).toEqual(['storage_unavailable']);
  expect(city.effectCount('bank', 3)).toBe(0);
});

it('a command that is handled without being registered runs', async () => {
  const { city, platform } = await enter('vrp1', { cfg: ['add_ace resource.vitrine command.darvip allow'] });
  const folder = `${city.resourcesDir}/antigo`;
  mkdirSync(folder);
  writeFileSync(`${folder}/fxmanifest.lua`, "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'a.lua'\n");
  writeFileSync(
    `${folder}/a.lua`,
    "AddEventHandler('rconCommand', function(name, args) if name == 'darvip' then print('vip ' .. args[1]) CancelEvent() end end)",
  );
  await city.refresh();
  await city.console('ensure antigo');
  await city.console('darvip 9');
  expect(city.consoleLines).toContain('[script:antigo] vip 9');
  const codes = await deliver(city, platform, [{ id: 'c1', action: 'execute_command', args: line('darvip 3') }]);
  expect(codes).toEqual(['executed']);
  expect(city.consoleLines).toContain('[script:antigo] vip 3');
});

it('a city of years ago asks before each longer body, and is served', async () => {
  const { city, platform } = await enter('vrp1', { oldArtifact: true });
  await Promise.all(Array.from({ length: 17 }, (_, i) => city.join(i + 4)));
  const codes = await deliver(city, platform, [{ id: 'm1', action: 'add_money', args: { amount: 500 } }]);
  expect(codes).toEqual(['ok']);
});
