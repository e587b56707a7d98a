import { themes } from '@vitrine/contract/looks';
import { countdown, makeStore, uploadPicture } from './own-store.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { DESKTOP, expectUsable, PHONE } from './usable.ts';

test('an owner builds a window by keyboard, publishes it, and goes back', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const owner = await newStore({ paid: true });
  const vips = await newCategory(owner, 'VIPs');
  const cars = await newCategory(owner, 'Veículos');
  await newProduct(owner, vips._id, { name: 'VIP Ouro' });
  await newProduct(owner, cars._id, { name: 'Sultan RS', featured: true });
  const shop = await (await browser.newContext({ viewport: PHONE })).newPage();
  const titles = async () => {
    await shop.goto(owner.store.url);
    // The drawn text of a section below the screen may be empty, because the browser draws it later.
    return await shop.getByRole('heading').allTextContents();
  };
  const before = await titles();
  expect(before.slice(0, 3)).toEqual(['Porto Novo RP', 'VIPs', 'Veículos']);

  await enter(page, owner, '/dashboard');
  await page.getByRole('link', { name: 'Vitrine da loja' }).first().click();
  await expect(page.getByText('Nenhuma seção ainda')).toBeVisible();
  const add = async (name: string) => {
    await page.getByRole('main').getByRole('button', { name: 'Adicionar seção' }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
  };
  await add('Capa');
  await page.getByLabel('Título').fill('Temporada de verão');
  await page.getByLabel('Texto do botão').fill('Ver os VIPs');
  await page.getByLabel('Leva para').selectOption({ label: 'Uma categoria' });
  await add('Perguntas');
  await page.getByLabel('Pergunta 1', { exact: true }).fill('Quando recebo?');
  await page.getByLabel('Resposta 1', { exact: true }).fill('Assim que o pagamento é aprovado. <b>Não</b> é markup.');
  await add('Prateleira');
  await page.getByLabel('Categoria', { exact: true }).selectOption({ label: 'Veículos' });

  // the shelf goes above the questions
  await page.getByRole('button', { name: /^Mover Prateleira: Veículos/ }).press('ArrowUp');
  await expect(page.getByText('Prateleira: Veículos: posição 2 de 3')).toBeAttached();
  await expect(page.getByText(/^Rascunho salvo/)).toBeVisible();
  const preview = page.frameLocator('iframe[title^="Prévia"]');
  await expect(preview.getByRole('heading', { name: 'Temporada de verão' })).toBeVisible();
  for (const width of ['Tablet', 'Computador']) {
    await page.getByRole('button', { name: width }).click();
    await expect(preview.getByText('Quando recebo?')).toBeVisible();
  }
  await expectUsable(page, 'the editor');
  // nobody else sees a draft
  expect(await titles()).toEqual(before);

  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Vitrine publicada!')).toBeVisible();
  const built = ['Temporada de verão', 'Porto Novo RP', 'Veículos', 'Perguntas frequentes', 'VIPs'];
  for (const size of [PHONE, DESKTOP]) {
    await shop.setViewportSize(size);
    expect((await titles()).slice(0, 5)).toEqual(built);
    await expectUsable(shop, `the window at ${size.width}`);
  }
  await shop.getByText('Quando recebo?').click();
  await expect(shop.getByText('<b>Não</b> é markup.')).toBeVisible();
  await expect(shop.getByRole('link', { name: 'Ver os VIPs' })).toHaveAttribute('href', `/categorias/${vips._id}`);

  await page.getByRole('button', { name: 'Remover Capa: Temporada de verão' }).click();
  await page.getByRole('button', { name: 'Desfazer mudança' }).click();
  await expect(page.getByRole('button', { name: 'Remover Capa: Temporada de verão' })).toBeVisible();
  await page.getByRole('button', { name: 'Remover Perguntas' }).click();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect.poll(async () => (await titles()).includes('Perguntas frequentes')).toBe(false);

  await page.getByRole('button', { name: 'Histórico' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Voltar para \d/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar de novo' }).click();
  await expect(page.getByText('Publicação anterior no ar!')).toBeVisible();
  expect((await titles()).slice(0, 5)).toEqual(built);
  await expect(page.getByRole('button', { name: 'Remover Perguntas' })).toBeVisible();
  await shop.context().close();
});

test('a video of YouTube loads only when it is pressed, and a date counts down', async ({ page }) => {
  const store = await makeStore('Cidade Alta');
  const category = await store.category('VIPs');
  await store.product({ name: 'VIP Ouro', price: 10, categoryId: category });
  const sections = [
    countdown(3.5),
    { kind: 'video' as const, id: 'video0001', title: 'Trailer', address: 'https://youtu.be/aqz-KE-bpKQ' },
  ];
  await store.ask('POST /window/draft', { version: 0, document: { form: 1, sections } });
  await store.ask('POST /window/publish', { version: 1 });
  const asked: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p>O vídeo toca</p>' });
  });
  await page.goto(store.shop);
  await expect(page.getByRole('timer')).toHaveText(/^3 d \d\d:\d\d:\d\d$/);
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Assistir ao vídeo' }).click();
  await expect(page.frameLocator('iframe[title="Trailer"]').getByText('O vídeo toca')).toBeVisible();
  expect(asked).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0']);
});

test('under a large picture the first screen still tells a price, and cards get their pictures after it', async ({
  page,
}) => {
  const store = await makeStore('Cidade Alta');
  const category = await store.category('VIPs');
  const image = await uploadPicture(page, store, '#1d4ed8');
  for (const price of [49.9, 29.9, 99])
    await store.product({ name: `VIP ${price}`, price, categoryId: category, imageUrl: image });
  const hero = {
    kind: 'hero' as const,
    id: 'capa00001',
    title: 'A cidade que não dorme',
    text: 'Uma cidade viva, com economia séria e gente que joga todo dia. Vem ser VIP.',
    picture: image,
    focus: { x: 50, y: 50 },
    shade: 50,
    button: { label: 'Ver os VIPs', target: { to: 'category' as const, id: category } },
  };
  await store.ask('POST /window/draft', { version: 0, document: { form: 1, sections: [hero] } });
  await store.ask('POST /window/publish', { version: 1 });
  for (const theme of themes) {
    await store.edit({ settings: { look: { theme } } });
    for (const [width, height] of [
      [360, 800],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(store.shop);
      await expect(page.getByText('a partir de R$ 29,90')).toBeInViewport({ ratio: 1 });
      const card = page.getByRole('link', { name: /VIP 29\.9/ }).locator('img');
      await card.scrollIntoViewIfNeeded();
      await expect
        .poll(() => card.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
        .toBe(true);
    }
  }
});
