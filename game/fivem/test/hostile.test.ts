import { afterEach, expect, it } from 'vitest';
import { tokenize } from '../../../standins/fxserver/console.ts';
import { FRAMEWORKS, type FrameworkName } from '../../../standins/fxserver/frameworks.ts';
import type { Command } from '../../check/wire.ts';
import { rowsOf } from './city-rows.ts';
import { Platform } from './platform.ts';
import { closePlayed, playCity } from './played-city.ts';
import { hasTexts, jobOn } from './player-of.ts';
import { numbers } from './shop.ts';

afterEach(closePlayed);

/** Hostile texts in every action on every base: the script gives what its words say, or nothing, and no command gets another word. */

/** Pieces of which a buyer's or a thief's text is made. */
const PIECES = [
  ...[
    '',
    ' ',
    '"',
    "'",
    '\\',
    ';',
    ';quit',
    '`',
    '%',
    '%s',
    '%27',
    '?',
    '??',
    '[[',
    ']]',
    '--',
    '--]]',
    '# ',
    '// ',
    '/*',
  ],
  ...['{{cidade}}', '[1,2]', '{"a":1}', '../', '^1', '~r~', '|', ':', '.', 'nil', '0x10', '1e9', '-1', '_', '_config'],
  ...["' OR '1'='1", "'; DROP TABLE characters; --", '` = 1 --', 'os.exit()', '<b>', 'superadmin', 'admin', 'user'],
  ...[
    '\n',
    '\r',
    '\t',
    '\u0000',
    '\u001b[2J',
    '\u202e',
    '\u00a0',
    'ção',
    '李小龍',
    '💣',
    'x'.repeat(70),
    'á'.repeat(5000),
  ],
];
const RUNS = 60;
const ACTIONS = [
  'add_group',
  'remove_group',
  'add_vehicle',
  'remove_vehicle',
  'add_item',
  'add_money',
  'remove_ban',
] as const;
const CALLS = ['execute_command', 'run_action'] as const;
const TEMPLATES = ['eco {{a}} fim', 'eco a{{a}}b', 'eco "um {{a}} dois" fim', 'eco {{a}} {{a}}'];

const OWN = `RegisterCommand('eco', function(_, _, raw) print('command ' .. json.encode(raw)) end)
RegisterCommand('quit', function() print('command quit') end)
AddEventHandler('vitrine:ready', function()
  exports.vitrine:register('eco', function(_, ...) print('action ' .. json.encode({ select('#', ...), ... })) return true end)
end)`;

/** What each base really sells. */
function soldOn(base: FrameworkName, action: string): string {
  if (action.endsWith('vehicle')) return 'kuruma';
  if (action.endsWith('item')) return 'agua';
  if (base.startsWith('network')) return 'Premium';
  if (base === 'esx' || base.startsWith('vrp')) return 'vip';
  return hasTexts(base) ? jobOn(base, 'job:police:1') : 'Vip';
}

it.each(Object.keys(FRAMEWORKS) as FrameworkName[])('%s', async (base) => {
  const random = numbers(base.length * 31 + 8);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const text = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(PIECES)).join('');
  const platform = new Platform();
  const here = await playCity({
    platform,
    framework: base,
    online: true,
    own: OWN,
    cfg: ['eco', 'quit'].map((name) => `add_ace resource.vitrine command.${name} allow`),
  });
  here.run(6000);
  const { city } = here;
  const mine = platform.player;
  const others = () => JSON.stringify([18, 40].map((id) => rowsOf(city, base, id)));
  const before = others();
  const seen: Record<string, number> = {};
  for (let run = 0; run < RUNS; run += 1) {
    const action = run % 3 === 2 ? pick(CALLS) : pick(ACTIONS);
    const value = random() < 0.3 ? soldOn(base, action) : text();
    const template = pick(TEMPLATES);
    // Most words are made as Vitrine makes them, and some as somebody could who stole the key.
    const words = tokenize(template.replaceAll('{{a}}', 'PLACE'), { json: true }).map((word) =>
      word.replaceAll('PLACE', () => value),
    );
    const [name = '', ...rest] = words;
    const cut = words.flatMap((word) => word.split(' '));
    const argv =
      random() < 0.6 ? words : pick([cut, [name, ...rest.toReversed()], ['quit', ...rest], [...words, 'mais']]);
    const args: Record<string, object> = {
      add_group: { group: value },
      remove_group: { group: value },
      add_vehicle: { vehicle: value },
      remove_vehicle: { vehicle: value },
      add_item: { item: value, amount: 1 },
      add_money: { amount: value },
      remove_ban: { reason: value },
      execute_command: { template, argv },
      run_action: { template, argv },
    };
    const known = random() < 0.85;
    const player = known
      ? mine
      : pick([
          { identity: { kind: 'citizen_id', value } },
          { identity: { kind: value, value: '17' } },
          { city_id: value },
        ]);
    const id = `h${run}`;
    const [bank, effects, lines] = [rowsOf(city, base, 17).bank, city.effects.length, here.ownLines().length];
    platform.due = [{ id, action, args: args[action] as object, player, label: text(), order: text() } as Command];
    here.run(4000);
    if (!platform.result(id)) here.run(30_000);
    platform.due = [];
    const told = `${action} ${JSON.stringify(player).slice(0, 80)} ${JSON.stringify(value.slice(0, 40))} ${JSON.stringify(argv).slice(0, 80)}`;
    const result = platform.result(id);
    expect(result, told).toBeDefined();
    const done = result?.status === 'succeeded';
    seen[`${action} ${result?.status}`] = (seen[`${action} ${result?.status}`] ?? 0) + 1;
    expect(rowsOf(city, base, 17).bank, told).toBe(bank);
    const ran = here.ownLines().slice(lines);
    if (action === 'execute_command' || action === 'run_action') {
      const same = JSON.stringify(argv) === JSON.stringify(words);
      if (done) expect(same, told).toBe(true);
      if (!done) expect(ran, told).toEqual([]);
      else if (action === 'execute_command')
        for (const json of [true, false])
          expect(tokenize(JSON.parse(String(ran[0]).slice('command '.length)), { json }), told).toEqual(words);
      else expect(ran, told).toEqual([`action ${JSON.stringify([words.length - 1, ...words.slice(1)])}`]);
      expect(ran.length, told).toBe(done ? 1 : 0);
    } else {
      expect(ran, told).toEqual([]);
      // A delivery that did not succeed gave nothing.
      if (!done)
        expect(
          city.effects.slice(effects).filter(({ kind }) => /group|vehicle|item|bank/.test(kind)),
          told,
        ).toEqual([]);
    }
    if (result?.status === 'failed') expect(result.message?.length, told).toBeGreaterThan(10);
  }
  expect(others()).toBe(before);
  expect([platform.malformed, platform.refused, city.scriptErrors]).toEqual([[], [], []]);
  expect(city.alive).toBe(true);
  for (const met of [
    'add_group failed',
    'add_item failed',
    'execute_command succeeded',
    'execute_command failed',
    'run_action succeeded',
  ])
    expect(seen[met], JSON.stringify(seen)).toBeGreaterThan(0);
  // The right names among them arrive.
  expect(
    Object.keys(seen).filter((met) => /^add_\w+ succeeded$/.test(met)),
    JSON.stringify(seen),
  ).not.toEqual([]);
});
