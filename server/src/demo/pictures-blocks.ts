import sharp from 'sharp';
import { FAST } from './pictures.ts';

/** Logo and banner of the demo's Minecraft store: blocks of one size, drawn in code. */

const png = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png(FAST).toBuffer();

const block = (x: number, y: number, size: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${fill}"/>`;

/** Rows of signs, each a block of the colour that it names; a space is no block. */
function blocks(rows: readonly string[], colours: Record<string, string>, size: number, left = 0, top = 0): string {
  return rows
    .flatMap((row, y) =>
      [...row].map((sign, x) => (colours[sign] ? block(left + x * size, top + y * size, size, colours[sign]) : '')),
    )
    .join('');
}

/** The logo, 512 × 512: a block of grass below a northern light. */
export async function drawBlockLogo(): Promise<Buffer> {
  const rows = ['        ', ' a    b ', '  ab bb ', '   bbc  ', 'gggggggg', 'ghgdghgg', 'deddeded', 'dddeddde'];
  const colours = { a: '#86efac', b: '#22c55e', c: '#facc15', g: '#4ade80', h: '#16a34a', d: '#7c4a21', e: '#5f3716' };
  return await png(`
    <svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" shape-rendering="crispEdges">
      <rect width="512" height="512" fill="#0b1220"/>${blocks(rows, colours, 64)}
    </svg>`);
}

const WIDTH = 1280;
const HEIGHT = 400;
const SIZE = 20;

/** Height of the ground in blocks at a column: two waves, so that hills repeat nowhere. Wide screens show only the middle rows. */
const ground = (column: number) => 8 + Math.round(2 * Math.sin(column / 5.5) + 1.4 * Math.sin(column / 2.3 + 1));

/** The banner, 1280 × 400: hills of blocks by night, trees, a house with light, and a northern light above. */
export async function drawBlockBanner(): Promise<Buffer> {
  const columns = WIDTH / SIZE;
  const parts: string[] = [];
  for (let x = 0; x < columns; x += 1) {
    const band = 4 + Math.round(2.5 * Math.sin(x / 7));
    const strength = 0.16 + 0.12 * Math.sin(x / 3.1);
    for (let y = 0; y < 5; y += 1) {
      const hue = 150 + y * 14;
      parts.push(
        `<rect x="${x * SIZE}" y="${(band + y) * SIZE}" width="${SIZE}" height="${SIZE}" fill="hsl(${hue} 85% 58%)" opacity="${(strength * (1 - y / 6)).toFixed(2)}"/>`,
      );
    }
    if ((x * 7) % 11 < 2)
      parts.push(
        `<rect x="${x * SIZE + 8}" y="${((x * 37) % 6) * SIZE + 6}" width="4" height="4" fill="#fff" opacity=".7"/>`,
      );
    const top = HEIGHT / SIZE - ground(x);
    for (let y = top; y < HEIGHT / SIZE; y += 1) {
      const noise = (x * 13 + y * 29 + x * y) % 5;
      const lightness = y === top ? 30 + noise * 2 : 17 + noise * 2;
      const fill =
        y === top
          ? `hsl(140 55% ${lightness}%)`
          : y < top + 3
            ? `hsl(26 45% ${lightness}%)`
            : `hsl(220 10% ${lightness}%)`;
      parts.push(block(x * SIZE, y * SIZE, SIZE, fill));
    }
  }
  const at = (column: number, rows: readonly string[], colours: Record<string, string>) =>
    parts.push(blocks(rows, colours, SIZE, column * SIZE, HEIGHT - (ground(column + 2) + rows.length) * SIZE));
  const wood = { l: '#166534', m: '#15803d', w: '#6b4423' };
  for (const column of [6, 25, 55]) at(column, [' lml ', 'lmmml', 'mlmlm', '  w  ', '  w  '], wood);
  at(41, ['  r  ', ' rrr ', 'rrrrr', 'wywyw', 'wwdww'], { r: '#991b1b', w: '#a16207', y: '#fde68a', d: '#451a03' });
  return await png(`
    <svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" shape-rendering="crispEdges">
      <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#06121f"/><stop offset="1" stop-color="#12343b"/></linearGradient></defs>
      <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${parts.join('')}
    </svg>`);
}
