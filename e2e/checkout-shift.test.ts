import type { Page } from '@playwright/test';
import { isCall } from './call.ts';
import { finishButton, makeCartStore } from './own-cart.ts';
import { expect, test } from './test.ts';
import { PHONE } from './usable.ts';

/** The page asks the server while a buyer types. The answers must move nothing, else a press lands on another thing. */

test.use({ viewport: PHONE });

/** How far each thing of the form stands from the top of the page. Without the button that stays at the end of the window. */
const places = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>('form input, form summary, form button:not([type=submit])')].map(
        (one, place) => [
          `${place} ${one.getAttribute('name') ?? one.textContent?.slice(0, 20)}`,
          Math.round(one.getBoundingClientRect().top + window.scrollY),
        ],
      ),
    ),
  );

test('an answer about the city id or the Discord id moves nothing of the checkout', async ({ page }) => {
  const { store, fill } = await makeCartStore('Loja que confere');
  let city: object = { success: true, result: 'none', name: null, required: false };
  let discord = 'none';
  // The answers wait until the story lets them go.
  let letGo = () => {};
  let held = new Promise<void>(() => {});
  const hold = () => {
    held = new Promise((go) => {
      letGo = go;
    });
  };
  await page.route(/\/v1\/(city|discord)\/check/, async (route) => {
    await held;
    await route.fulfill({
      json: isCall(route.request(), 'POST /city/check') ? city : { success: true, result: discord },
    });
  });
  await fill(page, 'Confere');
  const typed = { city: 10, discord: 518820019922331600 };
  for (const [cityResult, discordResult] of [
    ['found', 'member'],
    ['missing', 'unknown'],
    ['unknown', 'none'],
    ['none', 'member'],
  ] as const) {
    city = { success: true, result: cityResult, name: cityResult === 'found' ? 'Maria S.' : null, required: false };
    discord = discordResult;
    hold();
    await page.getByLabel('ID da Cidade').fill('');
    await page.getByLabel('ID do Discord').fill('');
    const before = await places(page);
    typed.city += 1;
    const asked = Promise.all(
      (['POST /city/check', 'POST /discord/check'] as const).map((name) =>
        page.waitForRequest((request) => isCall(request, name)),
      ),
    );
    const answered = Promise.all(
      (['POST /city/check', 'POST /discord/check'] as const).map((name) =>
        page.waitForResponse((response) => isCall(response.request(), name)),
      ),
    );
    await page.getByLabel('ID da Cidade').fill(String(typed.city));
    await page.getByLabel('ID do Discord').fill(`5188200199223316${typed.city}`);
    await asked;
    await expect(page.getByText('Conferindo', { exact: false }).first()).toBeVisible();
    expect(await places(page), `asked, ${cityResult}`).toEqual(before);
    letGo();
    await answered;
    await expect(page.getByText('Conferindo', { exact: false })).toHaveCount(0);
    expect(await places(page), `answered, ${cityResult} and ${discordResult}`).toEqual(before);
  }
  await expect(finishButton(page)).toBeVisible();
  expect(store.subdomain).not.toBe('');
});
