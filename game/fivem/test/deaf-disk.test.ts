import { afterEach, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { closePlayed, type PlayedCity, playCity } from './played-city.ts';

/** A disk that keeps some writes and drops others without a word, and a script that stops between two writes. */

afterEach(closePlayed);

const water = (id: string, city_id = '17'): Command => ({
  id,
  action: 'add_item',
  args: { item: 'agua', amount: 1 },
  player: { city_id },
});

async function enter() {
  const platform = new Platform();
  const here = await playCity({ platform, framework: 'vrpex', online: true });
  here.run(3000);
  return { platform, here };
}

/** Drops every write of a delivery's row except that it began. */
const afterStart = (key: string, value: string | null): boolean => key.includes(':c:') && !value?.includes('"started"');

/** The script dies and comes back with the same journal; the base and its players stay. */
async function startAgain(here: PlayedCity, seconds = 15): Promise<void> {
  here.city.server.stop('vitrine');
  await here.city.server.ensure('vitrine', false);
  here.run(seconds * 1000);
}

it('a dropped row is written as soon as the disk keeps writes again, so a used item is not given twice', async () => {
  const { platform, here } = await enter();
  here.city.kvp.deaf = afterStart;
  platform.due = [water('i1')];
  here.run(6000);
  expect(platform.result('i1')).toMatchObject({ status: 'succeeded' });
  here.items('agua', -1);
  here.city.kvp.deaf = false;
  here.run(10_000);
  platform.knows = false;
  await startAgain(here);
  expect(here.held('agua')).toBe(0);
  expect(platform.results.filter(({ id }) => id === 'i1').map(({ status }) => status)).toEqual(['succeeded']);
});

it('a disk that is freed only at the restart repeats nothing that Vitrine knows', async () => {
  const { platform, here } = await enter();
  await here.city.join(18);
  here.run(2000);
  here.city.kvp.deaf = afterStart;
  const group: Command = { id: 'g1', action: 'add_group', args: { group: 'vip' }, player: { city_id: '18' } };
  platform.due = [water('i1'), group];
  here.run(6000);
  expect(platform.result('i1')).toMatchObject({ status: 'succeeded' });
  expect(platform.result('g1')).toMatchObject({ status: 'succeeded' });
  here.items('agua', -1);
  here.eval("vRP.removeUserGroup(18, 'vip')", 'vrp');
  here.city.server.stop('vitrine');
  here.city.kvp.deaf = false;
  await startAgain(here);
  expect(here.held('agua')).toBe(0);
  expect(here.eval("return vRP.hasGroup(18, 'vip') == true", 'vrp')).toBe(false);
  // If a person decides to send it again, it is given again.
  platform.due = [{ ...water('i1'), attempt: 2 }];
  here.run(5000);
  expect(platform.result('i1')).toMatchObject({ attempt: 2, status: 'succeeded' });
  expect(here.held('agua')).toBe(1);
  expect(here.city.scriptErrors).toEqual([]);
});

it('a row that cannot be written stops its own player and nobody else', async () => {
  const { platform, here } = await enter();
  await here.city.join(18);
  here.run(2000);
  here.city.kvp.deaf = (key, value) => key.endsWith(':c:i1') && afterStart(key, value);
  platform.due = [water('i1')];
  here.run(6000);
  platform.due = [water('i2'), water('i3', '18')];
  here.run(6000);
  expect(platform.result('i2')).toMatchObject({ status: 'deferred', code: 'storage_unavailable' });
  expect(platform.result('i3')).toMatchObject({ status: 'succeeded' });
  expect(platform.syncs.flatMap(({ ready }) => ready)).not.toContain('i2');
  here.city.kvp.deaf = false;
  here.run(5000);
  platform.due = [{ ...water('i2'), attempt: 2 }];
  here.run(6000);
  expect(platform.result('i2')).toMatchObject({ status: 'succeeded' });
  expect(here.held('agua')).toBe(2);
});

it('a journal that began on a deaf disk keeps its name from the moment when the disk keeps', async () => {
  const platform = new Platform();
  const machine = await playCity({ platform, framework: 'vrpex', online: true });
  machine.city.kvp.corrupt();
  machine.city.kvp.deaf = true;
  await startAgain(machine);
  const name = platform.hellos.at(-1)?.journal_id;
  machine.city.kvp.deaf = false;
  machine.run(5000);
  platform.due = [water('i1')];
  machine.run(5000);
  expect(platform.result('i1')).toMatchObject({ status: 'succeeded' });
  await startAgain(machine);
  expect(platform.hellos.at(-1)?.journal_id).toBe(name);
});

it('nothing is executed while the disk is full, and the queue goes on by itself when it has room', async () => {
  const { platform, here } = await enter();
  here.city.kvp.deaf = (_key, value) => value !== null;
  platform.due = Array.from({ length: 5 }, (_, n) => water(`i${n}`));
  here.run(10_000);
  expect(here.held('agua')).toBe(0);
  expect(here.city.kvp.keys('vitrine').filter((key) => key.startsWith('c:'))).toEqual([]);
  expect(here.logs().join('\n')).toContain('não está guardando o diário');
  here.city.kvp.deaf = false;
  platform.due = Array.from({ length: 5 }, (_, n) => ({ ...water(`i${n}`), attempt: 2 }));
  here.run(10_000);
  expect(here.held('agua')).toBe(5);
});

it('a script that stops while the base is asked whether the item arrived does not give it again', async () => {
  const { platform, here } = await enter();
  here.eval(
    `local give, data, slow = vRP.giveInventoryItem, vRP.getUserDataTable, false
     vRP.giveInventoryItem = function(...) give(...) slow = true end
     vRP.getUserDataTable = function(id)
       if slow then slow = false Wait(3000) end
       return data(id)
     end`,
    'vrp',
  );
  platform.due = [water('i1')];
  for (let turn = 0; turn < 200 && here.held('agua') === 0; turn += 1) here.run(20);
  expect(platform.result('i1')).toBeUndefined();
  here.city.server.stop('vitrine');
  here.items('agua', -1);
  await startAgain(here);
  expect(here.held('agua')).toBe(0);
  expect(platform.result('i1')).toMatchObject({ status: 'uncertain' });
});
