/** Widths in em of a bold sans serif. They are rather too large, because the reader's font cannot be measured here. */
const narrow = /[\s.,:;!'|iljtfrIJ()[\]{}·-]/u;
const wide = /[mwMW@%&—…]|\p{Extended_Pictographic}|[\u2e80-\uffdc]/u;

function widthOf(character: string): number {
  if (narrow.test(character)) return 0.4;
  if (wide.test(character)) return 1.05;
  return /[\p{Lu}\d]/u.test(character) ? 0.76 : 0.66;
}

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });
const partsOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);
const measure = (text: string) => partsOf(text).reduce((sum, part) => sum + widthOf(part), 0);

/** The longest start of the text that fits with its ellipsis, in whole characters. */
function cut(text: string, em: number): string {
  let kept = '';
  let used = widthOf('…');
  for (const part of partsOf(text)) {
    used += widthOf(part);
    if (used > em) break;
    kept += part;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks a text into at most `lines` lines of `em` ems, between words if possible; '…' ends a longer text. */
export function wrapText(text: string, em: number, lines: number): string[] {
  // A very long title is cut before it is measured.
  const words = text.slice(0, 600).trim().split(/\s+/u).filter(Boolean);
  const wrapped: string[] = [];
  while (words.length > 0) {
    let line = words.shift() ?? '';
    const last = wrapped.length === lines - 1;
    if (last) {
      const rest = [line, ...words].join(' ');
      wrapped.push(measure(rest) <= em ? rest : cut(rest, em));
      break;
    }
    while (words.length > 0 && measure(`${line} ${words[0]}`) <= em) line += ` ${words.shift()}`;
    wrapped.push(measure(line) <= em ? line : cut(line, em));
  }
  return wrapped;
}
