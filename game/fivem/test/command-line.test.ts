import { afterAll, beforeAll, expect, it } from 'vitest';
import { tokenize } from '../../../standins/fxserver/console.ts';
import { line, Platform } from './platform.ts';
import { closePlayed, type PlayedCity, playCity } from './played-city.ts';

/** The script's own check of a command: unless number and place of the tokens match the template, nothing runs. */

let platform: Platform;
let city: PlayedCity;
let last = 0;
beforeAll(async () => {
  platform = new Platform();
  city = await playCity({
    platform,
    framework: 'none',
    own: ['dar', 'superadmin']
      .map((name) => `RegisterCommand('${name}', function(_, _, raw) print('ran ' .. json.encode(raw)) end)`)
      .join('\n'),
    cfg: ['dar', 'superadmin', 'quit'].map((name) => `add_ace resource.vitrine command.${name} allow`),
  });
  city.run(2000);
});
afterAll(closePlayed);

async function run(commands: { template?: unknown; argv?: unknown; command?: unknown }[]) {
  const before = city.ownLines().length;
  last += 1;
  for (const [place, args] of commands.entries())
    platform.due.push({ id: `c${last}-${place}`, action: 'execute_command', args });
  city.run(2000 + commands.length * 1000);
  const executed = city
    .ownLines()
    .slice(before)
    .map((text) => String(JSON.parse(text.slice('ran '.length))));
  return { executed, results: commands.map((_, place) => platform.result(`c${last}-${place}`)) };
}

it('says that it reads arguments', () => {
  expect(platform.hellos[0]?.capabilities).toMatchObject({ arguments: { online: true, offline: true } });
});

it('writes a line that the console reads as exactly these arguments', async () => {
  const lists: [string, string[]][] = [
    ['dar {{cidade}} {{a}} vip', ['dar', '44', '1 superadmin', 'vip']],
    ['dar {{a}} vip', ['dar', '', 'vip']],
    ['dar x{{a}}y', ['dar', 'xum doisy']],
    ['dar "{{a}} virou VIP" fim', ['dar', 'Ana virou VIP', 'fim']],
    ['dar [{{a}}] {{b}}', ['dar', '[1]', '{a}']],
    ['dar {{a}} {{b}}', ['dar', '# x', '// y']],
    ['dar {{a}} {{b}}', ['dar', '/* x', 'José 李']],
    ['dar {{a}}{{b}}-{{c}}', ['dar', '-']],
    ['dar "" {{a}}', ['dar', '', 'x']],
  ];
  const { executed, results } = await run(lists.map(([template, argv]) => ({ template, argv })));
  expect(results.map((result) => result?.code)).toEqual(lists.map(() => 'executed'));
  for (const json of [true, false]) {
    expect(executed.map((text) => tokenize(text, { json }))).toEqual(lists.map(([, argv]) => argv));
  }
});

it.each<[string, object]>([
  ['one argument more', { template: 'dar {{a}} vip', argv: ['dar', '44', 'superadmin', 'vip'] }],
  ['one argument less', { template: 'dar {{a}} vip', argv: ['dar', 'vip'] }],
  ['the owner’s words moved', { template: 'dar {{a}} vip', argv: ['dar', 'vip', '44'] }],
  ['another command', { template: 'dar {{a}}', argv: ['superadmin', '44'] }],
  ['a command that the buyer chose', { template: '{{a}} 44', argv: ['superadmin', '44'] }],
  ['a command that the buyer chose in part', { template: 'super{{a}} 44', argv: ['superadmin', '44'] }],
  ['the start of a token changed', { template: 'dar x{{a}}', argv: ['dar', 'y1'] }],
  ['the end of a token changed', { template: 'dar {{a}}x', argv: ['dar', '1y'] }],
  ['the middle of a token changed', { template: 'dar {{a}}-{{b}}', argv: ['dar', '1+2'] }],
  ['overlapping ends', { template: 'dar aba{{a}}aba', argv: ['dar', 'aba'] }],
  ['a quote', { template: 'dar {{a}}', argv: ['dar', 'x" superadmin "'] }],
  ['a backslash', { template: 'dar {{a}} b', argv: ['dar', 'x\\', 'b'] }],
  ['a semicolon', { template: 'dar {{a}}', argv: ['dar', 'x;quit'] }],
  ['a line break', { template: 'dar {{a}}', argv: ['dar', 'x\nquit'] }],
  ['a NUL', { template: 'dar {{a}}', argv: ['dar', 'x\u0000quit'] }],
  ['a template with an open quote', { template: 'dar "{{a}}', argv: ['dar', 'x'] }],
  ['a template with a comment', { template: 'dar #{{a}}', argv: ['dar', '#x'] }],
  ['a first token with a space', { template: '"dar x" {{a}}', argv: ['dar x', 'y'] }],
  ['an empty command', { template: '"" {{a}}', argv: ['', 'y'] }],
  ['no list', { template: 'dar {{a}}', argv: 'dar x' }],
  ['an object', { template: 'dar {{a}}', argv: { 1: 'dar', x: 'y' } }],
  ['a number as an argument', { template: 'dar {{a}}', argv: ['dar', 44] }],
  ['a hole', { template: 'dar {{a}} b', argv: ['dar', null, 'b'] }],
  ['an empty list', { template: 'dar {{a}}', argv: [] }],
  ['no template', { argv: ['dar', 'x'] }],
  ['a line as older platforms sent it', { command: 'dar 44 superadmin' }],
  ['a line that is too long', { template: 'dar {{a}}', argv: ['dar', 'x'.repeat(5000)] }],
  ['too many arguments', line(`dar ${'x '.repeat(200).trim()}`)],
])('runs nothing for %s', async (_, args) => {
  const { executed, results } = await run([args]);
  expect(results[0]).toMatchObject({ status: 'failed', code: 'invalid_args' });
  expect(executed).toEqual([]);
});

it('checks a hostile template about as quickly as a harmless one', async () => {
  const timed = async (command: { template: string; argv: string[] }) => {
    const started = performance.now();
    const { results } = await run([command]);
    return { code: results[0]?.code, ms: performance.now() - started };
  };
  const harmless = await timed({ template: 'dar {{a}}', argv: ['dar', 'x'] });
  const hostile = await timed({
    template: `dar ${'{{a}}b'.repeat(40)}`,
    argv: ['dar', 'b'.repeat(39).padEnd(4000, 'c')],
  });
  expect(hostile.code).toBe('invalid_args');
  expect(hostile.ms).toBeLessThan(20 * harmless.ms);
});
