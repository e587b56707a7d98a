import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FRAMEWORKS, type FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import { openMariadb } from '../../../standins/fxserver/mariadb/database.ts';
import { hasMariadb, type Mariadb, startMariadb } from '../../../standins/fxserver/mariadb/server.ts';
import { closeCities, deliver, open } from './open-city.ts';
import { hasTexts, jobOn } from './player-of.ts';

/** The SQL of every base and of the script in a real MariaDB. If it is not installed, these tests count as not tried. */

let mariadb: Mariadb;
let cities = 0;
const openTables = (now: () => number) => {
  cities += 1;
  return openMariadb(mariadb.socket, `cidade_${cities}`, now);
};
afterEach(closeCities);

const groups: Partial<Record<FrameworkName, string>> = { vrp1: 'vip', vrpex: 'vip', vrp2: 'vip' };

describe.skipIf(!hasMariadb())('in MariaDB', () => {
  beforeAll(async () => {
    mariadb = await startMariadb();
  });
  afterAll(() => mariadb.stop());

  describe.each(Object.keys(FRAMEWORKS) as FrameworkName[])('%s', (framework) => {
    it.each([true, false])('takes every delivery once (online: %s)', async (online) => {
      const players = [{ id: 3, name: "João D'Ávila", banned: !online, vehicles: ['adder'] }];
      const { city, platform } = await open(framework, { openTables, players });
      expect(platform.hellos[0]).toMatchObject({ database: 'oxmysql' });
      if (online) {
        await city.join(3);
        await city.advance(5000);
      }
      const group = groups[framework] ?? (hasTexts(framework) ? jobOn(framework, 'job:police:1') : 'Premium');
      const before = Number(city.memory('bank', 3));
      const codes = await deliver(city, platform, [
        { id: 'g1', action: 'add_group', args: { group } },
        { id: 'g2', action: 'add_group', args: { group } },
        { id: 'g3', action: 'remove_group', args: { group } },
        { id: 'm1', action: 'add_money', args: { amount: 500 } },
        { id: 'm2', action: 'remove_money', args: { amount: 200 } },
        { id: 'm3', action: 'add_money', args: { amount: 2_147_483_647 } },
        { id: 'v1', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
        { id: 'v2', action: 'add_vehicle', args: { vehicle: 'kuruma' } },
        { id: 'v3', action: 'remove_vehicle', args: { vehicle: 'kuruma' } },
        { id: 'b1', action: 'remove_ban' },
        { id: 'i1', action: 'add_item', args: { item: 'agua', amount: 2 } },
      ]);
      expect(codes).toEqual([
        'ok',
        'already_owned',
        'ok',
        'ok',
        'ok',
        'invalid_args',
        'ok',
        'already_owned',
        'ok',
        framework.startsWith('esx') ? 'unsupported_action' : online ? 'not_banned' : 'ok',
        online ? 'ok' : 'player_offline',
      ]);
      platform.who = ['3', '999'];
      await city.advance(2000);
      const people = hasTexts(framework)
        ? ['3', '999'].map((city_id) => ({ city_id, status: 'unknown' }))
        : [
            { city_id: '3', status: 'found', name: "João D'Ávila" },
            { city_id: '999', status: 'missing' },
          ];
      expect(platform.people).toEqual(expect.arrayContaining(people));
      expect(city.memory('bank', 3)).toBe(before + 300);
      if (!framework.startsWith('esx')) expect(city.memory('banned', 3)).toBe(false);
      expect(city.scriptErrors).toEqual([]);
    });
  });

  it('ox_core that was cut off between balance and record has given the money once', async () => {
    const { city, platform } = await open('ox_core', { openTables, players: [{ id: 3 }] });
    const before = Number(city.memory('bank', 3));
    void city.kill({ at: 'effect:inside', prefix: 'record' });
    await deliver(city, platform, [{ id: 'm1', action: 'add_money', args: { amount: 500 } }]);
    expect(city.alive).toBe(false);
    await city.restart();
    await city.server.ensure('vitrine', false);
    for (let turn = 0; turn < 60 && !platform.result('m1'); turn += 1) await city.advance(500);
    expect(platform.result('m1')).toMatchObject({ status: 'succeeded' });
    expect(city.memory('bank', 3)).toBe(before + 500);
  });
});
