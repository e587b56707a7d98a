import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { line } from '../../fivem/test/platform.ts';
import { BUSY_MS, closeServers, commandsOf, hasJdk, open, until, type World } from './open-server.ts';

afterEach(closeServers);

/** Delivers a command, kills the server at a point, starts it again and brings the player back. Answers the outcome. */
async function dieAndReturn(world: World, at: string, command: Command): Promise<string> {
  const { platform } = world;
  await world.server.dieAt(at);
  platform.due.push(command);
  await world.server.ended;
  await world.restart();
  await world.server.join('Steve');
  await until(() => platform.result(command.id));
  const { status, code } = platform.result(command.id) as { status: string; code: string };
  return status === 'succeeded' ? code : status;
}

const money = (id: string): Command => ({ id, action: 'add_money', args: { amount: 10 } });
const item = (id: string): Command => ({ id, action: 'add_item', args: { item: 'diamond', amount: 3 } });

describe.skipIf(!hasJdk)('a Minecraft server that is killed (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('gives money once, whether the crash came before it, after it, or after it was saved', async () => {
    const world = await open();
    const outcomes: [string, number][] = [];
    for (const at of ['before', 'after', 'saved']) {
      const outcome = await dieAndReturn(world, at, money(at));
      outcomes.push([outcome, (await world.server.state('Steve')).balance]);
    }
    expect(outcomes).toEqual([
      ['ok', 10],
      ['ok', 20],
      ['ok', 30],
    ]);
  });

  it('never gives money again that the game has shown, even if its economy lost it', async () => {
    const world = await open({ lateEconomy: true });
    let outcome = '';
    // If the plugin is quicker than the end of the tick, its journal has the result. Then the crash came too late, and another follows.
    for (let turn = 0; turn < 5 && outcome !== 'uncertain'; turn += 1) {
      outcome = await dieAndReturn(world, 'turn', money(`a${turn}`));
      expect((await world.server.state('Steve')).balance).toBe(0);
      expect(world.platform.results.filter(({ id }) => id === `a${turn}`)).toHaveLength(1);
    }
    expect(outcome).toBe('uncertain');
  });

  it('moves money once if the plugin ends before the balance shows the money', async () => {
    const world = await open({ slowEconomy: true });
    const { platform, server, folder } = world;
    platform.due.push(money('a'));
    const purse = join(folder, 'economy.json');
    await until(() => existsSync(purse) && readFileSync(purse, 'utf8').includes('10'));
    await server.type('vitrine recarregar');
    await until(() => platform.result('a') && platform.result('a')?.status !== 'deferred');
    expect(platform.result('a')).toMatchObject({ code: 'ok' });
    expect(platform.hellos).toHaveLength(2);
    expect(JSON.parse(readFileSync(purse, 'utf8'))).toEqual({
      [await server.join('Steve')]: 10,
    });
  });

  it('judges items by what the player comes back with, and other goods of the player wait for it', async () => {
    const world = await open();
    const { platform } = world;
    expect(await dieAndReturn(world, 'after', item('lost'))).toBe('ok');
    expect(await dieAndReturn(world, 'turn', item('saved'))).toBe('ok');
    expect((await world.server.state('Steve')).items).toMatchObject({ diamond: 6 });
    await world.server.dieAt('saved');
    platform.due.push(item('away'));
    await world.server.ended;
    await world.restart();
    platform.due.push(money('behind'));
    await until(() => platform.result('behind')?.code === 'held_back');
    expect(platform.result('away')).toBeUndefined();
    expect(platform.syncs.at(-1)?.in_progress).toContain('away');
    await world.server.join('Steve');
    await until(() => platform.result('away')?.code === 'ok');
    expect((await world.server.state('Steve')).items).toMatchObject({ diamond: 9 });
  });

  it('leaves a command to a person, and repeats harmless actions, telling the state from before', async () => {
    const world = await open();
    expect(await dieAndReturn(world, 'after', { id: 'c', action: 'execute_command', args: line('eco give') })).toBe(
      'uncertain',
    );
    expect(commandsOf(world)).toEqual(['console eco|give']);
    expect(await dieAndReturn(world, 'after', { id: 'g', action: 'add_group', args: { group: 'vip' } })).toBe('ok');
    expect(world.platform.result('g')?.detail).toEqual({ place: 'group:vip', prior: '', stands: 'vip' });
    expect((await world.server.state('Steve')).groups).toEqual(['vip']);
  });

  it('repeats nothing that Vitrine has decided meanwhile', async () => {
    const world = await open();
    const { platform } = world;
    await world.server.dieAt('before');
    platform.due.push(money('a'));
    await world.server.ended;
    platform.due = [];
    platform.decide('a');
    await world.restart();
    await until(() => platform.result('a'));
    expect(platform.result('a')?.status).toBe('uncertain');
    await world.server.join('Steve');
    expect((await world.server.state('Steve')).balance).toBe(0);
  });
});
