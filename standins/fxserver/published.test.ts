import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { FrameworkName } from './frameworks.ts';
import { type TestCity, testCity } from './testing.ts';

/** What the published bases do, their bugs included (docs/spec/facts/game-frameworks.md, section 2). */

let city: TestCity | undefined;
afterEach(async () => {
  await city?.close();
  city = undefined;
});

async function open(framework: FrameworkName, items: Record<string, number> = {}): Promise<TestCity> {
  city = await testCity({ framework, players: [{ id: 7, items }] });
  await city.join(7);
  await city.advance(1000);
  return city;
}
const call = (name: string, ...args: Array<string | number>): Promise<unknown> | undefined =>
  city?.lua(
    `local r = vRPcall('${name}'${args.map((a) => `, ${typeof a === 'number' ? a : `'${a}'`}`).join('')}) return r == nil and 'silence' or r`,
  );
const names = (): string[] =>
  Object.values((city?.memory('items', 7) ?? {}) as Record<string, { item: string }>).map(({ item }) => item);

describe('every function of a base', () => {
  const folder = new URL('./base/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.lua'));

  test.each(files)('%s names its published one, or the facts where the source has no line', (file) => {
    const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
    const aliases = new Set(
      lines.flatMap((line) => /^-- \[(\w+)\] [\w-]+\/[\w-]+ [0-9a-f]{7} \S+\.(?:lua|ts)$/.exec(line)?.[1] ?? []),
    );
    const uncited = lines.filter((line, at) => {
      if (
        !/^(?:(?: {2})?function (?:vRP\.|Player[.:]|QBCore\.|ESX\.|self\.)|vRP\.\w+ = |AddEventHandler\('(?!standin:items)|exports\(')/.test(
          line,
        )
      )
        return false;
      // An export may stand behind its function, which is cited.
      const name = /^exports\('\w+', (\w+)\)$/.exec(line)?.[1];
      const from = name === undefined ? at : lines.findIndex((one) => one.startsWith(`local function ${name}(`));
      const before = lines[at - 1]?.trim() ?? '';
      const above = before.startsWith('-- [') ? before : (lines[from - 1]?.trim() ?? '');
      const alias = /^-- \[(\w+)\] \w+\.(?:lua|ts):\d+$/.exec(above)?.[1];
      return !(alias !== undefined && aliases.has(alias)) && !/^-- facts\/game-\w+\.md \d/.test(above);
    });
    expect(uncited).toEqual([]);
  });

  test('at most 19 cite the facts instead of a line', () => {
    const text = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const published = text.match(/^ *-- \[\w+\] \w+\.(?:lua|ts):\d+$/gm)?.length ?? 0;
    const facts = text.match(/^-- facts\/game-\w+\.md \d/gm)?.length ?? 0;
    expect(published).toBeGreaterThanOrEqual(351);
    expect(facts).toBeLessThanOrEqual(19);
  });
});

test('Creative v4: a sold pistol gets a name of its own, and the base’s count does not find it', async () => {
  await open('creative4-summerz');
  await call('generateItem', 7, 'WEAPON_PISTOL', 1, 0);
  expect(names()).toEqual([expect.stringMatching(/^WEAPON_PISTOL-\d+-S7$/)]);
  expect(await call('itemAmount', 7, 'WEAPON_PISTOL')).toEqual([0]);
  expect(await call('itemWeight', 'WEAPON_PISTOL')).toEqual([]);
  expect(await call('getWeight', 7)).toEqual([]);
});

test('Creative v4: an item goes into the first free slot, before its own stack', async () => {
  const here = await open('creative4-summerz', { pao: 1, agua: 2 });
  await call('tryGetInventoryItem', 7, 'pao', 1);
  await call('giveInventoryItem', 7, 'agua', 3);
  expect(here.memory('items', 7)).toEqual([
    { item: 'agua', amount: 3 },
    { item: 'agua', amount: 2 },
  ]);
});

test('Network, older: a second phone is a second stack, and the count sees one of them', async () => {
  const here = await open('network-older');
  await call('GenerateItem', 7, 'celular', 1);
  await here.advance(2000);
  await call('GenerateItem', 7, 'celular', 1);
  expect(names()).toHaveLength(2);
  expect(await call('ItemAmount', 7, 'celular')).toEqual([1]);
  expect(await call('CheckWeight', 7, 'celular', 1)).toEqual([]);
  expect(await call('ItemWeight', 'celular')).toEqual([]);
});

test('Creative v3: of an item that breaks a person holds one, and more is refused', async () => {
  await open('creative3');
  expect(await call('giveInventoryItem', 7, 'celular', 3)).toEqual([true]);
  expect(await call('getInventoryItemAmount', 7, 'celular')).toEqual([1]);
  expect(await call('giveInventoryItem', 7, 'celular', 1)).toEqual([false]);
  expect(await call('itemBodyList', 'aguaa')).toEqual([]);
});

test('Network, newer: SaveServer returns before the rows are written', async () => {
  const here = await open('network-newer');
  await call('SetPermission', 7, 'Premium');
  const stored = () => here.tables.rows("SELECT Information FROM entitydata WHERE Name = 'Permissions:Premium'");
  here.emit('SaveServer', true);
  expect(stored()).toEqual([]);
  await here.advance(1000);
  expect(stored()).toHaveLength(1);
});

test('Network, newer: an arena is a routing bucket whose counter every script reads', async () => {
  const here = await open('network-newer');
  const route = () =>
    here.lua(
      `local route = GetPlayerRoutingBucket(vRPcall('Source', 7)[1]) return { route, GlobalState['Arena:' .. route] }`,
    );
  expect(await route()).toEqual([0]);
  here.emit('standin:arena', 7, true);
  expect(await route()).toEqual([900001, 1]);
  here.emit('standin:arena', 7, false);
  expect(await route()).toEqual([0]);
});

test.each<[FrameworkName, string, number]>([
  ['network-newer', 'config/Item.lua', 150_000],
  ['network-older', 'config/Vehicle.lua', 140_000],
  ['creative4-summerz', 'lib/vehicles.lua', 44_000],
])('%s: its list %s is long, and has words that name nothing', async (framework, file, bytes) => {
  const here = await open(framework);
  expect(
    await here.lua(
      `local t = LoadResourceFile('vrp', '${file}') return { #t >= ${bytes}, t:find('Weight', 1, true) ~= nil or t:find('WRa45', 1, true) ~= nil }`,
    ),
  ).toEqual([true, true]);
});

test('a table of a base refuses what the published one refuses', async () => {
  const here = await open('creative4-bxd');
  expect(() => here.tables.query('INSERT INTO bxd_vehicles (user_id, vehicle) VALUES (7, ?)', ['adder'])).toThrow(
    /doors/,
  );
  expect(() => here.tables.query('UPDATE bxd_characters SET bank = 2147483648 WHERE id = 7')).toThrow(/bank/);
  expect(() => here.tables.query('UPDATE bxd_characters SET serial = ? WHERE id = 7', ['1234567'])).toThrow(/serial/);
});
