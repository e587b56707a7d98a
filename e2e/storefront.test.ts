import type { Page } from '@playwright/test';
import { makeStore, type OwnStore } from './own-store.ts';
import { cardOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';
import { findWorld } from './world.ts';

const now = { executionTiming: 'on_confirmation' };
const later = { executionTiming: 'on_expiration' };
/** Longer than any label, so that it would break a design. */
const LONG = 'Pacote de boas-vindas para quem acabou de chegar na cidade e ainda não conhece ninguém';

let store: OwnStore;
let silver: string;
let soldOut: string;
test.beforeAll(async () => {
  store = await makeStore('Cidade Vitrine <b>RP</b>');
  const vip = await store.category('VIPs');
  const money = await store.category('Dinheiro e itens');
  await store.category('Categoria vazia');
  silver = await store.product({
    name: 'VIP Prata',
    price: 29.9,
    compareAtPrice: 39.9,
    categoryId: vip,
    featured: true,
    buylimit: 2,
    removeProduct: 30,
    description:
      '> **Salário** em dobro\n>Fila prioritária: [regras](https://cidade.example/r)\n\nSem anúncios <i>nunca</i>',
    fiveMActions: [
      { type: 'add_group', groupName: 'VipPrata', ...now },
      { type: 'remove_group', groupName: 'VipPrata', ...later },
      { type: 'add_money', amount: 50_000, ...now },
      { type: 'add_item', itemName: 'agua', itemQuantity: 5, label: 'Garrafa d’água', ...now },
      { type: 'add_vehicle', vehicleName: 'sultan', ...now },
    ],
    discordActions: [{ type: 'add_role', roleId: '910028371920012302', roleName: 'VIP Prata', ...now }],
  });
  await store.product({ name: LONG, price: 1234.5, categoryId: vip });
  soldOut = await store.product({ name: 'VIP esgotado', price: 59, categoryId: vip, stock: 0 });
  await store.product({ name: 'Café da cidade', price: 4.5, categoryId: money, stock: 3, description: '> Quente' });
  for (const name of ['Cofre', 'Lanche', 'Mochila']) await store.product({ name, price: 10, categoryId: money });
  await store.edit({
    description: 'A cidade das histórias.',
    settings: { searchWords: 'café, cappuccino, expresso' },
    legal: {
      name: 'Histórias Digitais Ltda',
      document: '12.345.678/0001-95',
      address: 'Rua das Flores, 10, Recife, PE',
      contact: 'contato@historias.com.br',
      terms: 'Primeiro parágrafo.\n\nSegundo <script>parágrafo</script>.',
      privacy: 'Guardamos só o necessário.',
    },
  });
});

/** The class names on a page, and the text of its stylesheets. */
const styled = (page: Page) =>
  page.evaluate(() => {
    const css = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('');
    const names = new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]));
    return { names: [...names], css };
  });
const has = (css: string, name: string) => css.includes(`.${name.replace(/[^\w-]/g, (sign) => `\\${sign}`)}`);

test('the window’s small stylesheet has every rule that the page needs of the big one', async ({ page }) => {
  await page.goto(`${store.shop}/termos`);
  const all = (await styled(page)).css;
  for (const path of ['/', `/products/${silver}`, `/products/${soldOut}`]) {
    await page.goto(`${store.shop}${path}`);
    const { names, css } = await styled(page);
    expect(css.length).toBeLessThan(all.length);
    expect(
      names.filter((name) => has(all, name) && !has(css, name)),
      path,
    ).toEqual([]);
  }
});

for (const { viewport, details } of ENDS) {
  test.describe(`${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('the shop window: categories that sell something, prices, sold out and the last units', async ({ page }) => {
      await page.goto(store.shop);
      await expect(page.getByRole('heading', { level: 1, name: store.name })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['VIPs', 'Dinheiro e itens']);
      await expect(page.getByText('Categoria vazia')).toHaveCount(0);

      const card = cardOf(page, 'VIP Prata');
      await expect(card).toContainText('Destaque');
      await expect(card).toContainText('−25%');
      await expect(card).toContainText('R$ 29,90');
      await expect(card.locator('s')).toHaveText('de R$ 39,90');
      await expect(card).toContainText('Comprar agora');
      await expect(card).toHaveAttribute('href', `/products/${silver}`);
      // A product whose owner set no original price shows none.
      await expect(cardOf(page, 'Cofre').locator('s')).toHaveCount(0);
      await expect(cardOf(page, LONG)).toContainText('R$ 1.234,50');
      await expect(cardOf(page, 'VIP esgotado')).toContainText('Esgotado');
      await expect(cardOf(page, 'VIP esgotado')).not.toContainText('Comprar agora');
      await expect(cardOf(page, 'Café da cidade')).toContainText('Últimas 3 unidades');
      await expectUsable(page, 'shop window');
    });

    test('the first screen shows the first price', async ({ page }) => {
      await page.goto(store.shop);
      await expect(cardOf(page, 'VIP Prata').getByText('R$ 29,90')).toBeInViewport({ ratio: 1 });
    });

    test('category chips stay visible and mark the present category', async ({ page }) => {
      await page.goto(store.shop);
      const chips = page.getByRole('navigation', { name: 'Categorias' });
      const money = chips.getByRole('link', { name: 'Dinheiro e itens' });
      await money.click();
      await expect(page.getByRole('heading', { level: 2, name: 'Dinheiro e itens' })).toBeInViewport();
      await expect(chips).toBeInViewport();
      // The chips stand directly below the navbar: their place assumes the navbar's height.
      const bar = await page.locator('[data-navbar]').boundingBox();
      const box = await chips.boundingBox();
      expect(Math.abs((box?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0)))).toBeLessThanOrEqual(1);
      await expect(async () => {
        await page.mouse.wheel(0, 40);
        await expect(money).toHaveAttribute('aria-current', 'true', { timeout: 500 });
      }).toPass();
    });

    test('a chip leads to its shelf, however far down it is, and so does a link from outside', async ({ page }) => {
      const { shop } = await findWorld();
      await page.goto(shop);
      const last = page.getByRole('navigation', { name: 'Categorias' }).getByRole('link').last();
      const address = (await last.getAttribute('href')) ?? '';
      const expectThere = () =>
        expect
          .poll(async () => Math.round((await page.locator(`[id="${address.slice(1)}"]`).boundingBox())?.y ?? 0))
          .toBeLessThan(140);
      await last.click();
      await expectThere();
      await page.goto('about:blank');
      await page.goto(`${shop}/${address}`);
      await expectThere();
      await expect(last).toHaveAttribute('aria-current', 'true');
    });

    test('search without accents, nothing found, and back', async ({ page }) => {
      await page.goto(store.shop);
      const search = page.getByRole('searchbox', { name: 'Buscar na loja' });
      await search.fill('cafe');
      await expect(cardOf(page, 'Café da cidade')).toBeVisible();
      await expect(cardOf(page, 'VIP Prata')).toBeHidden();
      await expect(page.getByText('1 produto encontrado')).toBeAttached();
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Dinheiro e itens']);
      // the owner's other word for it
      await search.fill('cappucc');
      await expect(cardOf(page, 'Café da cidade')).toBeVisible();
      await expect(cardOf(page, 'VIP Prata')).toBeHidden();
      await search.fill('submarino');
      await expect(page.getByText('Nada encontrado. Tente outra palavra ou outro preço.')).toBeVisible();
      await expectUsable(page, 'nothing found');
      await page.getByRole('button', { name: 'Limpar busca' }).click();
      await expect(cardOf(page, 'VIP Prata')).toBeVisible();
      await expect(search).toBeFocused();
    });

    test('products are sorted and limited by price, and the address keeps the choice', async ({ page }) => {
      await page.goto(store.shop);
      const shelf = page.getByRole('region', { name: 'Dinheiro e itens' }).locator('[data-product]:visible');
      await expect(shelf).toHaveCount(4);
      await page.getByLabel('Ordenar e filtrar').click();
      await page.getByLabel('Ordenar', { exact: true }).selectOption('Maior preço primeiro');
      await expect(shelf.last()).toContainText('Café da cidade');
      await page.getByLabel('Até R$').fill('30');
      await expect(cardOf(page, LONG)).toBeHidden();
      await expect(cardOf(page, 'VIP Prata')).toBeVisible();
      await expectUsable(page, 'filtered');
      await page.keyboard.press('Escape');
      await expect(page.getByLabel('Até R$')).toBeHidden();
      expect(new URL(page.url()).search).toBe('?ordem=maior&ate=30');
      await page.getByRole('searchbox', { name: 'Buscar na loja' }).fill('cofre');
      await page.goto('about:blank');
      await page.goto(`${store.shop}/?busca=cofre&ate=30`);
      await expect(shelf).toHaveCount(1);
      await expect(cardOf(page, 'Cofre')).toBeVisible();
    });

    test('a product: what will happen in plain words, description line by line, others of its category', async ({
      page,
    }) => {
      await page.goto(`${store.shop}/products/${silver}`);
      await expect(page.getByRole('heading', { level: 1, name: 'VIP Prata' })).toBeVisible();
      await expect(page.getByText('25% de desconto')).toBeVisible();
      await expect(page.getByText('Vale por 30 dias · Uma unidade por pedido · Limite de 2 por pessoa')).toBeVisible();
      const after = page.getByRole('region', { name: 'O que acontece depois da compra' });
      await expect(after.getByRole('listitem')).toHaveText([
        'Cargo VIP Prata no Discord',
        'Grupo VipPrata na cidade por 30 dias',
        'R$ 50.000 no banco da cidade',
        '5× Garrafa d’água no inventário',
        'Veículo sultan na garagem',
      ]);
      const description = page.getByRole('region', { name: 'Descrição' });
      await expect(description.getByRole('listitem')).toHaveText([
        'Salário em dobro',
        'Fila prioritária: regras',
        'Sem anúncios <i>nunca</i>',
      ]);
      await expect(description.getByRole('strong')).toHaveText('Salário');
      const rules = description.getByRole('link', { name: 'regras' });
      await expect(rules).toHaveAttribute('href', 'https://cidade.example/r');
      await expect(rules).toHaveAttribute('rel', 'nofollow noopener');
      const related = page.getByRole('region', { name: 'Mais em VIPs' });
      await expect(related.getByRole('link')).toHaveCount(2);
      await expectUsable(page, 'product');
      await page.getByRole('navigation', { name: 'Você está em' }).getByRole('link', { name: 'VIPs' }).click();
      await expect(page).toHaveURL(/\/categorias\/[0-9a-z]{26}$/);
      await expect(page.getByRole('heading', { level: 1, name: 'VIPs' })).toBeVisible();
      await expect(cardOf(page, 'VIP Prata')).toBeVisible();
      await expect(cardOf(page, 'Cofre')).toHaveCount(0);
      await expectUsable(page, 'category');
    });

    test('a sold out product says so and cannot be bought', async ({ page }) => {
      await page.goto(store.shop);
      await cardOf(page, 'VIP esgotado').click();
      await expect(page.getByText('Esgotado', { exact: true }).first()).toBeVisible();
      await expect(page.getByText('Não há unidades agora.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Comprar agora', exact: true })).toHaveCount(0);
      await expect(page.getByRole('button', { name: /carrinho/ })).toHaveCount(0);
      await expectUsable(page, 'sold out');
    });

    test('the footer names the seller; terms and privacy are the owner’s words, never markup', async ({ page }) => {
      await page.goto(store.shop);
      const footer = page.getByRole('contentinfo');
      await expect(footer).toContainText('Histórias Digitais Ltda');
      await expect(footer).toContainText('CNPJ 12.345.678/0001-95');
      await expect(footer).toContainText('Rua das Flores, 10, Recife, PE');
      await expect(footer).toContainText('Contato: contato@historias.com.br');
      await footer.getByRole('link', { name: 'Termos de uso' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Termos de uso' })).toBeVisible();
      await expect(page.getByText('Segundo <script>parágrafo</script>.')).toBeVisible();
      await expectUsable(page, 'terms');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }).click();
      await expect(page.getByText('Guardamos só o necessário.')).toBeVisible();
      await expectUsable(page, 'privacy');
    });
  });
}

test('a shared link puts the product into the cart, with its quantity', async ({ page }) => {
  const [cofre] = (await store.ask('POST /products', {})).products.filter(({ name }) => name === 'Cofre');
  await page.goto(`${store.shop}/buy?product=${cofre?._id}&quantity=3`);
  await expect(page).toHaveURL(`${store.shop}/checkout`);
  await expect(page.getByRole('group', { name: 'Quantidade de Cofre' })).toContainText('3');
  await expect(page.getByRole('region', { name: 'Resumo do pedido' })).toContainText('R$ 30,00');
});

test('search engines and shared links find everything in the served HTML', async ({ request }) => {
  const { address } = store.world;
  const host = new URL(store.shop).host;
  const read = (path: string) => request.get(address + path, { headers: { host } });
  const html = await (await read(`/products/${silver}`)).text();
  const tag = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&');
  expect(tag(/<link rel="canonical" href="([^"]+)"/)).toBe(`${store.shop}/products/${silver}`);
  expect(tag(/<title>([^<]+)/)).toBe('VIP Prata · Cidade Vitrine &lt;b&gt;RP&lt;/b&gt;');
  expect(tag(/<meta name="description" content="([^"]+)"/)).toContain('R$ 29,90');
  expect(tag(/<meta property="og:title" content="([^"]+)"/)).toContain('VIP Prata');
  expect(tag(/<meta property="og:url" content="([^"]+)"/)).toBe(`${store.shop}/products/${silver}`);
  const card = tag(/<meta property="og:image" content="([^"]+)"/) ?? '';
  expect(card).toBe(`${store.shop}/share/product/${silver}.png`);
  const picture = await read(new URL(card).pathname);
  expect(picture.headers()['content-type']).toBe('image/png');
  const size = await picture.body();
  expect([size.readUInt32BE(16), size.readUInt32BE(20)]).toEqual([1200, 630]);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as object;
  expect(data).toMatchObject({
    '@type': 'Product',
    name: 'VIP Prata',
    offers: { price: '29.90', priceCurrency: 'BRL', availability: 'https://schema.org/InStock' },
  });
  const window = await (await read('/')).text();
  expect(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(window)?.[1] ?? '{}')).toMatchObject({
    '@type': 'OnlineStore',
    hasMerchantReturnPolicy: { merchantReturnDays: 7 },
  });
  // The document is complete without a script: prices, the link to buy, and no owner's text as markup.
  expect(html).toContain('Salário em dobro');
  expect(html).toContain(`href="/buy?product=${silver}"`);
  expect(html).not.toContain('<i>nunca</i>');
  expect(html).not.toContain('<b>RP</b>');

  const robots = await (await read('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${store.shop}/sitemap.xml`);
  const map = await (await read('/sitemap.xml')).text();
  expect(map).toContain(`<loc>${store.shop}/products/${silver}</loc>`);
  const shelf = /<loc>[^<]*(\/categorias\/[0-9a-z]{26})<\/loc>/.exec(map)?.[1] ?? '';
  expect(await (await read(shelf)).text()).toContain('"BreadcrumbList"');
  expect(map).not.toContain('/checkout');
  expect(await (await read('/checkout')).text()).toContain('<meta name="robots" content="noindex"/>');
});
