import sharp from 'sharp';
import { wrapText } from './wrap-text.ts';
import { xmlText } from './xml.ts';

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
const FONTS = "Inter, 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif";
const EDGE = 64;
const PICTURE = { left: 640, width: 560 };
const COLUMN = PICTURE.left - 2 * EDGE;
const LOGO = 96;

/** Draws a card as PNG. Texts are escaped and cut; an unreadable picture is left out. */
export async function drawShareImage(card: ShareCard): Promise<Buffer> {
  const written = await canWrite();
  const [picture, logo] = await Promise.all([
    fit(card.picture, PICTURE.width, shareImage.height, 'cover'),
    // Without text, the logo takes the place of the words.
    fit(card.logo, written ? LOGO : COLUMN, written ? LOGO : COLUMN, 'contain'),
  ]);
  const svg = sharp(Buffer.from(cardSvg(card, { written, picture: picture !== undefined, logo: logo !== undefined })));
  const top = written ? EDGE : Math.round((shareImage.height - COLUMN) / 2);
  return await svg
    .composite([
      ...(picture ? [{ input: picture, left: PICTURE.left, top: 0 }] : []),
      ...(logo ? [{ input: logo, left: EDGE, top }] : []),
    ])
    .png({ palette: true, quality: 90, effort: 4 })
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
  return await sharp(bytes)
    .resize({ width, height, fit: how, position: how === 'cover' ? 'centre' : 'left', background })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => undefined);
}

function cardSvg(card: ShareCard, has: { written: boolean; picture: boolean; logo: boolean }): string {
  const { width, height } = shareImage;
  const primary = HEX.test(card.primary) ? card.primary : FALLBACK;
  const secondary = HEX.test(card.secondary) ? card.secondary : primary;
  const ground = has.picture
    ? ''
    : `<circle cx="${width - 190}" cy="${height / 2}" r="330" fill="${primary}"/>
       <circle cx="${width - 60}" cy="${height - 90}" r="210" fill="${secondary}" fill-opacity="0.85"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${FONTS}" fill="#ffffff">
    <rect width="${width}" height="${height}" fill="${GROUND}"/>
    ${ground}
    <rect y="${height - 14}" width="${PICTURE.left}" height="14" fill="${primary}"/>
    ${has.written ? words(card, has.logo, primary) : ''}
  </svg>`;
}

/** The column of words, from top to bottom. */
function words(card: ShareCard, logo: boolean, primary: string): string {
  let y = EDGE + (logo ? LOGO + 24 : 0);
  const lines: string[] = [];
  const write = (texts: string[], size: number, style: string) => {
    for (const text of texts) {
      y += Math.round(size * 1.16);
      lines.push(`<text x="${EDGE}" y="${y}" font-size="${size}" ${style}>${xmlText(text)}</text>`);
    }
    y += Math.round(size * 0.4);
  };
  const wrapped = (text: string, size: number, count: number) => wrapText(text, COLUMN / size, count);
  if (card.over) write(wrapped(card.over, 30, 1), 30, 'fill-opacity="0.72"');
  write(wrapped(card.title, 58, card.price ? 3 : 2), 58, 'font-weight="700"');
  if (card.under) write(wrapped(card.under, 28, 4), 28, 'fill-opacity="0.72"');
  if (card.price) {
    y += 16;
    lines.push(`<rect x="${EDGE}" y="${y}" width="72" height="8" rx="4" fill="${primary}"/>`);
    write([card.price], 60, 'font-weight="700"');
  }
  return lines.join('\n');
}

let writes: Promise<boolean> | undefined;
/**
 * Whether this machine has a font. Without one the library draws boxes with code numbers, which always have the same
 * size. So the test draws letters of twice the size: if they are not higher, there is no font, and cards hold only
 * pictures.
 */
function canWrite(): Promise<boolean> {
  writes ??= (async () => {
    const heightAt = async (size: number) => {
      const text = { text: 'H', font: `sans ${size}`, dpi: 72 };
      return (await sharp({ text }).png().toBuffer({ resolveWithObject: true })).info.height;
    };
    return (await heightAt(120)) > 1.5 * (await heightAt(60));
  })();
  return writes;
}
