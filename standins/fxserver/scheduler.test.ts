import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestCity, testCity } from './testing.ts';

let city: TestCity;
beforeEach(async () => {
  city = await testCity();
});
afterEach(() => city.close());

test('threads, waits and time-outs run in the order of their times', async () => {
  const order = await city.lua(`
    local seen = {}
    CreateThread(function() Wait(300) seen[#seen + 1] = 'c' end)
    CreateThread(function() Wait(100) seen[#seen + 1] = 'a' end)
    SetTimeout(200, function() seen[#seen + 1] = 'b' end)
    ClearTimeout(SetTimeout(150, function() seen[#seen + 1] = 'never' end))
    Wait(400)
    return seen`);
  expect(order).toEqual(['a', 'b', 'c']);
});

test('an error ends only its own thread, and pcall works across Wait', async () => {
  const result = await city.lua(`
    CreateThread(function() Wait(50) error('boom') end)
    local ok, message = pcall(function() Wait(100) error('inside', 0) end)
    return { ok, message }`);
  expect(result).toEqual([false, 'inside']);
  expect(city.scriptErrors).toHaveLength(1);
  expect(city.scriptErrors[0]).toContain('boom');
});

test('promises chain, reject and gather', async () => {
  expect(
    await city.lua(`
      local p, q = promise.new(), promise.new()
      SetTimeout(50, function() p:resolve(2) end)
      SetTimeout(20, function() q:resolve(3) end)
      local both = Citizen.Await(promise.all({ p, q }))
      local later = Citizen.Await(p:next(function(v) Wait(30) return v * 10 end))
      local bad = promise.new()
      bad:reject('no')
      local ok, why = pcall(Citizen.Await, bad)
      return { both[1], both[2], later, ok, why }`),
  ).toEqual([2, 3, 20, false, 'no']);
});

test('events keep integer keys and turn functions into references; a handle removes a handler', async () => {
  expect(
    await city.lua(`
      local got, calls = {}, 0
      local handle = AddEventHandler('x', function(t, fn, nothing, last)
        calls = calls + 1
        got = { t[17], math.type(next(t)), fn(5), nothing == nil, last, getmetatable(t) == nil }
      end)
      TriggerEvent('x', setmetatable({ [17] = 'a' }, { __index = {} }), function(n) return n * 2 end, nil, 'z')
      RemoveEventHandler(handle)
      TriggerEvent('x', {}, function() end)
      got[#got + 1] = calls
      return got`),
  ).toEqual(['a', 'integer', 10, true, 'z', true, 1]);
});

test('an export that waits is awaited, its error reaches the caller, and a missing one raises', async () => {
  expect(
    await city.lua(`
      exports('slow', function(a, b) Wait(500) return a + b, 'second' end)
      exports('bad', function() error('broken export', 0) end)
      local me = exports[GetCurrentResourceName()]
      local sum, second = me:slow(2, 3)
      local ok, why = pcall(function() return me:bad() end)
      local missing, text = pcall(function() return exports.nobody:x() end)
      return { sum, second, ok, why, missing, string.match(text, 'No such export x in resource nobody') }`),
  ).toEqual([5, 'second', false, 'broken export', false, 'No such export x in resource nobody']);
});

test('the sandbox lacks what FXServer lacks, and files stay inside the folder', async () => {
  expect(
    await city.lua(`
      local denied = { io.open('../../../../etc/passwd', 'r') }
      local f = assert(io.open('notes.txt', 'w'))
      f:write('linha 1\\nlinha 2\\n')
      f:close()
      local lines = {}
      for l in io.lines('notes.txt') do lines[#lines + 1] = l end
      return { require == nil, dofile == nil, loadfile == nil, (select(2, os.execute('ls'))), denied[2],
        lines, LoadResourceFile(GetCurrentResourceName(), 'notes.txt'), SaveResourceFile(GetCurrentResourceName(), '../out.txt', 'x', -1) }`),
  ).toEqual([
    true,
    true,
    true,
    'permission denied',
    '../../../../etc/passwd: Permission denied',
    ['linha 1', 'linha 2'],
    'linha 1\nlinha 2\n',
    false,
  ]);
});

test('the clock is the city’s: os.time, GetGameTimer, and a day passes a thousand times as fast', async () => {
  const before = await city.lua('return { os.time(), GetGameTimer(), math.type(os.time()) }');
  await city.lua('CreateThread(function() while true do Wait(250) Ticks = (Ticks or 0) + 1 end end)');
  const started = performance.now();
  await city.advance(86_400_000);
  expect(performance.now() - started).toBeLessThan(86_400_000 / 1000);
  const [seconds, timer] = (await city.lua('return { os.time(), GetGameTimer() }')) as number[];
  const [seconds0, timer0] = before as number[];
  expect((seconds ?? 0) - (seconds0 ?? 0)).toBeGreaterThanOrEqual(86_400);
  expect((timer ?? 0) - (timer0 ?? 0)).toBeGreaterThanOrEqual(86_400_000);
  expect(await city.lua('return Ticks')).toBeGreaterThanOrEqual(345_600);
});

test('commands and rights: registration, refusal, unknown words, the console listener', async () => {
  await city.lua(`
    Heard, Ran = {}, {}
    RegisterConsoleListener(function(channel, message) Heard[#Heard + 1] = message end)
    RegisterCommand('brinde', function(source, args, raw) Ran[#Ran + 1] = { source, args[1], args[2], raw } end, true)`);
  expect(
    await city.lua(`
      local before = IsPrincipalAceAllowed('resource.basic', 'command.brinde')
      ExecuteCommand('brinde 1')
      ExecuteCommand('nada; brinde 2')
      local known = false
      for _, c in ipairs(GetRegisteredCommands()) do if c.name == 'brinde' and c.resource == 'basic' then known = true end end
      return { before, #Ran, known }`),
  ).toEqual([false, 0, true]);
  await city.console('add_ace resource.basic command.brinde allow; brinde "dois nomes" fim // resto');
  expect(
    await city.lua(
      "ExecuteCommand('BRINDE 7') return { IsPrincipalAceAllowed('resource.basic', 'command.brinde'), Ran }",
    ),
  ).toEqual([
    true,
    [
      [0, 'dois nomes', 'fim', 'brinde "dois nomes" fim // resto'],
      [0, '7', null, 'BRINDE 7'],
    ],
  ]);
  expect(await city.lua('return Heard')).toEqual(
    expect.arrayContaining(['Access denied for command brinde.', 'No such command nada;.']),
  );
});
