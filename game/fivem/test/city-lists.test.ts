import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { ITEMS, VEHICLES } from '../../../standins/fxserver/frameworks/catalog.ts';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import { closeCities, open } from './open-city.ts';
import type { Platform } from './platform.ts';

afterEach(closeCities);

const sorted = (names: readonly string[]) => [...names].sort((a, b) => (a < b ? -1 : 1));
const items = sorted(ITEMS.map(({ name }) => name));
const vehicles = sorted(VEHICLES);
const networkGroups = ['Admin', 'Família Ouro', 'Mecanica', 'Paramedico', 'Policia', 'Premium'];
const vrpGroups = ['admin', 'mecanico', 'policia', 'user', 'vip', 'vipgold'];

const jobs = [
  ...['gang:ballas:0', 'gang:ballas:1', 'job:mechanic:0', 'job:mechanic:1'],
  ...['job:police:0', 'job:police:1', 'job:police:2'],
];

const oxGroups = [
  'ballas:1',
  'ballas:2',
  'mechanic:1',
  'mechanic:2',
  'police:1',
  'police:2',
  'police:3',
  'vip:1',
  'vip:2',
];

/** What each base can list; `closed`: a name that is not there does not exist. */
const expected: Record<FrameworkName, Record<string, { names: string[]; closed: boolean }>> = {
  vrp1: { groups: { names: vrpGroups, closed: true }, items: { names: items, closed: false } },
  vrpex: { groups: { names: vrpGroups, closed: true }, items: { names: items, closed: false } },
  vrp2: {
    groups: { names: vrpGroups, closed: true },
    items: { names: items, closed: false },
    vehicles: { names: vehicles, closed: true },
  },
  creative3: { items: { names: items, closed: true }, vehicles: { names: vehicles, closed: true } },
  'creative4-summerz': { items: { names: items, closed: true }, vehicles: { names: vehicles, closed: true } },
  'creative4-bxd': { items: { names: items, closed: true }, vehicles: { names: vehicles, closed: true } },
  'network-older': {
    groups: { names: networkGroups, closed: true },
    items: { names: items, closed: true },
    vehicles: { names: vehicles, closed: true },
  },
  'network-newer': {
    groups: { names: networkGroups, closed: true },
    items: { names: items, closed: true },
    vehicles: { names: vehicles, closed: true },
  },
  qbox: {
    groups: { names: jobs, closed: true },
    items: { names: sorted([...items, 'money']), closed: true },
    vehicles: { names: vehicles, closed: true },
  },
  esx: {
    groups: { names: jobs.filter((name) => name.startsWith('job:')), closed: false },
    items: { names: items, closed: true },
  },
  'esx-ox': {
    groups: { names: jobs.filter((name) => name.startsWith('job:')), closed: false },
    items: { names: sorted([...items, 'money']), closed: true },
  },
  ox_core: {
    groups: { names: oxGroups, closed: true },
    items: { names: sorted([...items, 'money']), closed: true },
    vehicles: { names: vehicles, closed: true },
  },
  qbcore: {
    groups: { names: jobs, closed: true },
    items: { names: sorted(items.map((name) => name.toLowerCase())), closed: true },
    vehicles: { names: vehicles, closed: true },
  },
};

/** The lists without the filler entries, which make the stand-in's files as long as the published ones. */
const listed = ({ lists }: Platform) =>
  Object.fromEntries(
    Object.entries(lists)
      .filter(([kind]) => kind !== 'commands')
      .map(([kind, { closed, entries }]) => [
        kind,
        { names: entries.map(({ name }) => name).filter((name) => !name.startsWith('objeto')), closed },
      ]),
  );

describe.each(Object.keys(expected) as FrameworkName[])('%s', (framework) => {
  it('names its groups, items and vehicles in their own spelling, and no other word of the files', async () => {
    const { city, platform } = await open(framework);
    await city.advance(20_000);
    expect(listed(platform)).toEqual(expected[framework]);
    expect(platform.lists.items?.entries).toContainEqual({ name: 'agua', label: 'Garrafa de Água' });
    expect(platform.hellos).toHaveLength(1);
    const { lists } = platform.hellos[0] as { lists: Record<string, object> };
    expect(Object.keys(lists).sort()).toEqual([...Object.keys(expected[framework]), 'commands'].sort());
    // A request stays far below the length that old servers, and signatures in Lua, can handle.
    expect(Math.max(...platform.pages.map((page) => JSON.stringify(page).length))).toBeLessThan(16 * 1024);
    expect(city.scriptErrors).toEqual([]);
  });
});

it('sends a list once, and again only when it changed', async () => {
  const { city, platform } = await open('network-newer');
  await city.advance(20_000);
  const pages = platform.pages.length;
  await city.restart();
  await city.advance(30_000);
  expect(platform.hellos.length).toBeGreaterThan(1);
  expect(platform.pages).toHaveLength(pages);
  const file = `${city.resourcesDir}/[base]/vrp/config/Vehicle.lua`;
  writeFileSync(
    file,
    'local List = {\n\t["Fusca"] = { ["Name"] = "VW" },\n}\nfunction VehicleExist(n) return List[n] end\n',
  );
  await city.console('restart vrp');
  await city.advance(60_000);
  expect(platform.lists.vehicles).toMatchObject({ closed: true, entries: [{ name: 'Fusca', label: 'VW' }] });
  expect(new Set(platform.pages.slice(pages).map(({ kind }) => kind))).toEqual(new Set(['vehicles']));
});

it('says which commands the script may run, and hears of new ones', async () => {
  const { city, platform } = await open('vrp1', { cfg: ['add_ace resource.vitrine command.darvip allow'] });
  const folder = `${city.resourcesDir}/vips`;
  mkdirSync(folder);
  writeFileSync(`${folder}/fxmanifest.lua`, "fx_version 'cerulean'\ngame 'gta5'\nserver_script 'a.lua'\n");
  writeFileSync(
    `${folder}/a.lua`,
    "RegisterCommand('darvip', function() end, true) RegisterCommand('Anuncio', function() end, true)",
  );
  await city.advance(20_000);
  // /vip itself is the script's own.
  const names = () => platform.lists.commands?.entries.filter(({ name }) => /.vip|anuncio|quit|stop|set/i.test(name));
  expect(names()).toEqual([]);
  await city.refresh();
  await city.console('ensure vips');
  await city.advance(60_000);
  expect(names()).toEqual([
    { name: 'anuncio', allowed: false },
    { name: 'darvip', allowed: true },
  ]);
  expect(platform.lists.commands?.closed).toBe(false);
});

it('a list of which a part cannot be read refuses no name', async () => {
  const { city, platform } = await open('creative4-summerz');
  const folder = `${city.resourcesDir}/[base]/vrp/lib`;
  writeFileSync(`${folder}/itemlist.lua`, 'itemlist = {\n ["agua"] = { index = "agua" },\n ["quebrado = {\n');
  writeFileSync(`${folder}/vehicles.lua`, '\x00FXAP\x01\x02 escrow');
  await city.console('restart vrp');
  await city.advance(60_000);
  expect(platform.lists.items).toMatchObject({ closed: false, entries: [{ name: 'agua' }] });
  const { lists } = platform.hellos.at(-1) as { lists: Record<string, object> };
  expect(Object.keys(lists).sort()).toEqual(['commands', 'items']);
  expect(city.scriptErrors).toEqual([]);
});
