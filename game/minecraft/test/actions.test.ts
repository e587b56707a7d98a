import { afterEach, describe, expect, it } from 'vitest';
import { line } from '../../fivem/test/platform.ts';
import { BUSY_MS, closeServers, commandsOf, deliver, hasJdk, open, until } from './open-server.ts';

afterEach(closeServers);

describe.skipIf(!hasJdk)('the Minecraft plugin (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('says what it can do, who is there and which names exist', async () => {
    const { platform } = await open();
    expect(platform.hellos.at(-1)).toMatchObject({
      game: 'minecraft',
      framework: 'paper',
      version: '1.0.0',
      capabilities: {
        add_item: { online: true, offline: false },
        add_money: { online: true, offline: true },
        add_group: { online: true, offline: true },
        arguments: { online: true },
        identity: { online: true },
        in_order: { online: true },
        names: { online: true },
      },
    });
    await until(() => ['groups', 'items', 'commands'].every((kind) => platform.lists[kind]));
    expect(platform.lists.groups?.entries).toEqual([{ name: 'default' }, { name: 'vip' }, { name: 'vip-ouro' }]);
    expect(platform.lists.items).toMatchObject({ closed: true });
    expect(platform.lists.items?.entries.map(({ name }) => name)).toEqual([
      'diamond',
      'diamond_sword',
      'dirt',
      'ender_pearl',
    ]);
    expect(platform.lists.commands).toMatchObject({ closed: false });
    expect(platform.lists.commands?.entries).toContainEqual({ name: 'stop', allowed: false });
    await until(() => platform.syncs.some(({ online }) => (online as string[]).includes('minecraft_name:steve')));
    expect(platform.refused).toEqual([]);
    expect(platform.malformed).toEqual([]);
  });

  it('gives and takes everything to a player who is there, and sees it afterwards', async () => {
    const world = await open();
    const { server, platform } = world;
    await server.ask('money', { name: 'Steve', balance: 100.5 });
    await server.ask('ban', { name: 'Steve' });
    const codes = await deliver(world, [
      { id: 'money', action: 'add_money', args: { amount: 500 } },
      { id: 'take', action: 'remove_money', args: { amount: 200 } },
      { id: 'group', action: 'add_group', args: { group: 'vip' } },
      { id: 'again', action: 'add_group', args: { group: 'vip' } },
      { id: 'item', action: 'add_item', args: { item: 'minecraft:diamond', amount: 70 } },
      { id: 'swords', action: 'add_item', args: { item: 'DIAMOND_SWORD', amount: 3 } },
      { id: 'list', action: 'add_whitelist', args: {} },
      { id: 'unban', action: 'remove_ban', args: {} },
      { id: 'unban2', action: 'remove_ban', args: {} },
      { id: 'give', action: 'execute_command', args: line('give steve diamond 3') },
    ]);
    expect(codes).toEqual(['ok', 'ok', 'ok', 'already_owned', 'ok', 'ok', 'ok', 'ok', 'not_banned', 'executed']);
    expect(platform.result('take')?.detail).toEqual({ before: 600.5, after: 400.5 });
    expect(platform.result('group')?.detail).toEqual({ place: 'group:vip', prior: '', stands: 'vip' });
    expect(platform.result('again')?.detail).toEqual({ place: 'group:vip', prior: 'vip', stands: 'vip' });
    expect(platform.result('list')?.detail).toEqual({ place: 'whitelist', prior: '', stands: 'whitelist' });
    expect(platform.result('item')?.detail).toEqual({ before: 0, after: 70 });
    expect(platform.result('list')?.detail).toEqual({ place: 'whitelist', prior: '', stands: 'whitelist' });
    expect(platform.result('give')?.message).toBe('Comando executado: Done: give');
    const state = await server.state('Steve');
    expect(state).toMatchObject({ balance: 400.5, groups: ['vip'], whitelisted: true, banned: false });
    // Swords do not stack: each of the three has a place of its own.
    expect(state.items).toMatchObject({ diamond: 70, diamond_sword: 3, 'diamond_sword:most': 1 });
    expect(commandsOf(world)).toEqual(['other give|steve|diamond|3']);
    expect(state.heard?.[0]).toBe('§aSua compra chegou: Produto. Obrigado!');
    // LuckPerms reads `VIP` and `vip` as one group, so both have one place.
    expect(await deliver(world, [{ id: 'loud', action: 'add_group', args: { group: 'VIP' } }])).toEqual([
      'already_owned',
    ]);
    expect(platform.result('loud')?.detail).toEqual({ place: 'group:vip', prior: 'vip', stands: 'vip' });
    expect(await deliver(world, [{ id: 'listed', action: 'add_whitelist', args: {} }])).toEqual(['already_owned']);
    expect(platform.result('listed')?.detail).toMatchObject({ prior: 'whitelist', stands: 'whitelist' });
    expect(await deliver(world, [{ id: 'out', action: 'remove_group', args: { group: 'vip' } }])).toEqual(['ok']);
    expect(platform.result('out')?.detail).toEqual({ place: 'group:vip', prior: 'vip', stands: '' });
    expect((await server.state('Steve')).groups).toEqual([]);
    // The same player again, who is already on the list before this delivery.
    await deliver(world, [{ id: 'list2', action: 'add_whitelist', args: {} }]);
    expect(platform.result('list2')).toMatchObject({
      code: 'already_owned',
      detail: { place: 'whitelist', prior: 'whitelist', stands: 'whitelist' },
    });
  });

  it('delivers to a player who is away, and keeps items until they come', async () => {
    const world = await open();
    const { server, platform } = world;
    await server.quit('Steve');
    const codes = await deliver(world, [
      { id: 'money', action: 'add_money', args: { amount: 5 } },
      { id: 'group', action: 'add_group', args: { group: 'vip' } },
      { id: 'list', action: 'add_whitelist', args: {} },
      { id: 'nolist', action: 'remove_whitelist', args: {} },
      { id: 'only', action: 'execute_command', args: line('say hi'), only_online: true },
    ]);
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'player_offline']);
    platform.due = [];
    expect(await deliver(world, [{ id: 'item', action: 'add_item', args: { item: 'dirt', amount: 1 } }])).toEqual([
      'player_offline',
    ]);
    await server.join('Steve');
    await until(() => platform.syncs.some(({ ready }) => (ready as string[]).includes('item')));
    platform.due.push({ id: 'item', attempt: 2, action: 'add_item', args: { item: 'dirt', amount: 1 } });
    await until(() => platform.result('item')?.code === 'ok');
    expect(await server.state('Steve')).toMatchObject({
      balance: 5,
      groups: ['vip'],
      whitelisted: false,
      items: { dirt: 1 },
    });
  });

  it('waits for room in the inventory, counts only plain items, and comes back by itself', async () => {
    const world = await open();
    const { server, platform } = world;
    await server.ask('fill', { name: 'Steve' });
    expect(await deliver(world, [{ id: 'a', action: 'add_item', args: { item: 'diamond', amount: 65 } }])).toEqual([
      'inventory_full',
    ]);
    platform.due = [];
    await server.ask('slot', { name: 'Steve', place: 0, item: 'diamond', amount: 63, named: true });
    await server.ask('slot', { name: 'Steve', place: 1, item: null });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(platform.syncs.flatMap(({ ready }) => ready as string[])).not.toContain('a');
    await server.ask('slot', { name: 'Steve', place: 2, item: null });
    await until(() => platform.syncs.some(({ ready }) => (ready as string[]).includes('a')));
    platform.due.push({ id: 'a', attempt: 2, action: 'add_item', args: { item: 'diamond', amount: 65 } });
    await until(() => platform.result('a')?.code === 'ok');
    expect((await server.state('Steve')).items).toMatchObject({ diamond: 65, 'diamond:named': 63 });
  });

  it('refuses impossible deliveries with a reason', async () => {
    const world = await open();
    await world.server.ask('money', { name: 'Steve', balance: 1e9 - 5 });
    const codes = await deliver(world, [
      { id: '1', action: 'add_item', args: { item: 'water', amount: 1 } },
      { id: '2', action: 'add_item', args: { item: 'nothing', amount: 1 } },
      { id: '3', action: 'add_item', args: { item: 'diamond_sword', amount: 37 } },
      { id: '4', action: 'add_group', args: { group: 'none' } },
      { id: '5', action: 'add_money', args: { amount: 10 } },
      { id: '6', action: 'add_money', args: { amount: 1.5 } },
      { id: '7', action: 'add_vehicle', args: { vehicle: 'sultan' } },
      {
        id: '8',
        action: 'add_money',
        args: { amount: 1 },
        player: { identity: { kind: 'minecraft_name', value: 'nobody' } },
      },
      { id: '9', action: 'add_money', args: { amount: 1 }, player: { city_id: '17' } },
      { id: '10', action: 'execute_command', args: line('stop') },
      { id: '11', action: 'execute_command', args: line('minecraft:op steve') },
      { id: '12', action: 'execute_command', args: line('unknown x') },
      { id: '13', action: 'execute_command', args: line('broken') },
      { id: '14', action: 'add_money', args: { amount: 1 }, expires_at: 1 },
      // A group may have this name, because no console reads it. But this server has no such group.
      { id: '15', action: 'add_group', args: { group: 'Família Ouro' } },
      { id: '16', action: 'add_group', args: { group: ' vip' } },
    ]);
    expect(codes).toEqual([
      ...['invalid_item', 'invalid_item', 'invalid_args', 'invalid_group', 'action_refused', 'invalid_args'],
      ...['unsupported_action', 'player_not_found', 'player_not_found', 'command_denied', 'command_denied'],
      ...['command_not_found', 'uncertain', 'expired', 'invalid_group', 'invalid_args'],
    ]);
    expect(commandsOf(world)).toEqual([]);
    expect(await world.server.state('Steve')).toMatchObject({ balance: 1e9 - 5, items: {} });
  });
});
