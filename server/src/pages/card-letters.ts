import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';

/** Regular or bold. */
export type Weight = 400 | 700;

const FILES = { 400: 'inter-400', 700: 'inter-700', emoji: 'noto-emoji-700' } as const;
type FontName = keyof typeof FILES;

/** An emoji fills its whole square, so at the size of letters it would look larger than they do. */
const EMOJI_SCALE = 0.84;
const EMOJI = /^\p{Emoji_Presentation}|\ufe0f/u;
/** The longest emoji of one character has 14 code units. A letter with more marks is drawn without them. */
const LONGEST_CHARACTER = 16;

const fonts = new Map<FontName, Font>();
/** Reads a font at its first use. It is stored packed, so this takes about 0.1 s of processor time. */
function fontOf(name: FontName): Font {
  const known = fonts.get(name);
  if (known) return known;
  const font = create(readFileSync(join(import.meta.dirname, 'fonts', `${FILES[name]}.woff2`))) as Font;
  fonts.set(name, font);
  return font;
}

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });
/** The characters of a text as people count them: a family of three is one. */
export const charactersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);

const draws = (name: FontName, character: string) =>
  [...character].every(
    (one) => one === '\ufe0f' || one === '\u200d' || fontOf(name).hasGlyphForCodePoint(one.codePointAt(0) ?? 0),
  );

/** The font that can draw a character, or undefined. */
function fontFor(character: string, weight: Weight): FontName | undefined {
  const order: FontName[] = EMOJI.test(character) ? ['emoji', weight] : [weight, 'emoji'];
  return order.find((name) => draws(name, character));
}

/** A character that can be drawn: itself, its plain form (`𝓥` is `V`), or nothing. */
function drawable(character: string): string {
  if (/^\s+$/u.test(character)) return ' ';
  if (/^\p{C}/u.test(character)) return '';
  const whole = character.length > LONGEST_CHARACTER ? String.fromCodePoint(character.codePointAt(0) ?? 0) : character;
  const forms = [whole, whole.normalize('NFKC'), whole.normalize('NFKD').replace(/\p{M}+/gu, '')];
  return forms.find((form) => form !== '' && charactersOf(form).every((one) => fontFor(one, 400))) ?? '';
}

/**
 * A text without the characters that our fonts cannot draw (Chinese, Arabic). Fancy letters become plain ones, spaces
 * become one space. The fonts have Latin, Greek and Cyrillic letters, common signs, and emoji.
 */
export function drawableText(text: string): string {
  return charactersOf(text).map(drawable).join('').replace(/ +/g, ' ').trim();
}

const widths = new LRUCache<string, number>({ max: 10_000 });

/** Width of one character of `drawableText`, in ems. In a word, letters may stand closer, but never wider. */
export function widthOf(character: string, weight: Weight): number {
  const key = `${weight}${character}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const name = fontFor(character, weight);
  const width = name ? fontOf(name).layout(character).advanceWidth * scaleOf(name) : 0;
  widths.set(key, width);
  return width;
}

const scaleOf = (name: FontName) => (name === 'emoji' ? EMOJI_SCALE : 1) / fontOf(name).unitsPerEm;

/** A line of `drawableText` as SVG paths, from `x` and the baseline `y`, in pixels of letters of `size`. */
export function drawLine(text: string, at: { x: number; y: number; size: number; weight: Weight }): string {
  const runs: { name: FontName; text: string }[] = [];
  for (const character of charactersOf(text)) {
    const name = fontFor(character, at.weight);
    const last = runs.at(-1);
    if (name === undefined) continue;
    if (last?.name === name) last.text += character;
    else runs.push({ name, text: character });
  }
  let x = at.x;
  const paths: string[] = [];
  for (const { name, text: letters } of runs) {
    const scale = scaleOf(name) * at.size;
    const { glyphs, positions } = fontOf(name).layout(letters);
    glyphs.forEach((glyph, place) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[place] ?? {};
      const shape = glyph.path.toSVG();
      const left = (x + xOffset * scale).toFixed(2);
      const base = (at.y - yOffset * scale).toFixed(2);
      if (shape) paths.push(`<path transform="translate(${left} ${base}) scale(${scale} ${-scale})" d="${shape}"/>`);
      x += xAdvance * scale;
    });
  }
  return paths.join('');
}
