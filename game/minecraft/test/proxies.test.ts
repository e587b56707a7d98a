import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { BUSY_MS, closeServers, commandsOf, deliver, hasJdk, open, until } from './open-server.ts';

afterEach(closeServers);

const resource = (name: string) => readFileSync(join(import.meta.dirname, '..', 'resources', name), 'utf8');
const run = (id: string, template: string, ...argv: string[]): Command => ({
  id,
  action: 'execute_command',
  args: { template, argv },
});

it('the jar says one version to Bukkit and to both proxies', () => {
  const [, version] = /^version: '(.*)'$/m.exec(resource('plugin.yml')) ?? [];
  expect(resource('bungee.yml')).toContain(`version: '${version}'`);
  expect(JSON.parse(resource('velocity-plugin.json')).version).toBe(version);
});

describe.skipIf(!hasJdk)('a proxy (needs a JDK)', { timeout: BUSY_MS }, () => {
  it.each(['velocity', 'bungeecord'] as const)('%s runs console commands, and nothing else', async (flavour) => {
    const world = await open({ flavour });
    const { platform, server } = world;
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
    expect(commandsOf(world)).toEqual(['send|steve|lobby', ...(flavour === 'velocity' ? [] : ['refused|'])]);
    expect((await server.ask<string[]>('command', { line: 'vitrine' })).join('\n')).toContain('Conectado');
    expect(await server.ask<string[]>('command', { line: 'vitrine pendentes' })).toHaveLength(1);
  });

  it.each(['velocity', 'bungeecord'] as const)(
    '%s waits for a player, and never runs a command twice',
    async (flavour) => {
      const world = await open({ flavour, away: true, config: 'comandos: send\n' });
      const { platform } = world;
      const waits = { ...run('wait', 'send {{nick}} vip', 'send', 'steve', 'vip'), only_online: true };
      platform.due.push(waits);
      await until(() => platform.result('wait'));
      expect(platform.result('wait')).toMatchObject({ status: 'deferred', code: 'player_offline' });
      await world.server.join('Steve');
      platform.due.push({ ...waits, attempt: 2 });
      await until(() => commandsOf(world).length === 1);
      expect(JSON.stringify(platform.syncs.at(-1)?.online)).toContain('minecraft_name:steve');
      await world.server.dieAt('after');
      platform.due.push(run('killed', 'send {{nick}} lobby', 'send', 'steve', 'lobby'));
      await world.server.ended;
      await world.restart();
      await until(() => platform.result('killed'));
      expect(platform.result('killed')).toMatchObject({ status: 'uncertain' });
      expect(commandsOf(world)).toEqual(['send|steve|vip', 'send|steve|lobby']);
      expect(await deliver(world, [run('alert', 'alert oi', 'alert', 'oi')])).toEqual(['command_denied']);
    },
  );
});
