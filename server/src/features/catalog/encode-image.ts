import { limits } from '@vitrine/contract/limits';
import sharp from 'sharp';

/** Widths that exist of every image. A smaller original is stored under each width but never enlarged. */
const imageWidths = [160, 320, 640, 1280] as const;
const WIDEST = 1280;
/** The greatest height: a narrow, endless strip would be as much work as the largest picture, in every width. */
const HIGHEST = 2560;

export interface EncodedImage {
  width: number;
  height: number;
  files: { name: string; contentType: string; bytes: Uint8Array }[];
}

/**
 * Decodes a picture once and encodes it again in every width, without metadata, so that every file we serve was made by
 * us (facts/security.md 3.8). Throws for what cannot be decoded. Pictures from strangers go through `decodeUpload`,
 * which calls this in a process of its own.
 */
export async function encodeImage(picture: Uint8Array): Promise<EncodedImage> {
  const source = sharp(picture, { limitInputPixels: limits.imagePixelsMax, failOn: 'error', pages: 1 });
  const { autoOrient } = await source.metadata();
  const upright = await source
    .autoOrient()
    .resize({ width: WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 1 })
    .toBuffer();
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
  return { width: autoOrient.width, height: autoOrient.height, files };
}
