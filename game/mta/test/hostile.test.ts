import { afterEach, expect, it } from 'vitest';
import { Platform } from '../../fivem/test/platform.ts';
import { numbers } from '../../fivem/test/shop.ts';
import { closeMta, playMta } from './played-mta.ts';

afterEach(closeMta);

/** Pieces of which a buyer's or a thief's text is made. */
const PIECES = [
  ...[
    '',
    ' ',
    '"',
    "'",
    '\\',
    ';',
    '%',
    '%s',
    '%1',
    '[[',
    ']]',
    '--',
    '--]]',
    '..',
    '/',
    '../',
    '{{cidade}}',
    '{{',
    '}}',
  ],
  ...['@a', '§4', '#FF0000', '^R^vitrine', 'user.dono', 'Admin', 'Console', 'vip:', 'nil', '0x10', '1e9', '-1', 'VIP'],
  ...[
    'os.exit()',
    "'); DROP TABLE deliveries; --",
    '<script>',
    '\n',
    '\r',
    '\t',
    '\u0000',
    '\u001b[2J',
    '\u202e',
    '\u00a0',
  ],
  ...['ção', '李小龍', 'محمد', '💣', 'x'.repeat(70), 'á'.repeat(5000), 'Ana', 'Beto', '17'],
];
const RUNS = 150;

/** An own action that prints its arguments: how many there are, and each between brackets. */
const COMMANDS = `
function Actions.eco(info, ...)
  local words = { select('#', ...) }
  for index = 1, select('#', ...) do words[#words + 1] = '[' .. (select(index, ...)) .. ']' end
  outputServerLog('eco ' .. table.concat(words, ' '))
  return true
end`;
const CONFIG = `
Config.Vips = { Ouro = { number = 1, days = 400 } }
Config.Vehicles = { Infernus = { name = 'Infernus', model = 411, category = 'Esportivos' } }`;

/** Things that the server may really give: the right names of what is sold. */
const SOLD = new Set(['VIP', 'Família Ouro', 'vip:Ouro', 'Infernus', 'Nissan_GTR', 'Nissan GTR']);

it('hostile texts in every action give what their words say, or nothing', async () => {
  const random = numbers(16);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const text = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(PIECES)).join('');
  const platform = new Platform();
  const server = await playMta({ platform, online: ['Ana'], commands: COMMANDS, config: CONFIG });
  const { world } = server;
  world.room = 1_000_000;
  server.run(6000);
  const ana = platform.player;
  const frame = () =>
    JSON.stringify([world.disk.bans, world.acl.acls, Object.keys(world.acl.groups), world.running.size]);
  const before = frame();
  const outcomes: Record<string, number> = {};
  for (let run = 0; run < RUNS; run += 1) {
    const value = random() < 0.2 ? pick([...SOLD]) : text();
    const template = pick(['eco {{a}}', 'eco a{{a}}b', 'eco "um {{a}} dois" fim', 'eco {{a}} {{a}}']);
    const words = template.slice(4).match(/"[^"]*"|[^ ]+/g) ?? [];
    const argv = ['eco', ...words.map((word) => word.replaceAll('"', '').replaceAll('{{a}}', value))];
    const action = pick([
      'add_group',
      'remove_group',
      'add_item',
      'add_vehicle',
      'add_money',
      'remove_ban',
      'run_action',
    ]);
    const args: Record<string, unknown> = {
      add_group: { group: value },
      remove_group: { group: value },
      add_item: { item: value, amount: 1 },
      add_vehicle: { vehicle: value },
      add_money: { amount: value },
      remove_ban: { reason: value },
      run_action: { template, argv },
    };
    const mine = {
      groups: structuredClone(world.acl.groups),
      money: server.player('Ana')?.money,
      lines: world.lines.length,
    };
    const effects = world.effects.length;
    const player = random() < 0.2 ? { identity: { kind: 'mta_account', value: text() } } : ana;
    const id = `h${run}`;
    const label = text();
    platform.due.push({ id, action, args: args[action] as object, player, label, order: text() } as never);
    server.run(1200);
    platform.due = [];
    const told = `${action} ${JSON.stringify(value.slice(0, 40))}`;
    const result = platform.result(id);
    expect(result, told).toBeDefined();
    outcomes[`${action} ${result?.status}`] = (outcomes[`${action} ${result?.status}`] ?? 0) + 1;
    // No text can give money, because an amount is a number.
    expect(server.player('Ana')?.money, told).toBe(mine.money);
    expect(frame(), told).toBe(before);
    const ran = world.lines.slice(mine.lines).filter((line) => line.startsWith('eco '));
    const isDone = result?.status === 'succeeded';
    if (action === 'run_action') {
      const wanted = `eco ${argv.length - 1} ${argv
        .slice(1)
        .map((one) => `[${one}]`)
        .join(' ')}`;
      expect(ran, told).toEqual(isDone ? [wanted] : []);
      // Every text is delivered, except texts with control characters or of more than 4 KB.
      if (player === ana) expect(isDone, told).toBe(!/\p{Cc}/u.test(value) && Buffer.byteLength(argv.join('')) <= 4096);
    } else expect(ran, told).toEqual([]);
    for (const { kind, detail, who } of world.effects.slice(effects)) {
      expect(isDone, told).toBe(true);
      expect(['Ana', 'Beto', 'ana'], told).toContain(who.replace(/^user\./, ''));
      // The city writes some names in its own way: a VIP without `vip:`, a vehicle with spaces.
      const names = [value, value.replace(/^vip:/, ''), value.replaceAll('_', ' ')];
      expect(
        names.some((name) => [name, `-${name}`].includes(String(detail))),
        `${told}: ${kind} ${detail}`,
      ).toBe(true);
    }
    for (const name of ['Admin', 'Everyone'])
      expect(world.acl.groups[name]?.objects, told).toEqual(mine.groups[name]?.objects);
    if (result?.status === 'failed') expect(result.message, told).toMatch(/^[A-ZÁ-Ú]/);
  }
  expect(platform.malformed).toEqual([]);
  expect(platform.refused).toEqual([]);
  expect(world.alive).toBe(true);
  // The run met successes and failures, so it proves both.
  for (const met of [
    'add_group failed',
    'add_group succeeded',
    'run_action succeeded',
    'run_action failed',
    'add_item succeeded',
  ])
    expect(outcomes[met], JSON.stringify(outcomes)).toBeGreaterThan(0);
});
