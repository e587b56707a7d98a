import { afterEach, describe, expect, it } from 'vitest';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import type { KillPoint } from '../../../standins/fxserver/kills.ts';
import type { Command } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { closePlayed, type PlayedCity, playCity } from './played-city.ts';

afterEach(closePlayed);

/** A vehicle arrives with the plate that its buyer chose, once, and no two vehicles have one plate. */

/** Bases that keep a plate, with the table, the owner's column, the model's and the plate's. */
const CARS = {
  creative3: ['vrp_vehicles', 'user_id', 'vehicle', 'plate'],
  'creative4-summerz': ['summerz_vehicles', 'user_id', 'vehicle', 'plate'],
  'creative4-bxd': ['bxd_vehicles', 'user_id', 'vehicle', 'plate'],
  'network-older': ['vehicles', 'Passport', 'vehicle', 'plate'],
  'network-newer': ['vehicles', 'Passport', 'Vehicle', 'Plate'],
} as const;
const BASES = Object.keys(CARS) as (keyof typeof CARS)[];

const car = (id: string, plate: unknown, more: Partial<Command> = {}): Command => ({
  ...{ id, action: 'add_vehicle', args: { vehicle: 'kuruma', plate } },
  ...more,
});
/** The plates of every kuruma, with their owners. */
function plates(here: PlayedCity, base: keyof typeof CARS): string[] {
  const [table, owner, model, plate] = CARS[base];
  return here.city.tables
    .rows(`SELECT ${owner} AS owner, ${plate} AS plate FROM ${table} WHERE ${model} = 'kuruma' ORDER BY ${owner}`)
    .map((row) => `${row.owner} ${row.plate}`);
}
async function opened(framework: FrameworkName, more: Partial<Parameters<typeof playCity>[0]> = {}) {
  const platform = new Platform();
  const city = await playCity({ platform, framework, online: true, ...more });
  city.run(3000);
  const send = (...commands: Command[]) => {
    platform.due.push(...commands);
    city.run(20_000);
    return commands.map(({ id }) => platform.result(id)?.code);
  };
  return { platform, city, send };
}
const other = { player: { city_id: '18' } };

describe.each(BASES)('%s', (base) => {
  it('gives the vehicle its plate, and no second vehicle the same', async () => {
    const { platform, city, send } = await opened(base);
    expect(platform.hellos[0]).toMatchObject({ capabilities: { plate: { online: true, offline: true } } });
    expect(send(car('a', 'ABC12D34'))).toEqual(['ok']);
    expect(send(car('b', 'ABC12D34', other))).toEqual(['plate_taken']);
    expect(platform.result('b')).toMatchObject({
      status: 'failed',
      message: 'A placa já é de outro veículo na cidade: combine outra com o cliente, corrija e reenvie',
    });
    expect(plates(city, base)).toEqual(['17 ABC12D34']);
    // The owner corrects it, and it is a new attempt of the same delivery.
    platform.due = [];
    expect(send(car('b', 'XYZ98W76', { ...other, attempt: 2 }))).toEqual(['ok']);
    expect(plates(city, base)).toEqual(['17 ABC12D34', '18 XYZ98W76']);
    expect(city.city.scriptErrors).toEqual([]);
  });

  it('a vehicle that the player already has keeps its plate, and a buyer who chooses no plate gets a made one', async () => {
    const { platform, city, send } = await opened(base);
    expect(send(car('a', undefined))).toEqual(['ok']);
    const [before] = plates(city, base);
    expect(before).toMatch(/^17 \d\d[A-Z]{3}\d{3}$/);
    expect(send(car('b', 'ABC12D34'))).toEqual(['already_owned']);
    expect(platform.result('b')?.message).toBe('O jogador já possuía o veículo, e a placa dele continua a mesma');
    expect(plates(city, base)).toEqual([before]);
    const remove = { id: 'c', action: 'remove_vehicle', args: { vehicle: 'kuruma', plate: 'ABC12D34' } };
    expect(send(remove)).toEqual(['ok']);
    expect(plates(city, base)).toEqual([]);
  });

  it('two players at once chose the same plate: one gets it, and the other hears that it is taken', async () => {
    const { platform, city, send } = await opened(base);
    const both = send(car('a', 'ABC12D34'), car('b', 'ABC12D34', other));
    // The second delivery came while the first was being written, so it was held back and is offered again below.
    expect(both.toSorted()).toEqual(['held_back', 'ok']);
    expect(plates(city, base)).toHaveLength(1);
    const [late, who] = both[0] === 'ok' ? ['b', other] : ['a', {}];
    platform.due = [];
    expect(send(car(late, 'ABC12D34', { ...who, attempt: 2 }))).toEqual(['plate_taken']);
    expect(plates(city, base)).toHaveLength(1);
  });
});

it.each([
  ['abc12d34'],
  ['ABC1'],
  ['ABC12D345'],
  ['ABC 2D34'],
  ["A'OR 1=1"],
  ['ÁBC12D34'],
  [12345678],
  [true],
  [''],
  [[]],
])('makes no vehicle with the plate %j, not even with another one', async (plate) => {
  const { city, send } = await opened('creative4-summerz');
  expect(send(car('a', plate))).toEqual(['invalid_args']);
  expect(plates(city, 'creative4-summerz')).toEqual([]);
});

it.each(['vrp1', 'vrpex'] as const)('%s keeps no plates, says so, and gives vehicles without', async (base) => {
  const { platform, city, send } = await opened(base);
  expect(platform.hellos[0]).toMatchObject({ capabilities: { plate: { online: false, offline: false } } });
  expect(send(car('a', 'ABC12D34'))).toEqual(['unsupported_action']);
  expect(platform.result('a')?.message).toBe('Esta base não guarda placas de veículos: deixe a placa vazia e reenvie');
  const rows = () => city.city.tables.rows('SELECT vehicle FROM vrp_user_vehicles WHERE user_id = 17');
  expect(rows()).toEqual([]);
  expect(send(car('b', undefined))).toEqual(['ok']);
  expect(rows()).toEqual([{ vehicle: 'kuruma' }]);
});

it('an owner’s adapter that is older than plates gets no vehicle with a plate', async () => {
  const config = `Config.Framework = 'minha'
    Vitrine.adapters.minha = function()
      return {
        source = function() return nil end, exists = function() return true end, online = function() return {} end,
        events = {}, read = {},
        actions = { add_vehicle = function(job) return Vitrine.Vehicles.add(job, Vitrine.Vehicles.locate('summerz_vehicles')) end },
      }
    end`;
  const { city, send } = await opened('creative4-summerz', { config });
  expect(send(car('a', 'ABC12D34'))).toEqual(['unsupported_action']);
  expect(plates(city, 'creative4-summerz')).toEqual([]);
  const knows = config.replace('events = {}', 'plate = true, events = {}');
  const newer = await opened('creative4-summerz', { config: knows });
  expect(newer.send(car('a', 'ABC12D34'))).toEqual(['ok']);
  expect(plates(newer.city, 'creative4-summerz')).toEqual(['17 ABC12D34']);
});

it.each<[string, KillPoint]>([
  ['before it is begun', { at: 'kvp:before', prefix: 'c:', contains: '"started"' }],
  ['before its effect', { at: 'kvp:after', prefix: 'c:', contains: '"started"' }],
  ['behind its effect', { at: 'effect:after', prefix: 'sql:insert vehicles' }],
  ['before it is noted', { at: 'kvp:before', prefix: 'c:', contains: '"done"' }],
  ['before it is settled', { at: 'kvp:before', prefix: 'c:', contains: '"settled"' }],
])('a power cut %s leaves one vehicle with its plate', async (_, point) => {
  const { platform, city } = await opened('network-newer');
  const script = () => city.city.server.resources.get('vitrine')?.state;
  void city.city.kill({ ...point, stops: 'vitrine' });
  platform.due.push(car('a', 'ABC12D34'));
  for (let turn = 0; turn < 30 && script() !== 'stopped'; turn += 1) city.run(500);
  expect(script()).toBe('stopped');
  await city.city.server.ensure('vitrine', false);
  city.run(40_000);
  expect(platform.result('a')?.status).toBe('succeeded');
  expect(plates(city, 'network-newer')).toEqual(['17 ABC12D34']);
});
