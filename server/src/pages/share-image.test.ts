import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawableText } from './card-letters.ts';
import { drawShareImage } from './share-image.ts';

const colours = { primary: '#6a55f0', secondary: '#1fb6a6' };
const GROUND = [0x15, 0x14, 0x1c];
/** The gap between the column of words and the picture, in pixels. */
const BETWEEN = { left: 580, top: 0, width: 58, height: 600 };

/** Number of pixels in a part of the card that differ from its background by more than a palette changes. */
async function drawnPixels(card: Parameters<typeof drawShareImage>[0], part: typeof BETWEEN): Promise<number> {
  const { data, info } = await sharp(await drawShareImage(card))
    .removeAlpha()
    .extract(part)
    .raw()
    .toBuffer({ resolveWithObject: true });
  let drawn = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (GROUND.some((value, channel) => Math.abs((data[at + channel] ?? 0) - value) > 24)) drawn += 1;
  }
  return drawn;
}

const family = '👨‍👩‍👧';
test.each([
  ['letters of Brazil stay', 'Ação & Coração: “VIP” — R$ 1 ★', 'Ação & Coração: “VIP” — R$ 1 ★'],
  ['an emoji stays, also one of several parts', `💎 ${family} 🇧🇷`, `💎 ${family} 🇧🇷`],
  ['an emoji that is newer than our drawings is its first part', '🙂\u200d↔\ufe0f VIP', '🙂 VIP'],
  ['a flag that no country has is a letter', '🇽🇽', '🇽'],
  ['fancy letters become plain ones', '𝓒𝓲𝓭𝓪𝓭𝓮 ＡＬＴＡ', 'Cidade ALTA'],
  ['what no font here has is left out', '東京 RP', 'RP'],
  ['what nobody sees is left out', 'V\u202eI\u0000P\ud800', 'VIP'],
  ['a heap of marks on one letter is left out', `Z${'\u0301'.repeat(500)}é`, 'Zé'],
  ['line breaks are spaces', 'um\n\n\tdois', 'um dois'],
])('%s', (_name, given, drawn) => {
  expect(drawableText(given)).toBe(drawn);
});

test.each([
  ['a name without a space', { title: 'W'.repeat(300), under: 'Ŵ'.repeat(600) }],
  [
    'many emoji',
    { title: family.repeat(40), over: '💎'.repeat(80), price: 'R$ 99.999,99', priceBefore: 'R$ 199.999,99' },
  ],
  [
    'long words',
    { title: 'anticonstitucionalissimamente '.repeat(9), over: 'inconstitucional '.repeat(9), price: 'R$ 1,00' },
  ],
])('attack: %s never leaves the column of words', async (_name, texts) => {
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer();
  expect(await drawnPixels({ ...colours, ...texts, picture }, BETWEEN)).toBe(0);
});

test('the price before a discount is on the card, struck through', async () => {
  const card = { ...colours, title: 'VIP', price: 'R$ 10,00' };
  const row = { left: 64, top: 150, width: 200, height: 200 };
  const [plain, struck] = [await drawnPixels(card, row), await drawnPixels({ ...card, priceBefore: 'R$ 20,00' }, row)];
  expect(struck).toBeGreaterThan(plain + 500);
});

test('a card without a drawable word is still a card', async () => {
  const card = await drawShareImage({ ...colours, title: '東京' });
  expect(await sharp(card).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
});

test('an emoji has its own colours, also in a faint line', async () => {
  const { data, info } = await sharp(await drawShareImage({ ...colours, over: 'Cidade 🟥', title: '🟩🟩' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts = { red: 0, green: 0 };
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    if (red > 180 && green < 90 && blue < 110) counts.red += 1;
    if (green > 150 && red < 140 && blue < 120) counts.green += 1;
  }
  expect(counts.red).toBeGreaterThan(300);
  expect(counts.green).toBeGreaterThan(3_000);
});

test('a machine without any font draws the same card', async () => {
  const card = { ...colours, over: '🔥 Cidade Alta', title: 'VIP Ouro — 30 dias', price: 'R$ 29,90' };
  const script = `import { drawShareImage } from ${JSON.stringify(`${import.meta.dirname}/share-image.ts`)};
    process.stdout.write(await drawShareImage(${JSON.stringify(card)}));`;
  const env = { PATH: process.env.PATH, FONTCONFIG_FILE: '/dev/null', FONTCONFIG_PATH: '/nowhere' };
  const there = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env });
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(hash(there)).toBe(hash(await drawShareImage(card)));
});
