import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { filesOf, scriptsOf } from '../../../standins/mta/server.ts';
import type { Answer } from '../../check/wire.ts';
import { Platform } from '../../fivem/test/platform.ts';
import { closeMta, type PlayOptions, playMta, resourceDir } from './played-mta.ts';

afterEach(closeMta);

async function begin(options: Partial<PlayOptions> & { platform?: Platform } = {}) {
  const platform = options.platform ?? new Platform();
  const server = await playMta({ platform, ...options });
  server.run(options.online ? 6000 : 3000);
  return { platform, server };
}
const money = (id: string, amount = 5) => ({ id, action: 'add_money', args: { amount } });

describe('meta.xml', () => {
  it('sends no script to players, and names every file', () => {
    const scripts = scriptsOf(readFileSync(join(resourceDir, 'meta.xml'), 'utf8'));
    const files = filesOf(resourceDir).filter((name) => name.endsWith('.lua'));
    expect(scripts.sort()).toEqual(files.sort());
  });
});

describe('the conversation', () => {
  it('says what this server is and can do', async () => {
    const { platform, server } = await begin({ commands: 'function Actions.dar_skin() return true end' });
    expect(platform.refused).toEqual([]);
    const [hello] = platform.hellos;
    expect(hello).toMatchObject({ game: 'mta', framework: 'mta', protocol: 1, database: 'sqlite' });
    const both = { online: true, offline: true };
    expect(hello?.capabilities).toMatchObject({
      run_action: both,
      in_order: both,
      identity: both,
      add_group: both,
      remove_ban: both,
      'own:dar_skin': both,
      add_money: { online: true, offline: false },
    });
    // No console reads commands of scripts, and a group never takes another's place.
    expect(hello?.capabilities).not.toHaveProperty('execute_command');
    expect(hello?.capabilities).not.toHaveProperty('instead');
    expect(hello?.capabilities).not.toHaveProperty('remove_vehicle');
    expect(platform.lists.groups).toMatchObject({ closed: true, entries: [{ name: 'Família Ouro' }, { name: 'VIP' }] });
    expect(server.world.errors).toEqual([]);
  });

  it('offers of HyperScripts only what runs, and says hello again when one starts', async () => {
    const { platform, server } = await begin({ running: [] });
    expect(platform.hellos[0]?.capabilities).not.toHaveProperty('add_item');
    server.world.running.add('[HS]Hyper_Inventory');
    server.run(40_000);
    expect(platform.hellos).toHaveLength(2);
    expect(platform.hellos[1]?.capabilities).toMatchObject({ add_item: { online: true, offline: false } });
  });

  it('does not begin a delivery that an earlier answer has cancelled', async () => {
    const { platform, server } = await begin({ online: ['Ana'] });
    platform.cancel = ['late'];
    server.run(3000);
    platform.due.push(money('late'));
    server.run(3000);
    expect(platform.result('late')).toMatchObject({ status: 'failed', code: 'cancelled' });
    // If a person sends the delivery again, it is given.
    platform.due.push({ ...money('late'), attempt: 2 });
    server.run(3000);
    expect(platform.result('late')?.code).toBe('ok');
  });

  it('tells which players are logged in and loaded', async () => {
    const { platform, server } = await begin();
    server.join('Ana');
    server.run(2000);
    expect(platform.syncs.at(-1)?.online).toEqual([]);
    server.run(5000);
    expect(platform.syncs.at(-1)).toMatchObject({
      online: ['mta_account:Ana'],
      players: { online: 1, max: 64 },
    });
    server.leave('Ana');
    server.run(2000);
    expect(platform.syncs.at(-1)?.online).toEqual([]);
  });

  it('runs nothing of an answer whose signature is wrong', async () => {
    const { platform, server } = await begin({ online: ['Ana'] });
    const forged: Answer = {
      status: 200,
      body: JSON.stringify({
        epoch: 1,
        next_poll_ms: 0,
        commands: [{ ...money('x'), attempt: 1, player: platform.player }],
      }),
      headers: { 'X-Vitrine-Signature': createHmac('sha256', 'other').update('x').digest('hex') },
    };
    platform.faults = [forged, { ...forged, headers: {} }];
    server.run(10_000);
    expect(server.world.effects).toEqual([]);
    expect(server.world.lines.join('\n')).toContain('sem a assinatura da Vitrine');
    server.run(60_000);
    platform.due.push(money('y'));
    server.run(5000);
    expect(platform.result('y')?.code).toBe('ok');
  });

  it('gives a silent request up after 15 seconds, and reports results beside it', async () => {
    const { platform, server } = await begin({ online: ['Ana'] });
    platform.due.push(money('a'));
    // The first poll brings the delivery, and the next polls get no answer.
    const held: Platform['faults'][number] = (body, good) => (JSON.parse(body).want > 0 ? undefined : good());
    platform.faults = [(_body, good) => good(), held, held];
    server.run(3000);
    expect(platform.result('a')?.code).toBe('ok');
    const before = platform.syncs.length;
    server.run(40_000);
    expect(platform.syncs.length).toBeGreaterThan(before);
    expect(server.world.requests.length).toBeLessThanOrEqual(2);
  });

  it.each<[string, Answer, string]>([
    ['an HTML page', { status: 502, body: '<html>502</html>' }, 'http_502'],
    ['no connection', { status: 0, body: '' }, 'network'],
    ['a wrong key', { status: 401, body: '{"code":"game_auth"}' }, 'não reconheceu a chave'],
    [
      'a server of another game',
      { status: 422, body: '{"code":"game_mismatch","error":"Este servidor é de FiveM"}' },
      'Este servidor é de FiveM',
    ],
  ])('waits and tries again after %s', async (_name, answer, said) => {
    const platform = new Platform();
    platform.faults = [answer];
    const { server } = await begin({ platform });
    expect(server.world.lines.join('\n')).toContain(said);
    expect(platform.hellos).toHaveLength(0);
    for (let turn = 0; turn < 31 && platform.hellos.length === 0; turn += 1) server.run(10_000);
    expect(platform.hellos).toHaveLength(1);
  });

  it('tries a request that cannot connect only once, although MTA by itself would try ten times', async () => {
    const platform = new Platform();
    let asked = 0;
    platform.handle = () => {
      asked += 1;
      return { status: 0, body: '' };
    };
    await begin({ platform });
    expect(asked).toBe(1);
  });

  it('learns the time of Vitrine', async () => {
    const platform = new Platform();
    const now = 1_790_000_900;
    platform.faults = [{ status: 401, body: JSON.stringify({ code: 'clock_skew', now }) }];
    const { server } = await begin({ platform });
    expect(platform.hellos).toHaveLength(1);
    expect(Math.abs(Number(server.eval('return Vitrine.Http.now()')) - now)).toBeLessThan(10);
  });

  it('names the line to type while the right is missing, and begins when it is there', async () => {
    const { platform, server } = await begin({ rights: [] });
    expect(platform.hellos).toHaveLength(0);
    expect(server.world.lines.join('\n')).toContain('aclrequest allow vitrine all');
    server.world.rights.add('fetchRemote');
    server.run(10_000);
    expect(platform.hellos).toHaveLength(1);
  });

  it('waits while another server has the seat, and forgets what it had not begun', async () => {
    const platform = new Platform();
    platform.waiting = true;
    const { server } = await begin({ platform, online: ['Ana'] });
    platform.due.push(money('a'));
    server.run(20_000);
    expect(server.world.effects).toEqual([]);
    expect(server.world.lines.join('\n')).toContain('não recebe entregas até você aprovar');
    platform.waiting = false;
    server.run(20_000);
    expect(platform.result('a')?.code).toBe('ok');
  });

  it('does not begin in a folder with another name, and says the right name', async () => {
    const { platform, server } = await begin({ resourceName: 'vitrine-1.0.0' });
    expect(platform.hellos).toEqual([]);
    expect(server.world.lines.join('\n')).toContain('precisa se chamar "vitrine"');
  });

  it('goes on without the owner’s files that have a mistake, and says so', async () => {
    const { platform, server } = await begin({ commands: 'function (' });
    expect(server.world.lines.join('\n')).toContain('commands.lua tem um erro');
    expect(platform.hellos).toHaveLength(1);
  });

  it('works with a server that writes hashes in capitals', async () => {
    const { platform } = await begin({ version: '1.5.9' });
    expect(platform.hellos).toHaveLength(1);
    expect(platform.refused).toEqual([]);
  });

  it('keeps 40 results of one answer within 16 KiB a request', async () => {
    const { platform, server } = await begin({ commands: "function Actions.nao() return false, ('x'):rep(250) end" });
    for (let index = 0; index < 80; index += 1) {
      const player = { identity: { kind: 'mta_account', value: `p${index}` } };
      platform.due.push({ id: `r${index}`, action: 'run_action', args: { template: 'nao', argv: ['nao'] }, player });
    }
    server.run(60_000);
    expect(new Set(platform.results.map(({ id }) => id)).size).toBe(80);
    const largest = Math.max(...platform.syncs.map(({ results }) => JSON.stringify(results).length));
    expect(largest).toBeGreaterThan(1000);
    expect(largest).toBeLessThanOrEqual(17_000);
  });
});

describe('JSON', () => {
  const round = async (text: string) => {
    const { server } = await begin();
    return server.eval(`return Vitrine.Json.encode(Vitrine.Json.decode([=[${text}]=]))`);
  };
  it('keeps values that MTA’s own functions would lose', async () => {
    expect(await round('{"a":"^R^vitrine"}')).toBe('{"a":"^R^vitrine"}');
    expect(await round('{"a":4102444800}')).toBe('{"a":4102444800}');
    expect(await round('[{"a":[1,2.5,-3]},[],"é€😀"]')).toBe('[{"a":[1,2.5,-3]},[],"é€😀"]');
    expect(await round('{"a":"\\ud83d\\ude00\\u00e9\\u0000"}')).toBe('{"a":"😀é\\u0000"}');
  });
  it.each([
    '{"a":1',
    '[1,]',
    '{"a" 1}',
    '{"a":"\u0001"}',
    'nulo',
    '12',
    '"a"',
    '{"a":1} x',
    '<html>',
    `${'['.repeat(60)}`,
  ])('reads nothing from %j', async (text) => {
    const { server } = await begin();
    const lua = Buffer.from(text)
      .toJSON()
      .data.map((byte) => `\\${String(byte).padStart(3, '0')}`)
      .join('');
    expect(server.eval(`return tostring(Vitrine.Json.decode("${lua}"))`)).toBe('nil');
  });
});
