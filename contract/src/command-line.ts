import { type ActionTarget, targetTexts } from './action-types.ts';
import { type Part, partsOf } from './placeholders.ts';

/**
 * How the targets read a command line. A template is read once into tokens, a value replaces a placeholder inside its
 * token, and the line is written from the tokens. So no value can add, remove or move a token.
 */

/** One argument of a template. The owner's texts and the placeholders in it become one text. */
export type Token = readonly Part[];

export interface CommandLanguage {
  /** The template's tokens as the target reads them. Undefined if the target would read the template differently. */
  read(template: string): Token[] | undefined;
  /** The line that the target reads as exactly these arguments. Undefined if no line does. */
  write(argv: readonly string[]): string | undefined;
  /** Whether one value may stand in this template, which the language reads. */
  holds(value: string, template: string): boolean;
  /** Names of players here. They may have signs that no other value has. */
  readonly names?: RegExp;
  /** Commands that rule the server itself and are never sold. */
  readonly never: RegExp;
  /** Why a template is refused, pt-BR: it would be read differently, or its command is never sold. */
  readonly texts: { readonly unreadable: string; readonly never: string };
}

/** Half characters (lone surrogates), control characters, and what ends a command or escapes in a game console. */
const unreadable = /[\p{Cc}\p{Cs};\\]/u;
const commandName = /^[A-Za-z0-9_.:+-]/;

/**
 * The end of a JSON value at the start of a text, or undefined. FXServer reads `[1, 2]` as one token if it was built
 * with its JSON library. Placeholders count as digits.
 */
function endOfJson(text: string): number | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  for (let end = 1; end < text.length; end += 1) {
    if (text[end] !== ']' && text[end] !== '}') continue;
    try {
      JSON.parse(text.slice(0, end + 1));
      return end + 1;
    } catch {
      // not complete yet
    }
  }
  return undefined;
}

/** The text with digits in place of each placeholder, with the same length. */
const asDigits = (text: string) => text.replace(/\{\{[a-z0-9_]+\}\}/g, (found) => '1'.repeat(found.length));

/**
 * FXServer's console (citizenfx/fivem, code/client/citicore/console/Console.cpp). Spaces separate tokens. Double
 * quotes keep a token together, and `""` is an empty token. `#`, `//` and `/*` at the start of a token begin a
 * comment.
 */
const fxserver: CommandLanguage = {
  // txAdmin's own commands.
  never: /^txa/i,
  texts: {
    unreadable:
      'O servidor não leria este comando como está escrito. Feche as aspas, e ponha entre aspas o que começa com #, [ ou {.',
    never: 'Os comandos do txAdmin (txa…) controlam o servidor e não podem ser vendidos.',
  },
  holds: () => true,
  read(template) {
    if (unreadable.test(template)) return undefined;
    const digits = asDigits(template);
    const tokens: Token[] = [];
    let at = 0;
    for (;;) {
      while (template[at] === ' ') at += 1;
      if (at >= template.length) break;
      const quoted = template[at] === '"';
      const rest = quoted ? /"([^"]*)"/y : /[^ "]+/y;
      rest.lastIndex = at;
      const [whole, inner] = rest.exec(template) ?? [];
      // A quote is not closed.
      if (whole === undefined) return undefined;
      if (!quoted) {
        if (/^(?:#|\/[/*])/.test(whole)) return undefined;
        const json = digits.startsWith('[', at) || digits.startsWith('{', at) ? endOfJson(digits.slice(at)) : undefined;
        if (json !== undefined && json !== whole.length) return undefined;
      }
      tokens.push(partsOf(inner ?? whole));
      at += whole.length;
    }
    const [name = []] = tokens;
    const literal = name.every((part) => typeof part === 'string') ? name.join('') : undefined;
    return literal !== undefined && (!commandName.test(literal) || literal.includes(' ')) ? undefined : tokens;
  },
  write(argv) {
    const words = argv.map((text) => {
      if (text.includes('"') || unreadable.test(text)) return undefined;
      // Plain words get no quotes, because some commands read the raw line.
      return text === '' || text.includes(' ') || /^[#/[{]/.test(text) ? `"${text}"` : text;
    });
    const [name] = words;
    if (!name || !commandName.test(name) || words.includes(undefined)) return undefined;
    return words.join(' ');
  },
};

/** The plugin takes no other word: spaces of any kind and invisible letters would make a line look like another one. */
const oneWord = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Z}§]+$/u;
const unseen = /[\p{Cc}\p{Cf}\p{Cs}§]|(?! )\p{Z}/u;
/** Templates with JSON, item data or a selector in them, and what would change these around a value. */
const structured = /["'{[@]/;
const structure = /["'\\{}[\]@,=]/;
const ownTexts = (template: string) =>
  partsOf(template)
    .filter((part) => typeof part === 'string')
    .join('');

/**
 * A Minecraft server's console. It splits the line at spaces and knows no quotes and no escapes, so a value is one word that is
 * never empty. `@a` and similar words name many players, and many plugins read `*` so. Only the owner's own text may hold them.
 */
const minecraft: CommandLanguage = {
  // They stop the server, or give all of it away. A plugin's name may stand before a command.
  never: /^(?:[^:]*:)?(?:stop|restart|reload|rl|op|deop)$/i,
  texts: {
    unreadable:
      'O servidor não leria este comando como está escrito. Tire quebras de linha, §, o @ colado a uma variável e espaços ou sinais invisíveis (digite o comando em vez de colar).',
    never: 'Este comando desliga o servidor ou entrega o controle dele, e não pode ser vendido.',
  },
  names: /^[.*]?[A-Za-z0-9_]+$/,
  holds: (value, template) =>
    (value === '' || oneWord.test(value)) &&
    !value.includes('@') &&
    !/^\*+$/.test(value) &&
    !(structured.test(ownTexts(template)) && structure.test(value)),
  read(template) {
    if (unseen.test(template) || /@\{\{/.test(template)) return undefined;
    const words = template.split(' ').filter((word) => word !== '');
    return words[0] !== undefined && commandName.test(words[0].replace(/^\{\{/, '')) ? words.map(partsOf) : undefined;
  },
  write(argv) {
    const [name] = argv;
    if (!name || !commandName.test(name) || !argv.every((word) => oneWord.test(word))) return undefined;
    return argv.join(' ');
  },
};

export const commandLanguages = { fxserver, minecraft } as const satisfies Record<string, CommandLanguage>;
export type CommandLanguageName = keyof typeof commandLanguages;

/** How a target reads a command line; null for a target without commands. */
export function languageOf(target: ActionTarget): CommandLanguage | null {
  const name: CommandLanguageName | null = targetTexts[target].commands;
  return name && commandLanguages[name];
}
