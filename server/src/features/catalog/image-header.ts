/** What the first bytes of a picture say. We read them before any library sees them. Sizes in pixels. */
export interface ImageHeader {
  type: 'png' | 'jpeg' | 'webp';
  width: number;
  height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function readPng(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG)) return undefined;
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Start of frame of any kind of JPEG. Three numbers in the range are left out: tables, arithmetic coding, and a reserved one. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Markers without a length: TEM and RST0 to RST7. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** Segments that we read before the frame. A camera writes about ten. */
const MOST_SEGMENTS = 500;

function readJpeg(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || bytes[2] !== 0xff) return undefined;
  let at = 2;
  for (let seen = 0; seen < MOST_SEGMENTS; seen++) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    if (at + 9 > bytes.length || bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { type: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // The data or the end of the picture begins here, and no frame before it gave a size.
    if (marker === 0xda || marker === 0xd9) return undefined;
    const length = isAlone(marker) ? 0 : bytes.readUInt16BE(at + 2);
    if (length < 2 && !isAlone(marker)) return undefined;
    at += 2 + length;
  }
  return undefined;
}

function readWebp(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  const chunk = bytes.toString('latin1', 8, 16);
  if (chunk === 'WEBPVP8X') {
    return { type: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (chunk === 'WEBPVP8L' && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === 'WEBPVP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a) {
    return { type: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  return undefined;
}

/** Kind and size of a PNG, JPEG or WebP by its own bytes, whatever its name says; undefined for anything else. */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const header = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return header && header.width > 0 && header.height > 0 ? header : undefined;
}
