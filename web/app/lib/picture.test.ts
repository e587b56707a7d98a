import { describe, expect, it } from 'vitest';
import { fitsServer, hasShape, isAnimated, isPicture, pixelsOf } from './picture.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Blob([
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part))),
  ]);
const PNG = [0x89, ...Buffer.from('PNG\r\n'), 0x1a, 0x0a];
const chunk = (name: string, length: number) => [0, 0, 0, length, ...Buffer.from(name), ...Array(length + 4).fill(0)];
const webp = (kind: string, flags: number) => bytes('RIFF', [0, 0, 0, 0], `WEBP${kind}`, [10, 0, 0, 0, flags, 0, 0, 0]);

describe('an animated picture', () => {
  it('is recognised by its first bytes: APNG', async () => {
    expect(await isAnimated(bytes(PNG, chunk('IHDR', 13), chunk('acTL', 8), chunk('IDAT', 4)))).toBe(true);
    expect(await isAnimated(bytes(PNG, chunk('IHDR', 13), chunk('IDAT', 4), chunk('tEXt', 4)))).toBe(false);
    // the name of a chunk inside another chunk is only text
    expect(
      await isAnimated(bytes(PNG, chunk('IHDR', 13), [0, 0, 0, 4], 'tEXtacTL', [0, 0, 0, 0], chunk('IDAT', 1))),
    ).toBe(false);
  });

  it('is recognised by its first bytes: WebP', async () => {
    expect(await isAnimated(webp('VP8X', 0x12))).toBe(true);
    expect(await isAnimated(webp('VP8X', 0x10))).toBe(false);
    expect(await isAnimated(webp('VP8 ', 0x02))).toBe(false);
  });

  it('is not seen in short or broken data', async () => {
    for (const other of [bytes(), bytes('RIFF'), bytes(PNG), bytes([0xff, 0xd8, 0xff, 0xe0]), bytes(PNG, [0, 0, 0])]) {
      expect(await isAnimated(other)).toBe(false);
    }
  });
});

describe('a chosen file', () => {
  it('is a picture by its first bytes, whatever its name says', async () => {
    const zeros = Array(16).fill(0);
    expect(await isPicture(bytes(PNG, zeros))).toBe(true);
    expect(await isPicture(bytes([0xff, 0xd8, 0xff, 0xe0], zeros))).toBe(true);
    expect(await isPicture(webp('VP8 ', 0))).toBe(true);
    for (const other of [bytes(), bytes('<svg xmlns="http://www.w3.org/2000/svg"/>'), bytes('GIF89a'), bytes('RIFF')]) {
      expect(await isPicture(other)).toBe(false);
    }
    expect(await isPicture(bytes('RIFF', [0, 0, 0, 0], 'WAVE'))).toBe(false);
  });

  it('has at most 16 megapixels with any sides', () => {
    expect(fitsServer({ width: 4000, height: 4000 })).toBe(true);
    expect(fitsServer({ width: 16_000, height: 1000 })).toBe(true);
    expect(fitsServer({ width: 9000, height: 9000 })).toBe(false);
    expect(fitsServer({ width: 16_384, height: 10 })).toBe(false);
  });

  it('has a shape if no whole pixel could be cut off', () => {
    for (const [width, height] of [
      [800, 600],
      [640, 480],
      [1001, 751],
    ] as const) {
      expect(hasShape({ width, height }, 4 / 3)).toBe(true);
    }
    expect(hasShape({ width: 800, height: 400 }, 4 / 3)).toBe(false);
    expect(hasShape({ width: 800, height: 590 }, 4 / 3)).toBe(false);
  });
});

describe('a part of a picture', () => {
  const picture = { width: 1000, height: 500 };

  it('has whole pixels that lie inside the picture', () => {
    expect(pixelsOf({ x: 0, y: 0, width: 100, height: 100 }, picture)).toEqual({
      x: 0,
      y: 0,
      width: 1000,
      height: 500,
    });
    expect(pixelsOf({ x: 16.67, y: 0, width: 66.66, height: 100 }, picture)).toEqual({
      x: 167,
      y: 0,
      width: 667,
      height: 500,
    });
    expect(pixelsOf({ x: 99.96, y: 50, width: 0.04, height: 50 }, picture)).toMatchObject({ x: 1000, width: 1 });
  });
});
