import { enter, newStore, type Owner } from './owner.ts';
import { screens } from './panel-screens.ts';
import { handleOf, middleOf } from './product-handles.ts';
import { expect, test } from './test.ts';
import { DESKTOP, PHONE } from './usable.ts';

/** A list that somebody has scrolled to its end: rows out of sight are drawn as names only, and everything still works. */

const PRODUCTS = 150;

test('a long list of products draws only the rows near the screen; keys, search in the page and the order stay', async ({
  page,
}) => {
  const owner = await newStore({ plan: 'Premium' });
  const rows = Array.from({ length: PRODUCTS }, (_, at) => `Produto ${at + 1};${at < 100 ? 'VIPs' : 'Carros'};10`);
  await owner.api('POST /products/import', { csv: ['Nome;Categoria;Preço', ...rows].join('\n') });
  await enter(page, owner, '/products');
  const more = page.getByRole('button', { name: 'Carregar mais produtos' });
  const items = page.getByRole('main').locator('li[data-row]');
  for (let shown = 25; shown < PRODUCTS; shown += 25) {
    await expect(items).toHaveCount(shown);
    await more.click();
  }
  await expect(items).toHaveCount(PRODUCTS);

  const drawn = page.getByRole('button', { name: /^Ações de Produto/ });
  await expect.poll(() => drawn.count()).toBeLessThan(60);
  // The browser's own search looks through the text of the page.
  await expect(page.getByText('Produto 1', { exact: true })).toBeAttached();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();

  const handle = page.getByRole('button', { name: 'Mover Produto 149: arraste ou use as setas' });
  await page.getByText('Produto 149', { exact: true }).scrollIntoViewIfNeeded();
  await handle.focus();
  await handle.press('ArrowUp');
  await expect(page.getByText('Produto 149: posição 48 em Carros')).toBeAttached();
  await expect(handle).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('link', { name: 'Produto 1', exact: true })).toBeVisible();
  await expect(handle).toBeFocused();
  expect(Math.abs((await height()) - before)).toBeLessThan(80);
});

/** A great catalogue. */
const MANY = 5_000;
/** The greatest height of a page that is drawn in parts, in px. */
const TALLEST = 3_000;
/** Screens that are lists; the others are at their highest on a phone. */
const LISTS = ['categories', 'products', 'orders', 'deliveries', 'discounts', 'log'];
/** One form each, whose fields stand below one another on a phone. */
const FORMS = ['product-new', 'product-edit', 'appearance'];

test.describe('with 5,000 products', () => {
  // One worker makes them once.
  test.describe.configure({ mode: 'default', timeout: 240_000 });
  let owner: Owner;
  test.beforeAll(async () => {
    owner = await newStore({ plan: 'Premium' });
    for (let from = 0; from < MANY; from += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, at) => `Produto ${from + at + 1};Categoria ${(at % 20) + 1};10`);
      await owner.api('POST /products/import', { csv: ['Nome;Categoria;Preço', ...rows].join('\n') });
    }
  });

  test('no page of the panel is taller than its first part', async ({ page }) => {
    const { products } = await owner.api('POST /products/list', { limit: 1 });
    const idProducts = [{ id: products[0]?._id ?? '', quantity: 1 }];
    const buyer = { discordId: '391822001983488001', reason: 'Sorteio', idProducts };
    // More of everything than a part shows.
    await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        await owner.api('POST /order/manual', { ...buyer, clientId: 100 + at });
        await owner.api('POST /discounts/create', { code: `CUPOM${at}`, type: 'percentage', value: 10 });
      }),
    );
    const { categories } = await owner.api('POST /categories', {});
    const things = {
      category: categories[0]?._id ?? '',
      product: products[0]?._id ?? '',
      discount: '',
      order: '',
      ownPage: '',
      buyer: 'city_id/1',
    };
    const tall: string[] = [];
    await enter(page, owner, '/dashboard');
    for (const [name, facesOf] of Object.entries(screens)) {
      const [address] = facesOf(things);
      // The addresses of screens for a thing that this store does not have.
      if (/\/$|order=$|customers\//.test(address)) continue;
      for (const viewport of LISTS.includes(name) ? [DESKTOP, PHONE] : [PHONE]) {
        await page.setViewportSize(viewport);
        await page.goto(owner.world.panel + address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        if (height > TALLEST && !FORMS.includes(name)) tall.push(`${name} at ${viewport.width}: ${height}`);
      }
    }
    expect(tall).toEqual([]);
  });

  test('mouse and keys sort them', async ({ page }) => {
    await enter(page, owner, '/products');
    const [from, to] = [await middleOf(page, 'Produto 41'), await middleOf(page, 'Produto 1')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
    await expect(page.getByText('Produto 41: posição 1 em Categoria 1')).toBeAttached();
    await handleOf(page, 'Produto 41').focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText('Produto 41: posição 2 em Categoria 1')).toBeAttached();
    await expect.poll(() => first(3)).toEqual(['Produto 1', 'Produto 41', 'Produto 21']);
  });

  test.describe('on a phone', () => {
    test.use({ hasTouch: true, viewport: PHONE });

    test('a finger sorts them', async ({ page }) => {
      await enter(page, owner, '/products');
      const [moved = '', , there = ''] = await first(3);
      await handleOf(page, there).scrollIntoViewIfNeeded();
      const [from, to] = [await middleOf(page, moved), await middleOf(page, there)];
      const browser = await page.context().newCDPSession(page);
      const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
        browser.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
      await finger('touchStart', from);
      for (const part of [0.4, 0.7, 0.9, 1])
        await finger('touchMove', { x: from.x, y: from.y + (to.y - from.y) * part });
      await finger('touchEnd');
      await expect.poll(async () => (await first(3))[2]).toBe(moved);
    });
  });

  const first = async (limit: number) =>
    (await owner.api('POST /products/list', { limit })).products.map(({ name }) => name);
});
