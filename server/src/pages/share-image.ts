import sharp from 'sharp';
import { drawableText, drawLine, type Weight, widthOf } from './card-letters.ts';
import { wrapText } from './wrap-text.ts';

/** The picture of a link in Discord, WhatsApp and others. Its tags are in web/app/storefront/shop/meta.ts. */
const shareImage = { width: 1200, height: 630 } as const;

export interface ShareCard {
  title: string;
  /** Above the title: on a product's card, the store's name. */
  over?: string;
  /** Below the title, smaller: the store's own words. */
  under?: string;
  /** `R$ 29,90` */
  price?: string;
  /** The price before a discount, struck through above it. */
  priceBefore?: string | undefined;
  /** The owner's colours, `#rrggbb`. Any other text is replaced. */
  primary: string;
  secondary: string;
  /** Encoded pictures: `picture` fills the right half, `logo` is small above the title. */
  picture?: Buffer | undefined;
  logo?: Buffer | undefined;
}

const HEX = /^#[0-9a-f]{6}$/i;
const GROUND = '#15141c';
const FALLBACK = '#6a55f0';
const EDGE = 64;
const PICTURE = { left: 640, width: 560 };
const COLUMN = PICTURE.left - 2 * EDGE;
const LOGO = 96;
/** The most characters of a text that are read; its lines end long before. */
const LONGEST_TEXT = 600;

/** Draws a card as PNG without a font of the machine. Texts are cut; an unreadable picture is left out. */
export async function drawShareImage(card: ShareCard): Promise<Buffer> {
  const [picture, logo] = await Promise.all([
    fit(card.picture, PICTURE.width, shareImage.height, 'cover'),
    fit(card.logo, LOGO, LOGO, 'contain'),
  ]);
  return await sharp(Buffer.from(cardSvg(card, { picture: picture !== undefined, logo: logo !== undefined })))
    .composite([
      ...(picture ? [{ input: picture, left: PICTURE.left, top: 0 }] : []),
      ...(logo ? [{ input: logo, left: EDGE, top: EDGE }] : []),
    ])
    // Half of the dithering, because all of it draws streaks into the flat parts of a picture.
    .png({ palette: true, quality: 90, effort: 4, dither: 0.5 })
    .toBuffer();
}

async function fit(
  bytes: Buffer | undefined,
  width: number,
  height: number,
  how: 'cover' | 'contain',
): Promise<Buffer | undefined> {
  if (!bytes) return undefined;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  // The density is for drawings (SVG) only.
  return await sharp(bytes, { density: 288 })
    .resize({ width, height, fit: how, position: how === 'cover' ? 'centre' : 'left', background })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => undefined);
}

function cardSvg(card: ShareCard, has: { picture: boolean; logo: boolean }): string {
  const { width, height } = shareImage;
  const primary = HEX.test(card.primary) ? card.primary : FALLBACK;
  const secondary = HEX.test(card.secondary) ? card.secondary : primary;
  const ground = has.picture
    ? ''
    : `<circle cx="${width - 190}" cy="${height / 2}" r="330" fill="${primary}"/>
       <circle cx="${width - 60}" cy="${height - 90}" r="210" fill="${secondary}" fill-opacity="0.85"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#ffffff">
    <rect width="${width}" height="${height}" fill="${GROUND}"/>
    ${ground}
    <rect y="${height - 14}" width="${PICTURE.left}" height="14" fill="${primary}"/>
    ${words(card, has.logo, primary)}
  </svg>`;
}

/** The column of words, from top to bottom. */
function words(card: ShareCard, logo: boolean, primary: string): string {
  let y = EDGE + (logo ? LOGO + 24 : 0);
  const lines: string[] = [];
  const write = (text: string, size: number, count: number, weight: Weight, opacity = 1) => {
    const drawn = drawableText(text.slice(0, LONGEST_TEXT));
    for (const line of wrapText(drawn, COLUMN / size, count, (character) => widthOf(character, weight))) {
      y += Math.round(size * 1.16);
      lines.push(`<g fill-opacity="${opacity}">${drawLine(line, { x: EDGE, y, size, weight })}</g>`);
    }
    y += Math.round(size * 0.4);
  };
  if (card.over) write(card.over, 30, 1, 400, 0.72);
  write(card.title, 58, 3, 700);
  if (card.under) write(card.under, 28, 4, 400, 0.72);
  if (card.price) {
    y += 16;
    lines.push(`<rect x="${EDGE}" y="${y}" width="72" height="8" rx="4" fill="${primary}"/>`);
    if (card.priceBefore) {
      y += 14;
      write(card.priceBefore, 34, 1, 400, 0.72);
      const width = [...card.priceBefore].reduce((sum, character) => sum + widthOf(character, 400), 0) * 34;
      // Through the middle of the figures, which stand on the line above the gap that `write` left.
      const middle = y - Math.round(34 * 0.4) - 12;
      lines.push(`<rect x="${EDGE}" y="${middle}" width="${Math.round(width)}" height="3" fill-opacity="0.72"/>`);
    }
    write(card.price, 60, 1, 700);
  }
  return lines.join('\n');
}
