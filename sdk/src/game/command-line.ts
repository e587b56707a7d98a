/** What a command may hold, as the protocol says: its owner's template decides, and a value changes no other argument. */

const MOST_TOKENS = 128;
const MOST_BYTES = 4096;
/** The console that reads the line; each has its own rules. `nobody`: an own action, whose arguments are plain texts. */
export type Reader = 'fivem' | 'minecraft' | 'nobody';

/** The signs that a console could read as more than text. Minecraft's console splits at spaces alone, so one argument is one word there. */
const UNREADABLE: Record<Reader, RegExp> = {
  fivem: /[\p{Cc}\p{Cs}";\\]/u,
  minecraft: /^$|[\p{Cc}\p{Cs}\p{Cf}\p{Z}§]/u,
  nobody: /[\p{Cc}\p{Cs}]/u,
};
const PLACEHOLDER = /\{\{[a-z0-9_]+\}\}/;

/** The tokens of a template: words at spaces, and texts in double quotes. Undefined for an open quote. */
function tokensOf(template: string, reader: Reader): string[] | undefined {
  if (reader === 'minecraft') return template.split(' ').filter((word) => word !== '');
  const tokens: string[] = [];
  const token = /\s*(?:"([^"]*)"|([^\s"]+))/y;
  let end = 0;
  while (template.slice(end).trim() !== '') {
    token.lastIndex = end;
    const found = token.exec(template);
    if (!found) return undefined;
    tokens.push(found[1] ?? found[2] ?? '');
    end = token.lastIndex;
  }
  return tokens;
}

/** Whether an argument is this token with some text in the places of its placeholders. */
function fits(token: string, argument: string): boolean {
  const texts = token.split(new RegExp(PLACEHOLDER, 'g'));
  const pattern = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
  return new RegExp(`^${pattern}$`, 's').test(argument);
}

/** A selector of Minecraft (`@a`), and `*` for many plugins, means many players. It may stand in the owner's text, and never come from a value. */
const isSelector = (token: string, argument: string): boolean =>
  (argument.startsWith('@') && !token.startsWith('@')) || (/^\*+$/.test(argument) && argument !== token);

/** Whether `argv` is what the template says, and the reader takes each argument as one text. */
export function isLine(template: unknown, argv: unknown, reader: Reader): argv is string[] {
  if (typeof template !== 'string' || !Array.isArray(argv)) return false;
  if (!argv.every((one): one is string => typeof one === 'string')) return false;
  const tokens = tokensOf(template, reader);
  const [first] = tokens ?? [];
  if (!tokens || !first || PLACEHOLDER.test(first) || tokens.length > MOST_TOKENS) return false;
  if (tokens.length !== argv.length || !tokens.every((token, at) => fits(token, argv[at] ?? ''))) return false;
  if (Buffer.byteLength(argv.join(' ')) > MOST_BYTES) return false;
  if (reader === 'minecraft' && tokens.some((token, at) => isSelector(token, argv[at] ?? ''))) return false;
  return !argv.some((text) => UNREADABLE[reader].test(text));
}
