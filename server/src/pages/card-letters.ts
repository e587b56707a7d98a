import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { charactersOf } from '@vitrine/contract/cut-text';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { drawEmoji, isEmoji } from './card-emoji.ts';

/** Regular or bold. */
export type Weight = 400 | 700;

const FILES = { 400: 'inter-400', 700: 'inter-700' } as const;
/** What draws a character: the font of a weight, or a drawing of its own. */
type Source = Weight | 'emoji';

/** Width of an emoji with the space around it, its own size, and its top above the baseline, in ems. */
const EMOJI_EMS = { width: 1.12, size: 1, top: 0.87 };
/** The signs of marks stay letters: their drawings are dark, and so is the ground. */
const EMOJI = /^\p{Emoji_Presentation}|^[^©®™].*\ufe0f/u;
/** The longest emoji of one character has 14 code units. A letter with more marks is drawn without them. */
const LONGEST_CHARACTER = 16;

const fonts = new Map<Weight, Font>();
/** Reads a font at its first use. It is stored packed, so this takes about 0.1 s of processor time. */
function fontOf(name: Weight): Font {
  const known = fonts.get(name);
  if (known) return known;
  const font = create(readFileSync(join(import.meta.dirname, 'fonts', `${FILES[name]}.woff2`))) as Font;
  fonts.set(name, font);
  return font;
}

const draws = (source: Source, character: string) =>
  source === 'emoji'
    ? isEmoji(character)
    : [...character].every((one) => one === '\ufe0f' || fontOf(source).hasGlyphForCodePoint(one.codePointAt(0) ?? 0));

/** What can draw a character, or undefined. */
function sourceOf(character: string, weight: Weight): Source | undefined {
  const order: Source[] = EMOJI.test(character) ? ['emoji', weight] : [weight, 'emoji'];
  return order.find((source) => draws(source, character));
}

/** A character that can be drawn: itself, its plain form (`𝓥` is `V`), its first part (of a newer emoji), or nothing. */
function drawable(character: string): string {
  if (/^\s+$/u.test(character)) return ' ';
  if (/^\p{C}/u.test(character)) return '';
  const first = String.fromCodePoint(character.codePointAt(0) ?? 0);
  const whole = character.length > LONGEST_CHARACTER ? first : character;
  const forms = [whole, whole.normalize('NFKC'), whole.normalize('NFKD').replace(/\p{M}+/gu, ''), first];
  return forms.find((form) => form !== '' && charactersOf(form).every((one) => sourceOf(one, 400))) ?? '';
}

/**
 * A text without the characters that we cannot draw (Chinese, Arabic). Fancy letters become plain ones, spaces
 * become one space. The fonts have Latin, Greek and Cyrillic letters and common signs.
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
  const width = measure(character, sourceOf(character, weight));
  widths.set(key, width);
  return width;
}

function measure(character: string, source: Source | undefined): number {
  if (source === undefined) return 0;
  if (source === 'emoji') return EMOJI_EMS.width;
  const font = fontOf(source);
  return font.layout(character).advanceWidth / font.unitsPerEm;
}

/** A line of `drawableText` as SVG paths, from `x` and the baseline `y`, in pixels of letters of `size`. */
export function drawLine(text: string, at: { x: number; y: number; size: number; weight: Weight }): string {
  const runs: { source: Source; text: string }[] = [];
  for (const character of charactersOf(text)) {
    const source = sourceOf(character, at.weight);
    const last = runs.at(-1);
    if (source === undefined) continue;
    if (last?.source === source && source !== 'emoji') last.text += character;
    else runs.push({ source, text: character });
  }
  let x = at.x;
  const paths: string[] = [];
  for (const { source, text: letters } of runs) {
    if (source === 'emoji') {
      const { width, size, top } = EMOJI_EMS;
      const left = x + ((width - size) / 2) * at.size;
      paths.push(drawEmoji(letters, { left, top: at.y - top * at.size, size: size * at.size }));
      x += width * at.size;
      continue;
    }
    const font = fontOf(source);
    const scale = at.size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(letters);
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
