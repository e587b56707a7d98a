import type { Action } from '@vitrine/contract/actions';
import { identityRules } from '@vitrine/contract/identity';
import { partsOf } from '@vitrine/contract/placeholders';
import { knownVariables, templateProblem } from '@vitrine/contract/templates';
import type { VariableInput } from '@vitrine/contract/variables';
import { expect, test } from 'vitest';
import { isLine } from '../../../../../sdk/src/game/command-line.ts';
import { renderAction } from './render-action.ts';
import type { Values } from './render-fields.ts';

/**
 * The client of a Minecraft server accepts whatever we render: as many arguments as the template has, each in its place. The judge is the
 * small client of the SDK, which shares no code with our reader and writer. The jar itself is tried in
 * `proof/crash/minecraft-crash.long.test.ts`.
 */

const HOSTILE = [
  ...[
    '',
    ' ',
    'a b',
    ' a',
    'a ',
    '\t',
    'a\nb',
    'a\r\nop x',
    'a\u0000b',
    'a\u0085b',
    'a\u00a0b',
    'a\u2003b',
    'a\u2028b',
  ],
  ...[
    'a\u200bb',
    'a\u202eb',
    '\ufeffa',
    '\ud800',
    '§4a',
    '§',
    '@a',
    '@e[type=!player]',
    'a@b',
    '"',
    "'",
    '\\',
    '\\n',
    ';',
  ],
  ...[
    'a,b',
    'a=b',
    '{}',
    '[1]',
    '{"a":1}',
    '{{cidade}}',
    '/op',
    '-1',
    '--',
    '..',
    '~',
    '^',
    '#',
    '*',
    '%s',
    '$(id)',
    '<b>',
  ],
  ...['ação', 'Ñandú', '李小龍', 'محمد', '💣', '👩‍👧', '𝒜', 'x'.repeat(200), 'x'.repeat(10_240), '§'.repeat(10_240)],
];
const TEMPLATES = [
  ...['give {{x}} diamond 3', 'eco x-{{x}}-y {{x}}', 'eco {{x}}{{x}}', '  eco   {{x}}  fim ', 'say @a {{x}}'],
  ...['tellraw @a {"text":"{{x}}"}', "data 'a{{x}}'", 'give @e[name={{x}}] diamond 1', 'give {{x}}[a=1] 1'],
];
const NAMES = ['vip', 'vip-{{x}}', '{{x}}', 'a {{x}} b'];
const sources = ['owner', 'choice', 'number', 'text'] as const;

const of = (type: string, fields: object) =>
  ({ target: 'minecraft', executionTiming: 'on_confirmation', type: `minecraft_${type}`, ...fields }) as Action;
const asked = (value: string): VariableInput[] => [
  {
    kind: 'question',
    name: 'x',
    label: 'X',
    answer: 'choice',
    choices: [value],
    required: true,
    products: [],
  } as never,
];

test.each(TEMPLATES)('%s: a value is in its place, or the line is refused with a reason', (template) => {
  const action = of('command', { command: template });
  const tokens = template.split(' ').filter((word) => word !== '');
  let lines = 0;
  for (const text of HOSTILE) {
    for (const source of sources) {
      const made = renderAction(action, { x: { text, source } } satisfies Values, 1);
      const told = JSON.stringify([text.slice(0, 30), source]);
      if ('problem' in made) {
        expect(made.problem, told).toMatch(/^(\{\{x\}\} tem |O comando ).{10,}/);
        expect(made.args, told).not.toHaveProperty('argv');
        continue;
      }
      const { argv } = made.args;
      expect(argv, told).toEqual(tokens.map((token) => token.replaceAll('{{x}}', () => text)));
      expect(isLine(made.args.template, argv, 'minecraft'), told).toBe(true);
      lines += 1;
    }
    // A choice that could not be sent cannot be saved: nobody pays for it.
    const saved = templateProblem(action, asked(text)) === undefined;
    const made = renderAction(action, { x: { text, source: 'choice' } }, 1);
    if (saved && text !== '' && !/[^\p{L}\p{N} _.,@+:!?()-]|--/u.test(text) && text.length <= 200)
      expect('problem' in made, JSON.stringify(text)).toBe(false);
  }
  expect(lines).toBeGreaterThan(10);
});

test.each(NAMES)('the group and the item %s: a name of the game, or refused with a reason', (name) => {
  for (const text of HOSTILE) {
    for (const source of sources) {
      for (const action of [
        of('add_group', { groupName: name }),
        of('add_item', { itemName: name, itemQuantity: 1 }),
      ]) {
        const made = renderAction(action, { x: { text, source } }, 1);
        if ('problem' in made) expect(made.problem).toMatch(/^(O nome d|\{\{x\}\} )/);
        else {
          const sent = String(made.args.group ?? made.args.item);
          // What Arguments.java of the plugin takes.
          expect(sent).toMatch(
            made.args.group ? /^(?! )[\p{L}\p{M}\p{N}_.:| -]{1,64}(?<! )$/u : /^[A-Za-z0-9_.|-]{1,64}$/,
          );
          expect(sent).toBe(
            partsOf(name)
              .map((part) => (typeof part === 'string' ? part : text))
              .join(''),
          );
        }
      }
    }
  }
});

test('every nick that a buyer may type reaches a command, Bedrock’s too', () => {
  expect(knownVariables([]).has('cidade')).toBe(true);
  for (const nick of ['steve', '.maria', '*bia', '__', 'a'.repeat(16)]) {
    expect(identityRules.minecraft_name.pattern.test(nick)).toBe(true);
    const made = renderAction(
      of('command', { command: 'give {{cidade}} diamond' }),
      { cidade: { text: nick, source: 'number' } },
      1,
    );
    expect(made).toEqual({ args: expect.objectContaining({ argv: ['give', nick, 'diamond'] }) });
  }
});
