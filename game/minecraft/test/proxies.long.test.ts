import { mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { BUSY_MS, closeServers, deliver, hasJdk, open, until } from './open-server.ts';

afterEach(closeServers);

const run = (id: string, template: string, ...argv: string[]): Command => ({
  id,
  action: 'execute_command',
  args: { template, argv },
});

describe.skipIf(!hasJdk)('a proxy (needs a JDK)', { timeout: BUSY_MS }, () => {
  it('gives up a command that hangs, and goes on with what comes behind it', async () => {
    const world = await open({ flavour: 'bungeecord' });
    const { platform, server } = world;
    // A reload waits 3 s for running commands. It does not wait in the thread of whoever typed it, which may carry a player's packets.
    platform.due.push(run('early', 'hang', 'hang'));
    await until(() => platform.syncs.some(({ in_progress }) => (in_progress as string[]).includes('early')));
    const at = Date.now();
    await server.ask('command', { line: 'vitrine recarregar' });
    expect(Date.now() - at).toBeLessThan(2000);
    await until(() => platform.result('early'));
    expect(platform.result('early')?.status).toBe('uncertain');
    const behind = run('behind', 'send {{nick}} vip', 'send', 'steve', 'vip');
    const codes = await deliver(world, [run('hang', 'hang', 'hang'), behind]);
    expect(codes).toEqual(['uncertain', 'executed']);
    expect(platform.result('hang')?.message).toContain('não terminou em 10 s');
    // The first command has ended too. Its journal was closed by then, and the log must not complain about that.
    expect(server.logs.join('\n')).not.toContain('não está guardando');
  });

  it('begins by itself when its journal can be used again', async () => {
    const world = await open({ flavour: 'velocity' });
    await world.server.kill();
    const journal = join(dirname(world.settings), 'diario.log');
    renameSync(journal, `${journal}.away`);
    mkdirSync(journal);
    await world.restart();
    await until(() => world.server.logs.some((one) => one.includes('O diário de entregas não pode ser usado')));
    rmdirSync(journal);
    renameSync(`${journal}.away`, journal);
    await until(() => world.server.logs.some((one) => one.includes('Conectado')));
  });
});
