import { afterEach, describe, expect, it } from 'vitest';
import type { FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import { Platform } from './platform.ts';
import { BASES, closePlayed, playCity } from './played-city.ts';

afterEach(closePlayed);

async function begin(framework: FrameworkName | 'none', online = false) {
  const platform = new Platform();
  const city = await playCity({ platform, framework, online });
  city.run(3000);
  return { platform, city };
}

/** Lua for the database driver: `code` runs before each query of the script. */
const before = (code: string): string =>
  `exports('query_async', function(sql, params) ${code} return Standin.sql(sql, params, 'vitrine') end)`;

describe.each(BASES)('%s', (base) => {
  it('answers the name of an existing character, and that others do not exist', async () => {
    const { platform, city: here } = await begin(base);
    platform.who = ['17', '999'];
    here.run(1000);
    expect(platform.people).toHaveLength(2);
    expect(platform.people).toEqual(
      expect.arrayContaining([
        { city_id: '17', status: 'found', name: 'João Silva' },
        { city_id: '999', status: 'missing' },
      ]),
    );
  });
});

it('answers unknown without a base', async () => {
  const { platform, city: here } = await begin('none');
  expect(platform.hellos[0]).toMatchObject({ framework: 'standalone', capabilities: { who: { online: true } } });
  platform.who = ['17'];
  here.run(1000);
  expect(platform.people).toEqual([{ city_id: '17', status: 'unknown' }]);
});

it('finds a character without a name, and sends no odd characters of a name', async () => {
  const { platform, city: here } = await begin('creative3');
  here.city.tables.query("UPDATE vrp_users SET name = NULL, name2 = '' WHERE id = 17");
  platform.who = ['17'];
  here.run(1000);
  here.city.tables.query('UPDATE vrp_users SET name = ?, name2 = ? WHERE id = 17', [
    `a\nb${'é'.repeat(47)}`,
    'ç'.repeat(50),
  ]);
  platform.who = ['17'];
  here.run(1000);
  const [without, long] = platform.people;
  expect(without).toEqual({ city_id: '17', status: 'found' });
  expect(long?.name).toBe(`a b${'é'.repeat(47)} ${'ç'.repeat(29)}`);
});

it('answers unknown while the database is silent or the base is away, and deliveries go on', async () => {
  const { platform, city: here } = await begin('vrpex', true);
  here.eval(before("if sql:find('vrp_user_identities', 1, true) then Wait(60000) end"), 'oxmysql');
  platform.who = ['17'];
  platform.due.push({ id: 'm', action: 'add_money', args: { amount: 5 } });
  here.run(2000);
  expect(platform.result('m')).toMatchObject({ status: 'succeeded' });
  expect(platform.people).toEqual([]);
  here.run(2000);
  expect(platform.people).toEqual([{ city_id: '17', status: 'unknown' }]);
  here.eval(before("error('no connection', 0)"), 'oxmysql');
  platform.who = ['18'];
  here.run(1000);
  expect(platform.people.at(-1)).toEqual({ city_id: '18', status: 'unknown' });
  expect(here.city.scriptErrors).toEqual([]);
});

it('ignores an invalid city id, looks up each id once at a time, and takes ten at a time', async () => {
  const { platform, city: here } = await begin('vrpex');
  platform.who = ['17', '17', 17, "17' OR 1=1", '0', '-1', '2147483648', null, {}];
  here.run(1000);
  expect(platform.people).toEqual([{ city_id: '17', status: 'found', name: 'João Silva' }]);
  platform.people = [];
  platform.who = Array.from({ length: 30 }, (_, index) => String(100 + index));
  here.run(1000);
  expect(platform.people).toHaveLength(10);
  expect(here.city.scriptErrors).toEqual([]);
});

it('sends an answer once: a lost one is asked for again, not repeated', async () => {
  const { platform, city: here } = await begin('vrpex');
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
  const { platform, city: here } = await begin('vrpex');
  here.eval(before('Wait(1000)'), 'oxmysql');
  platform.who = ['17'];
  here.run(700);
  expect(platform.who).toEqual([]);
  // The key is refused now, so the script can send the answer only minutes later.
  platform.faults = [{ status: 401, body: '{"success":false,"code":"game_auth"}' }];
  here.run(400_000);
  expect(platform.hellos).toHaveLength(2);
  expect(platform.people).toEqual([]);
  platform.who = ['17'];
  here.run(5000);
  expect(platform.people).toHaveLength(1);
});
