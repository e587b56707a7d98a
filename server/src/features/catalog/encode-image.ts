import sharp from 'sharp';
import { Refusal } from '../../http/errors.ts';

/** Widths that exist of every image; a smaller original is never enlarged, it is stored under each width all the same. */
export const imageWidths = [160, 320, 640, 1280] as const;

export interface EncodedImage {
  width: number;
  height: number;
  files: { name: string; contentType: string; bytes: Buffer }[];
}

/** What decoding may cost: 40 megapixels, one frame. */
const PIXELS = 40_000_000;
const accepted = new Set(['png', 'jpeg', 'webp']);

/**
 * Decodes an upload by its content and encodes it anew in every width, without metadata: what leaves us was made by us
 * (facts/security.md 3.8). Refuses what is no PNG, JPEG or WebP with `image_unsupported`.
 */
export async function encodeImage(upload: Buffer): Promise<EncodedImage> {
  let size: { width: number; height: number };
  let upright: Buffer;
  try {
    const source = sharp(upload, { limitInputPixels: PIXELS, failOn: 'error', pages: 1 });
    const { format } = await source.metadata();
    if (!format || !accepted.has(format)) throw new Refusal('image_unsupported');
    const { data, info } = await source.rotate().png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
    upright = data;
    size = { width: info.width, height: info.height };
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('image_unsupported');
  }
  const files: EncodedImage['files'] = [];
  for (const width of imageWidths) {
    const resized = sharp(upright).resize({ width, withoutEnlargement: true });
    files.push({
      name: `${width}.webp`,
      contentType: 'image/webp',
      bytes: await resized.clone().webp({ quality: 80, effort: 3 }).toBuffer(),
    });
    files.push({
      name: `${width}.avif`,
      contentType: 'image/avif',
      bytes: await resized.clone().avif({ quality: 55, effort: 1 }).toBuffer(),
    });
  }
  return { ...size, files };
}
