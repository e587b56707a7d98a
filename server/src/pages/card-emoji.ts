import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Emoji in colours, from the files of the package @twemoji/svg: one drawing of 36 by 36 for each. */

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('@twemoji/svg/package.json'));
let names: ReadonlySet<string> | undefined;
const drawings = new LRUCache<string, string>({ max: 300 });

/** The name of a drawing is its code points. The sign that asks for colours (U+FE0F) is in the names of some. */
function nameOf(character: string): string | undefined {
  names ??= new Set(readdirSync(folder));
  const codes = [...character].map((one) => (one.codePointAt(0) ?? 0).toString(16));
  const plain = codes.filter((code) => code !== 'fe0f');
  return [codes, plain].map((parts) => parts.join('-')).find((name) => names?.has(`${name}.svg`));
}

/** Whether there is a drawing of this character. */
export const isEmoji = (character: string): boolean => nameOf(character) !== undefined;

/** The content of the drawing's root. Its ids get the drawing's name in front, because a card may hold several drawings. */
function drawingOf(name: string): string {
  const known = drawings.get(name);
  if (known !== undefined) return known;
  const file = readFileSync(join(folder, `${name}.svg`), 'utf8');
  const inside = file
    .slice(file.indexOf('>') + 1, file.lastIndexOf('</svg>'))
    .replaceAll('id="', `id="${name}-`)
    .replaceAll('url(#', `url(#${name}-`);
  drawings.set(name, inside);
  return inside;
}

/** An emoji as SVG, from its left edge and its top, in pixels. Nothing if there is no drawing of it. */
export function drawEmoji(character: string, { left, top, size }: { left: number; top: number; size: number }): string {
  const name = nameOf(character);
  if (name === undefined) return '';
  const place = `x="${left.toFixed(2)}" y="${top.toFixed(2)}" width="${size}" height="${size}"`;
  // The words around it are white and may be faint.
  return `<svg ${place} viewBox="0 0 36 36" fill="#000000" fill-opacity="1">${drawingOf(name)}</svg>`;
}
