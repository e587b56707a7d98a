import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { BUSY_MS, closeServers, failPoll, hasJdk, open, until } from './open-server.ts';

afterEach(closeServers);

const money = (id: string): Command => ({ id, action: 'add_money', args: { amount: 1 } });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(!hasJdk)('the Minecraft plugin is patient (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('begins nothing while another server has the seat, and nothing with a frozen game', async () => {
    const world = await open();
    const { platform, server } = world;
    platform.waiting = true;
    await failPoll(world, { status: 409, body: '{"code":"superseded"}' });
    await until(() => server.logs.some((one) => one.includes('aprovar em http://painel')));
    platform.due.push(money('a'));
    await pause(1000);
    expect(platform.result('a')).toBeUndefined();
    platform.waiting = false;
    await until(() => platform.result('a')?.code === 'ok', 30_000);
    const frozen = server.ask('freeze', { ms: 11_500 });
    platform.due.push(money('b'));
    await until(() => platform.result('b'));
    expect(platform.result('b')).toMatchObject({ status: 'deferred', code: 'timeout' });
    platform.due = [];
    await frozen;
    expect((await server.state('Steve')).balance).toBe(1);
  });

  it('moves money once if the game stands still before the balance shows the money', async () => {
    const world = await open({ slowEconomy: true });
    const { platform, server, folder } = world;
    platform.due.push(money('a'));
    const purse = join(folder, 'economy.json');
    await until(() => existsSync(purse) && readFileSync(purse, 'utf8').includes('1'));
    await server.ask('freeze', { ms: 11_500 });
    await until(() => platform.result('a') && platform.result('a')?.status !== 'deferred');
    expect(platform.result('a')).toMatchObject({ code: 'ok' });
    expect(Object.values(JSON.parse(readFileSync(purse, 'utf8')))).toEqual([1]);
  });
});
