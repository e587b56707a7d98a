import { makeCartStore, quantityOf } from './own-cart.ts';
import { makeStore } from './own-store.ts';
import { fillCheckout, finish } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';

/** A shop where the browser keeps nothing, and a shop with many shelves. */

for (const { viewport, details } of ENDS) {
  test.describe(`a browser that refuses storage at ${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('shows one notice about that, and its person can buy in this visit', async ({ page, context }) => {
      const { store } = await makeCartStore('Loja sem memória');
      const product = await store.product({ name: 'Guardado', price: 30, categoryId: await store.category('Novos') });
      await context.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          const refuse = () => {
            throw new DOMException('refused', 'SecurityError');
          };
          Object.defineProperty(window, name, { configurable: true, get: refuse });
        }
      });
      const told = page.getByText(/^Seu navegador não deixa a loja guardar nada\./);
      await page.goto(`${store.shop}/products/${product}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Guardado' })).toBeVisible();
      await expect(told).toHaveCount(0);
      await page.getByRole('link', { name: 'Comprar agora', exact: true }).click();
      await expect(quantityOf(page, 'Guardado')).toBeVisible();
      await expect(told).toBeVisible();
      await expectUsable(page, 'checkout without storage');
      // Another page of the shop knows the cart too.
      await page.getByRole('link', { name: 'Continuar comprando' }).click();
      await expect(page).toHaveURL(`${store.shop}/`);
      await page.getByRole('link', { name: 'Carrinho, 1 item' }).click();
      await expect(quantityOf(page, 'Guardado')).toBeVisible();
      await fillCheckout(page, { cityId: 11, discordId: '518820019922331648' }, 'Pix');
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
      // A page of another site could read the window's name and address, so neither may have data of the buyer.
      expect(await page.evaluate(() => window.name + location.href)).not.toContain('518820019922331648');
    });
  });
}

for (const { viewport, details } of ENDS) {
  test(
    `a long shelf is folded beside others, and a product that is searched or focused is in sight (${viewport.width} px)`,
    details,
    async ({ page }) => {
      const store = await makeStore('Loja das prateleiras');
      const [long, short] = [await store.category('Carros'), await store.category('Casas')];
      for (let n = 1; n <= 12; n += 1) await store.product({ name: `Carro ${n}`, price: n, categoryId: long });
      await store.product({ name: 'Casa', price: 99, categoryId: short });
      await page.setViewportSize(viewport);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(store.shop);
      const last = page.getByRole('link', { name: /^Carro 12 / });
      await expect(last).toBeHidden();
      await expect(page.getByRole('link', { name: /^Carro 8 / })).toBeVisible();
      await expectUsable(page, 'folded shelf');
      await page.getByRole('searchbox', { name: 'Buscar na loja' }).fill('carro 12');
      await expect(last).toBeVisible();
      await page.getByRole('button', { name: 'Limpar busca' }).click();
      // Scrolls there first, as a person does: then the cards above are drawn, and nothing moves under the pointer any more.
      await page.getByRole('link', { name: /^Carro 8 / }).scrollIntoViewIfNeeded();
      await page.getByText('Mostrar menos').click();
      await expect(last).toBeHidden();
      await page.getByText('Mais 4 em Carros').click();
      await expect(last).toBeVisible();

      // Backwards from the end of the page: the focus is never under the header and the chips.
      await page.getByRole('link', { name: /^Casa / }).focus();
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press('Shift+Tab');
        const covered = () =>
          page.evaluate(() => {
            const { left, top } = document.activeElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
            const above = document.elementFromPoint(left + 40, Math.max(0, top + 2));
            return above?.closest('header, [data-category-chips]') !== null;
          });
        await expect.poll(covered, { message: `step ${step}` }).toBe(false);
      }
    },
  );
}
