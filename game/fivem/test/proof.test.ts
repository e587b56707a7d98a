import { afterEach, describe, expect, it } from 'vitest';
import type { KillPoint } from '../../../standins/fxserver/kills.ts';
import type { Command } from '../../check/wire.ts';
import { rowsOf } from './city-rows.ts';
import { Platform } from './platform.ts';
import { closePlayed, type PlayedCity, playCity } from './played-city.ts';

afterEach(closePlayed);

/** A delivery counts when the city's own row shows it. */

const group = (id: string): Command => ({ id, action: 'add_group', args: { group: 'Premium' } });
const water = (id: string): Command => ({ id, action: 'add_item', args: { item: 'agua', amount: 1 } });
const money = (id: string): Command => ({ id, action: 'add_money', args: { amount: 500 } });

async function enter(framework: 'vrpex' | 'creative4-summerz' | 'network-newer', config?: string) {
  const platform = new Platform();
  const here = await playCity({ platform, framework, online: true, config });
  here.run(3000);
  return { platform, here };
}
const bank = (here: PlayedCity): unknown => here.city.memory('bank', 17);
const stored = (here: PlayedCity): boolean =>
  here.city.tables.rows("SELECT Information FROM entitydata WHERE Name = 'Permissions:Premium'").length > 0;

describe('the row of a delivery', () => {
  it('comes before the report, and until then the delivery is in progress', async () => {
    const { platform, here } = await enter('network-newer');
    platform.due.push(group('g1'));
    while (here.city.effectCount('group', 17) === 0) here.run(10);
    for (let turn = 0; turn < 2000 && !stored(here); turn += 1) {
      expect(platform.result('g1')).toBeUndefined();
      here.run(1);
    }
    expect(stored(here)).toBe(true);
    here.run(2000);
    expect(platform.result('g1')).toMatchObject({ status: 'succeeded', code: 'ok' });
    expect(here.city.scriptErrors).toEqual([]);
  });

  it('is written by a save of the sold goods, not of the whole city, and later deliveries of the player do not wait', async () => {
    const { platform, here } = await enter('network-newer');
    platform.due.push(group('g1'), ...Array.from({ length: 10 }, (_, index) => water(`i${index}`)));
    here.run(20_000);
    const codes = ['g1', ...Array.from({ length: 10 }, (_, index) => `i${index}`)].map(
      (id) => platform.result(id)?.code,
    );
    expect(codes).toEqual(Array(11).fill('ok'));
    expect(here.held('agua')).toBe(10);
    expect(here.city.effectCount('save')).toBe(0);
  });

  it('that never comes makes an item uncertain, and it is not given again', async () => {
    const { platform, here } = await enter('vrpex');
    here.eval('vRP.setUData = function() end', 'vrp');
    platform.due.push(water('i1'));
    here.run(15_000);
    expect(platform.result('i1')).toBeUndefined();
    here.run(15_000);
    expect(platform.result('i1')).toMatchObject({ status: 'uncertain', code: 'uncertain' });
    expect(platform.result('i1')?.message).toContain('a base não a gravou');
    platform.due.push({ ...water('i1'), attempt: 1 });
    here.run(5000);
    expect(here.held('agua')).toBe(1);
  });

  it('that never comes makes a group wait, because giving it twice is harmless', async () => {
    const { platform, here } = await enter('network-newer');
    here.eval('vRP.DataGroups = function() return {} end', 'vrp');
    platform.due.push(group('g1'));
    here.run(40_000);
    expect(platform.result('g1')).toMatchObject({ status: 'deferred', code: 'adapter_error' });
  });

  it('is written for a character who was never saved', async () => {
    const { platform, here } = await enter('creative4-summerz');
    here.city.tables.query('DELETE FROM summerz_playerdata WHERE user_id = 17', []);
    platform.due.push(water('i1'));
    here.run(5000);
    expect(platform.result('i1')).toMatchObject({ status: 'succeeded', code: 'ok' });
    const [row] = here.city.tables.rows('SELECT dvalue FROM summerz_playerdata WHERE user_id = 17');
    expect(String(row?.dvalue)).toContain('agua');
  });

  it('proves the money of a player who goes on spending', async () => {
    const { platform, here } = await enter('vrpex');
    here.eval(
      'CreateThread(function() while true do Wait(130) vRP.setBankMoney(17, vRP.getBankMoney(17) - 1) end end)',
      'vrp',
    );
    platform.due.push(money('m1'));
    here.run(10_000);
    expect(platform.result('m1')).toMatchObject({ status: 'succeeded' });
    expect(here.city.effects.filter(({ kind, detail }) => kind === 'bank' && Number(detail) === 500)).toHaveLength(1);
  });
});

describe('an arena, whose bag the base throws away', () => {
  const arena = (here: PlayedCity, inside: boolean) => here.city.emit('standin:arena', 17, inside);
  const inRow = (here: PlayedCity) => rowsOf(here.city, 'network-newer', 17).items('agua');

  it('gets no item: it comes once after the arena', async () => {
    const { platform, here } = await enter('network-newer');
    arena(here, true);
    platform.due.push(water('i1'));
    here.run(10_000);
    expect(platform.result('i1')).toMatchObject({ status: 'deferred', code: 'inventory_full' });
    expect(platform.result('i1')?.message).toContain('arena');
    arena(here, false);
    platform.due.push({ ...water('i1'), attempt: 2 });
    here.run(5000);
    expect(platform.result('i1')).toMatchObject({ status: 'succeeded' });
    expect([here.held('agua'), inRow(here)]).toEqual([1, 1]);
    expect(here.city.effectCount('item_in_arena')).toBe(0);
  });

  it('is waited for by an item that was given just before, and its row is not overwritten meanwhile', async () => {
    const { platform, here } = await enter('network-newer');
    platform.due.push(water('i1'));
    while (here.city.effectCount('item', 17) === 0) here.run(10);
    arena(here, true);
    here.run(120_000);
    expect(platform.result('i1')).toBeUndefined();
    arena(here, false);
    here.run(5000);
    expect(platform.result('i1')).toMatchObject({ status: 'succeeded' });
    expect([here.held('agua'), inRow(here)]).toEqual([1, 1]);
  });

  it('hides whether a dead script had given an item: the item is uncertain, and never given again', async () => {
    const { platform, here } = await enter('network-newer');
    void here.city.kill({ at: 'effect:after', prefix: 'item', stops: 'vitrine' });
    platform.due.push(water('i1'));
    here.run(3000);
    expect(here.city.server.resources.get('vitrine')?.state).toBe('stopped');
    arena(here, true);
    await here.city.server.ensure('vitrine', false);
    here.run(5000);
    expect(platform.result('i1')).toMatchObject({ status: 'uncertain' });
    arena(here, false);
    platform.due.push({ ...water('i1'), attempt: 1 });
    here.run(10_000);
    expect(platform.result('i1')).toMatchObject({ status: 'uncertain' });
    expect(here.held('agua')).toBe(1);
  });
});

describe('a crash between the effect and its row', () => {
  const point: KillPoint = { at: 'kvp:after', prefix: 'c:', contains: '"given"' };
  it.each([money('d1'), water('d1')])('of the script alone gives $action once', async (command) => {
    const { platform, here } = await enter('vrpex');
    void here.city.kill({ ...point, stops: 'vitrine' });
    platform.due.push(command);
    here.run(3000);
    expect(here.city.server.resources.get('vitrine')?.state).toBe('stopped');
    await here.city.server.ensure('vitrine', false);
    here.run(10_000);
    expect(platform.result('d1')).toMatchObject({ status: 'succeeded' });
    expect([bank(here), here.held('agua')]).toEqual(command.action === 'add_money' ? [1500, 0] : [1000, 1]);
  });

  it.each([money('d1'), water('d1')])(
    'of the whole server leaves $action uncertain, and never repeats it',
    async (command) => {
      const { platform, here } = await enter('vrpex');
      void here.city.kill(point);
      platform.due.push(command);
      here.run(3000);
      expect(here.city.alive).toBe(false);
      await here.city.restart();
      await here.city.server.ensure('vitrine', false);
      here.run(15_000);
      expect(platform.result('d1')).toMatchObject({ status: 'uncertain' });
      platform.due.push(command);
      here.run(5000);
      expect(bank(here)).toBe(1000);
    },
  );
});
