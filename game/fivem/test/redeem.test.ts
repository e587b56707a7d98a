import { afterEach, describe, expect, it } from 'vitest';
import type { Command } from '../../check/wire.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

afterEach(closePlayed);

async function begin(options: Partial<Parameters<typeof playCity>[0]> = {}) {
  const platform = new Platform();
  const city = await playCity({ platform, framework: 'vrpex', online: true, ...options });
  city.run(6000);
  const source = Number(city.eval('return Vitrine.Detect.adapter.source(17)'));
  const told = () => city.city.server.world.clientEvents.map(({ target, args }) => [target, JSON.stringify(args)]);
  const redeem = (from = source) => {
    const before = told().length;
    city.type(from, 'resgatar');
    city.run(3000);
    return told().slice(before);
  };
  return { platform, city, source, redeem };
}

describe('/resgatar', () => {
  it('says in one sentence what each delivery waits for, only to the player who asks', async () => {
    const { platform, city, source, redeem } = await begin();
    expect(redeem()).toEqual([[source, expect.stringContaining('Nada espera por você')]]);
    city.items('bigbox', 1);
    platform.due.push({ id: 'w', action: 'add_item', args: { item: 'pao', amount: 1 } });
    platform.due.push({ id: 'other', action: 'add_item', args: { item: 'pao', amount: 1 }, player: { city_id: '18' } });
    city.run(10_000);
    const said = redeem();
    expect(said).toHaveLength(1);
    expect(said[0]).toEqual([source, expect.stringContaining('Produto: Inventário cheio')]);
    expect(JSON.stringify(said)).not.toContain('fora da cidade');
  });

  it('makes waiting deliveries come again at once', async () => {
    const { platform, city, redeem } = await begin();
    city.items('bigbox', 1);
    platform.due.push({ id: 'w', action: 'add_item', args: { item: 'pao', amount: 1 } });
    city.run(10_000);
    const before = platform.syncs.length;
    redeem();
    expect(platform.syncs.slice(before).flatMap((sync) => sync.ready as string[])).toContain('w');
  });

  it('is answered once in ten seconds for each player', async () => {
    const { city, redeem } = await begin();
    expect(redeem()).toHaveLength(1);
    expect(redeem()).toEqual([]);
    expect(redeem()).toEqual([]);
    city.run(10_000);
    expect(redeem()).toHaveLength(1);
  });

  it('leaves a command of this name to the script that has it', async () => {
    const { city, redeem } = await begin({ own: "RegisterCommand('resgatar', function() print('own') end)" });
    expect(redeem()).toEqual([]);
    expect(city.logs().join('\n')).toContain('/resgatar');
  });

  it('answers nobody who is not a loaded character', async () => {
    const { redeem } = await begin();
    expect(redeem(0)).toEqual([]);
    expect(redeem(999)).toEqual([]);
  });
});

describe('a group with spaces and accents', () => {
  const act = (id: string, action: string): Command => ({ id, action, args: { group: 'Família Ouro' } });
  it.each([true, false])('is given and taken on Creative Network (online: %s)', async (online) => {
    const { platform, city } = await begin({ framework: 'network-newer', online });
    expect(platform.hellos[0]?.capabilities).toMatchObject({ names: { online: true } });
    platform.due.push(act('a', 'add_group'));
    city.run(30_000);
    expect(platform.result('a')).toMatchObject({ code: 'ok', detail: { place: 'level:Família Ouro' } });
    platform.due.push(act('b', 'remove_group'));
    city.run(30_000);
    expect(platform.result('b')).toMatchObject({ code: 'ok' });
  });

  it.each(['a;b', ' a', 'a ', 'a"b', "a'b", 'a\\b', 'a<b', 'a\u0000b', 'a\nb', ''])(
    'is refused as %j',
    async (group) => {
      const { platform, city } = await begin();
      platform.due.push({ id: 'a', action: 'add_group', args: { group } });
      city.run(5000);
      expect(platform.result('a')).toMatchObject({ status: 'failed', code: 'invalid_args' });
    },
  );
});
