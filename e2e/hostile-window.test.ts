import type { Page } from '@playwright/test';
import { themes } from '@vitrine/contract/looks';
import { makeStore, type OwnStore, uploadPicture } from './own-store.ts';
import { expect, test } from './test.ts';

/** Names and texts that people really write, and that break designs. */
const HOSTILE = [
  'W'.repeat(60),
  'https://discord.gg/cidade-muito-alta-de-verdade-roleplay?utm_source=grupo',
  '𝕮𝖎𝖉𝖆𝖉𝖊 𝕬𝖑𝖙𝖆 𝕽𝕻 ★彡 𝓥𝓘𝓟 彡★',
  '꧁༒☬ＶＩＰ ＯＵＲＯ☬༒꧂ ꧁༒☬ＶＩＰ ＯＵＲＯ☬༒꧂',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́O̵̹̻̝̳͂̌̌͘',
  'مرحبا بالعالم مرحبا بالعالم مرحبا',
  '👨‍👩‍👧‍👦'.repeat(12),
  '﷽'.repeat(6),
  'Pacote-de-boas-vindas-para-quem-acabou-de-chegar-na-cidade-e-nao-conhece',
  'i'.repeat(4),
  '"><img src=x onerror=alert(1)>',
  'Supercalifragilisticexpialidocious'.repeat(2),
  'VIP\u00a0OURO\u00a0SEM\u00a0ESPAÇO\u00a0QUE\u00a0QUEBRE\u00a0A\u00a0LINHA\u00a0EM\u00a0LUGAR\u00a0NENHUM',
  '________________________________________',
  'ĄÇÊÑØŞŽ ẞ Ǆ ﬃ ṩ̂̂̂ ự ễ ữ'.repeat(3),
  'שלום עולם VIP 30 יום ₪ 49,90 שלום עולם',
  'ไม่มีช่องว่างในภาษาไทยเลยแม้แต่ตัวเดียวจริงๆ',
  '超級豪華貴賓套餐三十天無限制使用權限與專屬稱號獎勵箱子',
  '\u200b\u200bVIP\u200bcom\u200bletras\u200bsem\u200blargura\u200b\u200b',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿🇧🇷👩🏽‍🚀'.repeat(10),
  '{{cidade}} #{nome} %s <%= vip %> {0}',
  '&lt;b&gt;VIP&lt;/b&gt; &amp; &quot;Ouro&quot;',
  'R$\u00a0999.999.999.999.999,99 de desconto em R$\u00a00,01',
  'ｆｕｌｌｗｉｄｔｈ　ｔｅｘｔ　ｏｆ　ａ　ｃｉｔｙ',
  '1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20',
  '━━━━━━━━━━◥◣◆◢◤━━━━━━━━━━',
  'vip@ouro.cidade-muito-alta.com.br/produtos/vip#comprar',
  'ΑΒΓ ЖЩЫ ԱԲԳ აბგ अआइ',
];

/** Texts of a product: without a pause, without a space, without an end. */
const TEXTS = [
  (name: string) => `> ${name}\n> ${'a'.repeat(200)}`,
  () => Array.from({ length: 60 }, (_, line) => `> Linha ${line + 1}`).join('\n'),
  () => `${'palavra '.repeat(180)}`,
  () => `https://exemplo.com.br/${'x'.repeat(400)}`,
  () => '\n\n\n> \n\n>\n\n   \n> fim',
  (name: string) => `> **${name}** _${name}_ \`${name}\` [${name}](https://exemplo.com.br)`,
];

/** Pictures of shapes and colours that no designer would choose: width and height in px. */
const PICTURES = [
  { colour: '#000000', size: [2400, 60] },
  { colour: '#ffffff', size: [60, 2400] },
  { colour: 'rgba(0, 0, 0, 0)', size: [800, 600] },
  { colour: '#ff00ff', size: [1, 1] },
  { colour: 'rgba(255, 255, 255, 0.1)', size: [640, 641] },
  { colour: '#39ff14', size: [3000, 2250] },
];

/** Whole letters, as many as fit. */
const short = (text: string, length: number) => {
  let kept = '';
  for (const letter of text) if (kept.length + letter.length <= length) kept += letter;
  return kept;
};

let store: OwnStore;
/** The first product, and three whose pictures and texts are the worst. */
let products: string[] = [];
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  store = await makeStore('꧁༒☬Cidade Alta Roleplay☬༒꧂ www.cidadealta');
  for (const [index, name] of HOSTILE.entries()) await store.category(short(`${index} ${name}`, 40));
  const { categories } = await store.ask('POST /categories', {});
  const pictures: string[] = [];
  for (const { colour, size } of PICTURES) pictures.push(await uploadPicture(page, store, colour, size));
  await page.close();
  const made: string[] = [];
  for (const [index, name] of HOSTILE.entries()) {
    const id = await store.product({
      name: short(`${index} ${name}`, 80),
      price: index % 2 ? 0.5 : 99_999.9,
      compareAtPrice: index % 3 ? undefined : 199_999.9,
      categoryId: categories[index]?._id ?? '',
      stock: index === 4 ? 0 : index === 5 ? 2 : undefined,
      featured: index % 3 === 0,
      description: TEXTS[index % TEXTS.length]?.(name),
      images: index % 2 ? [{ image: pictures[index % pictures.length], alt: name.slice(0, 100) }] : [],
      fiveMActions: [
        { type: 'add_group', groupName: 'GrupoComNomeMuitoCompridoDeVerdade', executionTiming: 'on_confirmation' },
      ],
    });
    made.push(id);
  }
  products = made.filter((_, index) => [0, 1, 3, 5].includes(index));
  for (let n = 0; n < 6; n += 1) {
    await store.product({ name: `${'W'.repeat(30 + n)}`, price: 10, categoryId: categories[0]?._id ?? '' });
  }
  await store.edit({
    settings: { links: { discord: 'discord.gg/cidade' } },
    description: `${'Descrição'.repeat(20)} https://cidade.example/${'x'.repeat(120)}`,
    legal: {
      name: 'N'.repeat(100),
      document: '12.345.678/0001-95',
      address: 'R'.repeat(200),
      contact: `${'c'.repeat(150)}@exemplo.com.br`,
      terms: `${'t'.repeat(400)}\n\nhttps://exemplo.com.br/${'y'.repeat(300)}`,
      privacy: 'Guardamos só o necessário.',
    },
  });
});

/** Scrolls through the page, so that everything is laid out, and names what is wider than its place or the screen. */
async function cutOn(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const step = innerHeight * 0.8;
    const cut = new Set<string>();
    for (let top = 0; top <= document.documentElement.scrollHeight; top += step) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle)));
      if (document.documentElement.scrollWidth > innerWidth) cut.add('the page scrolls sideways');
      for (const element of document.querySelectorAll<HTMLElement>('main *, header *, footer *')) {
        if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
        if (element.closest('.sr-only, .scroll-row, svg, picture, [class*=overflow-x-auto]')) continue;
        const { left, right, width } = element.getBoundingClientRect();
        if (width > 0 && (right > innerWidth + 1 || left < -1)) cut.add(element.outerHTML.slice(0, 120));
        // A clamped text that may break anywhere ends in "…". Its scrollWidth also counts the hidden rest of the word.
        const { overflowX, overflowWrap, webkitLineClamp } = getComputedStyle(element);
        const ends =
          element.matches('.truncate, img, input') || (overflowWrap === 'anywhere' && webkitLineClamp !== 'none');
        if (overflowX !== 'visible' && !ends && element.scrollWidth > element.clientWidth + 1)
          cut.add(`hidden: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return [...cut];
  });
}

/** `npm run long -- themes` tries every theme; the stories look at the first one. */
const dressed = process.env.E2E_THEMES === 'all' ? themes : themes.slice(0, 1);

for (const { width, height, details } of [
  { width: 320, height: 640, details: {} },
  { width: 360, height: 800, details: { tag: '@long' } },
  // 1280 px at 400 % zoom
  { width: 320, height: 256, details: { tag: '@long' } },
  { width: 768, height: 1024, details: { tag: '@long' } },
  { width: 1440, height: 900, details: {} },
]) {
  test.describe(`${width}×${height}`, details, () => {
    test.use({ viewport: { width, height }, expectedErrors: [/status of 404/] });

    for (const theme of dressed) {
      test(`no name, text or picture of an owner breaks a page of a shop in ${theme}`, async ({ page }) => {
        // With a folder here, pictures of the pages are saved for people to look at.
        const folder = process.env.E2E_PICTURES;
        await store.edit({ settings: { look: { theme } } });
        for (const path of [
          '/',
          ...products.map((id) => `/products/${id}`),
          '/termos',
          '/minhas-compras',
          '/nada-aqui',
          '/products/nenhum',
        ]) {
          const answer = await page.goto(store.shop + path);
          expect(answer?.status(), path).toBeLessThan(500);
          expect(await cutOn(page), path).toEqual([]);
          const file = `${folder}/hostile-${theme}${path.replaceAll('/', '-')}-${width}x${height}.png`;
          if (folder) await page.screenshot({ path: file, fullPage: path.length > 1 });
        }
        await page.goto(`${store.shop}/buy?product=${products[0]}`);
        await expect(page.getByRole('button', { name: 'Finalizar Compra' })).toBeVisible();
        expect(await cutOn(page), 'checkout').toEqual([]);
      });
    }
  });
}

test('no density cuts a card off, and each keeps picture, price and button', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const density of ['pairs', 'rows'] as const) {
    await store.edit({ settings: { density } });
    await page.goto(store.shop);
    await expect(page.locator(`ul[data-density="${density}"]`).first()).toBeVisible();
    expect(await cutOn(page), density).toEqual([]);
    const card = page.locator('[data-product]').first();
    for (const part of [
      card.locator('img, svg').first(),
      card.getByText('R$').first(),
      card.getByText('Comprar agora'),
    ]) {
      await part.scrollIntoViewIfNeeded();
      await expect(part).toBeVisible();
    }
    const folder = process.env.E2E_PICTURES;
    for (const width of folder ? [320, 768, 1440] : []) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/density-${density}-${width}.png` });
    }
    await page.setViewportSize({ width: 320, height: 640 });
  }
  await store.edit({ settings: { density: 'cards' } });
});

test('arrows turn a row of chips that is longer than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(store.shop);
  const [left, right] = [page.locator('[data-turn="-1"]'), page.locator('[data-turn="1"]')];
  const last = page.getByRole('navigation', { name: 'Categorias' }).getByRole('link').last();
  await expect(left).toBeHidden();
  await expect(last).not.toBeInViewport();
  await expect(async () => {
    await right.click({ timeout: 1000 });
    await expect(last).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(left).toBeVisible();
});
