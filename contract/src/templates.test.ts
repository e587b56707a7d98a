import { describe, expect, test } from 'vitest';
import type { Action } from './actions.ts';
import { commandLanguages } from './command-line.ts';
import { commandProblem, knownVariables, templateProblem } from './templates.ts';
import type { VariableInput } from './variables.ts';

const question = (over: object): VariableInput =>
  ({
    kind: 'question',
    label: 'Pergunta',
    answer: 'text',
    choices: [],
    required: true,
    products: [],
    ...over,
  }) as never;
const variables: VariableInput[] = [
  { kind: 'constant', name: 'vip', value: 'vip_ouro' },
  { kind: 'constant', name: 'titulo', value: 'VIP Ouro' },
  { kind: 'constant', name: 'vazia', value: '' },
  question({ name: 'livre' }),
  question({ name: 'numero', answer: 'number' }),
  question({ name: 'cor', answer: 'choice', choices: ['azul', 'preto'] }),
  question({ name: 'opcional', answer: 'choice', choices: ['azul', 'preto'], required: false }),
  question({ name: 'bonita', answer: 'choice', choices: ['azul', 'Azul claro'] }),
  question({ name: 'todos', answer: 'choice', choices: ['ana', '@a'] }),
  question({ name: 'lista', answer: 'choice', choices: ['azul', 'a,b'] }),
  question({ name: 'deoutro', answer: 'choice', choices: ['azul'], products: ['p2'] }),
];

const kinds: [string, (text: string) => Action][] = [
  [
    'add_group',
    (text) => ({ target: 'fivem', type: 'add_group', executionTiming: 'on_confirmation', groupName: text }),
  ],
  [
    'remove_group',
    (text) => ({ target: 'fivem', type: 'remove_group', executionTiming: 'on_expiration', groupName: text }),
  ],
  [
    'add_item',
    (text) => ({
      target: 'fivem',
      type: 'add_item',
      executionTiming: 'on_confirmation',
      itemName: text,
      itemQuantity: 1,
    }),
  ],
  [
    'add_vehicle',
    (text) => ({ target: 'fivem', type: 'add_vehicle', executionTiming: 'on_confirmation', vehicleName: text }),
  ],
  [
    'remove_vehicle',
    (text) => ({ target: 'fivem', type: 'remove_vehicle', executionTiming: 'on_expiration', vehicleName: text }),
  ],
];

describe.each(kinds)('names in %s', (type, action) => {
  test.each([
    'livre',
    'numero',
    'nome',
    'email',
    'discord',
    'cidade',
    'pedido',
    'quantidade',
    'valor',
    'produto',
    'loja',
  ])('never come from a buyer or a title: {{%s}}, alone or as a part', (name) => {
    for (const text of [`{{${name}}}`, `a{{${name}}}`, `{{${name}}}a`, `{{vip}}{{${name}}}`]) {
      expect(templateProblem(action(text), variables)?.code).toBe('name_choices_only');
    }
  });

  test.each(['opcional', 'deoutro'])('always have an answer: {{%s}} may have none', (name) => {
    expect(templateProblem(action(`a_{{${name}}}`), variables, 'p1')?.code).toBe('name_choices_only');
  });

  test.each(['titulo', 'vazia', 'bonita'])('hold only a name’s characters for every choice: {{%s}}', (name) => {
    // Only groups may hold spaces.
    const spaced = type.endsWith('group') && name !== 'vazia';
    expect(templateProblem(action(`{{${name}}}`), variables)?.code).toBe(spaced ? undefined : 'name_unfit');
  });

  test.each(['VIP Ouro', 'Polícia', 'Família Ñ'])(
    'hold spaces and accents only where no console reads them: %s',
    (name) => {
      expect(templateProblem(action(name), variables)?.code).toBe(type.endsWith('group') ? undefined : 'name_unfit');
    },
  );

  test.each(['a;b', 'a"b', 'a\\b', "a'b", 'a`b', 'a<b', 'a\tb', 'a\u200bb', 'a\u202eb'])(
    'hold no sign that anything else reads: %s',
    (name) => {
      expect(templateProblem(action(name), variables)?.code).toBe('name_unfit');
    },
  );

  test('take constants and required choices of this product', () => {
    expect(templateProblem(action('{{vip}}'), variables)).toBeUndefined();
    expect(templateProblem(action('{{vip}}_{{cor}}'), variables)).toBeUndefined();
    expect(templateProblem(action('{{deoutro}}'), variables, 'p2')).toBeUndefined();
    expect(templateProblem(action('{{deoutro}}'), variables)?.code).toBe('name_choices_only');
  });

  test('are short enough for every choice', () => {
    expect(templateProblem(action(`${'a'.repeat(55)}{{cor}}`), variables)).toBeUndefined();
    expect(templateProblem(action(`${'a'.repeat(60)}{{cor}}`), variables)?.code).toBe('name_unfit');
  });

  test('name only variables that exist', () => {
    expect(templateProblem(action('{{nada}}'), variables)).toMatchObject({ code: 'unknown_placeholder' });
  });
});

describe('Minecraft, whose console reads no quotes', () => {
  const { minecraft } = commandLanguages;
  const codeOf = (template: string) => commandProblem(minecraft, template, knownVariables(variables))?.code;

  test.each(['livre', 'nome', 'email', 'loja', 'produto', 'titulo', 'bonita'])(
    'refuses a text that may hold a space: {{%s}}',
    (name) => {
      expect(codeOf(`dar {{cidade}} {{${name}}}`)).toBe('command_free_text');
      expect(codeOf(`dar {{cidade}} a{{${name}}}b`)).toBe('command_free_text');
    },
  );

  test.each(['vazia', 'opcional', 'deoutro'])('refuses an argument that may be empty: {{%s}}', (name) => {
    expect(codeOf(`dar {{cidade}} {{${name}}}`)).toBe('command_empty_argument');
    expect(codeOf(`dar {{cidade}} {{${name}}}{{${name}}}`)).toBe('command_empty_argument');
    expect(codeOf(`dar {{cidade}} a{{${name}}}`)).toBeUndefined();
  });

  test('takes numbers, words of the owner and lists of words', () => {
    expect(
      codeOf('dar {{cidade}} {{discord}} {{numero}} {{vip}} {{cor}} {{quantidade}} {{valor}} {{pedido}}'),
    ).toBeUndefined();
  });

  test('lets nobody but the owner name all players', () => {
    expect(codeOf('give @a diamond {{quantidade}}')).toBeUndefined();
    expect(codeOf('give @e[name={{cidade}}] diamond 1')).toBeUndefined();
    expect(codeOf('give {{todos}} diamond 1')).toBe('command_free_text');
    expect(codeOf('give @{{cor}} diamond 1')).toBe('command_unreadable');
  });

  test('knows what the plugin would refuse after the payment', () => {
    // Spaces and letters that nobody sees come along with a text that is pasted.
    for (const sign of ['\u00a0', '\u2003', '\u200b', '\u202e', '\u2028'])
      expect(codeOf(`say a${sign}b`)).toBe('command_unreadable');
    // A comma is a word of its own between the brackets of a selector or of JSON.
    expect(codeOf('dar {{cidade}} {{lista}}')).toBeUndefined();
    expect(codeOf('tellraw @a {"text":"{{lista}}"}')).toBe('command_free_text');
    expect(codeOf('give @e[name={{lista}}] diamond 1')).toBe('command_free_text');
    expect(codeOf('tellraw @a {"text":"{{cor}}"}')).toBeUndefined();
  });

  test.each(['stop', 'minecraft:stop', 'op {{cidade}}', 'Deop x', 'reload confirm'])(
    'refuses what rules the server: %s',
    (line) => {
      expect(codeOf(line)).toBe('command_forbidden');
      expect(codeOf(`x${line.replace(/^.*:/, '')}`)).toBeUndefined();
    },
  );

  test('a value is one word of the line, whatever it holds', () => {
    const hostile = [
      '',
      ' ',
      'a b',
      '@a',
      '@e[type=cow]',
      '*',
      '**',
      '§c',
      'a\nb',
      '\t',
      '"a',
      'a"',
      "'",
      '\\',
      ';',
      '{}',
      '[',
      'ção',
      '.steve',
      '*alex',
      '-1',
    ];
    for (const template of [
      'give {{x}} diamond 3',
      'lp user {{x}} parent add vip-{{x}}',
      'tellraw @a {"text":"{{x}}"}',
    ]) {
      const tokens = minecraft.read(template) ?? [];
      for (const value of hostile) {
        const argv = tokens.map((token) => token.map((part) => (typeof part === 'string' ? part : value)).join(''));
        const line = minecraft.holds(value, template) ? minecraft.write(argv) : undefined;
        if (line === undefined) continue;
        expect(line.split(' ')).toEqual(argv);
        expect(line.split('@')).toHaveLength(template.split('@').length);
      }
      expect(minecraft.holds('steve', template) && minecraft.write(tokens.map(() => 'steve'))).toBeTruthy();
    }
    expect(hostile.filter((value) => minecraft.holds(value, 'give {{x}}'))).toEqual([
      '',
      '"a',
      'a"',
      "'",
      '\\',
      ';',
      '{}',
      '[',
      'ção',
      '.steve',
      '*alex',
      '-1',
    ]);
  });

  test.each(['txaRestart', 'txaKickAll x', '"TXAEvent" {{cidade}}', 'txAdmin:stop'])('refuses txAdmin: %s', (line) => {
    const action = {
      target: 'fivem',
      type: 'execute_command',
      executionTiming: 'on_confirmation',
      command: line,
    } as const;
    expect(templateProblem(action, [])?.code).toBe('command_forbidden');
    expect(templateProblem({ ...action, command: `x${line.replaceAll('"', '')}` }, [])).toBeUndefined();
  });

  test('needs a first token of the owner', () => {
    expect(codeOf('{{vip}} {{cidade}}')).toBe('command_first_token');
  });
});

test.each([
  'dar {{ cidade }} vip',
  'dar {{Cidade}} vip',
  'dar {{cidade} vip}}',
  'dar {{{{cidade}}}} vip',
  'dar {{}} vip',
])('a placeholder in another spelling is an unknown one: %s', (command) => {
  const action: Action = {
    target: 'fivem',
    type: 'execute_command',
    executionTiming: 'on_confirmation',
    command,
  };
  expect(templateProblem(action, variables)?.code).toBe('unknown_placeholder');
});

test('a command has no more arguments than the game script takes', () => {
  const made = (pairs: number): Action => ({
    target: 'fivem',
    type: 'execute_command',
    executionTiming: 'on_confirmation',
    command: `dar x${'""x'.repeat(pairs)}`,
  });
  expect(templateProblem(made(63), variables)).toBeUndefined();
  expect(templateProblem(made(64), variables)?.code).toBe('command_too_long');
});
