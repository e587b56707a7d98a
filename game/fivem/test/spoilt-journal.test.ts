import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openKvp } from '../../../standins/fxserver/kvp.ts';
import { encodeWire, escapeText } from '../../../standins/fxserver/wire.ts';
import { type Command, isResult } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { closePlayed, newMachine, type PlayedCity, playCity } from './played-city.ts';

/** Rows that no version of the script would write. The deliveries of all other rows must go on. */

afterEach(closePlayed);

const AT = 1_789_999_000;
const money = (id: string, city_id = '17'): Command => ({
  id,
  action: 'add_money',
  args: { amount: 500 },
  player: { city_id },
});
const begun = (id: string, more: object, city_id = '17') => ({
  s: 'started',
  n: 1,
  at: AT,
  timer: 90_000_000,
  cmd: { ...money(id, city_id), attempt: 1, label: '', order: '' },
  probe: { kind: 'bank', before: 1000, after: 1500, row: 1000 },
  ...more,
});

/** Writes rows into the journal of a machine whose server does not run. */
function prepare(rows: Record<string, unknown>): string {
  const machine = newMachine();
  const kvp = openKvp(join(machine, 'db', 'default', 'kvp.log'));
  for (const [key, value] of Object.entries(rows))
    kvp.set('vitrine', key, escapeText(encodeWire(typeof value === 'string' ? value : JSON.stringify(value))), true);
  return machine;
}
const bank = (here: PlayedCity, id = 17): unknown => here.city.memory('bank', id);

/** Every result that left is one that Vitrine can read. */
function expectReadable(platform: Platform): void {
  expect(platform.malformed).toEqual([]);
  expect(platform.results.filter((result) => !isResult(result))).toEqual([]);
}

it('a row that nobody can read is told as uncertain, and everything else goes on', async () => {
  const platform = new Platform();
  const told = { status: 'succeeded', code: 'ok', message: 'Entregue', at: AT };
  const machine = prepare({
    'c:number': begun('number', { n: 'x' }),
    'c:half': begun('half', { n: 1.5 }),
    'c:table': begun('table', { n: {}, at: {}, timer: 'x' }),
    'c:other': { s: 'odd', n: 'x' },
    'c:bare': '5',
    'c:empty': { s: 'done', n: 1, res: {} },
    'c:codes': { s: 'done', n: 1, res: { ...told, code: 7 } },
    'c:long': { s: 'done', n: 1, res: { ...told, code: 'x'.repeat(41) } },
    'c:deep': { s: 'done', n: 1, res: { ...told, detail: { deep: { x: 1 } } } },
    'c:when': { s: 'done', n: 1, res: { ...told, at: 'now' } },
    'c:many': { s: 'done', n: -3, res: told },
    'c:': { s: 'done', n: 1, res: told },
    [`c:${'x'.repeat(80)}`]: begun('x', {}),
    'c:with space': begun('with space', {}),
    'c:stone': { s: 'settled' },
    'meta:journal_id': 'x',
    'meta:starts': 'many',
  });
  const here = await playCity({ platform, framework: 'vrpex', machine, online: true });
  platform.due = [{ ...money('stone'), attempt: 1 }];
  here.run(8000);
  platform.due = [money('after')];
  here.run(8000);
  expectReadable(platform);
  const states = Object.fromEntries(platform.results.map(({ id, status }) => [id, status]));
  expect(states).toMatchObject({
    other: 'uncertain',
    bare: 'uncertain',
    empty: 'uncertain',
    codes: 'uncertain',
    stone: 'uncertain',
    after: 'succeeded',
  });
  expect(Object.keys(states).sort()).not.toContain('');
  expect(here.city.scriptErrors).toEqual([]);
  expect(here.logs().join('\n')).not.toContain('Erro interno');
});

it('rows of the scripts 1.5 and 1.6 count as they did', async () => {
  const platform = new Platform();
  const stone = { s: 'settled', st: 'succeeded', code: 'ok', n: 1, at: AT };
  const machine = prepare({
    'c:stone': stone,
    'c:told': { s: 'done', n: 2, at: AT, res: { status: 'failed', code: 'invalid_item', message: 'Item', at: AT } },
    'c:begun': begun('begun', {}),
  });
  const here = await playCity({ platform, framework: 'vrpex', machine, online: true });
  platform.due = [{ ...money('stone'), attempt: 3 }];
  here.run(8000);
  expect(platform.result('told')).toMatchObject({ attempt: 2, status: 'failed', code: 'invalid_item' });
  expect(platform.result('stone')).toMatchObject({ attempt: 3, status: 'succeeded' });
  expect(platform.result('begun')).toMatchObject({ status: 'succeeded' });
  expect(bank(here)).toBe(1500);
});

it('an odd answer of an owner’s adapter never reaches Vitrine unchanged', async () => {
  const platform = new Platform();
  const here = await playCity({ platform, framework: 'vrpex', online: true });
  here.run(3000);
  const answers = [
    "{ status = 'succeeded', code = 'ok', detail = { run = function() end } }",
    "{ status = 'succeeded', code = 'ok', message = 'x', detail = { deep = { deeper = {} }, part = 0/0, high = 1/0 } }",
    "{ status = 'succeeded', code = 'ok', message = ('x'):rep(4000), detail = { long = ('x'):rep(900) } }",
    "{ status = 'great', code = 'ok' }",
    "{ status = 'succeeded' }",
    '{}',
    'nil',
    "'ok'",
  ];
  here.eval(`Answers = { ${answers.join(', ')} } Answers[7] = nil
    Vitrine.Detect.adapter.actions.remove_ban = function(job)
      return { effect = function() end, verify = function() return Answers[tonumber(job.id:sub(2))] end }
    end`);
  platform.due = answers.map((_, n) => ({ id: `a${n + 1}`, action: 'remove_ban' }));
  here.run(20_000);
  platform.due = [money('after')];
  here.run(8000);
  expectReadable(platform);
  expect(platform.result('after')).toMatchObject({ status: 'succeeded' });
  const known = ['a1', 'a2', 'a3'].map((id) => platform.result(id)?.status);
  expect(known).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect(['a4', 'a5', 'a6', 'a7', 'a8'].map((id) => platform.result(id)?.status)).toEqual(Array(5).fill('uncertain'));
  expect(here.city.scriptErrors).toEqual([]);
});

it('a base that never answers about one player holds up nobody else after a restart', async () => {
  const platform = new Platform();
  const here = await playCity({ platform, framework: 'vrpex', online: true });
  await here.city.join(18);
  here.run(3000);
  here.city.server.stop('vitrine');
  here.eval(
    `local bank = vRP.getBankMoney
     vRP.getBankMoney = function(id) if id == 17 then Citizen.Await(promise.new()) end return bank(id) end`,
    'vrp',
  );
  const row = escapeText(encodeWire(JSON.stringify(begun('stuck', {}))));
  here.city.kvp.set('vitrine', 'c:stuck', row, true);
  await here.city.server.ensure('vitrine', false);
  platform.due = [{ id: 'other', action: 'add_item', args: { item: 'agua', amount: 1 }, player: { city_id: '18' } }];
  here.run(120_000);
  expect(platform.result('other')).toMatchObject({ status: 'succeeded' });
  expect(platform.result('stuck')).toMatchObject({ status: 'uncertain' });
});

it('an interrupted delivery is left alone when the seat is lost before the base is back', async () => {
  const platform = new Platform();
  const machine = prepare({ 'c:m1': begun('m1', {}) });
  const here = await playCity({
    platform,
    framework: 'vrpex',
    machine,
    config: 'Config.FrameworkWaitSeconds = 1',
    slowStart: { vrp: 20_000 },
  });
  here.run(4000);
  expect(platform.syncs.length).toBeGreaterThan(0);
  platform.waiting = true;
  platform.faults = [{ status: 409, body: '{"success":false,"code":"superseded"}' }];
  await here.city.advance(60_000);
  expect(platform.result('m1')).toBeUndefined();
  expect(here.city.tables.rows('SELECT bank FROM vrp_user_moneys WHERE user_id = 17')).toEqual([{ bank: 1000 }]);
  platform.waiting = false;
  await here.city.advance(30_000);
  expect(platform.result('m1')).toMatchObject({ status: 'succeeded' });
});

it('a clock that was set back does not change the order in which interrupted deliveries are judged', async () => {
  const platform = new Platform();
  const row = (id: string, s: string, before: number, at: number, timer: number) =>
    begun(id, { s, at, timer, boot: 3, probe: { kind: 'bank', before, after: before + 500, row: 1000 } });
  const machine = prepare({
    'c:z-first': row('z-first', 'given', 1000, AT + 3600, 90_000_000),
    'c:a-second': row('a-second', 'started', 1500, AT, 90_000_500),
  });
  const here = await playCity({ platform, framework: 'vrpex', machine, online: true });
  here.run(10_000);
  expect(platform.result('z-first')?.status).toBe('uncertain');
  expect(platform.result('a-second')?.status).toBe('succeeded');
  expect(bank(here)).toBe(1500);
});

it('a store that cannot be read at the start is read when it can', async () => {
  const platform = new Platform();
  const here = await playCity({
    platform,
    framework: 'vrpex',
    online: true,
    // Another script holds all searches of the server's store for 20 s, so no other search can begin.
    own: `local searches = {}
      for index = 1, 64 do searches[index] = StartFindKvp('') end
      SetTimeout(20000, function() for _, one in ipairs(searches) do EndFindKvp(one) end end)`,
  });
  platform.due = [money('m1')];
  here.run(10_000);
  expect(platform.hellos).toEqual([]);
  here.run(30_000);
  expect(platform.result('m1')).toMatchObject({ status: 'succeeded' });
});
