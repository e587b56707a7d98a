import type { Page, Route } from '@playwright/test';
import { makeStore, type OwnStore } from './own-store.ts';
import { expect } from './test.ts';

/** A store with carts to fill, for stories of the checkout. */

export const BUYER = { cityId: 11, discordId: '518820019922331648' };
export const summaryOf = (page: Page) => page.getByRole('region', { name: 'Resumo do pedido' });
export const quantityOf = (page: Page, name: string) => page.getByRole('group', { name: `Quantidade de ${name}` });
export const finishButton = (page: Page) => page.getByRole('button', { name: 'Finalizar Compra' });
/** The announced text above the order's button. */
export const alertOf = (page: Page) => page.locator('form').getByRole('alert');

export interface CartStore {
  store: OwnStore;
  category: string;
  other: string;
  /** A new product of this story, in the cart of a page that shows the checkout. Resolves with its id. */
  fill(page: Page, name: string, more?: Record<string, unknown>): Promise<string>;
  /** Sends the page's request on by address, because Node does not know *.localhost. The body names the store. */
  throughTo(route: Route): ReturnType<Route['fetch']>;
}

export async function makeCartStore(name: string): Promise<CartStore> {
  const store = await makeStore(name);
  const category = await store.category('Geral');
  const other = await store.category('Outra');
  await store.product({ name: 'Kit', price: 10, categoryId: category });
  await store.product({ name: 'Caixa', price: 0.1, categoryId: category });
  await store.product({ name: 'Par', price: 20, categoryId: other, buylimit: 2 });
  return {
    store,
    category,
    other,
    async fill(page, title, more = {}) {
      const id = await store.product({ name: title, price: 30, categoryId: category, ...more });
      await page.goto(`${store.shop}/buy?product=${id}`);
      await expect(page).toHaveURL(`${store.shop}/checkout`);
      await expect(quantityOf(page, title)).toBeVisible();
      return id;
    },
    throughTo: (route) =>
      route.fetch({
        url: route
          .request()
          .url()
          .replace(/^http:\/\/[^/]+/, store.world.address),
      }),
  };
}
