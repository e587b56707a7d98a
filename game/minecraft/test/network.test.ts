import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { BUSY_MS, closeServers, commandsOf, deliver, failPoll, hasJdk, open, until } from './open-server.ts';

afterEach(closeServers);

const money = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  action: 'add_money',
  args: { amount: 1 },
  ...more,
});

describe.skipIf(!hasJdk)('the Minecraft plugin and the network (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('ignores an answer without the right signature, and waits before it asks again', async () => {
    const world = await open();
    const { server, platform } = world;
    const commands = [{ ...money('forged'), attempt: 1, player: platform.player }];
    const forged = JSON.stringify({ success: true, epoch: 1, next_poll_ms: 0, settled: [], commands });
    await failPoll(world, { status: 200, body: forged, headers: { 'X-Vitrine-Signature': 'a'.repeat(64) } });
    const before = platform.syncs.length;
    const faultAt = Date.now();
    await until(() => platform.syncs.length > before);
    expect(Date.now() - faultAt).toBeGreaterThanOrEqual(3900);
    expect((await server.state('Steve')).balance).toBe(0);
    expect(server.logs.join('\n')).toContain('sem a assinatura da Vitrine');
    expect(server.logs.join('\n')).not.toContain(platform.token);
  });

  it('takes the time from Vitrine, says hello again when it is superseded, and repeats a lost result', async () => {
    const world = await open();
    const { platform } = world;
    const now = Math.floor(Date.now() / 1000) + 700;
    await failPoll(world, { status: 401, body: JSON.stringify({ code: 'clock_skew', now }) });
    let sent = '';
    const handle = platform.handle.bind(platform);
    platform.handle = (path, method, body, headers) => {
      sent = headers['X-Vitrine-Time'] ?? '';
      return handle(path, method, body, headers);
    };
    // A request that was under way beside it still has the old time.
    await until(() => Number(sent) >= now);
    const hellos = platform.hellos.length;
    platform.handle = handle;
    await failPoll(world, { status: 409, body: '{"code":"superseded"}' });
    await until(() => platform.hellos.length > hellos);
    // Vitrine stores the result, and its answer is lost.
    let lost = 0;
    platform.handle = (path, method, body, headers) => {
      const answer = handle(path, method, body, headers);
      if (!body.includes('"id":"a"') || lost > 0) return answer;
      lost += 1;
      return { status: 502, body: '<html>' };
    };
    platform.due.push(money('a'));
    await until(() => platform.results.filter(({ id }) => id === 'a').length >= 2);
    expect(new Set(platform.results.map(({ code }) => code))).toEqual(new Set(['ok']));
    expect((await world.server.state('Steve')).balance).toBe(1);
  });

  it('says what to do when its version is refused, and asks again when its owner has done it', async () => {
    const world = await open();
    const { platform, server } = world;
    const error = 'Esta versão do plugin não é mais aceita. Baixe a nova em https://painel';
    await failPoll(world, { status: 426, body: JSON.stringify({ code: 'update_required', error }) });
    await until(() => server.logs.some((one) => one.includes(error)));
    const hellos = platform.hellos.length;
    platform.due.push(money('a'));
    await server.type('vitrine recarregar');
    await until(() => platform.result('a')?.code === 'ok');
    expect(platform.hellos.length).toBeGreaterThan(hellos);
  });

  it('offered again, it repeats the result and not the effect; a higher attempt of a failure is a new try', async () => {
    const world = await open();
    const { platform, server } = world;
    expect(await deliver(world, [money('a')])).toEqual(['ok']);
    for (const attempt of [1, 2, 7]) platform.due.push(money('a', { attempt }));
    await until(() => platform.results.some(({ id, attempt }) => id === 'a' && attempt === 7));
    expect((await server.state('Steve')).balance).toBe(1);
    const take: Command = { id: 't', action: 'remove_money', args: { amount: 5 } };
    expect(await deliver(world, [take])).toEqual(['insufficient_funds']);
    await server.ask('money', { name: 'Steve', balance: 9 });
    platform.due.push(take);
    await until(() => platform.results.filter(({ id }) => id === 't').length >= 2);
    expect((await server.state('Steve')).balance).toBe(9);
    platform.due.push({ ...take, attempt: 2 });
    await until(() => platform.result('t')?.code === 'ok');
    expect((await server.state('Steve')).balance).toBe(4);
  });

  it('takes a delivery once that two answers carry at the same moment', async () => {
    const world = await open({ flavour: 'velocity', config: "comandos:\n  - 'send'\n" });
    const { platform, server } = world;
    const handle = platform.handle.bind(platform);
    for (let round = 0; round < 3; round += 1) {
      const names = Array.from({ length: 25 }, (_, place) => `r${round}p${place}`);
      let waiting = 0;
      let leavesAt = 0;
      platform.handle = (path, method, body, headers) => {
        const answer = handle(path, method, body, headers);
        if (!answer || !body.includes('"want":25')) return answer;
        waiting += 1;
        leavesAt ||= Date.now() + 800;
        return { ...answer, delayMs: leavesAt - Date.now() };
      };
      platform.due.push(
        ...names.map((name) => ({
          id: name,
          action: 'execute_command',
          args: { template: 'send {{nick}} lobby', argv: ['send', name, 'lobby'] },
          player: { identity: { kind: 'minecraft_name', value: name } },
        })),
      );
      await until(() => waiting > 0);
      // When a player comes, the plugin asks at once, beside the poll that is held.
      await server.join(`Bia${round}`);
      await until(() => waiting > 1);
      platform.handle = handle;
      await until(() => names.every((name) => platform.result(name)));
    }
    const ran = commandsOf(world);
    expect(ran).toHaveLength(75);
    expect(new Set(ran).size).toBe(75);
  });

  it('does not begin a delivery that an earlier answer has cancelled', async () => {
    const world = await open();
    const { platform, server } = world;
    const handle = platform.handle.bind(platform);
    let held = false;
    let told = false;
    platform.handle = (path, method, body, headers) => {
      if (held && !told && path.endsWith('/sync')) {
        told = true;
        platform.due = [];
        platform.cancel = ['a'];
      }
      const answer = handle(path, method, body, headers);
      if (!answer || held || !answer.body.includes('"id":"a"')) return answer;
      held = true;
      return { ...answer, delayMs: 2500 };
    };
    platform.due.push(money('a'));
    await until(() => held);
    // When a player comes, the plugin asks at once, beside the poll that is held.
    await server.join('Bia');
    await until(() => platform.result('a'));
    expect(told).toBe(true);
    expect(platform.result('a')).toMatchObject({ status: 'failed', code: 'cancelled' });
    expect((await server.state('Steve')).balance).toBe(0);
    // If a person sends the delivery again, it is given.
    expect(await deliver(world, [money('b')])).toEqual(['ok']);
    platform.due.push(money('a', { attempt: 2 }));
    await until(() => platform.result('a')?.code === 'ok');
    expect((await server.state('Steve')).balance).toBe(2);
  });

  it('does not say hello again for an epoch that it has replaced itself', async () => {
    const world = await open();
    const { platform, server } = world;
    const handle = platform.handle.bind(platform);
    let polls = 0;
    let refused = false;
    platform.handle = (path, method, body, headers) => {
      const answer = handle(path, method, body, headers);
      if (!answer || !body.includes('"want":25')) return answer;
      polls += 1;
      // The first poll is held, so the second one runs beside it.
      if (polls === 1) return { ...answer, delayMs: 1200 };
      if (polls > 2) return answer;
      refused = true;
      return { status: 409, body: '{"code":"superseded"}', delayMs: 2500 };
    };
    await until(() => polls > 0);
    await server.type('vitrine sincronizar');
    await until(() => refused);
    await until(() => platform.hellos.length === 2);
    const before = platform.syncs.length;
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(platform.syncs.length).toBeGreaterThan(before);
    expect(platform.hellos).toHaveLength(2);
  });

  it('delivers in order, and gives back what comes behind a delivery that must wait', async () => {
    const world = await open();
    await world.server.ask('fill', { name: 'Steve' });
    const item: Command = { id: 'i', action: 'add_item', args: { item: 'diamond', amount: 1 } };
    expect(await deliver(world, [money('a'), item, money('b')])).toEqual(['ok', 'inventory_full', 'held_back']);
    expect((await world.server.state('Steve')).balance).toBe(1);
  });
});

describe.skipIf(!hasJdk)('the journal of the Minecraft plugin (needs a JDK)', { timeout: BUSY_MS }, () => {
  it.skipIf(spawnSync('prlimit', ['--version']).status !== 0)('runs nothing that the disk does not keep', async () => {
    const world = await open();
    const { platform, server } = world;
    spawnSync('prlimit', ['--pid', String(server.pid), '--fsize=0:']);
    expect(await deliver(world, [money('a')])).toEqual(['storage_unavailable']);
    expect((await server.state('Steve')).balance).toBe(0);
    expect(server.logs.join('\n')).toContain('não está guardando o diário');
    spawnSync('prlimit', ['--pid', String(server.pid), '--fsize=unlimited:']);
    await until(() => platform.syncs.some(({ ready }) => (ready as string[]).includes('a')));
    platform.due.push(money('a', { attempt: 2 }));
    await until(() => platform.result('a')?.code === 'ok');
    expect((await server.state('Steve')).balance).toBe(1);
  });

  it('forgets a line that was cut off, and asks a person about one that is spoilt', async () => {
    const world = await open();
    const { platform, folder } = world;
    expect(await deliver(world, [money('a'), money('b')])).toEqual(['ok', 'ok']);
    await until(() => !platform.due.length);
    await world.server.kill();
    const file = join(folder, 'plugins', 'Vitrine', 'diario.log');
    appendFileSync(file, '00000000 {"id":"torn","row":{"s":"star');
    await world.restart();
    await until(() => platform.hellos.length > 1);
    expect(platform.hellos[1]?.journal_id).toBe(platform.hellos[0]?.journal_id);
    await world.server.kill();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('torn');
    appendFileSync(file, '00000000 {"id":"spoilt","row":{"s":"started"}}\n');
    await world.restart();
    await until(() => platform.result('spoilt'));
    expect(platform.result('spoilt')?.status).toBe('uncertain');
    await world.server.kill();
    // Spoils the journal's first line, which has its name. So the journal gets a new name.
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^[^\n]*\n/, 'xxxx\n'));
    await world.restart();
    await until(() => platform.hellos.at(-1)?.journal_id !== platform.hellos[0]?.journal_id);
    await world.server.join('Steve');
    platform.due.push(money('a', { attempt: 9 }));
    await until(() => platform.results.some(({ id, attempt }) => id === 'a' && attempt === 9));
    expect((await world.server.state('Steve')).balance).toBe(2);
  });

  it('is used by one server only', async () => {
    const world = await open();
    const second = await world.restart();
    await until(() => second.logs.some((one) => one.includes('outro servidor já usa esta pasta')));
    expect(world.platform.hellos.length).toBeLessThanOrEqual(2);
  });
});
