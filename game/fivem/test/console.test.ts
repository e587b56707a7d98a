import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../check/wire.ts';
import { line, Platform } from './platform.ts';
import { closePlayed, newMachine, type PlayedCity, playCity } from './played-city.ts';

afterEach(closePlayed);

type Options = Omit<Parameters<typeof playCity>[0], 'platform' | 'framework'>;

async function begin(options: Options = {}, framework: 'vrpex' | 'none' = 'vrpex') {
  const platform = new Platform();
  const city = await playCity({ platform, framework, online: framework !== 'none', ...options });
  city.run(6000);
  /** What the console shows after a line was typed. */
  const typed = (...words: string[]): string => {
    const before = city.logs().length;
    city.type(0, 'vitrine', ...words);
    city.run(20_000);
    return city.logs().slice(before).join('\n');
  };
  return { platform, city, typed };
}

describe("the owner's own settings", () => {
  it('config.local.lua wins over config.lua, and an update of the script keeps it', async () => {
    const machine = newMachine();
    const first = await begin({
      machine,
      config: "Config.MoneyAccount = 'bank'",
      local: "\uFEFFConfig.MoneyAccount = 'wallet'\nConfig.LogDeliveries = false",
    });
    expect(first.city.eval("return Vitrine.Settings.get('MoneyAccount')")).toBe('wallet');
    expect(first.city.eval("return Vitrine.Settings.get('LogDeliveries')")).toBe(false);
    await first.city.close();
    // The new files are put over the old folder, as an owner does; the file of the owner is not among them.
    const again = await begin({ machine });
    expect(again.city.eval("return Vitrine.Settings.get('MoneyAccount')")).toBe('wallet');
  });

  it.each([
    ['does not compile', 'Config.Commands = {'],
    ['raises', "Config.VehicleWeight = 9\nerror('Config.Comandos')"],
  ])('a config.local.lua that %s stops commands only, and is told', async (_, local) => {
    const { platform, city, typed } = await begin({
      local,
      own: "RegisterCommand('anuncio', function() print('ran') end)",
      cfg: ['add_ace resource.vitrine command.anuncio allow'],
    });
    platform.due.push({ id: 'c', action: 'execute_command', args: line('anuncio oi') });
    platform.due.push({ id: 'm', action: 'add_money', args: { amount: 5 } });
    city.run(5000);
    expect(platform.result('c')).toMatchObject({ status: 'deferred', code: 'adapter_error' });
    // The money came behind the waiting command, so it was given back. Offered without the command, it is delivered.
    expect(platform.result('m')).toMatchObject({ status: 'deferred', code: 'held_back' });
    platform.due.push({ id: 'm', attempt: 2, action: 'add_money', args: { amount: 5 } });
    city.run(5000);
    expect(platform.result('m')?.status).toBe('succeeded');
    expect(city.ownLines()).toEqual([]);
    expect(city.logs().join('\n')).toContain('Erro no seu config.local.lua');
    expect(typed('teste')).toContain('[!!] config.local.lua tem um erro');
  });

  it.each([
    ['http://minha_loja.com.br', 'http://minha_loja.com.br', ''],
    ['http://loja_1:3000/a_b/', 'http://loja_1:3000/a_b', '/a_b'],
    ['file:///etc/passwd', undefined, ''],
    ['http://a b', undefined, ''],
  ])('reads the address %s', async (address, base, path) => {
    const { city } = await begin({}, 'none');
    city.city.setConvar('vitrine_url', address);
    expect(city.eval('return { Vitrine.Settings.url() }')).toEqual([base ?? null, path]);
  });
});

it.each(['txaKickAll', 'TXAEvent', 'txAdmin:stop'])('%s is denied, whatever the owner allows', async (name) => {
  const { platform, city } = await begin(
    {
      local: `Config.Commands = '*'`,
      own: `RegisterCommand('${name}', function() print('ran') end)`,
      cfg: ['add_ace resource.vitrine command allow'],
    },
    'none',
  );
  platform.due.push({ id: 't', action: 'execute_command', args: line(`${name} 1`) });
  city.run(5000);
  expect(platform.result('t')).toMatchObject({ status: 'failed', code: 'command_denied' });
  expect(city.ownLines()).toEqual([]);
});

describe('vitrine teste', () => {
  it('says that all is well, and touches nothing', async () => {
    const { platform, city, typed } = await begin({
      own: "RegisterCommand('anuncio', function() end)",
      cfg: ['add_ace resource.vitrine command.anuncio allow'],
    });
    const before = { hellos: platform.hellos.length, effects: city.city.effects.length };
    const said = typed('teste');
    for (const part of [
      'Pasta: vitrine',
      'Endereço http',
      'assinatura certa',
      'Relógio certo',
      'Loja de Teste',
      'Base vrpex, 1 jogador',
      'Banco de dados oxmysql',
      'Diário gravado',
      'grupos: ',
      'liberados: 1 (anuncio)',
      'Tudo certo',
      'Simular compra > Executar de verdade',
    ]) {
      expect(said).toContain(part);
    }
    expect(said).not.toContain('[!!]');
    expect(said).not.toContain(platform.token);
    expect({ hellos: platform.hellos.length, effects: city.city.effects.length }).toEqual(before);
  });

  const causes: [string, string, (city: PlayedCity, platform: Platform) => void][] = [
    [
      'no key',
      'Falta a chave',
      (city, { convars }) => {
        convars.vitrine_token = '';
        city.city.setConvar('vitrine_token', '');
      },
    ],
    [
      'another key',
      'A chave do server.cfg não é a do painel',
      (_, { convars }) => {
        convars.vitrine_token = 'vtr_another';
      },
    ],
    [
      'a wrong address',
      'O endereço não é válido',
      (_, { convars }) => {
        convars.vitrine_url = 'loja.com';
      },
    ],
    [
      'nobody there',
      'Confira o endereço, a internet',
      (_, platform) => {
        platform.faults = Array.from({ length: 50 }, () => ({ status: 0, body: '' }));
      },
    ],
    [
      'another site',
      'Quem respondeu não é a Vitrine',
      (_, platform) => {
        platform.faults = Array.from({ length: 50 }, () => ({ status: 404, body: 'x' }));
      },
    ],
    [
      'a wrong clock',
      's fora',
      (city) => {
        city.eval('Vitrine.Http.offset = 400');
      },
    ],
    [
      'a full disk',
      'O diário não fica gravado',
      (city) => {
        city.city.kvp.deaf = true;
      },
    ],
    [
      'a silent database',
      'O banco de dados não respondeu',
      (city) => {
        city.city.server.world.db.down = true;
      },
    ],
    [
      'a base that went',
      'A base da cidade não respondeu',
      (city) => {
        void city.city.console('stop vrp');
      },
    ],
    [
      'all commands',
      'Este script pode desligar o servidor',
      (city) => {
        void city.city.console('add_ace resource.vitrine command allow');
      },
    ],
    [
      'a seat of another',
      'não recebe entregas até',
      (city, platform) => {
        platform.waiting = true;
        city.eval('Vitrine.Sync.describe()');
        city.run(5000);
      },
    ],
  ];
  it.each(causes)('names the cause and the remedy: %s', async (_, words, spoil) => {
    const { platform, city, typed } = await begin();
    spoil(city, platform);
    const said = typed('teste');
    expect(said).toContain(words);
    expect(said).toMatch(/\d+ ponto\(s\) para corrigir/);
  });
});

describe('vitrine pendentes and sincronizar', () => {
  it('shows what each delivery waits for, and no longer shows delivered ones', async () => {
    const { platform, city, typed } = await begin();
    expect(typed('pendentes')).toContain('Nenhuma entrega pendente');
    city.items('bigbox', 1);
    platform.due.push({ id: 'w', action: 'add_item', args: { item: 'pao', amount: 1 } });
    expect(typed('pendentes')).toMatch(/Pedido A1 · ID 17 · Produto · add_item: aguardando \(Inventário cheio\)/);
    city.items('bigbox', -1);
    platform.due.push({ id: 'w', attempt: 2, action: 'add_item', args: { item: 'pao', amount: 1 } });
    city.run(10_000);
    expect(typed('pendentes')).toContain('Nenhuma entrega pendente');
  });

  it('asks again at once, also while it waits for a new key', async () => {
    const { platform, city, typed } = await begin();
    platform.faults = Array.from({ length: 3 }, () => ({ status: 401, body: '{"code":"game_auth"}' }));
    city.run(5000);
    const before = platform.hellos.length;
    platform.faults = [];
    city.run(20_000);
    expect(platform.hellos.length).toBe(before);
    typed('sincronizar');
    expect(platform.hellos.length).toBe(before + 1);
  });

  it('tells what changed while a hello was on its way', async () => {
    const { platform, city, typed } = await begin();
    const permitted = () => platform.lists.commands?.entries.find(({ name }) => name === 'say')?.allowed;
    city.run(20_000);
    expect(permitted()).toBe(false);
    const before = platform.hellos.length;
    /** The next hello is answered late; other requests as always. */
    const slow = (_: string, good: () => Answer): Answer => {
      const answer = good();
      if (platform.hellos.length > before) return { ...answer, delayMs: 2000 };
      platform.faults.push(slow);
      return answer;
    };
    platform.faults.push(slow);
    city.type(0, 'vitrine', 'sincronizar');
    while (platform.hellos.length === before) city.run(100);
    city.city.server.acl.addAce('resource.vitrine', 'command.say', true);
    typed('sincronizar');
    expect(permitted()).toBe(true);
  });

  it('answers only the console, and answers a wrong word with the right ones', async () => {
    const { city, typed } = await begin({}, 'none');
    const before = city.logs().length;
    for (const word of ['teste', 'pendentes', 'sincronizar', 'status']) city.type(7, 'vitrine', word);
    city.run(5000);
    expect(city.logs()).toHaveLength(before);
    expect(typed('tudo')).toContain('vitrine status | teste | pendentes | sincronizar');
  });
});
