import { afterEach, expect, it } from 'vitest';
import type { Answer, Command } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { closePlayed, type PlayedCity, playCity } from './played-city.ts';

/** A base never answers about one player, or an answer is one that Vitrine never gives. Everybody else is served as always. */

afterEach(closePlayed);

const water = (id: string, city_id: string): Command => ({
  id,
  action: 'add_item',
  args: { item: 'agua', amount: 1 },
  player: { city_id },
});

async function enter(code = '') {
  const platform = new Platform();
  const here = await playCity({ platform, framework: 'vrpex', online: true });
  await here.city.join(18);
  here.run(3000);
  if (code) here.eval(code, 'vrp');
  return { platform, here };
}

/** A function of the base that never returns for citizen 17. */
const deadFor17 = (name: string) => `local known = vRP.${name}
  vRP.${name} = function(id, ...) if id == 17 then Citizen.Await(promise.new()) end return known(id, ...) end`;

/** Seconds of the city until the result of `id` is told. */
function secondsTo(id: string, platform: Platform, here: PlayedCity): number {
  const from = here.city.clock.now();
  while (!platform.result(id) && here.city.clock.now() - from < 300_000) here.run(50);
  return (here.city.clock.now() - from) / 1000;
}

it.each(['setUData', 'getUserDataTable', 'giveInventoryItem', 'getItemWeight'])(
  'vRP.%s that never returns for one player delays no other',
  async (name) => {
    const { platform, here } = await enter(deadFor17(name));
    platform.due = Array.from({ length: 6 }, (_, n) => water(`stuck${n}`, '17'));
    here.run(4000);
    platform.due.push(water('free', '18'));
    expect(secondsTo('free', platform, here)).toBeLessThan(4);
    expect(platform.result('free')).toMatchObject({ status: 'succeeded' });
    here.run(60_000);
    platform.due.push(water('later', '18'));
    expect(secondsTo('later', platform, here)).toBeLessThan(4);
    expect(here.city.scriptErrors).toEqual([]);
  },
);

it('names at most a hundred deliveries in a request, however many arrived at once', async () => {
  const { platform, here } = await enter();
  here.eval(`Vitrine.Queue.pause(true)
    for n = 1, 140 do
      Vitrine.Queue.offer({ id = 'q' .. n, attempt = 1, player = { city_id = tostring(n) }, action = 'remove_ban' })
    end`);
  here.run(5000);
  expect(platform.malformed).toEqual([]);
  here.eval('Vitrine.Queue.pause(false)');
  here.run(60_000);
  expect(platform.result('q140')).toBeDefined();
});

it('an answer that is much longer than any of Vitrine’s is not even read', async () => {
  const { platform, here } = await enter();
  here.eval(`Longest = 0
    local hex = Vitrine.Sha256.hex
    Vitrine.Sha256.hex = function(text) Longest = math.max(Longest, #text) return hex(text) end
    Deepest = 0
    local decode = Vitrine.JsonUtil.decode
    Vitrine.JsonUtil.decode = function(text) Deepest = math.max(Deepest, #(text or '')) return decode(text) end`);
  const huge: Answer = { status: 200, body: 'x'.repeat(3_000_000), headers: { 'X-Vitrine-Signature': '0'.repeat(64) } };
  const long: Answer = { status: 500, body: JSON.stringify({ success: false, code: 'y'.repeat(500_000) }) };
  platform.faults = [huge, long, { status: 500, body: '['.repeat(900_000) }];
  here.run(80_000);
  expect(platform.faults).toEqual([]);
  expect(here.eval('return Longest')).toBeLessThan(1_100_000);
  // An error is not signed, so anybody can send one. A parser may crash on an error that is nested deeply.
  expect(here.eval('return Deepest')).toBeLessThan(5000);
  expect(here.logs().join('\n')).not.toContain('yyy');
  platform.due = [water('i1', '17')];
  here.run(5000);
  expect(platform.result('i1')).toMatchObject({ status: 'succeeded' });
});

it('an alarm is told again after the clock was set back', async () => {
  const { platform, here } = await enter();
  here.eval("Vitrine.Log.every('storage', 60, 'primeiro aviso')");
  here.eval('local now = os.time os.time = function(...) return now(...) - (select("#", ...) == 0 and 86400 or 0) end');
  here.run(120_000);
  here.eval("Vitrine.Log.every('storage', 60, 'segundo aviso')");
  expect(here.logs().join('\n')).toContain('segundo aviso');
  platform.due = [water('i1', '17')];
  here.run(5000);
  expect(platform.result('i1')).toMatchObject({ status: 'succeeded' });
});
