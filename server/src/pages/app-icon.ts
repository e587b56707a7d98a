import { charactersOf } from '@vitrine/contract/cut-text';
import sharp from 'sharp';
import { drawableText, drawLine, widthOf } from './card-letters.ts';

/** The widths of an installed shop's icons, in px. */
export const appIconSides = [192, 512] as const;

interface AppIcon {
  side: number;
  /** The system cuts its own shape out of it: the ground fills the square, and what counts stands in the middle. */
  maskable: boolean;
  name: string;
  /** The store's first colour, `#rrggbb`. Any other text is replaced. */
  colour: string;
  logo: Buffer | undefined;
}

const HEX = /^#[0-9a-f]{6}$/i;
const FALLBACK = '#6a55f0';
/** A square inside the circle of four fifths that no system cuts (W3C manifest, icon masks). */
const SAFE = 0.56;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** The icon of an installed shop as PNG: its logo, or the first letter of its name. An unreadable logo counts as no logo. */
export async function drawAppIcon({ side, maskable, name, colour, logo }: AppIcon): Promise<Buffer> {
  const ground = (maskable && (await edgeOf(logo))) || (HEX.test(colour) ? colour : FALLBACK);
  const inner = Math.round(side * (maskable ? SAFE : 1));
  const picture = await fit(logo, inner);
  if (picture && !maskable) return picture;
  const edge = maskable ? 0 : Math.round(side * 0.2);
  const letters = picture ? '' : letterSvg(name, ground, side, maskable);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="${side}" height="${side}" rx="${edge}" fill="${ground}"/>${letters}</svg>`;
  const at = Math.round((side - inner) / 2);
  return await sharp(Buffer.from(svg))
    .composite(picture ? [{ input: picture, left: at, top: at }] : [])
    .png()
    .toBuffer();
}

/** The colour of a logo's corner, `#rrggbb`, if the corner is not transparent. The icon continues this colour to its edges. */
async function edgeOf(logo: Buffer | undefined): Promise<string | undefined> {
  if (!logo) return undefined;
  const corner = await sharp(logo)
    .extract({ left: 0, top: 0, width: 1, height: 1 })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
    .catch(() => undefined);
  return corner?.[3] === 255 ? `#${corner.subarray(0, 3).toString('hex')}` : undefined;
}

async function fit(logo: Buffer | undefined, side: number): Promise<Buffer | undefined> {
  if (!logo) return undefined;
  return await sharp(logo)
    .resize({ width: side, height: side, fit: 'contain', background: CLEAR })
    .png()
    .toBuffer()
    .catch(() => undefined);
}

/** The first letter of the name, in the middle, light or dark by the ground. A name that we cannot draw has no letter. */
function letterSvg(name: string, ground: string, side: number, maskable: boolean): string {
  const [letter] = charactersOf(drawableText(name).toLocaleUpperCase('pt-BR'));
  if (!letter) return '';
  const size = side * (maskable ? 0.46 : 0.6);
  const x = (side - widthOf(letter, 700) * size) / 2;
  // Capitals of our font are 0.73 of its size high.
  return `<g fill="${isLight(ground) ? '#15141c' : '#ffffff'}">${drawLine(letter, { x, y: side / 2 + size * 0.365, size, weight: 700 })}</g>`;
}

/** Whether dark letters have more contrast on this colour (WCAG 2, relative luminance). */
function isLight(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18;
}
