import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { BUSY_MS, closeServers, commandsOf, deliver, hasJdk, open, until, type World } from './open-server.ts';

afterEach(closeServers);

const resource = (name: string) => readFileSync(join(import.meta.dirname, '..', 'resources', name), 'utf8');
const run = (id: string, template: string, ...argv: string[]): Command => ({
  id,
  action: 'execute_command',
  args: { template, argv },
});
const flavours = ['velocity', 'bungeecord'] as const;
const type = ({ server }: World, line: string) => server.ask<string[]>('command', { line });
const onlineSince = ({ platform }: World, from: number) =>
  platform.syncs.slice(from).flatMap(({ online }) => online as string[]);

it('the jar says one version to Bukkit and to both proxies', () => {
  const [, version] = /^version: '(.*)'$/m.exec(resource('plugin.yml')) ?? [];
  expect(resource('bungee.yml')).toContain(`version: '${version}'`);
  expect(JSON.parse(resource('velocity-plugin.json')).version).toBe(version);
});

describe.skipIf(!hasJdk)('a proxy (needs a JDK)', { timeout: BUSY_MS }, () => {
  it.each(flavours)('%s runs console commands, and nothing else', async (flavour) => {
    const world = await open({ flavour });
    const { platform } = world;
    expect(platform.hellos[0]).toMatchObject({ framework: flavour });
    const capabilities = Object.keys(platform.hellos[0]?.capabilities ?? {});
    expect(capabilities.sort()).toEqual(['arguments', 'execute_command', 'identity', 'in_order', 'names']);
    await until(() => platform.lists.commands?.entries.some(({ name }) => name === 'send'));
    const codes = await deliver(world, [
      run('send', 'send {{nick}} lobby', 'send', 'steve', 'lobby'),
      run('two', 'send {{nick}} lobby', 'send', 'steve x', 'lobby'),
      run('end', 'end', 'end'),
      run('none', 'kit {{nick}}', 'kit', 'steve'),
      run('refused', 'refused', 'refused'),
      run('broken', 'broken', 'broken'),
      { id: 'item', action: 'add_item', args: { item: 'diamond', amount: 1 } },
    ]);
    expect(codes).toEqual([
      ...['executed', 'invalid_args', 'command_denied', 'command_not_found'],
      // BungeeCord has no event for a command of its console.
      flavour === 'velocity' ? 'command_not_found' : 'executed',
      // Velocity tells that a command failed, so nobody knows; BungeeCord hides it in its log.
      flavour === 'velocity' ? 'uncertain' : 'executed',
      'unsupported_action',
    ]);
    if (flavour === 'velocity') {
      expect(platform.result('broken')?.message).toMatch(/o comando falhou.*no reward is set/);
      expect(platform.result('broken')?.message).not.toContain('Unable to invoke');
    }
    expect(commandsOf(world)).toEqual(['send|steve|lobby', ...(flavour === 'velocity' ? [] : ['refused|'])]);
    expect((await type(world, 'vitrine')).join('\n')).toContain('Conectado');
    expect(await type(world, 'vitrine pendentes')).toHaveLength(1);
  });

  it.each(flavours)('%s refuses a value for many players, and names all players in a few syncs', async (flavour) => {
    const world = await open({ flavour });
    const { platform, server, settings } = world;
    const name = (id: string, value: string) => run(id, 'send {{nick}} vip', 'send', value, 'vip');
    const codes = await deliver(world, [
      ...[name('all', 'all'), name('upper', 'ALL'), name('current', 'current'), name('plus', '+lobby')],
      run('star', 'alert {{x}}', 'alert', '*'),
      // In the owner's own words `all` is allowed.
      run('own', 'send all vip', 'send', 'all', 'vip'),
      // The buyer may choose the server to be sent to.
      run('where', 'send {{nick}} {{onde}}', 'send', 'steve', 'lobby'),
      // BungeeCord moves everybody on the server of that name.
      name('server', 'Lobby'),
    ]);
    const everybody = flavour === 'velocity' ? 'executed' : 'invalid_args';
    expect(codes).toEqual([...Array(5).fill('invalid_args'), 'executed', 'executed', everybody]);
    for (const one of ['Maria', 'Bia']) await server.join(one);
    platform.online = 2;
    const hellos = platform.hellos.length;
    // Vitrine holds a request when the plugin ends for a reload. The end cuts it, and the log must not call that a failure.
    const handle = platform.handle.bind(platform);
    let held = 0;
    platform.handle = (...request) => {
      const answer = handle(...request);
      if (!answer || !request[0].endsWith('/sync')) return answer;
      held += 1;
      return { ...answer, delayMs: 3000 };
    };
    await until(() => held > 0);
    await type(world, 'vitrine recarregar');
    platform.handle = handle;
    await until(() => platform.hellos.length > hellos && platform.syncs.at(-1)?.epoch !== platform.syncs[0]?.epoch);
    const from = platform.syncs.length;
    const keys = ['steve', 'maria', 'bia'].map((one) => `minecraft_name:${one}`);
    await until(() => keys.every((key) => onlineSince(world, from).includes(key)));
    expect(server.logs.join('\n')).not.toContain('Sem resposta da Vitrine');
    expect(Math.max(...platform.syncs.slice(from).map(({ online }) => (online as string[]).length))).toBe(2);
    // A message about a mistake in the settings names the file.
    const lines = readFileSync(settings, 'utf8');
    writeFileSync(settings, lines.replace(/^endereco.*/m, "endereco: 'http://com_traco:1'\ncomando: send"));
    await type(world, 'vitrine recarregar');
    const file = `plugins/${flavour === 'velocity' ? 'vitrine' : 'Vitrine'}/config.properties`;
    await until(() => server.logs.some((one) => one.includes('endereço da Vitrine') && one.includes(file)));
    expect(server.logs.join('\n')).toMatch(/não é uma opção.*comando/);
    writeFileSync(settings, lines.replace(/^chave.*/m, ''));
    await type(world, 'vitrine recarregar');
    const missing = () => server.logs.filter((one) => one.includes('Falta a chave') && one.includes(file)).length;
    await until(() => missing() === 1);
    // A person who types the command again reads the message again, at once.
    await type(world, 'vitrine recarregar');
    await until(() => missing() === 2);
    expect(server.logs.join('\n')).not.toContain(platform.token);
  });

  it.each(flavours)('%s waits for a player, and never runs a command twice', async (flavour) => {
    const config = flavour === 'velocity' ? "comandos:\n  - 'send'\n" : 'comandos: [\'send\', "nada"]\n';
    const world = await open({ flavour, away: true, config });
    const { platform, settings } = world;
    const waits = { ...run('wait', 'send {{nick}} vip', 'send', 'steve', 'vip'), only_online: true };
    const item: Command = { id: 'item', action: 'add_item', args: { item: 'diamond', amount: 1 }, only_online: true };
    expect(await deliver(world, [waits])).toEqual(['player_offline']);
    expect(await deliver(world, [item])).toEqual(['unsupported_action']);
    // A player who has only logged in is on no server yet, so nothing can move them.
    await world.server.ask('login', { name: 'Steve' });
    const from = platform.syncs.length;
    await until(() => platform.syncs.length > from + 2);
    expect(onlineSince(world, from)).toEqual([]);
    await world.server.join('Steve');
    platform.due.push({ ...waits, attempt: 2 });
    await until(() => commandsOf(world).length === 1);
    expect(JSON.stringify(platform.syncs.at(-1)?.online)).toContain('minecraft_name:steve');
    // The command's line is in the log before the delivery has ended, so its result is awaited too.
    await until(() => platform.result('wait')?.status === 'succeeded');
    await world.server.dieAt('after');
    platform.due.push(run('killed', 'send {{nick}} lobby', 'send', 'steve', 'lobby'));
    await world.server.ended;
    // Windows' editor writes a mark before the first line, and its old code page in the comments.
    const lines = readFileSync(settings);
    writeFileSync(
      settings,
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), lines, Buffer.from('# opção\r\n', 'latin1')]),
    );
    await world.restart();
    await until(() => platform.result('killed'));
    expect(platform.result('killed')).toMatchObject({ status: 'uncertain' });
    expect(commandsOf(world)).toEqual(['send|steve|vip', 'send|steve|lobby']);
    expect(await deliver(world, [run('alert', 'alert oi', 'alert', 'oi')])).toEqual(['command_denied']);
  });
});
