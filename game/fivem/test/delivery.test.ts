import { afterEach, describe, expect, it } from 'vitest';
import { type City, createDisk, startCity } from './harness.ts';
import { type Answer, line, Platform } from './platform.ts';

const open: City[] = [];
afterEach(() => {
  for (const city of open.splice(0)) city.close();
});
const start = async (options: Parameters<typeof startCity>[0]): Promise<City> => {
  const city = await startCity(options);
  open.push(city);
  return city;
};
const online = "World.sources['17'] = 3 World.bank['17'] = 1000";

describe('a power cut at every point', () => {
  const points = [
    'before:started',
    'after:started',
    'effect',
    'before:done',
    'after:done',
    'before:settled',
    'after:settled',
  ];
  const kinds = [
    { action: 'add_money', args: { amount: 500 }, online: false },
    { action: 'add_money', args: { amount: 500 }, online: true },
    { action: 'add_item', args: { item: 'agua', amount: 2 }, online: true },
    { action: 'add_vehicle', args: { vehicle: 'kuruma' }, online: false },
    { action: 'add_group', args: { group: 'Vip' }, online: true },
    { action: 'execute_command', args: line('anuncio oi'), online: false },
  ];
  // Only the script dies and the base's memory stays. Then it starts with the same journal, and Vitrine offers the
  // same id.
  const cases = kinds.flatMap((kind) => points.map((point) => ({ ...kind, point })));
  it.each(cases)('$action (online: $online) cut $point', async ({ action, args, online: loaded, point }) => {
    const platform = new Platform();
    const disk = createDisk('vrp1');
    const setup = "RegisterCommand('anuncio', function() end) Harness.aces['resource.vitrine command.anuncio'] = true";
    let armed = true;
    let commandsRun = 0;
    const first = await start({
      disk,
      platform,
      setup: `${setup} ${loaded ? online : ''}`,
      crash: (where) => {
        if (where === 'effect:anuncio oi') commandsRun += 1;
        const here = armed && (where === point || (point === 'effect' && where.startsWith('effect:')));
        if (here) armed = false;
        return here;
      },
    });
    platform.due.push({ id: 'd1', action, args });
    first.run(15_000);
    if (!armed) expect(first.halted()).toBe(true);
    const world = String(first.eval('return json.encode(World)'));
    const second = await start({
      disk,
      platform,
      setup,
      world,
      crash: (where) => {
        if (where === 'effect:anuncio oi') commandsRun += 1;
        return false;
      },
    });
    second.run(30_000);
    expect(second.errors()).toEqual([]);

    const result = platform.result('d1');
    const counts: Record<string, () => number> = {
      add_money: loaded
        ? () => (Number(second.eval("return World.bank['17']")) - 1000) / 500
        : () => (Number(disk.db.prepare('SELECT bank AS n FROM vrp_user_moneys').get()?.n) - 1000) / 500,
      add_item: () => Number(second.eval("return (World.items['17'] or {}).agua or 0")) / 2,
      add_vehicle: () => Number(disk.db.prepare('SELECT COUNT(*) AS n FROM vrp_user_vehicles').get()?.n),
      add_group: () => (second.eval("return (World.groups['17'] or {}).Vip == true") ? 1 : 0),
      execute_command: () => commandsRun,
    };
    const effects = counts[action]?.();
    // Once. Only a command that was interrupted between start and end may be unknown, and then it says so.
    if (action === 'execute_command' && ['after:started', 'effect', 'before:done'].includes(point)) {
      expect(result?.status).toBe('uncertain');
      expect(effects).toBeLessThanOrEqual(1);
    } else {
      expect(result?.status).toBe('succeeded');
      expect(effects).toBe(1);
    }
    expect(JSON.parse(disk.kvp.get('c:d1') ?? '{}').s).toBe('settled');
  });
});

describe('the journal', () => {
  it('never executes an id twice, whatever is offered', async () => {
    const platform = new Platform();
    platform.settle = false;
    const disk = createDisk('vrp1');
    const city = await start({ disk, platform, setup: online });
    platform.due.push({ id: 'a', action: 'add_money', args: { amount: 100 } });
    city.run(5000);
    platform.due[0] = { id: 'a', attempt: 2, action: 'add_money', args: { amount: 100 } };
    city.run(5000);
    expect(platform.result('a')).toMatchObject({ attempt: 2, status: 'succeeded' });
    platform.settle = true;
    city.run(5000);
    platform.due.push({ id: 'a', attempt: 9, action: 'add_money', args: { amount: 100 } });
    city.run(5000);
    expect(city.eval("return World.bank['17']")).toBe(1100);
    expect(platform.result('a')).toMatchObject({ attempt: 9, status: 'succeeded' });
  });

  it('tries a stored failure again when it is offered with a higher attempt', async () => {
    const platform = new Platform();
    const disk = createDisk('vrp1');
    const city = await start({ disk, platform, setup: online });
    platform.due.push({ id: 'a', action: 'remove_money', args: { amount: 5000 } });
    city.run(5000);
    expect(platform.result('a')?.code).toBe('insufficient_funds');
    city.eval("World.bank['17'] = 6000");
    platform.due.push({ id: 'a', attempt: 1, action: 'remove_money', args: { amount: 5000 } });
    city.run(5000);
    expect(platform.result('a')?.code).toBe('insufficient_funds');
    platform.due = [{ id: 'a', attempt: 2, action: 'remove_money', args: { amount: 5000 } }];
    city.run(5000);
    expect(platform.result('a')?.code).toBe('ok');
    expect(city.eval("return World.bank['17']")).toBe(1000);
  });

  it('refuses a journal of a newer script and a folder with another name', async () => {
    const platform = new Platform();
    const disk = createDisk('vrp1');
    disk.kvp.set('meta:schema', '99');
    const newer = await start({ disk, platform });
    newer.run(5000);
    const renamed = await start({ disk: createDisk('vrp1'), platform, resource: 'vitrine-1.2.0' });
    renamed.run(5000);
    expect(platform.hellos).toHaveLength(0);
    expect(newer.logs().join('\n')).toContain('versão mais nova');
    expect(renamed.logs().join('\n')).toContain('Renomeie a pasta');
  });

  it('forgets tombstones after 30 days and keeps its identity', async () => {
    const platform = new Platform();
    const disk = createDisk('');
    disk.kvp.set(
      'c:old',
      JSON.stringify({ s: 'settled', st: 'succeeded', code: 'ok', n: 1, at: 1_790_000_000 - 31 * 86_400 }),
    );
    disk.kvp.set(
      'c:new',
      JSON.stringify({ s: 'settled', st: 'succeeded', code: 'ok', n: 1, at: 1_790_000_000 - 86_400 }),
    );
    disk.kvp.set('c:bad', '{"s":');
    (await start({ disk, platform })).run(2000);
    (await start({ disk, platform })).run(2000);
    expect([...disk.kvp.keys()].sort()).toEqual(['c:bad', 'c:new', 'meta:journal_id', 'meta:schema', 'meta:starts']);
    expect(platform.result('bad')?.status).toBe('uncertain');
    expect(platform.hellos[0]?.journal_id).toBe(platform.hellos[1]?.journal_id);
    expect(platform.hellos[0]?.boot_id).not.toBe(platform.hellos[1]?.boot_id);
  });
});

describe('order and pace', () => {
  it('keeps the order of one player, serves players in parallel and reports each result at once', async () => {
    const platform = new Platform();
    const disk = createDisk('vrp1');
    const city = await start({ disk, platform, setup: online });
    city.run(3000);
    for (let n = 1; n <= 4; n += 1) platform.due.push({ id: `p${n}`, action: 'add_money', args: { amount: n } });
    platform.due.push({ id: 'other', action: 'remove_ban', player: { city_id: '18' } });
    const before = platform.syncs.length;
    city.run(4000);
    const ids = platform.results.map((result) => result.id);
    expect(ids.filter((id) => id.startsWith('p'))).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(ids.indexOf('other')).toBeLessThan(ids.indexOf('p4'));
    expect(city.eval("return World.bank['17']")).toBe(1010);
    const reports = platform.syncs.slice(before).filter((sync) => (sync.results as unknown[]).length > 0);
    expect(reports.every((sync) => sync.want === 0)).toBe(true);
  });

  it('reports in under a second while a poll is held', async () => {
    const platform = new Platform();
    const city = await start({ disk: createDisk('vrp1'), platform, setup: online });
    city.run(3000);
    platform.due.push({ id: 'q', action: 'add_money', args: { amount: 1 } });
    // A poll without work is held for as long as the platform may hold it.
    const hold = (body: string, good: () => Answer): Answer => {
      const answer = good();
      return JSON.parse(body).want > 0 && !answer.body.includes('"id":"q"') ? { ...answer, delayMs: 3500 } : answer;
    };
    platform.faults = Array.from({ length: 40 }, () => hold);
    const from = Number(city.eval('return Harness.now()'));
    while (!platform.result('q') && Number(city.eval('return Harness.now()')) < from + 5000) city.run(10);
    // 500 ms of it is the waiting time that the stand-in gave the city before.
    expect(Number(city.eval('return Harness.now()')) - from).toBeLessThan(800);
  });

  it('starts nothing new before a restart and goes on when the restart is cancelled', async () => {
    const platform = new Platform();
    const city = await start({ disk: createDisk('vrp1'), platform, setup: online });
    city.run(3000);
    city.eval("TriggerEvent('txAdmin:events:scheduledRestart', { secondsRemaining = 60 })");
    city.run(1000);
    platform.due.push({ id: 'r', action: 'add_money', args: { amount: 1 } });
    city.run(10_000);
    expect(platform.result('r')).toBeUndefined();
    city.eval("TriggerEvent('txAdmin:events:scheduledRestartSkipped', {})");
    city.run(5000);
    expect(platform.result('r')?.status).toBe('succeeded');
  });

  it('waits for a base that starts later, and defers while it is away', async () => {
    const platform = new Platform();
    const city = await start({
      disk: createDisk('vrp1'),
      platform,
      setup: `${online} Harness.states.vrp = 'starting'`,
    });
    platform.due.push({ id: 'w', action: 'add_money', args: { amount: 1 } });
    city.run(5000);
    expect(platform.hellos).toHaveLength(0);
    city.eval("Harness.states.vrp = 'started'");
    city.run(5000);
    expect(platform.hellos[0]).toMatchObject({ framework: 'vrpex', game: 'fivem', protocol: 1 });
    expect(platform.result('w')?.status).toBe('succeeded');
    city.eval("Harness.states.vrp = 'stopped' TriggerEvent('onResourceStop', 'vrp')");
    platform.due.push({ id: 'x', action: 'add_money', args: { amount: 1 } });
    city.run(2000);
    expect(platform.result('x')).toMatchObject({ status: 'deferred', code: 'framework_missing' });
    city.eval("Harness.states.vrp = 'started'");
    city.run(8000);
    platform.due = [{ id: 'x', attempt: 2, action: 'add_money', args: { amount: 1 } }];
    city.run(8000);
    expect(platform.result('x')).toMatchObject({ attempt: 2, status: 'succeeded' });
  });

  it('asks at once when a character is loaded', async () => {
    const platform = new Platform();
    const city = await start({ disk: createDisk('vrp1'), platform });
    city.run(6000);
    expect(platform.syncs.at(-1)?.online).toEqual([]);
    city.eval("World.sources['17'] = 3 World.sources['40'] = 70000 TriggerEvent('vRP:playerSpawn', 17, 3, true)");
    city.run(50);
    expect(platform.syncs.at(-1)?.online).toEqual(['17']);
  });
});
