import { type Action, type ActionTarget, actionTargets, targetTexts } from '@vitrine/contract/actions';
import { type CommandLanguageName, languageOf } from '@vitrine/contract/command-line';
import { isSafeValue } from '@vitrine/contract/placeholders';
import { targetSchemas } from '@vitrine/contract/targets/schemas';
import { templateProblem } from '@vitrine/contract/templates';
import { describe, expect, test } from 'vitest';
import { tokenize } from '../../../../../standins/fxserver/console.ts';
import { checkAnswers } from '../../variables/check-answers.ts';
import { renderAction } from './render-action.ts';
import { safeText, type Value } from './render-fields.ts';

/**
 * Every position of a template × a hostile corpus × every target. The template alone decides how many tokens there are, and
 * where. The judge is the stand-in's reading of the published source; it shares no code with our reader and writer.
 */

/** What a buyer may type to get more than one argument. */
const corpus = [
  '',
  ' ',
  '1 superadmin',
  'superadmin',
  '-1',
  'a b c d e f g h',
  '  a  b  ',
  '"',
  '""',
  '" superadmin "',
  'a" "b',
  '\\',
  '\\"',
  'a\\',
  "'",
  "' superadmin '",
  ';quit',
  'a;quit',
  'a&&quit',
  'a|quit',
  '\nquit',
  'a\r\nquit',
  'a\u0000quit',
  '\tquit',
  '\u001b[2J',
  '\u0085quit',
  '\u00a0superadmin',
  '\u2028quit',
  '\u2003superadmin',
  '\u200bsuperadmin',
  '\u202esuperadmin',
  '\ufeffsuperadmin',
  '\ud800',
  '# resto',
  '#',
  '// resto',
  'a // resto',
  '/* resto',
  'a /* b */ c',
  '--',
  'a -- b',
  '{"a": 1}',
  '[1, 2]',
  '[',
  '{',
  '{{cidade}}',
  '{{nome}} {{nome}}',
  '{{resposta}}',
  '^1vermelho',
  '%s%n',
  '$(id)',
  '`id`',
  '$x',
  '<b>',
  '@everyone',
  'a+b=c',
  '=1+1',
  '?',
  '!',
  ':',
  ',',
  '(a)',
  'João da Silva',
  'Joa\u0303o da Silva',
  'Ñandú Ümlaut ß',
  '李小龍 王',
  'محمد علي',
  '💣 bomba',
  '١٢٣',
  '0x10',
  '1e3',
  '1'.repeat(10),
  '1'.repeat(11),
  'á'.repeat(200),
  '𝒜'.repeat(100),
  'x'.repeat(201),
  `${'a '.repeat(99)}a`,
];

/** Where a placeholder may stand; `@` is its place. */
const positions = [
  'dar @',
  'dar @ vip',
  'dar 44 @',
  'dar @ @',
  'dar @@ vip',
  'dar pre@ vip',
  'dar @pos vip',
  'dar pre@pos vip',
  'dar pre-@-@-pos vip',
  'dar "@" vip',
  'dar "um @ dois" vip',
  'dar "@ @" vip',
  'dar "@"@ vip',
  'dar @"junto" vip',
  'dar [@] vip',
  'dar (@) vip',
  'dar [VIP] @!',
  'dar "" @ vip',
  'dar  44   @   vip',
  'dar a@b.c:@ vip',
];

const read = (line: string, json: boolean) => tokenize(line, { json });

/** What each language makes of a line, by its published source. Discord has none: the judge of its messages is below. */
const judges: Record<CommandLanguageName, (line: string) => string[][]> = {
  // A server is built with or without its JSON library.
  fxserver: (line) => [read(line, true), read(line, false)],
  // It splits the line at spaces and reads nothing else (docs/spec/facts/game-servers.md 9.3).
  minecraft: (line) => [line.split(' ').filter((word) => word !== '')],
};

/** The first type of action whose text is a command; `execute_command` where a target has none. */
const typeOf = (target: ActionTarget) =>
  Object.entries(targetTexts[target].templates).find(([, field]) => field === 'command')?.[0] ?? 'execute_command';
const command = (target: ActionTarget, text: string) =>
  ({ target, type: typeOf(target), executionTiming: 'on_confirmation', command: text }) as Action;
const question = {
  kind: 'question' as const,
  name: 'resposta',
  label: 'Resposta',
  answer: 'text' as const,
  choices: [],
  required: false,
  products: [],
};

/** What reaches the template when a buyer types a value of each kind, or undefined where the checkout refuses it. */
const kinds: Record<string, (typed: string) => Value | undefined> = {
  'an answer': (typed) => {
    const checked = checkAnswers([question], [], { resposta: typed });
    return 'answers' in checked ? { text: checked.answers.resposta ?? '', source: 'text' } : undefined;
  },
  'a name': (typed) => ({ text: safeText(typed), source: 'text' }),
};

describe.each(actionTargets)('%s', (target) => {
  const language = languageOf(target);
  const name = targetTexts[target].commands;
  const judge = name && judges[name];
  if (!language || !judge) {
    test('has no command line: a template is refused when it is saved, and never rendered', () => {
      const action = command(target, 'dar {{nome}}');
      expect(targetSchemas[target].sent.safeParse(action).success).toBe(false);
      expect(renderAction(action, { nome: { text: 'Ana', source: 'text' } }, 1)).toHaveProperty('problem');
    });
    return;
  }

  if (language.write(['x', 'a b']) === undefined) {
    test.each(positions)('%s: free text is refused when it is saved, and what is rendered is one word', (position) => {
      const template = position.replaceAll('@', '{{resposta}}');
      const action = command(target, template);
      expect(templateProblem(action, [question])?.code).toMatch(/^command_(free_text|unreadable)$/);
      const [shape = []] = judge(position.replaceAll('@', 'PLACE'));
      for (const text of corpus) {
        const made = renderAction(action, { resposta: { text, source: 'text' } }, 1);
        if ('problem' in made) {
          expect(made.args).not.toHaveProperty('argv');
          continue;
        }
        const wanted = shape.map((token) => token.replaceAll('PLACE', () => text));
        for (const tokens of judge(String(made.args.command))) expect(tokens).toEqual(wanted);
        expect(made.args.argv).toEqual(wanted);
      }
    });
    return;
  }

  test.each(positions)('%s: every value is one token, in its place', (position) => {
    const template = position.replaceAll('@', '{{resposta}}');
    const action = command(target, template);
    expect(templateProblem(action, [question])).toBeUndefined();
    // The template with a word in each place shows how many tokens there are, and where.
    const [shape = []] = judge(position.replaceAll('@', 'PLACE'));
    let rendered = 0;
    for (const typed of corpus) {
      for (const [kind, become] of Object.entries(kinds)) {
        const value = become(typed);
        if (!value) continue;
        const made = renderAction(action, { resposta: value }, 1);
        expect(made, `${kind} ${JSON.stringify(typed)}`).not.toHaveProperty('problem');
        const wanted = shape.map((token) => token.replaceAll('PLACE', () => value.text));
        for (const tokens of judge(String(made.args.command))) expect(tokens).toEqual(wanted);
        expect(made.args.argv).toEqual(wanted);
        rendered += 1;
      }
    }
    expect(rendered).toBeGreaterThan(corpus.length);
  });

  test('a value that the checkout did not check never makes another token', () => {
    for (const position of positions) {
      for (const text of corpus) {
        const made = renderAction(
          command(target, position.replaceAll('@', '{{resposta}}')),
          { resposta: { text, source: 'text' } },
          1,
        );
        if ('problem' in made) {
          expect(isSafeValue(text)).toBe(false);
          expect(made.args).not.toHaveProperty('argv');
        } else {
          const [shape = []] = judge(position.replaceAll('@', 'PLACE'));
          for (const tokens of judge(String(made.args.command))) expect(tokens).toHaveLength(shape.length);
        }
      }
    }
  });

  test.each(['@', '@ 44', '@x 44', 'x@ 44', '"@" 44', '{{cidade}}@ 44', ' @ 44'])(
    'the owner writes the first token: %s is refused when it is saved, and never rendered',
    (position) => {
      const action = command(target, position.replaceAll('@', '{{resposta}}'));
      expect(templateProblem(action, [question])?.code).toBe('command_first_token');
      for (const text of corpus) {
        const values = { resposta: { text, source: 'text' }, cidade: { text: '44', source: 'number' } } as const;
        const made = renderAction(action, values, 1);
        expect(made).toHaveProperty('problem');
        expect(made.args).not.toHaveProperty('argv');
      }
    },
  );

  // The server reads these differently from how they look.
  test.each([
    'dar "@',
    'dar @"',
    'dar #@',
    'dar # @',
    'dar [1, @]',
    'dar {"a": "@"}',
    'dar [1]x @',
    '"dar x" @',
    '"" @',
  ])('a template that the server would read differently is refused: %s', (position) => {
    const action = command(target, position.replaceAll('@', '{{resposta}}'));
    expect(templateProblem(action, [question])?.code).toBe('command_unreadable');
    expect(renderAction(action, { resposta: { text: 'a', source: 'text' } }, 1)).toHaveProperty('problem');
  });

  test('the longest answers of a saved template always fit', () => {
    const names = Array.from({ length: 8 }, (_, n) => ({ ...question, name: `r${n}` }));
    const values = Object.fromEntries(
      names.map(({ name }) => [name, { text: '𝒜'.repeat(100), source: 'text' as const }]),
    );
    const verdicts = names.map((_, count) => {
      const action = command(target, ['dar', ...names.slice(0, count + 1).map(({ name }) => `{{${name}}}`)].join(' '));
      const saved = templateProblem(action, names) === undefined;
      if (saved) expect(renderAction(action, values, 1)).not.toHaveProperty('problem');
      return saved;
    });
    expect(verdicts.slice(0, 4)).toEqual([true, true, true, true]);
    expect(verdicts.at(-1)).toBe(false);
  });
});

describe('a message of Discord', () => {
  const positions = ['@', 'Oi, @!', '**@**', '<@', '[aqui](@)', '`@`', '# @', 'a\n- @\nb', '@ @', '{{nome}}@'];
  const message = (text: string) =>
    ({ target: 'discord', type: 'send_direct', executionTiming: 'on_confirmation', message: text }) as Action;
  /** What a reader sees of Markdown without its escapes, where every mark has one. */
  const seen = (text: string) => text.replace(/\\([^\p{L}\p{N}\s])/gu, '$1');

  test.each(positions)('%s: a value is plain text in it, or the whole is refused', (position) => {
    const action = message(position.replaceAll('@', '{{resposta}}'));
    expect(templateProblem(action, [question])).toBeUndefined();
    let rendered = 0;
    for (const text of corpus) {
      const values = { resposta: { text, source: 'text' }, nome: { text: '', source: 'text' } } as const;
      const made = renderAction(action, values, 1);
      if ('problem' in made) {
        expect(!isSafeValue(text) || position.replaceAll('@', text).replace('{{nome}}', '').trim() === '').toBe(true);
        continue;
      }
      const value = String(renderAction(message('{{resposta}}x'), values, 1).args.message).slice(0, -1);
      expect(seen(value)).toBe(text);
      // Every mark that could begin a mention, a link or a format follows a backslash.
      expect(value.replace(/\\[^\p{L}\p{N}\s]/gu, '')).not.toMatch(/[\\*_~`|<>@#:[\]()-]/);
      expect(made.args.message).toBe(position.replaceAll('@', () => value).replace('{{nome}}', ''));
      rendered += 1;
    }
    expect(rendered).toBeGreaterThan(10);
  });

  test('the longest answers of a saved message always fit', () => {
    const names = Array.from({ length: 8 }, (_, n) => ({ ...question, name: `r${n}` }));
    const values = Object.fromEntries(
      names.map(({ name }) => [name, { text: '('.repeat(200), source: 'text' as const }]),
    );
    const verdicts = names.map((_, count) => {
      const action = message(
        names
          .slice(0, count + 1)
          .map(({ name }) => `{{${name}}}`)
          .join(' '),
      );
      const saved = templateProblem(action, names) === undefined;
      expect('problem' in renderAction(action, values, 1)).toBe(!saved);
      return saved;
    });
    expect(verdicts).toEqual([true, true, true, true, false, false, false, false]);
  });
});
