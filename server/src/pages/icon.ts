import sharp from 'sharp';

const SIDE = 48;
const HEADER_BYTES = 22;

/**
 * A picture as /favicon.ico: one PNG of 48 × 48 in an ICO file, for browsers and programs that do not read the page's
 * tags. It is transparent around a picture that is not square. Throws when the picture is unreadable.
 */
export async function drawIcon(picture: Buffer): Promise<Buffer> {
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const png = await sharp(picture, { density: 144 })
    .resize({ width: SIDE, height: SIDE, fit: 'contain', background: transparent })
    .png()
    .toBuffer();
  const header = Buffer.alloc(HEADER_BYTES);
  // ICONDIR: one picture of type icon. ICONDIRENTRY: its size, one plane of 32 bits, its bytes and their offset.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(SIDE, 6);
  header.writeUInt8(SIDE, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(HEADER_BYTES, 18);
  return Buffer.concat([header, png]);
}
