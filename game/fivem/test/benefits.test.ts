import { afterEach, expect, it } from 'vitest';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';

/** `/vip`: what a player has, and until when. */

afterEach(closePlayed);

async function begin(options: Partial<Parameters<typeof playCity>[0]> = {}) {
  const platform = new Platform();
  platform.benefits['17'] = [
    { name: 'VIP Ouro', until: 1_792_000_000, until_text: '14/10/2026, 18:00' },
    { name: 'Casa <b>~r~', until: null, until_text: null },
  ];
  const city = await playCity({ platform, framework: 'vrpex', online: true, ...options });
  city.run(6000);
  const source = Number(city.eval('return Vitrine.Detect.adapter.source(17)'));
  const told = () => city.city.server.world.clientEvents.map(({ target, args }) => [target, JSON.stringify(args)]);
  const ask = (word = 'vip', from = source) => {
    const before = told().length;
    city.type(from, word);
    city.run(3000);
    return told().slice(before);
  };
  return { platform, city, source, ask };
}

it('says what the player has and until when, only to the player who asks', async () => {
  const { platform, source, ask } = await begin();
  const said = ask();
  expect(said).toEqual([[source, expect.stringContaining('O que você tem: VIP Ouro até 14/10/2026, 18:00; Casa b')]]);
  expect(JSON.stringify(said)).not.toMatch(/[<>~]/);
  expect(JSON.stringify(said)).toContain('sem prazo.');
  expect(platform.asks).toMatchObject([{ player: '17', epoch: 1 }]);
});

it('asks Vitrine once in thirty seconds for each player', async () => {
  const { platform, city, ask } = await begin();
  expect(ask()).toHaveLength(1);
  for (let n = 0; n < 5; n += 1) expect(ask()).toEqual([]);
  expect(platform.asks).toHaveLength(1);
  city.run(30_000);
  expect(ask()).toHaveLength(1);
});

it('speaks in the words of config.local.lua, under the name that stands there', async () => {
  const local = `Config.VipCommand = 'meuvip'\nConfig.VipTitle = 'Ativos:'\nConfig.VipLine = '{produto} ({data})'\nConfig.VipNone = 'Nada.'`;
  const { platform, city, source, ask } = await begin({ local });
  expect(ask('vip')).toEqual([]);
  expect(ask('meuvip')).toEqual([[source, expect.stringContaining('Ativos: VIP Ouro (14/10/2026, 18:00); Casa')]]);
  platform.benefits = {};
  city.run(30_000);
  expect(ask('meuvip')).toEqual([[source, expect.stringContaining('Nada.')]]);
});

it('names five and counts the rest', async () => {
  const { platform, ask } = await begin();
  platform.benefits['17'] = Array.from({ length: 8 }, (_, n) => ({ name: `P${n}`, until: null, until_text: null }));
  expect(JSON.stringify(ask())).toContain('P4 sem prazo; e mais 3.');
});

it('says so when Vitrine does not answer, and runs nothing for a hostile answer', async () => {
  const { platform, city, ask } = await begin();
  const fault = (body: string, good: () => ReturnType<Platform['handle']>) =>
    'player' in JSON.parse(body) ? { status: 503, body: '{}' } : good();
  platform.faults = Array(40).fill(fault);
  expect(JSON.stringify(ask())).toContain('Não foi possível consultar agora');
  platform.faults = [];
  city.run(30_000);
  platform.benefits['17'] = [7, { name: 5 }, { name: '{data}%1', until_text: {} }, null] as never;
  expect(JSON.stringify(ask())).toContain('? sem prazo; {data}%1 sem prazo.');
});

it('is off if the owner says so, and a script that already has this command keeps it', async () => {
  const off = await begin({ local: "Config.VipCommand = ''" });
  expect(off.ask()).toEqual([]);
  const wrong = await begin({ local: "Config.VipCommand = 'v i p'" });
  expect(wrong.city.logs().join('\n')).toContain('Config.VipCommand');
  const { platform, city, ask } = await begin({ own: "RegisterCommand('vip', function() print('own') end)" });
  expect(ask()).toEqual([]);
  expect(platform.asks).toEqual([]);
  expect(city.logs().join('\n')).toContain('/vip');
});

it('answers nobody who is not a loaded character', async () => {
  const { platform, ask } = await begin();
  expect(ask('vip', 0)).toEqual([]);
  expect(ask('vip', 999)).toEqual([]);
  expect(platform.asks).toEqual([]);
});
