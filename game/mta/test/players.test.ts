import { afterEach, describe, expect, it } from 'vitest';
import { Platform } from '../../fivem/test/platform.ts';
import { closeMta, type PlayOptions, playMta } from './played-mta.ts';

afterEach(closeMta);

async function begin(options: Partial<PlayOptions> = {}) {
  const platform = new Platform();
  const server = await playMta({ platform, online: ['Ana', 'Beto'], ...options });
  server.run(6000);
  /** What a player sees after typing. */
  const type = (who: string, line: string): string[] => {
    const before = server.world.chat.length;
    server.type(who, line);
    server.run(1500);
    const id = server.player(who)?.id;
    expect(server.world.chat.slice(before).every(({ to }) => to === id)).toBe(true);
    return server.world.chat.slice(before).map(({ text }) => text);
  };
  return { platform, server, type };
}

describe('/vip', () => {
  it('says what the player has and until when, once in 30 seconds', async () => {
    const { platform, server, type } = await begin();
    platform.benefits['mta_account:Ana'] = [
      { name: 'VIP #FF0000Ouro', until: 1, until_text: '21/09/2026, 11:53' },
      { name: 'Casa', until: null, until_text: null },
    ];
    expect(type('Ana', 'vip')).toEqual(['Loja: O que você tem: VIP FF0000Ouro até 21/09/2026, 11:53; Casa sem prazo.']);
    expect(type('Ana', 'vip')).toEqual([]);
    expect(type('Beto', 'vip')).toEqual(['Loja: Você não tem benefícios da loja agora.']);
    expect(platform.asks.map(({ player }) => player)).toEqual(['mta_account:Ana', 'mta_account:Beto']);
    server.run(30_000);
    expect(type('Ana', 'vip')).toHaveLength(1);
  });

  it('has another name, or none, if the owner says so', async () => {
    const { type } = await begin({ config: "Config.VipCommand = 'beneficios'" });
    expect(type('Ana', 'vip')).toEqual([]);
    expect(type('Ana', 'beneficios')).toHaveLength(1);
  });
});

describe('/resgatar', () => {
  const FULL = { commands: "function Actions.cheia() return false, 'inventory_full' end" };
  it('says what each delivery waits for, and asks for it now', async () => {
    const { platform, server, type } = await begin(FULL);
    expect(type('Ana', 'resgatar')).toEqual(['Loja: Nada espera por você agora.']);
    platform.due.push({ id: 'w', action: 'run_action', args: { template: 'cheia', argv: ['cheia'] } });
    server.run(12_000);
    expect(platform.result('w')?.code).toBe('inventory_full');
    const before = platform.syncs.length;
    expect(type('Ana', 'resgatar')).toEqual(['Loja: Tentando de novo agora. Produto: Inventário cheio.']);
    expect(platform.syncs.slice(before).flatMap(({ ready }) => ready)).toContain('w');
    expect(type('Ana', 'resgatar')).toEqual([]);
    expect(type('Beto', 'resgatar')).toEqual(['Loja: Nada espera por você agora.']);
  });
});

describe('a delivery', () => {
  it('is told to its player once for a purchase, and to all if the owner wants that', async () => {
    const { platform, server } = await begin({ config: "Config.Announce = '{nome} apoiou com {produto}!'" });
    platform.due.push({ id: 'a', action: 'add_money', args: { amount: 1 } });
    platform.due.push({ id: 'b', action: 'add_group', args: { group: 'VIP' } });
    server.run(3000);
    expect(server.world.chat.map(({ to, text }) => [to === 'root', text])).toEqual([
      [false, 'Loja: Sua compra chegou: Produto'],
      [true, 'Loja: Ana apoiou com Produto!'],
    ]);
  });

  it('reaches the owner’s function and other resources, whose mistakes change nothing', async () => {
    const config = `Config.OnDelivered = function(player, info)
  outputServerLog('dado ' .. getPlayerName(player) .. ' ' .. info.account .. ' ' .. info.code) error('x')
end`;
    const { platform, server } = await begin({ config });
    server.eval(
      "addEventHandler('onVitrineDelivered', root, function(info) outputServerLog('evento ' .. info.code) end)",
    );
    platform.due.push({ id: 'a', action: 'add_money', args: { amount: 1 } });
    server.run(3000);
    expect(platform.result('a')?.code).toBe('ok');
    expect(server.world.lines.join('\n')).toMatch(/evento ok[\s\S]*dado Ana Ana ok/);
    expect(server.world.lines.join('\n')).toContain('Erro no seu Config.OnDelivered');
  });
});

describe('the console', () => {
  it('checks the whole chain, and says what to do where it is broken', async () => {
    const { server } = await begin();
    const from = server.world.lines.length;
    server.type('console', 'vitrine teste');
    server.run(1000);
    const good = server.world.lines.slice(from).join('\n');
    expect(good).toContain('A Vitrine respondeu em');
    expect(good).toContain('Tudo certo.');
    server.world.rights.delete('removeBan');
    server.world.diskFull = true;
    server.type('console', 'vitrine teste');
    server.run(1000);
    const bad = server.world.lines.slice(from).join('\n');
    expect(bad).toContain('[!!] Faltam permissões: removeBan. No console do servidor: aclrequest allow vitrine all');
    expect(bad).toContain('[!!] O diário não fica gravado');
    expect(bad).not.toContain('vtr_');
  });

  it('tells its state and what waits, to nobody but the console', async () => {
    const { platform, server } = await begin();
    platform.due.push({
      id: 'w',
      action: 'add_money',
      args: { amount: 1 },
      player: { identity: { kind: 'mta_account', value: 'ana' } },
    });
    server.run(3000);
    server.type('console', 'vitrine pendentes');
    server.type('console', 'vitrine');
    server.type('console', 'vitrine nada');
    const text = server.world.lines.join('\n');
    expect(text).toMatch(/ID mta_account:ana · Produto · add_money: aguardando/);
    expect(text).toContain('Conectado à loja Loja de Teste');
    expect(text).toContain('Uso: vitrine');
    const lines = server.world.lines.length;
    server.type('Ana', 'vitrine status');
    expect(server.world.lines).toHaveLength(lines);
    const hellos = platform.hellos.length;
    server.type('console', 'vitrine sincronizar');
    server.run(2000);
    expect(platform.hellos).toHaveLength(hellos + 1);
  });
});
