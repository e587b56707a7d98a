import { afterEach, describe, expect, it } from 'vitest';
import { Platform } from '../../fivem/test/platform.ts';
import { closeMta, type PlayOptions, playMta } from './played-mta.ts';

afterEach(closeMta);

/** An own action that prints its arguments: how many there are, and each between brackets. */
const ECHO = `
function Actions.eco(info, ...)
  local words = { select('#', ...) }
  for index = 1, select('#', ...) do words[#words + 1] = '[' .. (select(index, ...)) .. ']' end
  outputServerLog('eco ' .. table.concat(words, ' '))
  return true
end`;

async function begin(options: Partial<PlayOptions> = {}) {
  const platform = new Platform();
  const server = await playMta({ platform, online: ['Ana'], commands: ECHO, ...options });
  server.run(6000);
  let count = 0;
  const call = (template: unknown, argv: unknown) => {
    const id = `d${count++}`;
    platform.due.push({ id, action: 'run_action', args: { template, argv } });
    server.run(2000);
    return platform.result(id);
  };
  const echoes = () => server.world.lines.filter((line) => line.startsWith('eco '));
  return { platform, server, call, echoes };
}

const HOSTILE = [
  '',
  ' ',
  'a b',
  '"; os.exit() --',
  "'); DROP TABLE vitrine; --",
  '^R^vitrine',
  '{{cidade}}',
  '%s%d%1',
  '#FF0000',
  'á😀',
  '\\',
  ']]',
  'x'.repeat(4000),
];

describe('an own action', () => {
  it('gets hostile texts as they are, each in its place', async () => {
    const { call, echoes } = await begin();
    for (const text of HOSTILE) {
      const result = call('eco {{nome}} "loja {{nome}} fim" vip', ['eco', text, `loja ${text} fim`, 'vip']);
      const tooLong = text.length >= 4000;
      expect(result?.code, text).toBe(tooLong ? 'invalid_args' : 'ok');
      if (!tooLong) expect(echoes().at(-1)).toBe(`eco 3 [${text}] [loja ${text} fim] [vip]`);
    }
  });

  it.each([
    ['a control character', 'eco {{x}}', ['eco', 'a\nb']],
    ['a zero byte', 'eco {{x}}', ['eco', 'a\u0000b']],
    ['an argument too many', 'eco {{x}}', ['eco', 'a', 'b']],
    ['one too few', 'eco {{x}} {{y}}', ['eco', 'a']],
    ['another text of the owner', 'eco vip {{x}}', ['eco', 'VIP', 'a']],
    ['a variable in the place of the name', '{{x}} a', ['eco', 'a']],
    ['no template', undefined, ['eco']],
    ['no list', 'eco', 'eco'],
    ['numbers', 'eco {{x}}', ['eco', 5]],
    ['nothing', 'eco', []],
    ['an open quote', 'eco "a', ['eco', 'a']],
  ])('is not called with %s', async (_name, template, argv) => {
    const { call, echoes } = await begin();
    expect(call(template, argv)).toMatchObject({ status: 'failed', code: 'invalid_args' });
    expect(echoes()).toEqual([]);
  });

  it.each([
    ['return true', 'succeeded', 'ok'],
    ["return false, 'player_offline'", 'deferred', 'player_offline'],
    ["return false, 'inventory_full'", 'deferred', 'inventory_full'],
    ["return false, 'Sem vaga'", 'failed', 'action_refused'],
    ['return false', 'failed', 'action_refused'],
    ['return', 'uncertain', 'uncertain'],
    ['return 1', 'uncertain', 'uncertain'],
    ["error('x')", 'uncertain', 'uncertain'],
    ['error({ vitrine = 1 })', 'uncertain', 'uncertain'],
  ])('that ends with "%s" is %s', async (body, status, code) => {
    const { call } = await begin({ commands: `function Actions.faz() ${body} end` });
    expect(call('faz', ['faz'])).toMatchObject({ status, code });
  });

  it('that answers that the player is away, although the player is here, is tried once a minute', async () => {
    const commands = "function Actions.ja() outputServerLog('ja') return false, 'player_offline' end";
    const { platform, server } = await begin({ commands });
    const args = { template: 'ja', argv: ['ja'] };
    for (let second = 0; second < 150; second += 1) {
      const ready = platform.syncs.at(-1)?.ready as string[];
      if (second === 0 || ready.includes('x')) platform.due.push({ id: 'x', action: 'run_action', args });
      server.run(1000);
    }
    expect(server.world.lines.filter((line) => line === 'ja').length).toBeLessThanOrEqual(4);
  });

  it('that does not exist fails, and entries with a bad name or without a function are not offered', async () => {
    const commands = `${ECHO} Actions['Dar Skin'] = function() end Actions.numero = 5 Actions.x1 = function() end`;
    const { platform, call } = await begin({ commands });
    expect(call('outra', ['outra'])).toMatchObject({ status: 'failed', code: 'unsupported_action' });
    const own = Object.keys(platform.hellos[0]?.capabilities as object).filter((name) => name.startsWith('own:'));
    expect(own.sort()).toEqual(['own:eco', 'own:x1']);
  });

  it('waits for the repair of a commands.lua with a mistake', async () => {
    const { call } = await begin({ files: { 'commands.lua': 'function (' }, commands: undefined });
    expect(call('eco', ['eco'])).toMatchObject({ status: 'deferred', code: 'framework_missing' });
  });
});
