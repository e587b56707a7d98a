import type { Page } from '@playwright/test';
import { BUYER, makeCartStore } from './own-cart.ts';
import { approve } from './own-store.ts';
import { fillCheckout, finish, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';

/** A phone that loses its connection in the shop and on the page of an order. */

/** The service worker of the shop runs and answers for this page. */
const awake = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));

for (const { viewport, details } of ENDS) {
  test.describe(`without a connection at ${viewport.width} px`, details, () => {
    test.use({
      viewport,
      serviceWorkers: 'allow',
      expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 503|order/],
    });

    test('the shop says so, the last order stays visible, and both come back by themselves', async ({
      page,
      context,
    }) => {
      const { store, fill } = await makeCartStore('Loja do Túnel');
      await page.goto(store.shop);
      await awake(page);
      // After its first picture the page names the manifest, together with the worker.
      await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/manifest.webmanifest');
      await context.setOffline(true);
      await page.goto(`${store.shop}/store`);
      await expect(page.getByRole('heading', { name: 'Você está sem internet' })).toBeVisible();
      await expect(page.getByRole('link', { name: store.name })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Ver meu último pedido' })).toBeHidden();
      await expectUsable(page, 'shop without a connection');
      await page.getByRole('link', { name: 'Tentar de novo' }).click();
      await expect(page.getByRole('heading', { name: 'Você está sem internet' })).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: store.name })).toBeVisible();

      await fill(page, 'Kit do túnel');
      await fillCheckout(page, BUYER, 'Pix');
      await finish(page);
      const code = page.getByRole('textbox', { name: 'Pix copia e cola' });
      await expect(code).toBeVisible();
      const [reference, pix] = [referenceOf(page), await code.inputValue()];
      await page.waitForLoadState();
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByText(/^Você está sem internet\. Este é o pedido como estava em/)).toBeVisible();
      await expect(code).toHaveValue(pix);
      await expect(page.getByRole('timer')).toHaveText(/^(29|30):\d\d$/);
      await expectUsable(page, 'an order without a connection');
      // Only the last order is kept. Any other page shows a link to it.
      await page.goto(`${store.shop}/checkout`);
      await expect(page.getByRole('heading', { name: 'Você está sem internet' })).toBeVisible();
      await page.getByRole('link', { name: 'Ver meu último pedido' }).click();
      await expect(code).toHaveValue(pix);

      // The connection is back: the page shows what the server knows again, and changes by itself.
      await approve(store, reference);
      await context.setOffline(false);
      await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
      await expect(page.getByText('Você está sem internet.')).toBeHidden();
      expect(await page.evaluate(async () => (await (await caches.open('pedido')).keys()).length)).toBe(1);
    });
  });
}
