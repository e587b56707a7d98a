import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { BUSY_MS, closeServers, deliver, hasJdk, open, until } from './open-server.ts';

afterEach(closeServers);

const named = (value: string, kind = 'minecraft_name') => ({ player: { identity: { kind, value } } });
const list = (id: string, value: string): Command => ({ id, action: 'add_whitelist', args: {}, ...named(value) });

describe.skipIf(!hasJdk)('players of a Minecraft server (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('without Mojang are found among those who have played, in any spelling, by uuid and as Bedrock', async () => {
    const world = await open({ away: true });
    const ids = [];
    for (const name of ['Maria', 'Two', 'two', '.Bia']) {
      ids.push(await world.server.join(name));
      await world.server.quit(name);
    }
    const codes = await deliver(world, [
      list('1', 'maria'),
      list('2', 'two'),
      list('3', '.bia'),
      list('4', 'never'),
      { ...list('5', ids[2] as string), ...named(ids[2] as string, 'minecraft_uuid') },
    ]);
    expect(codes).toEqual(['ok', 'player_ambiguous', 'ok', 'player_not_found', 'ok']);
    expect((await world.server.state('Maria')).whitelisted).toBe(true);
    expect((await world.server.state('two')).whitelisted).toBe(true);
    expect((await world.server.state('Two')).whitelisted).toBe(false);
  });

  it('with Mojang are whitelisted before their first visit, and a name that nobody has is refused', async () => {
    const world = await open({ away: true, onlineMode: true, mojang: ['Notch'] });
    const money: Command = { id: 'm', action: 'add_money', args: { amount: 1 }, ...named('notch') };
    expect(await deliver(world, [list('1', 'notch'), list('2', 'nobody'), money])).toEqual([
      'ok',
      'player_not_found',
      'player_not_found',
    ]);
    await world.server.join('Notch');
    expect((await world.server.state('Notch')).whitelisted).toBe(true);
  });

  it.each([
    ['spigot', ['Vault'] as const, 'spigot'],
    ['folia', ['LuckPerms', 'Vault'] as const, 'folia'],
  ] as const)('get everything on %s', async (flavour, plugins, framework) => {
    const world = await open({ flavour, plugins: [...plugins] });
    const group = flavour === 'spigot' ? 'Vip' : 'vip';
    const codes = await deliver(world, [
      { id: '1', action: 'add_money', args: { amount: 7 } },
      { id: '2', action: 'add_group', args: { group } },
      { id: '3', action: 'add_item', args: { item: 'ender_pearl', amount: 20 } },
      { id: '4', action: 'add_whitelist', args: {} },
      { id: '5', action: 'execute_command', args: { template: 'say x', argv: ['say', 'x'] } },
    ]);
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'executed']);
    expect(world.platform.hellos.at(-1)).toMatchObject({ framework });
    const state = await world.server.state('Steve');
    expect(state).toMatchObject({ balance: 7, whitelisted: true, items: { ender_pearl: 20, 'ender_pearl:most': 16 } });
    expect(flavour === 'spigot' ? state.ranks : state.groups).toEqual([group]);
  });

  it('without LuckPerms and Vault says so, and offers no groups and no money', async () => {
    const { platform } = await open({ plugins: [] });
    const words = Object.keys(platform.hellos.at(-1)?.capabilities as object);
    expect(words).toContain('add_item');
    expect(words).not.toContain('add_group');
    expect(words).not.toContain('add_money');
  });

  it('ask /vip and /resgatar, seldom', async () => {
    const { server, platform } = await open();
    platform.benefits['minecraft_name:steve'] = [
      { name: 'VIP §4Ouro', until: 1, until_text: '21/09/2026, 11:53' },
      { name: 'Casa', until: null, until_text: null },
    ];
    const heard = async () => (await server.state('Steve')).heard ?? [];
    await server.type('vip', 'Steve');
    await server.type('vip', 'Steve');
    await until(async () => (await heard()).length > 0);
    expect(await heard()).toEqual(['O que você tem: VIP Ouro até 21/09/2026, 11:53; Casa sem prazo.']);
    await server.ask('fill', { name: 'Steve' });
    platform.due.push({ id: 'i', action: 'add_item', args: { item: 'diamond', amount: 1 } });
    await until(() => platform.result('i'));
    const before = platform.syncs.length;
    await server.type('resgatar', 'Steve');
    await server.type('resgatar', 'Steve');
    expect((await heard()).slice(1)).toEqual(['Tentando de novo agora. Produto: Inventário cheio.']);
    await until(() => platform.syncs.slice(before).some(({ ready }) => (ready as string[]).includes('i')));
  });
});
