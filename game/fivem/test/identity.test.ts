import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { closePlayed, newMachine, type PlayedCity, playCity } from './played-city.ts';

afterEach(closePlayed);

/** Players whom a base knows by a text. Vitrine sends this text, and the script never reads it as a city id. */

const own = `
RegisterCommand('dar', function(_, args) print('gave ' .. table.concat(args, ' ')) end, true)
AddEventHandler('vitrine:ready', function()
  exports.vitrine:register('skin', function(info, ...) Told = { info, ... } return true end)
end)
AddEventHandler('vitrine:delivered', function(info) Delivered = info end)
`;
/** As Vitrine sends them (docs/game-server-protocol.md, The player). */
const examples = {
  citizen_id: 'ABC12345',
  identifier: 'char1:0123456789abcdef0123456789abcdef01234567',
  minecraft_name: '.steve_123',
  minecraft_uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
  mta_account: 'joao_silva.9@rp',
  discord_id: '123456789012345678',
};
const citizen = { kind: 'citizen_id', value: 'ABC12345' };

/** A city with a base of another family: the script runs commands and the owner's actions there. */
async function qbcore() {
  const machine = newMachine();
  const core = join(machine, 'resources', 'qb-core');
  mkdirSync(core, { recursive: true });
  writeFileSync(join(core, 'fxmanifest.lua'), "fx_version 'cerulean'\ngame 'gta5'\nversion '1.3.0'\n");
  const platform = new Platform();
  const cfg = ['ensure qb-core', 'add_ace resource.vitrine command.dar allow'];
  return opened(platform, await playCity({ platform, framework: 'none', machine, own, cfg }));
}

function opened(platform: Platform, city: PlayedCity) {
  city.run(6000);
  const run = (id: string, command: Partial<Command>) => {
    platform.due.push({ id, action: 'execute_command', ...command });
    city.run(25_000);
    return platform.result(id);
  };
  return { platform, city, run };
}
const give = (value: string) => ({ template: 'dar {{cidade}} ouro', argv: ['dar', value, 'ouro'] });

describe('a city of QBCore', () => {
  it('says that it reads other ids, and its base', async () => {
    const { platform } = await qbcore();
    expect(platform.hellos[0]).toMatchObject({ framework: 'qbcore', capabilities: { identity: {} } });
  });

  it('runs a command for a player of each kind', async () => {
    const { city, run } = await qbcore();
    for (const [kind, value] of Object.entries(examples)) {
      expect(run(kind, { player: { identity: { kind, value } }, args: give(value) })).toMatchObject({
        code: 'executed',
      });
      expect(city.ownLines()).toContain(`gave ${value} ouro`);
    }
  });

  it('tells the owner’s scripts who it is', async () => {
    const { city, run } = await qbcore();
    const args = { template: 'skin {{cidade}}', argv: ['skin', 'ABC12345'] };
    expect(run('a', { action: 'run_action', player: { identity: citizen }, args })).toMatchObject({ code: 'ok' });
    const [info, text] = city.eval('return Told', 'cidade') as [Record<string, unknown>, string];
    expect([info.identity, info.city_id, text]).toEqual([citizen, undefined, 'ABC12345']);
    expect(city.eval('return Delivered', 'cidade')).toMatchObject({ id: 'a', identity: citizen });
    expect(city.logs().join('\n')).toContain('ID citizen_id:ABC12345');
  });

  it.each([
    { kind: 'citizen_id', value: "'; drop table x" },
    { kind: 'citizen_id', value: 'abc12345' },
    { kind: 'citizen_id', value: 'A'.repeat(51) },
    { kind: 'minecraft_name', value: '@a' },
    { kind: 'mta_account', value: '-ana' },
    { kind: 'rg', value: '1' },
    { kind: 'city_id', value: '17' },
    { kind: 'identifier', value: '' },
  ])('runs nothing for %j', async (identity) => {
    const { city, run } = await qbcore();
    expect(run('a', { player: { identity }, args: give('x') })).toMatchObject({
      status: 'failed',
      code: 'invalid_args',
    });
    expect(city.ownLines().filter((line) => line.startsWith('gave'))).toEqual([]);
  });
});

describe('a city that knows its players by numbers', () => {
  it.each(['add_money', 'execute_command'])(
    'finds nobody for another kind of id, and does not do %s',
    async (action) => {
      const platform = new Platform();
      const city = await playCity({ platform, framework: 'vrpex', online: true, own });
      const { run } = opened(platform, city);
      const before = city.city.memory('bank', 17);
      const args = action === 'add_money' ? { amount: 5 } : give('ABC12345');
      expect(run('a', { action, player: { identity: citizen }, args })).toMatchObject({
        status: 'failed',
        code: 'player_not_found',
      });
      expect(city.city.memory('bank', 17)).toEqual(before);
      expect(city.ownLines().filter((line) => line.startsWith('gave'))).toEqual([]);
      // The next player is not held up.
      expect(run('b', { action: 'add_money', args: { amount: 5 } })).toMatchObject({ status: 'succeeded' });
    },
  );
});

describe('an owner’s adapter with a text', () => {
  const adapter = `
    Money = { ABC12345 = 10, ZZZ99999 = 0 }
    Vitrine.adapters.minha_base = function()
      return {
        identity = 'citizen_id', events = {}, read = {},
        source = function(player) return player == 'ABC12345' and 7 or nil end,
        exists = function(player) return Money[player] ~= nil end,
        online = function() return { ABC12345 = 7, [5] = 8 } end,
        actions = {
          add_money = function(job)
            return {
              effect = function() Money[job.player] = Money[job.player] + job.args.amount end,
              verify = function() return Vitrine.Outcome.new('ok') end,
            }
          end,
        },
      }
    end`;

  it('tells who is there, and pays the right player', async () => {
    const platform = new Platform();
    const city = await playCity({ platform, framework: 'vrpex', config: "Config.Framework = 'minha_base'" });
    city.eval(adapter);
    const { run } = opened(platform, city);
    city.run(40_000);
    expect((platform.syncs.at(-1) as { online: unknown }).online).toEqual(['citizen_id:ABC12345']);
    const pay = (id: string, value: string, more: object = {}) =>
      run(id, {
        action: 'add_money',
        player: { identity: { kind: 'citizen_id', value } },
        args: { amount: 5 },
        ...more,
      });
    expect(pay('a', 'ABC12345', { only_online: true })).toMatchObject({ status: 'succeeded' });
    expect(pay('b', 'ZZZ99999')).toMatchObject({ status: 'succeeded' });
    expect(pay('c', 'ZZZ99999', { only_online: true })).toMatchObject({ code: 'player_offline' });
    expect(pay('d', 'NINGUEM1')).toMatchObject({ code: 'player_not_found' });
    expect(run('e', { action: 'add_money', args: { amount: 5 } })).toMatchObject({ code: 'player_not_found' });
    expect(city.eval('return Money')).toEqual({ ABC12345: 15, ZZZ99999: 5 });
  });
});
