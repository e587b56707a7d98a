import { limits } from '@vitrine/contract/limits';

/** What a browser does with a picture before it is sent. The server decodes and encodes every picture again. */

/** A picture that the browser shows, upright. The caller revokes `url`. */
export interface ReadPicture {
  url: string;
  width: number;
  height: number;
}

/** A part of a picture, in per cent of its width and height. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture narrower than the smallest width that the server stores is not cropped. In pixels. */
const NARROWEST = 160;
/** Twice the widest picture that the server keeps, in pixels. More would only slow the upload. */
const WIDEST = 2560;
const QUALITY = 0.92;
/** An animation is announced within these first bytes, before the first pixels. */
const HEAD_BYTES = 64 * 1024;

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Whether a PNG or WebP holds more than one picture. A canvas would keep only the first. */
export async function isAnimated(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (ascii(head.subarray(0, 4)) === 'RIFF') {
    // bit 2 of the extended header's flags means animated
    return ascii(head.subarray(12, 16)) === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0;
  }
  if (ascii(head.subarray(1, 4)) !== 'PNG') return false;
  const view = new DataView(head.buffer);
  for (let at = 8; at + 8 <= head.length; at += 12 + view.getUint32(at)) {
    const chunk = ascii(head.subarray(at + 4, at + 8));
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

/** Why a file is refused when it is chosen: another kind of file, too heavy, too many pixels, or not readable. */
export type PictureRefusal = 'type' | 'size' | 'pixels' | 'broken';

/** Whether a file begins like a PNG, JPEG or WebP, whatever its name says. */
export async function isPicture(file: Blob): Promise<boolean> {
  const head = ascii(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const webp = head.startsWith('RIFF') && head.slice(8) === 'WEBP';
  return head.startsWith('\x89PNG\r\n\x1a\n') || head.startsWith('\xff\xd8\xff') || webp;
}

/** Whether the server takes a picture of this size. */
export const fitsServer = ({ width, height }: Pick<ReadPicture, 'width' | 'height'>): boolean =>
  width * height <= limits.imagePixelsMax && Math.max(width, height) <= limits.imageSideMax;

/** Whether a picture has a shape (width by height) already, up to a part of a pixel. */
export const hasShape = ({ width, height }: Pick<ReadPicture, 'width' | 'height'>, aspect: number): boolean =>
  Math.round(height * aspect) === width || Math.round(width / aspect) === height;

/** The picture, ready to be cropped; the reason of a refusal; or null for one that is sent as it is: animated or tiny. */
export async function readPicture(file: File): Promise<ReadPicture | PictureRefusal | null> {
  if (!(await isPicture(file))) return 'type';
  const url = URL.createObjectURL(file);
  const answer = await look(file, url);
  if (answer === null || typeof answer === 'string') URL.revokeObjectURL(url);
  return answer;
}

async function look(file: File, url: string): Promise<ReadPicture | PictureRefusal | null> {
  const image = new Image();
  // A loaded picture knows its size before its pixels are decoded, which could take more memory than there is.
  const loaded = new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });
  image.src = url;
  if (!(await loaded)) return 'broken';
  const { naturalWidth: width, naturalHeight: height } = image;
  if (!fitsServer({ width, height })) return 'pixels';
  const decoded = await image.decode().then(
    () => true,
    () => false,
  );
  if (!decoded) return 'broken';
  return (await isAnimated(file)) || Math.min(width, height) < NARROWEST ? null : { url, width, height };
}

/** A part of a picture in whole pixels. */
export function pixelsOf(part: Part, { width, height }: Pick<ReadPicture, 'width' | 'height'>): Part {
  const x = Math.round((part.x / 100) * width);
  const y = Math.round((part.y / 100) * height);
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.round((part.width / 100) * width))),
    height: Math.max(1, Math.min(height - y, Math.round((part.height / 100) * height))),
  };
}

/** How many times a part that is too heavy is made smaller. */
const SMALLER = 6;

/**
 * The part of a shown picture as a file of the same type, or as PNG if the browser cannot write that type. It is made
 * smaller until it weighs at most `maxBytes`. Rejects when the browser cannot do it.
 */
export async function cropPicture(image: HTMLImageElement, file: File, part: Part, maxBytes: number): Promise<File> {
  const from = pixelsOf(part, { width: image.naturalWidth, height: image.naturalHeight });
  let scale = Math.min(1, WIDEST / from.width);
  for (let attempt = 0; attempt < SMALLER; attempt++, scale *= 0.7) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(from.width * scale));
    canvas.height = Math.max(1, Math.round(from.height * scale));
    const context = canvas.getContext('2d');
    if (!context) break;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type, QUALITY));
    if (!blob) break;
    if (blob.size <= maxBytes) return new File([blob], file.name, { type: blob.type });
  }
  throw new Error('The browser could not crop the picture.');
}
