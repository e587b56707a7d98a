import type { Page } from '@playwright/test';
import { makeStore, type OwnStore } from './own-store.ts';
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
];

/** Whole letters, as many as fit. */
const short = (text: string, length: number) => {
  let kept = '';
  for (const letter of text) if (kept.length + letter.length <= length) kept += letter;
  return kept;
};

let store: OwnStore;
let product = '';
test.beforeAll(async () => {
  store = await makeStore('꧁༒☬Cidade Alta Roleplay☬༒꧂ www.cidadealta');
  for (const [index, name] of HOSTILE.entries()) await store.category(short(`${index} ${name}`, 40));
  const { categories } = await store.ask('POST /categories', {});
  for (const [index, name] of HOSTILE.entries()) {
    const made = await store.product({
      name: short(`${index} ${name}`, 80),
      price: index % 2 ? 0.5 : 99_999.9,
      compareAtPrice: index % 3 ? undefined : 199_999.9,
      categoryId: categories[index]?._id ?? '',
      stock: index === 4 ? 0 : index === 5 ? 2 : undefined,
      featured: index % 3 === 0,
      description: `> ${name}\n> ${'a'.repeat(200)}`,
      fiveMActions: [
        { type: 'add_group', groupName: 'GrupoComNomeMuitoCompridoDeVerdade', executionTiming: 'on_confirmation' },
      ],
    });
    // A worker may come here a second time, for another store.
    if (index === 0) product = made;
  }
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
        const hides = getComputedStyle(element).overflowX !== 'visible' && !element.matches('.truncate, img, input');
        if (hides && element.scrollWidth > element.clientWidth + 1)
          cut.add(`hidden: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return [...cut];
  });
}

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

    test('no name, text or number of an owner breaks a page of the shop', async ({ page }) => {
      // Copies of the pages for whoever looks at them.
      const folder = process.env.E2E_PICTURES;
      for (const path of [
        '/',
        `/products/${product}`,
        '/termos',
        '/minhas-compras',
        '/nada-aqui',
        '/products/nenhum',
      ]) {
        const answer = await page.goto(store.shop + path);
        expect(answer?.status(), path).toBeLessThan(500);
        expect(await cutOn(page), path).toEqual([]);
        const file = `${folder}/hostile${path.replaceAll('/', '-')}-${width}.png`;
        if (folder) await page.screenshot({ path: file, fullPage: path.length > 1 });
      }
      await page.goto(`${store.shop}/buy?product=${product}`);
      await expect(page.getByRole('button', { name: 'Finalizar Compra' })).toBeVisible();
      expect(await cutOn(page), 'checkout').toEqual([]);
    });
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
