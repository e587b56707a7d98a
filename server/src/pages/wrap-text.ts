import { charactersOf } from '@vitrine/contract/cut-text';

/** The width of a character, in ems. */
type WidthOf = (character: string) => number;

const measure = (text: string, widthOf: WidthOf) => charactersOf(text).reduce((sum, one) => sum + widthOf(one), 0);

/** The longest start of the text that fits with its ellipsis, in whole characters. */
function cut(text: string, em: number, widthOf: WidthOf): string {
  let kept = '';
  let used = widthOf('…');
  for (const part of charactersOf(text)) {
    used += widthOf(part);
    if (used > em) break;
    kept += part;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks a text into at most `lines` lines of `em` ems, between words if possible; '…' ends a longer text. */
export function wrapText(text: string, em: number, lines: number, widthOf: WidthOf): string[] {
  const fits = (line: string) => measure(line, widthOf) <= em;
  const words = text.split(/\s+/u).filter(Boolean);
  const wrapped: string[] = [];
  while (words.length > 0) {
    let line = words.shift() ?? '';
    const last = wrapped.length === lines - 1;
    if (last) {
      const rest = [line, ...words].join(' ');
      wrapped.push(fits(rest) ? rest : cut(rest, em, widthOf));
      break;
    }
    while (words.length > 0 && fits(`${line} ${words[0]}`)) line += ` ${words.shift()}`;
    wrapped.push(fits(line) ? line : cut(line, em, widthOf));
  }
  return wrapped;
}
