/** What a command may hold, as the protocol says: its owner's template decides, and a value changes no other argument. */

const MOST_TOKENS = 128;
const MOST_BYTES = 4096;
/** What a game's console could read as more than text. */
const UNREADABLE = /[\p{Cc}\p{Cs}";\\]/u;
const PLACEHOLDER = /\{\{[a-z0-9_]+\}\}/;

/** The tokens of a template: words at spaces, and texts in double quotes. Undefined for an open quote. */
function tokensOf(template: string): string[] | undefined {
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

/**
 * Whether `argv` is what the template says. `console` is false where no console reads them (own actions): then any text
 * without control characters may stand in an argument.
 */
export function isLine(template: unknown, argv: unknown, console: boolean): argv is string[] {
  if (typeof template !== 'string' || !Array.isArray(argv)) return false;
  if (!argv.every((one): one is string => typeof one === 'string')) return false;
  const tokens = tokensOf(template);
  const [first] = tokens ?? [];
  if (!tokens || !first || PLACEHOLDER.test(first) || tokens.length > MOST_TOKENS) return false;
  if (tokens.length !== argv.length || !tokens.every((token, at) => fits(token, argv[at] ?? ''))) return false;
  if (Buffer.byteLength(argv.join(' ')) > MOST_BYTES) return false;
  return !argv.some((text) => (console ? UNREADABLE : /[\p{Cc}\p{Cs}]/u).test(text));
}
