import { alertOf, BUYER, finishButton, makeCartStore } from './own-cart.ts';
import { approve } from './own-store.ts';
import { fillCheckout, finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';
import { expireOrder, findWorld } from './world.ts';

/** A buyer whom the browser remembers, because the buyer asked for it. */

for (const { viewport, details } of ENDS) {
  test(
    `a city says whose id it is, and greets a known buyer by the masked name, at ${viewport.width} px`,
    details,
    async ({ page }) => {
      await page.setViewportSize(viewport);
      const { shop } = await findWorld();
      await putIntoCart(page, shop, 'Rádio comunicador');
      await page.goto(`${shop}/checkout`);
      await fillCheckout(page, { cityId: 4321, discordId: BUYER.discordId }, 'Pix');
      const said = page.locator('form').getByRole('status').filter({ visible: true });
      await expect(said.filter({ hasText: 'Não encontramos esse ID na cidade' })).toBeVisible();
      await page.getByLabel('ID da Cidade').fill('4');
      await expect(said.filter({ hasText: 'Personagem: El*** Es*****' })).toBeVisible();
      await page.getByLabel('Lembrar meus dados neste navegador').check();
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
      const reference = referenceOf(page);
      await page.goto(`${shop}/checkout`);
      const known = page.getByRole('region', { name: 'Para quem é a compra' });
      await expect(known).toContainText('Comprando para El*** Es***** · ID 4');
      await expect(known).toContainText('Guardado só neste navegador, porque você pediu.');
      await expectUsable(page, 'checkout of a known character');
      await expireOrder(reference);
    },
  );
}

for (const { viewport, details } of ENDS) {
  test.describe(`a known buyer at ${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('buys again with three presses, and is forgotten when they wish', async ({ page, context }) => {
      const { store, category, fill } = await makeCartStore('Loja que lembra');
      const again = await store.product({ name: 'De novo', price: 12, categoryId: category });
      await fill(page, 'Primeira');

      // A text that cannot be a city id is refused at its field and stays as typed. A pasted mention becomes the Discord id.
      const city = page.getByLabel('ID da Cidade');
      for (const wrong of ['12.5', '12 34']) {
        await city.fill(wrong);
        await city.blur();
        await expect(city).toHaveAccessibleDescription('O ID da Cidade deve ser um número inteiro.');
        await expect(city).toHaveValue(wrong);
      }
      const discord = page.getByLabel('ID do Discord');
      await discord.fill(`<@${BUYER.discordId}>`);
      await expect(discord).toHaveValue(BUYER.discordId);

      await fillCheckout(page, { ...BUYER, email: 'bruno@exemplo.com.br' }, 'Pix');
      await page.getByLabel('Lembrar meus dados neste navegador').check();
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
      await approve(store, referenceOf(page));
      await expect(page).toHaveURL(/\/checkout\/success/, { timeout: 30_000 });

      // Another day, another tab: window, button, code.
      const later = await context.newPage();
      await later.goto(`${store.shop}/products/${again}`);
      let presses = 0;
      await later.exposeFunction('pressed', () => {
        presses += 1;
      });
      await later.addInitScript('addEventListener("click", ({ isTrusted }) => isTrusted && pressed(), true)');
      await later.reload();
      await later.getByRole('link', { name: 'Comprar agora', exact: true }).click();
      const known = later.getByRole('region', { name: 'Para quem é a compra' });
      await expect(known).toContainText('Comprando para ID 11');
      await expect(known).toContainText('Discord …1648 · comprovante para b***@exemplo.com.br');
      await expectUsable(later, 'checkout of a known buyer');
      await finish(later);
      await later.getByRole('button', { name: 'Copiar código Pix' }).click();
      await expect(later.getByText('Código copiado!')).toBeVisible();
      expect(presses).toBe(3);
      await approve(store, referenceOf(later));
      await expect(later).toHaveURL(/\/checkout\/success/, { timeout: 30_000 });

      // 'Trocar' opens the fields; 'Esquecer' empties them, here and in the next tab.
      await fill(later, 'Terceira');
      await known.getByRole('button', { name: 'Trocar' }).click();
      await expect(later.getByLabel('ID da Cidade')).toBeFocused();
      await expect(later.getByLabel('ID da Cidade')).toHaveValue('11');
      await later.reload();
      await known.getByRole('button', { name: 'Esquecer' }).click();
      await expect(later.getByLabel('ID da Cidade')).toHaveValue('');
      await expect(alertOf(later)).toBeEmpty();
      const last = await context.newPage();
      await last.goto(`${store.shop}/checkout`);
      await expect(finishButton(last)).toBeDisabled();
      await expect(last.getByLabel('ID do Discord')).toHaveValue('');
    });
  });
}
