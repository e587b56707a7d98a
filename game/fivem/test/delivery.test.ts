import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { KillPoint } from '../../../standins/fxserver/kills.ts';
import { openKvp } from '../../../standins/fxserver/kvp.ts';
import { decodeWire, encodeWire, escapeText, unescapeText } from '../../../standins/fxserver/wire.ts';
import type { Answer } from '../../check/wire.ts';
import { line, Platform } from './platform.ts';
import { closePlayed, newMachine, type PlayedCity, playCity } from './played-city.ts';

afterEach(closePlayed);

const bank = (here: PlayedCity): unknown => here.city.memory('bank', 17);
/** A row of the journal as it is on disk. */
function journal(here: PlayedCity, key: string): Record<string, unknown> {
  const text = decodeWire(unescapeText(here.city.kvp.get('vitrine', key) ?? 'n'));
  return typeof text === 'string' ? JSON.parse(text) : {};
}
/** Writes rows into the journal of a machine whose server does not run. */
function prepare(machine: string, rows: Record<string, string>): void {
  const kvp = openKvp(join(machine, 'db', 'default', 'kvp.log'));
  for (const [key, value] of Object.entries(rows)) kvp.set('vitrine', key, escapeText(encodeWire(value)), true);
}

describe('the script dies at every point', () => {
  const points: Partial<Record<string, KillPoint>> = {
    'before:started': { at: 'kvp:before', prefix: 'c:', contains: '"started"' },
    'before:given': { at: 'kvp:before', prefix: 'c:', contains: '"given"' },
    'after:given': { at: 'kvp:after', prefix: 'c:', contains: '"given"' },
    'after:started': { at: 'kvp:after', prefix: 'c:', contains: '"started"' },
    'before:done': { at: 'kvp:before', prefix: 'c:', contains: '"done"' },
    'after:done': { at: 'kvp:after', prefix: 'c:', contains: '"done"' },
    'before:settled': { at: 'kvp:before', prefix: 'c:', contains: '"settled"' },
    'after:settled': { at: 'kvp:after', prefix: 'c:', contains: '"settled"' },
  };
  const kinds: { action: string; args: Record<string, unknown>; online: boolean; effect: KillPoint }[] = [
    { action: 'add_money', args: { amount: 500 }, online: false, effect: { at: 'effect:after', prefix: 'sql:update' } },
    { action: 'add_money', args: { amount: 500 }, online: true, effect: { at: 'effect:after', prefix: 'bank' } },
    {
      action: 'add_item',
      args: { item: 'agua', amount: 2 },
      online: true,
      effect: { at: 'effect:after', prefix: 'item' },
    },
    {
      action: 'add_vehicle',
      args: { vehicle: 'kuruma' },
      online: false,
      effect: { at: 'effect:after', prefix: 'sql:insert vrp_user_vehicles' },
    },
    { action: 'add_group', args: { group: 'vip' }, online: true, effect: { at: 'effect:after', prefix: 'group' } },
    {
      action: 'execute_command',
      args: line('anuncio oi'),
      online: false,
      effect: { at: 'kvp:after', resource: 'cidade' },
    },
  ];
  // Only the script dies and the base's memory stays. Then it starts with the same journal, and Vitrine offers the
  // same id.
  const cases = kinds.flatMap((kind) =>
    ['effect', ...Object.keys(points)]
      // The point `given` exists only for goods that live in the base's memory until their row is written.
      .filter((point) => !point.endsWith('given') || (kind.online && kind.action !== 'add_group'))
      .map((point) => ({ ...kind, point })),
  );
  it.each(cases)('$action (online: $online) cut $point', async ({ action, args, online, effect, point }) => {
    const platform = new Platform();
    const here = await playCity({
      platform,
      framework: 'vrpex',
      online,
      own: "RegisterCommand('anuncio', function() print('ran') SetResourceKvp('ran', 'yes') end)",
      cfg: ['add_ace resource.vitrine command.anuncio allow'],
    });
    const script = (): string | undefined => here.city.server.resources.get('vitrine')?.state;
    const killed = points[point] ?? effect;
    void here.city.kill({ ...killed, stops: 'vitrine' });
    platform.due.push({ id: 'd1', action, args });
    for (let turn = 0; turn < 30 && script() !== 'stopped'; turn += 1) here.run(500);
    expect(script()).toBe('stopped');
    await here.city.server.ensure('vitrine', false);
    for (let turn = 0; turn < 60 && journal(here, 'c:d1').s !== 'settled'; turn += 1) here.run(500);
    here.run(2000);
    expect(here.city.scriptErrors).toEqual([]);

    const result = platform.result('d1');
    const counts: Record<string, () => number> = {
      add_money: () => (Number(bank(here)) - 1000) / 500,
      add_item: () => here.held('agua') / 2,
      add_vehicle: () => here.city.tables.rows('SELECT vehicle FROM vrp_user_vehicles').length,
      add_group: () => here.city.effectCount('group', 17),
      execute_command: () => here.ownLines().length,
    };
    const effects = counts[action]?.();
    // The effect came once. Only a command that was interrupted between start and end may be uncertain.
    if (action === 'execute_command' && ['after:started', 'effect', 'before:done'].includes(point)) {
      expect(result?.status).toBe('uncertain');
      expect(effects).toBeLessThanOrEqual(1);
    } else {
      expect(result?.status).toBe('succeeded');
      expect(effects).toBe(1);
    }
    expect(journal(here, 'c:d1').s).toBe('settled');
  });
});

describe('the journal', () => {
  it('never executes an id twice, whatever is offered', async () => {
    const platform = new Platform();
    platform.settle = false;
    const city = await playCity({ platform, framework: 'vrpex', online: true });
    platform.due.push({ id: 'a', action: 'add_money', args: { amount: 100 } });
    city.run(5000);
    platform.due[0] = { id: 'a', attempt: 2, action: 'add_money', args: { amount: 100 } };
    city.run(5000);
    expect(platform.result('a')).toMatchObject({ attempt: 2, status: 'succeeded' });
    platform.settle = true;
    city.run(5000);
    platform.due.push({ id: 'a', attempt: 9, action: 'add_money', args: { amount: 100 } });
    city.run(5000);
    expect(bank(city)).toBe(1100);
    expect(platform.result('a')).toMatchObject({ attempt: 9, status: 'succeeded' });
  });

  it('gives nothing else while the disk still has an old row that it did not let go', async () => {
    const platform = new Platform();
    const here = await playCity({ platform, framework: 'vrpex', online: true });
    const item = (id: string) => ({ id, action: 'add_item', args: { item: 'agua', amount: 1 } });
    const deaf = (yes: boolean) => {
      here.city.kvp.deaf = yes;
    };
    const start = async () => await here.city.server.ensure('vitrine', false);
    // The script dies before the effect, and comes back on a disk that keeps nothing. So nothing runs, and the old row stays.
    void here.city.kill({ at: 'kvp:after', prefix: 'c:', contains: '"started"', stops: 'vitrine' });
    platform.due = [item('first')];
    here.run(3000);
    platform.due = [];
    deaf(true);
    await start();
    here.run(3000);
    expect(platform.result('first')).toMatchObject({ status: 'deferred', code: 'storage_unavailable' });
    expect(journal(here, 'c:first').s).toBe('started');

    // Another item makes the amount that the old row waits for. Then the script starts again.
    deaf(false);
    platform.due = [item('second')];
    here.run(5000);
    platform.due = [];
    expect(platform.result('second')).toMatchObject({ status: 'succeeded' });
    expect(journal(here, 'c:first')).toEqual({});
    here.city.server.stop('vitrine');
    await start();
    here.run(5000);
    expect(platform.results.filter(({ id, status }) => id === 'first' && status === 'succeeded')).toEqual([]);
    expect(here.held('agua')).toBe(1);
  });

  it('tries a stored failure again when it is offered with a higher attempt', async () => {
    const platform = new Platform();
    const city = await playCity({ platform, framework: 'vrpex', online: true });
    platform.due.push({ id: 'a', action: 'remove_money', args: { amount: 5000 } });
    city.run(5000);
    expect(platform.result('a')?.code).toBe('insufficient_funds');
    city.eval('vRP.setBankMoney(17, 6000)', 'vrp');
    platform.due.push({ id: 'a', attempt: 1, action: 'remove_money', args: { amount: 5000 } });
    city.run(5000);
    expect(platform.result('a')?.code).toBe('insufficient_funds');
    platform.due = [{ id: 'a', attempt: 2, action: 'remove_money', args: { amount: 5000 } }];
    city.run(5000);
    expect(platform.result('a')?.code).toBe('ok');
    expect(bank(city)).toBe(1000);
  });

  it('judges interrupted deliveries in the order in which they began, whatever their ids', async () => {
    const platform = new Platform();
    const machine = newMachine();
    const row = (id: string, s: string, before: number, timer: number): string =>
      JSON.stringify({
        s,
        n: 1,
        at: 1_789_999_000,
        timer,
        cmd: {
          id,
          attempt: 1,
          player: { city_id: '17' },
          action: 'add_money',
          args: { amount: 500 },
          label: '',
          order: '',
        },
        probe: { kind: 'bank', before, after: before + 500, row: 1000 },
      });
    // Both effects were only in memory when the server died. The second began after the game had shown the first.
    prepare(machine, {
      'c:z-first': row('z-first', 'given', 1000, 90_000_000),
      'c:a-second': row('a-second', 'started', 1500, 90_000_500),
    });
    const here = await playCity({ platform, framework: 'vrpex', machine, online: true });
    here.run(10_000);
    expect(platform.result('z-first')?.status).toBe('uncertain');
    expect(platform.result('a-second')?.status).toBe('succeeded');
    expect(bank(here)).toBe(1500);
  });

  it('refuses a journal of a newer script and a folder with another name', async () => {
    const platform = new Platform();
    const machine = newMachine();
    prepare(machine, { 'meta:schema': '99' });
    const newer = await playCity({ platform, framework: 'vrpex', machine });
    newer.run(5000);
    const renamed = await playCity({ platform, framework: 'vrpex', resource: 'vitrine-1.2.0' });
    renamed.run(5000);
    expect(platform.hellos).toHaveLength(0);
    expect(newer.logs().join('\n')).toContain('versão mais nova');
    expect(renamed.logs().join('\n')).toContain('Renomeie a pasta');
  });

  it('forgets tombstones after 30 days and keeps its identity', async () => {
    const platform = new Platform();
    const machine = newMachine();
    const stone = (days: number): string =>
      JSON.stringify({ s: 'settled', st: 'succeeded', code: 'ok', n: 1, at: 1_790_000_000 - days * 86_400 });
    prepare(machine, { 'c:old': stone(31), 'c:new': stone(1), 'c:bad': '{"s":' });
    const first = await playCity({ platform, framework: 'none', machine });
    first.run(2000);
    await first.close();
    const second = await playCity({ platform, framework: 'none', machine });
    second.run(2000);
    const keys = ['c:bad', 'c:new', 'meta:journal_id', 'meta:schema', 'meta:starts'];
    expect(second.city.kvp.keys('vitrine')).toEqual(keys);
    expect(platform.result('bad')?.status).toBe('uncertain');
    expect(platform.hellos[0]?.journal_id).toBe(platform.hellos[1]?.journal_id);
    expect(platform.hellos[0]?.boot_id).not.toBe(platform.hellos[1]?.boot_id);
  });
});

describe('order and pace', () => {
  it('keeps the order of one player, serves players in parallel and reports each result at once', async () => {
    const platform = new Platform();
    const city = await playCity({ platform, framework: 'vrpex', online: true });
    city.run(3000);
    for (let n = 1; n <= 4; n += 1) platform.due.push({ id: `p${n}`, action: 'add_money', args: { amount: n } });
    platform.due.push({ id: 'other', action: 'remove_ban', player: { city_id: '18' } });
    const before = platform.syncs.length;
    city.run(4000);
    const ids = platform.results.map((result) => result.id);
    expect(ids.filter((id) => id.startsWith('p'))).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(ids.indexOf('other')).toBeLessThan(ids.indexOf('p4'));
    expect(bank(city)).toBe(1010);
    const reports = platform.syncs.slice(before).filter((sync) => (sync.results as unknown[]).length > 0);
    expect(reports.every((sync) => sync.want === 0)).toBe(true);
  });

  it('reports in under a second while a poll is held', async () => {
    const platform = new Platform();
    const city = await playCity({ platform, framework: 'vrpex', online: true });
    city.run(3000);
    platform.due.push({ id: 'q', action: 'add_money', args: { amount: 1 } });
    // A poll without work is held for as long as the platform may hold it.
    const hold = (body: string, good: () => Answer): Answer => {
      const answer = good();
      return JSON.parse(body).want > 0 && !answer.body.includes('"id":"q"') ? { ...answer, delayMs: 3500 } : answer;
    };
    platform.faults = Array.from({ length: 40 }, () => hold);
    const from = city.city.clock.now();
    while (!platform.result('q') && city.city.clock.now() < from + 5000) city.run(10);
    // 500 ms of this time is the pause that the stand-in's last answer asked for.
    expect(city.city.clock.now() - from).toBeLessThan(800);
  });

  it('starts nothing new before a restart and goes on when the restart is cancelled', async () => {
    const platform = new Platform();
    const city = await playCity({ platform, framework: 'vrpex', online: true });
    city.run(3000);
    city.city.emit('txAdmin:events:scheduledRestart', { secondsRemaining: 60 });
    city.run(1000);
    platform.due.push({ id: 'r', action: 'add_money', args: { amount: 1 } });
    city.run(10_000);
    expect(platform.result('r')).toBeUndefined();
    city.city.emit('txAdmin:events:scheduledRestartSkipped', {});
    city.run(5000);
    expect(platform.result('r')?.status).toBe('succeeded');
  });

  it('waits for a base that starts later, and defers while it is away', async () => {
    const platform = new Platform();
    const { city, ...here } = await playCity({ platform, framework: 'vrpex', slowStart: { vrp: 8000 } });
    platform.due.push({ id: 'w', action: 'add_money', args: { amount: 1 } });
    here.run(5000);
    expect(platform.hellos).toHaveLength(0);
    await city.advance(8000);
    expect(platform.hellos[0]).toMatchObject({ framework: 'vrpex', game: 'fivem', protocol: 1 });
    expect(platform.result('w')?.status).toBe('succeeded');
    await city.console('stop vrp');
    platform.due.push({ id: 'x', action: 'add_money', args: { amount: 1 } });
    here.run(2000);
    expect(platform.result('x')).toMatchObject({ status: 'deferred', code: 'framework_missing' });
    city.server.world.slowStart = {};
    await city.console('start vrp');
    await city.advance(16_000);
    platform.due = [{ id: 'x', attempt: 2, action: 'add_money', args: { amount: 1 } }];
    here.run(8000);
    expect(platform.result('x')).toMatchObject({ attempt: 2, status: 'succeeded' });
  });

  it('checks a waiting delivery again only when the bag has changed', async () => {
    const platform = new Platform();
    const here = await playCity({ platform, framework: 'vrpex', online: true });
    here.run(3000);
    here.items('bigbox', 1);
    platform.due.push({ id: 'w1', action: 'add_item', args: { item: 'pao', amount: 1 } });
    here.run(10_000);
    expect(platform.result('w1')?.code).toBe('inventory_full');
    here.eval(`Checks = 0 local check = Vitrine.Execute.mayRun
      Vitrine.Execute.mayRun = function(command) Checks = Checks + 1 return check(command) end`);
    here.run(60_000);
    expect(here.eval('return Checks')).toBe(0);
    here.items('bigbox', -1);
    here.run(2000);
    expect(here.eval('return Checks')).toBe(1);
    expect(platform.syncs.flatMap((sync) => sync.ready as string[])).toContain('w1');
  });

  it('asks at once when a character is loaded', async () => {
    const platform = new Platform();
    const city = await playCity({ platform, framework: 'vrpex' });
    city.run(6000);
    expect(platform.syncs.at(-1)?.online).toEqual([]);
    await city.city.join(40, 'connecting');
    city.enter();
    city.run(50);
    expect(platform.syncs.at(-1)?.online).toEqual(['17']);
  });
});
