import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FIND_HANDLES, openKvp } from './kvp.ts';
import { type TestCity, testCity } from './testing.ts';

let dir: string;
let city: TestCity | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vitrine-kvp-'));
});
afterEach(async () => {
  await city?.close();
  city = undefined;
  rmSync(dir, { recursive: true, force: true });
});

test('a crash loses unsynced writes; a synced write also saves those before it', () => {
  const file = join(dir, 'kvp.log');
  const kvp = openKvp(file);
  kvp.set('a', 'x', '1', false);
  kvp.crash();
  expect(kvp.get('a', 'x')).toBeUndefined();
  kvp.set('a', 'x', '1', false);
  kvp.set('a', 'y', '2', true);
  kvp.delete('a', 'y', false);
  kvp.crash();
  expect([kvp.get('a', 'x'), kvp.get('a', 'y')]).toEqual(['1', '2']);
  kvp.delete('a', 'y', false);
  kvp.flush();
  kvp.crash();
  expect(openKvp(file).keys('a')).toEqual(['x']);
});

test('half a line at the end is a write that never happened', () => {
  const file = join(dir, 'kvp.log');
  openKvp(file).set('a', 'x', '1', true);
  appendFileSync(file, '["res:a:y","2');
  const kvp = openKvp(file);
  kvp.set('a', 'z', '3', true);
  expect(openKvp(file).keys('a')).toEqual(['x', 'z']);
});

test('copies can be moved, a corrupt store begins empty, and old lines are dropped', () => {
  const kvp = openKvp(join(dir, 'a.log'));
  for (let i = 0; i < 5000; i += 1) kvp.set('r', 'same', String(i), true);
  kvp.crash();
  kvp.copy(join(dir, 'b.log'));
  kvp.corrupt();
  expect(kvp.keys('r')).toEqual([]);
  expect(openKvp(join(dir, 'b.log')).get('r', 'same')).toBe('4999');
});

test('from Lua: types, prefixes, own keys only, 64 handles, cut at NUL', async () => {
  city = await testCity();
  city.kvp.set('other', 'c:9', 'ssecret;', true);
  expect(
    await city.lua(`
      SetResourceKvp('c:1', 'um; "ç" % \\255')
      SetResourceKvp('c:2', 'dois\\0tres')
      SetResourceKvpInt('n', 9007199254740993)
      SetResourceKvpFloat('f', 2)
      local keys, h = {}, StartFindKvp('c:')
      repeat local k = FindKvp(h) keys[#keys + 1] = k until not k
      EndFindKvp(h)
      local open = 0
      while StartFindKvp('c:') ~= -1 do open = open + 1 end
      return { keys, GetResourceKvpString('c:1') == 'um; "ç" % \\255', GetResourceKvpString('c:2'), GetResourceKvpInt('n') == 9007199254740993,
        math.type(GetResourceKvpFloat('f')), GetResourceKvpString('c:9') == nil, open }`),
  ).toEqual([['c:1', 'c:2'], true, 'dois', true, 'float', true, FIND_HANDLES]);
});

test('a killed server stops in the middle of a line and finds only earlier writes', async () => {
  city = await testCity();
  const killed = city.kill({ at: 'kvp:before', prefix: 'c:', contains: 'done' });
  city.emit(
    'fixture:run',
    0,
    `SetResourceKvp('c:1', 'started')
     SetResourceKvpNoSync('lost', 'x')
     pcall(function() SetResourceKvp('c:1', 'done') end)
     SetResourceKvp('c:2', 'after death')`,
  );
  await city.advance(100);
  await killed;
  expect(city.alive).toBe(false);
  await city.restart();
  expect(
    await city.lua(
      `return { GetResourceKvpString('c:1'), GetResourceKvpString('lost') or 'gone', GetResourceKvpString('c:2') or 'gone' }`,
    ),
  ).toEqual(['started', 'gone', 'gone']);
  const second = city.kill({ at: 'kvp:after', prefix: 'c:', nth: 2 });
  city.emit('fixture:run', 0, `SetResourceKvp('c:1', 'a') SetResourceKvp('c:2', 'b') SetResourceKvp('c:3', 'c')`);
  await city.advance(100);
  await second;
  await city.restart();
  expect(await city.lua(`return { GetResourceKvpString('c:2'), GetResourceKvpString('c:3') or 'gone' }`)).toEqual([
    'b',
    'gone',
  ]);
  expect(city.scriptErrors).toEqual([]);
});
