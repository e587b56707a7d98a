import { addressOf } from '@vitrine/contract/calls/address';
import { answerOf } from './call.ts';
import { expect, test } from './test.ts';
import { DESKTOP, expectAccessible, expectFitsPhone } from './usable.ts';

/** The page that describes the API for people, as a browser shows it. */

test('the API is described in Portuguese, asks only our own host, and has every call', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${baseURL}/`)) foreign.push(request.url());
  });
  await page.setViewportSize(DESKTOP);
  await page.goto('/docs');
  await expect(page).toHaveTitle('API da Vitrine');
  await expect(page.getByRole('heading', { level: 1, name: 'API da Vitrine' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  const calls = page.getByRole('complementary');
  await calls.getByRole('button', { name: 'Abrir Grupo - order', exact: true }).click();
  // The page names each call by its address.
  await calls.getByRole('link', { name: addressOf('POST /order/create') }).click();
  await expect(page.getByText('Places an order and tells where to pay it.').first()).toBeVisible();
  expect(foreign).toEqual([]);
  await expectFitsPhone(page);
});

test('a person tries a call on the page of the API', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto(`/docs#tag/config/GET${addressOf('GET /config')}`);
  await page
    .getByRole('button', { name: /Testar/ })
    .first()
    .click();
  const answered = answerOf(page, 'GET /config');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Enviar requisição get/ })
    .click();
  expect((await answered).status()).toBe(200);
  await expect(page.getByRole('dialog').getByText('200').first()).toBeVisible();
});

test('the page of the API is usable for everyone', { tag: '@long' }, async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1, name: 'API da Vitrine' })).toBeVisible();
  await expectAccessible(page, 'the page of the API');
});
