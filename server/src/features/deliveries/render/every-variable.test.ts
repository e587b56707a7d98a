import type { Action } from '@vitrine/contract/actions';
import { nameRules } from '@vitrine/contract/templates';
import { builtInVariables } from '@vitrine/contract/variables';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLine, type Reader } from '../../../../../sdk/src/game/command-line.ts';
import { tokenize } from '../../../../../standins/fxserver/console.ts';
import { transaction } from '../../../db/transaction.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type MadeStore, makeStore } from '../../../test/make.ts';
import { makeSold } from '../../../test/make-deliveries.ts';
import { type Planned, planOrder } from '../plan-deliveries.ts';

/**
 * Every variable that a template may name × a hostile corpus × every target. The texts stand in the rows of an order, as if the
 * checkout had let all of them through. The template alone decides how many arguments there are, and where.
 */

const ANSWERS = ['text', 'number', 'choice'] as const;
/** Variables whose text somebody writes: the buyer, the owner or a member. */
const WRITTEN = [
  ...['discord', 'nome', 'email', 'produto', 'loja', 'constante'],
  ...ANSWERS.flatMap((kind) => [`pergunta_${kind}`, `opcao_${kind}`]),
];
/** Vitrine makes these itself, of numbers and of ids that have no such signs. */
const MADE = ['cidade', 'pedido', 'quantidade', 'valor'];
const VARIABLES = [...WRITTEN, ...MADE];

/** What a database keeps: no NUL and no half character. */
const CORPUS = [
  ...['', ' ', '1 superadmin', '  a  b  ', '\t', '\nquit', 'a\r\nop x', '\u001b[2J', '\u0085x', 'a\u00a0b', 'a\u2028b'],
  ...['"', '" superadmin "', 'a" "b', "'", "' OR 1=1 --", '\\', 'a\\', ';quit', 'a&&quit', 'a|quit', '$(id)', '`id`'],
  ...['# x', '// x', '/* x', '--', 'a -- b', '[1, 2]', '{"a": 1}', '[', '{', '{{cidade}}', '{{nome}} {{loja}}', '%s%n'],
  ...[
    '@everyone',
    '@e[type=!player]',
    '<@1>',
    '[x](http://x)',
    '**x**',
    '§4x',
    '^1x',
    '=1+1',
    '*',
    '+x',
    'all',
    '../..',
  ],
  ...[
    '\u200bx',
    '\u202ex',
    '\ufeffx',
    'João da Silva',
    'Joa\u0303o',
    '李小龍 王',
    'محمد',
    '💣',
    '١٢٣',
    '0x10',
    '-1',
    '1e9',
  ],
  ...['x'.repeat(200), 'á'.repeat(200), `${'a '.repeat(99)}a`],
];

const LINES = ['dar {{v}} fim', 'dar pre-{{v}}-pos {{v}} fim', 'dar [{{v}}]{{v}} fim'];
const NAMES = ['{{v}}', 'vip_{{v}}'];
const MESSAGES = ['Oi, {{v}}!'];

const of = (target: string, type: string, field: string, text: string) =>
  ({
    target,
    type,
    executionTiming: 'on_confirmation',
    [field]: text,
    itemQuantity: 1,
    channelId: '1',
  }) as unknown as Action;
const COMMANDS = [
  ...[of('fivem', 'execute_command', 'command', ''), of('fivem', 'run_action', 'command', '')],
  ...[of('minecraft', 'minecraft_command', 'command', ''), of('mta', 'mta_run_action', 'command', '')],
];
const READERS: Record<string, Reader> = { execute_command: 'fivem', minecraft_command: 'minecraft' };
const NAMED: [string, string, keyof typeof nameRules][] = [
  ['fivem', 'add_group', 'groupName'],
  ['fivem', 'add_vehicle', 'vehicleName'],
  ['fivem', 'add_item', 'itemName'],
  ['minecraft', 'minecraft_add_group', 'groupName'],
  ['minecraft', 'minecraft_add_item', 'itemName'],
  ['mta', 'mta_add_group', 'groupName'],
  ['mta', 'mta_add_vehicle', 'vehicleName'],
  ['mta', 'mta_add_item', 'itemName'],
];
const SAID = ['send_message', 'send_direct'];

interface Case {
  action: Action;
  /** The template with its variable as `{{v}}`. */
  text: string;
}
const casesOf = (variable: string): Case[] => {
  const fill = (text: string) => text.replaceAll('{{v}}', `{{${variable}}}`);
  return [
    ...LINES.flatMap((text) =>
      COMMANDS.map((one): Case => ({ text, action: { ...one, command: fill(text) } as Action })),
    ),
    ...NAMES.flatMap((text) =>
      NAMED.map(([target, type, field]): Case => ({ text, action: of(target, type, field, fill(text)) })),
    ),
    ...MESSAGES.flatMap((text) =>
      SAID.map((type): Case => ({ text, action: of('discord', type, 'message', fill(text)) })),
    ),
  ];
};

let app: TestApp;
let store: MadeStore;
let order: string;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
  const asked = (kind: string) => ({
    kind: 'question',
    name: `pergunta_${kind}`,
    label: 'Pergunta',
    answer: kind,
    required: false,
    ...(kind === 'choice' && { choices: ['a', 'b'] }),
  });
  for (const variable of [{ kind: 'constant', name: 'constante', value: 'x' }, ...ANSWERS.map(asked)]) {
    const made = await app.post(
      '/v1/variables/create',
      { subdomain: store.subdomain, variable },
      { token: store.token },
    );
    expect(made.status, JSON.stringify(made.json())).toBe(200);
  }
  ({ id: order } = await makeSold(app.db, store.id, { items: [{ actions: [] }] }));
});
afterAll(() => app.close());

/** Plans the order's deliveries of these actions as if every text of it were this one. */
async function plan(text: string, actions: Action[]) {
  const answers = Object.fromEntries(ANSWERS.map((kind) => [`pergunta_${kind}`, text]));
  const options = ANSWERS.map((kind) => ({ name: `opcao_${kind}`, label: 'Opção', kind, value: text }));
  return await transaction(app.db, async (tx) => {
    await sql`update "order" set customer_name = ${text}, email = ${text}, discord_id = ${text},
                variables = ${JSON.stringify(answers)}::jsonb, chosen = '["pergunta_choice"]'::jsonb
              where store_id = ${store.id} and id = ${order}`.execute(tx);
    await sql`update order_item set name = ${text}, actions = ${JSON.stringify(actions)}::jsonb, options = ${JSON.stringify(options)}::jsonb
              where store_id = ${store.id} and order_id = ${order}`.execute(tx);
    await sql`update store set name = ${text} where id = ${store.id}`.execute(tx);
    await sql`update variable set value = ${text} where store_id = ${store.id} and kind = 'constant'`.execute(tx);
    const { planned } = await planOrder(tx, store.id, order);
    return planned;
  });
}

test('every variable of Vitrine is one of these', () => {
  expect(VARIABLES).toEqual(expect.arrayContaining([...builtInVariables]));
});

/** What is wrong with a line that is sent; undefined for nothing. */
function wrongLine(template: string, { args, target, type }: Pick<Planned, 'args' | 'target' | 'type'>) {
  const argv = args.argv as string[];
  const words = template.split(' ');
  if (argv.length !== words.length) return 'another number of arguments';
  if (/["\\;\p{Cc}\p{Cs}]/u.test(argv.join(''))) return 'a sign that a console reads';
  const moved = words.some((word, at) => {
    const [before, after] = [word.slice(0, word.indexOf('{{')), word.slice(word.lastIndexOf('}}') + 2)];
    return word.includes('{{') ? !(argv[at]?.startsWith(before) && argv[at]?.endsWith(after)) : argv[at] !== word;
  });
  if (moved) return 'a word in another place';
  const line = String(args.command);
  const read = target === 'minecraft' ? [line.split(' ')] : [true, false].map((json) => tokenize(line, { json }));
  if (read.some((tokens) => JSON.stringify(tokens) !== JSON.stringify(argv))) return 'the console reads another line';
  return isLine(args.template, argv, READERS[type] ?? 'nobody') ? undefined : 'the client refuses it';
}

/** Whether a variable may be part of a name: the owner writes it or lists what may be chosen. */
const mayName = (variable: string) => /^(produto|loja|constante|.*_choice)$/.test(variable);

test.each(VARIABLES)('{{%s}} is one argument, in its place, on every target, or nothing is sent', async (variable) => {
  const cases = casesOf(variable);
  const actions = cases.map(({ action }) => action);
  const wrong: string[] = [];
  const met = { sent: 0, refused: 0 };
  // What Vitrine makes itself is the same for every text.
  for (const text of MADE.includes(variable) ? CORPUS.slice(0, 4) : CORPUS) {
    const planned = await plan(text, actions);
    expect(planned).toHaveLength(cases.length);
    for (const one of planned) {
      const { args, type } = one;
      const { text: template } = cases[one.actionIndex] as Case;
      const sent = String(args.argv ? args.command : (args.group ?? args.item ?? args.vehicle ?? args.message ?? '{{'));
      // What is not sent shows its template.
      if (sent.includes('{{')) {
        met.refused += 1;
        continue;
      }
      met.sent += 1;
      const say = (what: string | undefined) => {
        if (what) wrong.push(`${type} ${template} ${JSON.stringify(text)}: ${what}`);
      };
      if (args.argv) say(wrongLine(template, one));
      else if (args.message) {
        const value = sent.slice('Oi, '.length, -1);
        if (sent !== `Oi, ${value}!` || /[\\*_~`|<>@#:[\]()-]/.test(value.replace(/\\[^\p{L}\p{N}\s]/gu, '')))
          say('a mark of Discord');
      } else {
        const field = NAMED.find(([, name]) => name === type)?.[2] as keyof typeof nameRules;
        if (!nameRules[field].pattern.test(sent)) say('no name');
        if (!mayName(variable)) say('a name that a buyer wrote');
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(met.sent, JSON.stringify(met)).toBeGreaterThan(30);
  expect(met.refused, JSON.stringify(met)).toBeGreaterThan(10);
});
