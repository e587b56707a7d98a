import { expect, type Locator, type Page } from '@playwright/test';

/** What a shopper does, using the texts on the screen. */

export interface Buyer {
  cityId: number;
  discordId: string;
  name?: string;
  email?: string;
}

export type Method = 'Pix' | 'Cartão de crédito' | 'Mercado Pago';

/** The card of a product in the shop window. */
export function cardOf(page: Page, product: string): Locator {
  return page
    .locator('a[href^="/products/"]')
    .filter({ has: page.getByText(product, { exact: true }) })
    .first();
}

/** From the shop window to the product's page, and the product into the cart. Stays on the product's page. */
export async function putIntoCart(page: Page, shop: string, product: string): Promise<void> {
  await page.goto(shop);
  await cardOf(page, product).click();
  await expect(page.getByRole('heading', { level: 1, name: product })).toBeVisible();
  await page.getByRole('button', { name: /^(Adicionar ao|No) carrinho$/ }).click();
  const told = page.getByText('Produto adicionado com sucesso no carrinho').first();
  await expect(told.or(page.getByRole('button', { name: 'Finalizar Compra' }))).toBeVisible();
  // A press before the page's script ran opened the cart itself.
  if (new URL(page.url()).pathname === '/checkout') await page.goBack();
}

/** Fills the checkout and chooses how to pay. */
export async function fillCheckout(page: Page, buyer: Buyer, method: Method): Promise<void> {
  await page.getByLabel('ID da Cidade').fill(String(buyer.cityId));
  await page.getByLabel('ID do Discord').fill(buyer.discordId);
  if (buyer.name) await page.getByLabel(/^Nome/).fill(buyer.name);
  if (buyer.email) await page.getByLabel(/^E-mail/).fill(buyer.email);
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check();
}

export async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finalizar Compra' }).click();
}

/** The order's reference, from the address of the page that shows it. */
export function referenceOf(page: Page): string {
  const url = new URL(page.url());
  const reference = url.searchParams.get('external_reference') ?? url.pathname.split('/').at(-1);
  if (!reference) throw new Error(`no order in ${page.url()}`);
  return reference;
}

/** A shopper's whole way to the payment page, with one product. */
export async function order(page: Page, shop: string, product: string, buyer: Buyer, method: Method): Promise<void> {
  await putIntoCart(page, shop, product);
  await page.goto(`${shop}/checkout`);
  await fillCheckout(page, buyer, method);
  await finish(page);
}
