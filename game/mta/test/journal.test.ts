import { afterEach, describe, expect, it } from 'vitest';
import type { KillPoint } from '../../../standins/fxserver/kills.ts';
import type { MtaServer } from '../../../standins/mta/server.ts';
import { begin, COMMANDS, CONFIG, COUNT } from './machine.ts';
import { closeMta } from './played-mta.ts';

afterEach(closeMta);

const rowOf = (server: MtaServer, id: string) =>
  server.eval(`local row = Vitrine.Journal.get('${id}') return row and row.s`);

describe('a server that dies', () => {
  // Every point of the journal and every action: crash.long.test.ts.
  it.each<[KillPoint, string, number]>([
    [{ at: 'db:after', prefix: 'c:', contains: '"started"' }, 'ok', 1050],
    [{ at: 'db:after', prefix: 'c:', contains: '"given"' }, 'uncertain', 1000],
    [{ at: 'http:sent', contains: '"succeeded"' }, 'ok', 1050],
  ])('gives money once, or says that nobody knows (%o)', async (point, code, money) => {
    const { platform, server, again } = await begin();
    server.arm(point);
    platform.due.push({ id: 'x', action: 'add_money', args: { amount: 50 } });
    server.run(2000);
    expect(server.world.alive).toBe(false);
    const next = await again();
    expect(platform.result('x')?.code).toBe(code);
    expect(next.player('Ana')?.money).toBe(money);
  });
});

describe('what began before a stop of the resource alone', () => {
  it.each<[KillPoint['at'], string, number]>([
    ['db:after', 'ok', 1050],
    ['effect:after', 'uncertain', 1050],
  ])('is decided by the player’s money (%s)', async (at, code, money) => {
    const { platform, server } = await begin();
    server.arm({ at, ...(at === 'db:after' && { prefix: 'c:', contains: '"started"' }) });
    platform.due.push({ id: 'x', action: 'add_money', args: { amount: 50 } });
    server.run(3000);
    // Only the script was cut off, in the middle of a line. The server lives on, with its players and their money.
    server.world.alive = true;
    const ana = server.player('Ana');
    if (ana && at === 'effect:after') ana.money = 1051;
    await server.restartResource();
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ code });
    expect(server.player('Ana')?.money).toBe(at === 'effect:after' ? 1051 : money);
  });

  it('is done when the money shows it', async () => {
    const { platform, server } = await begin();
    server.arm({ at: 'effect:after', prefix: 'money' });
    platform.due.push({ id: 'x', action: 'add_money', args: { amount: 50 } });
    server.run(3000);
    server.world.alive = true;
    await server.restartResource();
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ code: 'ok', message: 'Entregue (confirmado após reinício)' });
    expect(server.player('Ana')?.money).toBe(1050);
  });

  it('tells the group from before the first run', async () => {
    const { platform, server } = await begin();
    server.arm({ at: 'effect:after', prefix: 'group' });
    platform.due.push({ id: 'x', action: 'add_group', args: { group: 'VIP' } });
    server.run(3000);
    server.world.alive = true;
    await server.restartResource();
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ code: 'ok', detail: { prior: '', stands: 'VIP' } });
  });

  it('is judged by the account if the player with the number has left', async () => {
    const { platform, server } = await begin({ config: `${CONFIG} Config.PlayerId = 'city_id'`, online: [] });
    server.join('Ana', { ID: 17 });
    server.run(1000);
    server.arm({ at: 'effect:after', prefix: 'group' });
    platform.due.push({ id: 'x', action: 'add_group', args: { group: 'VIP' }, player: { city_id: '17' } });
    server.run(3000);
    server.world.alive = true;
    server.leave('Ana');
    await server.restartResource();
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ code: 'ok', detail: { prior: '', stands: 'VIP' } });
  });

  it('of an own action is uncertain', async () => {
    const { platform, server } = await begin();
    server.arm({ at: 'effect:after', prefix: 'data' });
    platform.due.push({ id: 'x', ...COUNT });
    server.run(3000);
    server.world.alive = true;
    await server.restartResource();
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ status: 'uncertain' });
    expect(server.player('Ana')?.data.get('n')).toBe(1);
  });

  it('is never repeated when Vitrine has decided about it', async () => {
    const { platform, server } = await begin();
    server.arm({ at: 'db:after', prefix: 'c:', contains: '"started"' });
    platform.due.push({ id: 'x', action: 'add_group', args: { group: 'VIP' } });
    server.run(3000);
    server.world.alive = true;
    platform.due = [];
    // Plays that another copy of this journal has reported the delivery, so Vitrine has decided.
    platform.handle('/v1/game/sync', 'POST', '{}', {});
    Reflect.get(platform, 'decided').add('x');
    await server.restartResource();
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ status: 'uncertain' });
    expect(server.world.acl.groups.VIP?.objects).toEqual([]);
  });

  it('waits while another server has the seat', async () => {
    const { platform, server } = await begin();
    server.arm({ at: 'db:after', prefix: 'c:', contains: '"started"' });
    platform.due.push({ id: 'x', action: 'add_group', args: { group: 'VIP' } });
    server.run(3000);
    server.world.alive = true;
    platform.waiting = true;
    await server.restartResource();
    server.run(20_000);
    expect(server.world.effects).toEqual([]);
    platform.waiting = false;
    server.run(15_000);
    expect(platform.result('x')?.code).toBe('ok');
  });
});

describe('a delivery that the journal knows', () => {
  it('is told again, and run again only for a person', async () => {
    const { platform, server } = await begin();
    const bad = { id: 'x', action: 'add_group', args: { group: 'Nenhum' } };
    platform.due.push(bad);
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ status: 'failed', attempt: 1 });
    expect(rowOf(server, 'x')).toBe('settled');
    server.world.acl.groups.Nenhum = { acls: [], objects: [] };
    platform.due.push(bad);
    server.run(3000);
    expect(server.world.effects).toEqual([]);
    platform.due.push({ ...bad, attempt: 2 });
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ status: 'succeeded', attempt: 2 });
    platform.due.push({ ...bad, attempt: 3 });
    server.run(3000);
    expect(server.world.effects).toHaveLength(1);
    expect(platform.result('x')).toMatchObject({ status: 'succeeded', attempt: 3 });
  });

  it('is repeated until Vitrine has settled it, also after a restart', async () => {
    const { platform, server, again } = await begin();
    platform.settle = false;
    platform.due.push({ id: 'x', ...COUNT });
    server.run(5000);
    expect(platform.result('x')?.code).toBe('ok');
    platform.due = [];
    const next = await again();
    expect(next.world.effects).toEqual([]);
    expect(rowOf(next, 'x')).toBe('done');
    platform.settle = true;
    next.run(3000);
    expect(rowOf(next, 'x')).toBe('settled');
  });

  it('comes twice in one answer and in two, and is given once', async () => {
    const { platform, server } = await begin();
    platform.settle = false;
    platform.due.push({ id: 'x', ...COUNT }, { id: 'x', ...COUNT });
    server.run(5000);
    expect(server.player('Ana')?.data.get('n')).toBe(1);
  });

  it('keeps its journal’s name over restarts', async () => {
    const { platform, again } = await begin();
    await again();
    const [one, other] = platform.hellos;
    expect(other?.journal_id).toBe(one?.journal_id);
    expect(other?.boot_id).not.toBe(one?.boot_id);
    expect(platform.refused).toEqual([]);
  });

  it('is for a person when its row cannot be read', async () => {
    const { platform, server, again } = await begin();
    platform.settle = false;
    platform.due.push({ id: 'x', ...COUNT });
    server.run(3000);
    platform.due = [];
    server.eval(`dbPoll(dbQuery(dbConnect('sqlite', ':/vitrine.db', '', '', 'batch=0'),
      "UPDATE vitrine SET value = '{' WHERE name = 'c:x'"), -1)`);
    platform.settle = true;
    const next = await again();
    expect(platform.result('x')).toMatchObject({ status: 'uncertain' });
    expect(next.world.effects).toEqual([]);
  });
});

describe('a disk', () => {
  it.each(['diskFull', 'diskDeaf'] as const)(
    'that keeps nothing (%s) stops deliveries, and nothing is lost',
    async (way) => {
      const { platform, server } = await begin();
      server.world[way] = true;
      platform.due.push({ id: 'x', action: 'add_money', args: { amount: 50 } });
      server.run(5000);
      expect(platform.result('x')).toMatchObject({ status: 'deferred', code: 'storage_unavailable' });
      expect(server.world.effects).toEqual([]);
      expect(server.world.lines.join('\n')).toContain('não está guardando o diário');
      server.world[way] = false;
      server.run(10_000);
      expect(platform.syncs.flatMap(({ ready }) => ready)).toContain('x');
      platform.due.push({ id: 'x', action: 'add_money', args: { amount: 50 } });
      server.run(3000);
      expect(platform.result('x')).toMatchObject({ code: 'ok' });
      expect(server.player('Ana')?.money).toBe(1050);
    },
  );

  it('that fills up after the effect lets nothing else of the player begin', async () => {
    const { platform, server } = await begin({
      commands: 'function Actions.cheio() outputServerLog("cheio") return true end',
    });
    const log = server.world.lines;
    const push = log.push.bind(log);
    log.push = (...lines) => {
      if (lines.includes('cheio')) server.world.diskFull = true;
      return push(...lines);
    };
    platform.due.push({ id: 'x', action: 'run_action', args: { template: 'cheio', argv: ['cheio'] } });
    server.run(2000);
    expect(platform.result('x')?.code).toBe('ok');
    platform.due.push({ id: 'y', action: 'add_money', args: { amount: 50 } });
    server.run(5000);
    expect(platform.result('y')?.code).toBe('storage_unavailable');
    server.world.diskFull = false;
    server.run(10_000);
    platform.due.push({ id: 'y', action: 'add_money', args: { amount: 50 } });
    server.run(3000);
    expect(platform.result('y')?.code).toBe('ok');
    expect(rowOf(server, 'x')).toBe('settled');
  });

  it('that takes no ACL leaves the group for another try', async () => {
    const { platform, server } = await begin();
    server.world.disk.groups = structuredClone(server.world.disk.groups);
    server.world.exported.clear();
    server.eval('aclSave = function() return false end');
    platform.due.push({ id: 'x', action: 'add_group', args: { group: 'VIP' } });
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ status: 'deferred', code: 'adapter_error' });
  });
});

describe('what must not begin', () => {
  it('is expired, by the time of Vitrine', async () => {
    const { platform, server } = await begin();
    platform.now = Math.floor(server.world.clock.now() / 1000) + 1000;
    server.run(2000);
    platform.due.push({ id: 'x', ...COUNT, expires_at: platform.now + 1 });
    platform.due.push({ id: 'y', ...COUNT, expires_at: platform.now + 500 });
    platform.now += 2;
    server.run(3000);
    expect(platform.result('x')).toMatchObject({ status: 'failed', code: 'expired' });
    expect(platform.result('y')?.code).toBe('ok');
    expect(server.player('Ana')?.data.get('n')).toBe(1);
  });

  it('is given back in order while an earlier one of the player waits', async () => {
    const { platform, server } = await begin({
      commands: `${COMMANDS}
function Actions.cheia() return false, 'inventory_full' end`,
    });
    platform.due.push({ id: 'a', action: 'run_action', args: { template: 'cheia', argv: ['cheia'] } });
    platform.due.push({ id: 'b', ...COUNT });
    platform.due.push({ id: 'c', ...COUNT, player: { identity: { kind: 'mta_account', value: 'Beto' } } });
    const first = platform.due.map(({ id }) => id);
    expect(first).toEqual(['a', 'b', 'c']);
    server.join('Beto');
    server.run(1200);
    const codes = Object.fromEntries(platform.results.slice(0, 3).map(({ id, code }) => [id, code]));
    expect(codes).toEqual({ a: 'inventory_full', b: 'held_back', c: 'ok' });
  });
});
