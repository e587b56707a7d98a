import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { type BASES, closePlayed, newMachine, playCity } from './played-city.ts';

afterEach(closePlayed);

/** The owner's resource: an action for each answer. `Calls` counts what really happened. */
const own = `
local function offer()
  local v = exports.vitrine
  v:register('feito', function(info, ...) Told = { info, ... } print('ran ' .. info.id) return true end)
  v:register('recusa', function() return false, 'Vaga ocupada' end)
  v:register('fora', function() return false, 'player_offline' end)
  v:register('mudo', function() print('ran mudo') end)
  v:register('quebra', function() print('ran quebra') error('nil value') end)
  v:register('trava', function() print('ran trava') while true do Wait(1000) end end)
end
AddEventHandler('vitrine:ready', offer)
AddEventHandler('vitrine:delivered', function(info) Delivered = info end)
AddEventHandler('vitrine:failed', function(info) Failed = info end)
`;

async function begin(options: Partial<Parameters<typeof playCity>[0]> = {}) {
  const platform = new Platform();
  const city = await playCity({ platform, framework: 'vrpex', online: true, own, ...options });
  city.run(6000);
  const run = (id: string, template: string, argv = template.split(' '), more: Partial<Command> = {}) => {
    platform.due.push({ id, action: 'run_action', args: { template, argv }, ...more });
    city.run(25_000);
    return platform.result(id);
  };
  return { platform, city, run };
}

describe('an action of the owner', () => {
  it('is told in hello, and again when it comes or goes', async () => {
    const { platform, city } = await begin();
    const told = () =>
      Object.keys(platform.hellos.at(-1)?.capabilities as object).filter((name) => name.startsWith('own:'));
    expect(told().sort()).toEqual(['feito', 'fora', 'mudo', 'quebra', 'recusa', 'trava'].map((name) => `own:${name}`));
    expect(platform.hellos[0]?.capabilities).toMatchObject({ run_action: { online: true, offline: true } });
    city.eval("exports.vitrine:register('nova', function() return true end)", 'cidade');
    city.run(5000);
    expect(told()).toContain('own:nova');
    await city.city.console('stop cidade');
    city.run(5000);
    expect(told()).toEqual([]);
  });

  it('gets each value as one argument, and who it is about', async () => {
    const { city, run } = await begin();
    const argv = ['feito', '17', "João d'Água (VIP)", ''];
    expect(run('a', 'feito {{cidade}} {{nome}} {{nada}}', argv)).toMatchObject({ status: 'succeeded', code: 'ok' });
    const [info, ...texts] = city.eval('return Told', 'cidade') as [Record<string, unknown>, ...string[]];
    expect(texts).toEqual(argv.slice(1));
    expect(info).toMatchObject({ id: 'a', city_id: '17', action: 'feito', order: 'A1', phase: 'confirmation' });
    expect(info.source).toEqual(expect.any(Number));
  });

  it.each([
    ['recusa', 'failed', 'action_refused', 'Vaga ocupada'],
    ['fora', 'deferred', 'player_offline', 'Jogador fora da cidade'],
    ['mudo', 'uncertain', 'uncertain', 'não disse se fez'],
    ['quebra', 'uncertain', 'uncertain', 'nil value'],
    ['trava', 'uncertain', 'uncertain', 'Sem resposta'],
  ])('%s is %s', async (name, status, code, words) => {
    const { platform, city, run } = await begin();
    const result = run('a', name);
    expect(result).toMatchObject({ status, code });
    expect(result?.message).toContain(words);
    // An action that may have happened is not called again when its delivery is offered again.
    const ran = city.ownLines().length;
    platform.due.push({ id: 'a', action: 'run_action', args: { template: name, argv: [name] } });
    city.run(25_000);
    expect(city.ownLines().filter((line) => line.startsWith('ran'))).toHaveLength(ran);
  });

  it('is called once, also when the script dies while it runs', async () => {
    const machine = newMachine();
    const { platform, city } = await begin({
      machine,
      own: `${own}\nAddEventHandler('vitrine:ready', function()
        exports.vitrine:register('grava', function() SetResourceKvp('ran', 'yes') print('ran grava') return true end) end)`,
    });
    void city.city.kill({ at: 'kvp:after', resource: 'cidade', stops: 'vitrine' });
    platform.due.push({ id: 'k', action: 'run_action', args: { template: 'grava', argv: ['grava'] } });
    const script = (): string | undefined => city.city.server.resources.get('vitrine')?.state;
    for (let turn = 0; turn < 30 && script() !== 'stopped'; turn += 1) city.run(500);
    expect(script()).toBe('stopped');
    await city.city.server.ensure('vitrine', false);
    for (let turn = 0; turn < 60 && !platform.result('k'); turn += 1) city.run(500);
    expect(platform.result('k')).toMatchObject({ status: 'uncertain' });
    expect(city.ownLines().filter((line) => line === 'ran grava').length).toBeLessThanOrEqual(1);
  });

  it('that nobody registered waits a minute for its script, then is refused', async () => {
    const { platform, city, run } = await begin();
    await city.city.console('stop cidade');
    expect(run('a', 'feito')).toMatchObject({ status: 'deferred', code: 'framework_missing' });
    await city.city.server.ensure('cidade', false);
    city.city.emit('vitrine:ready');
    expect(run('a', 'feito', ['feito'], { attempt: 2 })).toMatchObject({ status: 'succeeded' });
    city.run(60_000);
    expect(run('b', 'outra')).toMatchObject({ status: 'failed', code: 'unsupported_action' });
    expect(platform.result('b')?.message).toContain('outra');
  });

  it('with arguments out of their places is not called', async () => {
    const { city, run } = await begin();
    for (const [index, argv] of [['feito', 'b'], ['feito'], ['recusa', 'a'], ['feito', 'a"b']].entries()) {
      expect(run(`x${index}`, 'feito a', argv)).toMatchObject({ status: 'failed', code: 'invalid_args' });
    }
    expect(city.ownLines()).toEqual([]);
  });

  it('has a good name, a function, and one owner', async () => {
    const { city } = await begin();
    const answer = (code: string, by = 'cidade') =>
      city.eval(`local ok, why = exports.vitrine:register(${code}) return { ok, why }`, by) as [boolean, string?];
    for (const code of [
      "'Feito', function() end",
      "'1a', function() end",
      "'a b', function() end",
      `'${'a'.repeat(33)}', function() end`,
      'nil, function() end',
      "'boa', 'texto'",
      "'boa'",
    ]) {
      expect(answer(code)[0], code).toBe(false);
    }
    expect(answer("'feito', function() return true end")[0]).toBe(true);
    expect(
      city.eval("local ok, why = Vitrine.OwnActions.register('feito', function() end) return { ok, why }"),
    ).toEqual([false, 'o script cidade já registrou este nome']);
    for (let index = 0; index < 60; index += 1) answer(`'n${index}', function() return true end`);
    expect(city.eval('return #Vitrine.OwnActions.names()')).toBe(50);
  });
});

describe('other resources of the city', () => {
  it('hear of what was delivered and what failed, and may ask what is open', async () => {
    const { platform, city } = await begin();
    city.items('bigbox', 1);
    platform.due.push({ id: 'm', action: 'add_money', args: { amount: 5 } });
    platform.due.push({ id: 'g', action: 'add_group', args: { group: 'nada' } });
    platform.due.push({ id: 'i', action: 'add_item', args: { item: 'pao', amount: 1 } });
    city.run(15_000);
    expect(city.eval('return Delivered', 'cidade')).toMatchObject({ id: 'm', code: 'ok', city_id: '17', order: 'A1' });
    expect(city.eval('return Failed', 'cidade')).toMatchObject({ id: 'g', code: 'invalid_group' });
    const open = (code: string) => city.eval(`return exports.vitrine:getPending(${code})`, 'cidade');
    expect(open('17')).toMatchObject([{ id: 'i', state: 'waiting', code: 'inventory_full' }]);
    expect(open('')).toEqual(open("'17'"));
    expect(open('18')).toEqual([]);
  });

  it('cannot change an outcome by an error of theirs', async () => {
    const { platform, city } = await begin({
      own: "AddEventHandler('vitrine:delivered', function() error('boom') end)",
      config: "Config.OnDelivered = function() error('boom') end",
    });
    platform.due.push({ id: 'm', action: 'add_money', args: { amount: 5 } });
    city.run(5000);
    expect(platform.result('m')?.status).toBe('succeeded');
    expect(city.logs().join('\n')).toContain('Config.OnDelivered');
  });

  it('are the only ones: the script listens to nothing that a player can send', () => {
    const folder = fileURLToPath(new URL('../vitrine', import.meta.url));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.lua'));
    expect(files.length).toBeGreaterThan(30);
    for (const name of files) {
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(/RegisterNetEvent|RegisterServerEvent/);
    }
  });
});

/**
 * The event with which each base shows a line, as published: Muulfz/vrpex vrp_notify/client.lua:2,
 * infectro/CreativeV4 cfx/resources/[baixada]/notify/client-side/client.lua:5, thechosenklaus/crnetwork
 * resources/[scripts]/notify/client-side/core.lua:5, SylvioLeonZanotti/Creative
 * resources/[creative]/notify/client-side/core.lua:5. The chat is FXServer's own.
 */
const shapes: Record<(typeof BASES)[number] | 'network-older', (text: string) => unknown> = {
  vrpex: (text) => ({ name: 'chat:addMessage', args: [{ args: ['Loja', text] }] }),
  creative3: (text) => ({ name: 'Notify', args: ['verde', text, 8000] }),
  'creative4-summerz': (text) => ({ name: 'Notify', args: ['sucesso', text, 8000] }),
  'network-newer': (text) => ({ name: 'Notify', args: ['Loja', text, 'verde', 8000] }),
  'network-older': (text) => ({ name: 'Notify', args: ['verde', text, 8000] }),
};

describe.each(Object.entries(shapes))('a notice on %s', (framework, shape) => {
  it('goes to the player once per product, and to all only if the owner wants it', async () => {
    const platform = new Platform();
    const city = await playCity({
      platform,
      framework: framework as (typeof BASES)[number],
      online: true,
      citizen: { name: '<b>João</b> Silva' },
      local: "Config.Announce = '{nome} comprou {produto}!'",
    });
    city.run(5000);
    const source = Number(city.eval('return Vitrine.Detect.adapter.source(17)'));
    platform.due.push({ id: 'a', action: 'add_money', args: { amount: 5 } });
    platform.due.push({ id: 'b', action: 'add_money', args: { amount: 5 } });
    platform.due.push({ id: 'c', action: 'remove_money', args: { amount: 5 }, phase: 'expiration' });
    city.run(30_000);
    expect(platform.result('c')?.status).toBe('succeeded');
    expect(city.city.server.world.clientEvents).toEqual([
      { target: source, ...(shape('Sua compra chegou: Produto') as object) },
      { target: -1, ...(shape('bJoão/b Silva comprou Produto!') as object) },
    ]);
  });

  it('is not shown if the owner wants none, or if the player is away', async () => {
    const platform = new Platform();
    const city = await playCity({
      platform,
      framework: framework as (typeof BASES)[number],
      online: true,
      local: 'Config.NotifyPlayer = false',
    });
    city.run(5000);
    platform.due.push({ id: 'a', action: 'add_money', args: { amount: 5 } });
    city.run(10_000);
    expect(platform.result('a')?.status).toBe('succeeded');
    expect(city.city.server.world.clientEvents).toEqual([]);
  });
});
