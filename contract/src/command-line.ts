import type { ActionTarget } from './actions.ts';
import { type Part, partsOf } from './placeholders.ts';

/**
 * How the targets read a command line. A template is read once into tokens; a value takes the place of a placeholder
 * inside its token; the line is written from the tokens. So a value can neither add a token, nor take one away, nor move
 * one, whatever is in it.
 */

/** One argument of a template: the owner's texts and placeholders that become one text. */
export type Token = readonly Part[];

export interface CommandLanguage {
  /** The template's tokens as the target would read them; undefined where the target would read something else. */
  read(template: string): Token[] | undefined;
  /** The line that the target reads as exactly these arguments; undefined where there is none. */
  write(argv: readonly string[]): string | undefined;
}

/** Lone halves of characters, control characters, and what ends a command or escapes in some console of the game. */
const unreadable = /[\p{Cc}\p{Cs};\\]/u;
const commandName = /^[A-Za-z0-9_.:+-]/;

/**
 * The end of a JSON value that begins at the start of a text, or undefined: FXServer keeps `[1, 2]` together where it was
 * built with its JSON library. Placeholders count as digits.
 */
function endOfJson(text: string): number | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  for (let end = 1; end < text.length; end += 1) {
    if (text[end] !== ']' && text[end] !== '}') continue;
    try {
      JSON.parse(text.slice(0, end + 1));
      return end + 1;
    } catch {
      // not whole yet
    }
  }
  return undefined;
}

/** The same text with a digit in every place of a placeholder, as long as before. */
const asDigits = (text: string) => text.replace(/\{\{[a-z0-9_]+\}\}/g, (found) => '1'.repeat(found.length));

/**
 * FXServer's console (citizenfx/fivem, code/client/citicore/console/Console.cpp): spaces part tokens, double quotes keep
 * a token together, also an empty one; `#`, `//` and `/*` at the start of a token are comments.
 */
const fxserver: CommandLanguage = {
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
      // A quote that nobody closes.
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
      // Plain words stay plain: commands that read the raw line see what they always saw.
      return text === '' || text.includes(' ') || /^[#/[{]/.test(text) ? `"${text}"` : text;
    });
    const [name] = words;
    if (!name || !commandName.test(name) || words.includes(undefined)) return undefined;
    return words.join(' ');
  },
};

/** Each target's language; null where an action carries no command line (Discord takes ids, and no text of a buyer). */
export const commandLanguages: Record<ActionTarget, CommandLanguage | null> = { discord: null, fivem: fxserver };
