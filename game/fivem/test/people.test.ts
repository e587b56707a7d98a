import { afterEach, describe, expect, it } from 'vitest';
import { type Base, type City, createDisk, startCity } from './harness.ts';
import { Platform } from './platform.ts';

let city: City | undefined;
afterEach(() => {
  city?.close();
  city = undefined;
});

async function begin(base: Base, setup = '') {
  const platform = new Platform();
  const disk = createDisk(base);
  city = await startCity({ disk, platform, setup });
  city.run(3000);
  return { platform, disk, city };
}

const families: Base[] = ['vrp1', 'creative3', 'creative4', 'creative_network'];
describe.each(families)('%s', (base) => {
  it('answers the name of an existing character, and that others do not exist', async () => {
    const { platform, city: here } = await begin(base);
    platform.who = ['17', '18'];
    here.run(1000);
    expect(platform.people).toEqual([
      { city_id: '17', status: 'found', name: 'João Silva' },
      { city_id: '18', status: 'missing' },
    ]);
  });
});

it('answers unknown without a base', async () => {
  const { platform, city: here } = await begin('');
  expect(platform.hellos[0]).toMatchObject({ framework: 'standalone', capabilities: { who: { online: true } } });
  platform.who = ['17'];
  here.run(1000);
  expect(platform.people).toEqual([{ city_id: '17', status: 'unknown' }]);
});

it('finds a character without a name, and sends no odd characters of a name', async () => {
  const { platform, disk, city: here } = await begin('creative3');
  disk.db.exec("UPDATE vrp_users SET name = NULL, name2 = '' WHERE id = 17");
  platform.who = ['17'];
  here.run(1000);
  disk.db.exec(
    "UPDATE vrp_users SET name = 'a' || char(10) || 'b', name2 = replace(hex(zeroblob(50000)), '00', 'ç') WHERE id = 17",
  );
  platform.who = ['17'];
  here.run(1000);
  const [without, long] = platform.people;
  expect(without).toEqual({ city_id: '17', status: 'found' });
  expect(long?.name).toBe(`a b ${'ç'.repeat(76)}`);
});

it('answers unknown while the database is silent or the base is away, and deliveries go on', async () => {
  const { platform, city: here } = await begin('vrp1', "World.sources['17'] = 3 World.bank['17'] = 1000");
  here.eval(`Harness.real = Harness.exportsOf.oxmysql.query_async
    Harness.exportsOf.oxmysql.query_async = function(sql, params)
      if sql:find('vrp_user_identities', 1, true) then Wait(60000) end
      return Harness.real(sql, params)
    end`);
  platform.who = ['17'];
  platform.due.push({ id: 'm', action: 'add_money', args: { amount: 5 } });
  here.run(2000);
  expect(platform.result('m')).toMatchObject({ status: 'succeeded' });
  expect(platform.people).toEqual([]);
  here.run(2000);
  expect(platform.people).toEqual([{ city_id: '17', status: 'unknown' }]);
  here.eval("Harness.exportsOf.oxmysql.query_async = function() error('no connection') end");
  platform.who = ['18'];
  here.run(1000);
  expect(platform.people.at(-1)).toEqual({ city_id: '18', status: 'unknown' });
  expect(here.errors()).toEqual([]);
});

it('ignores an invalid city id, looks up each id once at a time, and takes ten at a time', async () => {
  const { platform, city: here } = await begin('vrp1');
  platform.who = ['17', '17', 17, "17' OR 1=1", '0', '-1', '2147483648', null, {}];
  here.run(1000);
  expect(platform.people).toEqual([{ city_id: '17', status: 'found', name: 'João Silva' }]);
  platform.people = [];
  platform.who = Array.from({ length: 30 }, (_, index) => String(100 + index));
  here.run(1000);
  expect(platform.people).toHaveLength(10);
  expect(here.errors()).toEqual([]);
});

it('sends an answer once: a lost one is asked for again, not repeated', async () => {
  const { platform, city: here } = await begin('vrp1');
  platform.who = ['17'];
  const lose = (body: string, good: () => { status: number; body: string }) => {
    if (body.includes('"missing"') || body.includes('"found"')) return { status: 0, body: '' };
    platform.faults.push(lose);
    return good();
  };
  platform.faults = [lose];
  here.run(60_000);
  expect(platform.faults).toEqual([]);
  expect(platform.people).toEqual([]);
  platform.who = ['17'];
  here.run(2000);
  expect(platform.people).toHaveLength(1);
});

it('drops an answer that cannot be sent soon', async () => {
  const { platform, city: here } = await begin('vrp1');
  here.eval(`Harness.real = Harness.exportsOf.oxmysql.query_async
    Harness.exportsOf.oxmysql.query_async = function(sql, params)
      Wait(1000)
      return Harness.real(sql, params)
    end`);
  platform.who = ['17'];
  here.run(700);
  expect(platform.who).toEqual([]);
  // The key is refused meanwhile, so the script asks again only minutes later.
  platform.faults = [{ status: 401, body: '{"success":false,"code":"game_auth"}' }];
  here.run(400_000);
  expect(platform.hellos).toHaveLength(2);
  expect(platform.people).toEqual([]);
  platform.who = ['17'];
  here.run(5000);
  expect(platform.people).toHaveLength(1);
});
