import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { makeStore, type OwnStore } from './own-store.ts';
import { cardOf, fillCheckout, finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { findWorld, paymentsOf } from './world.ts';

/**
 * The policy of the shop's pages in a real browser: our own content passes without a report, foreign content is
 * stopped.
 */

let store: OwnStore;
let closed: OwnStore;
test.beforeAll(async () => {
  store = await makeStore('Cidade Blindada');
  const category = await store.category('VIPs');
  const other = await store.category('Moedas');
  await store.product({ name: 'VIP Aço', price: 29.9, categoryId: category });
  await store.product({ name: 'Moedas', price: 5, categoryId: other });
  await store.edit({
    legal: { name: 'Aço Ltda', document: '', address: '', contact: '', terms: 'Termos.', privacy: 'Privacidade.' },
  });
  closed = await makeStore('Cidade Fechada');
});

declare global {
  interface Window {
    violations: string[];
  }
}

/** The shop's first page as the server sends it. Node does not know *.localhost, and `fetch` cannot set Host. */
async function documentOf({ shop, world }: OwnStore): Promise<{ headers: Record<string, string>; body: string }> {
  const asked = request(`${world.address}/`, { headers: { host: new URL(shop).host } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { 'content-length': _, ...headers } = answer.headers as Record<string, string>;
  return { headers, body: await text(answer) };
}

/** Every violation in every document that the page opens from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const all: string[] = [];
  await page.exposeFunction('tellViolation', (text: string) => all.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      (window as unknown as { tellViolation(text: string): void }).tellViolation(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`,
      );
    });
  });
  return async () => {
    await page.waitForTimeout(150);
    return all;
  };
}

test.describe('our own content', () => {
  // The browser logs a missing page on the console.
  test.use({ expectedErrors: [/status of 40[04]/] });

  test('every page of a shop, and of a purchase to its end, breaks no rule of its policy', { tag: '@long' }, async ({
    page,
  }) => {
    const found = await listen(page);
    const { shop } = store;
    await putIntoCart(page, shop, 'VIP Aço');
    await page.goto(`${shop}/checkout`);
    await fillCheckout(page, { cityId: 3, discordId: '391822001983488001', name: 'Bruno' }, 'Pix');
    await finish(page);
    await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    const reference = referenceOf(page);
    const { pages } = await findWorld();
    const [payment] = await paymentsOf(pages.mercadoPago, reference);
    const bank = await page.context().newPage();
    await bank.goto(`${pages.mercadoPago}/pix/${payment?.id}`);
    await bank.getByRole('button', { name: 'Pagar no aplicativo do banco' }).click();
    // The countdown's page replaces its content by its own new document, then opens the paid page with its confetti.
    await expect(page).toHaveURL(/checkout\/success/);
    await expect(page.locator('canvas')).toBeVisible();
    const ways = [
      '/',
      '/store',
      `/pedido/${reference}`,
      `/checkout/success?external_reference=${reference}`,
      '/checkout/error',
      '/checkout',
      '/minhas-compras',
      '/minhas-compras/dados',
      '/minhas-compras/entrar?token=x',
      '/termos',
      '/privacidade',
      '/seguranca',
      '/nao-existe',
      '/products/00000000000000000000000000',
      '/pedido/nao-existe',
    ];
    for (const way of ways) {
      await page.goto(`${shop}${way}`);
      await page.mouse.move(5, 5);
      await page.waitForLoadState('networkidle');
    }
    await page.goto(`${closed.shop}/`);
    const { panel } = await findWorld();
    await page.goto(new URL('/', panel).href);
    await page.waitForLoadState('networkidle');
    expect(await found()).toEqual([]);
  });
});

test.describe('foreign content', () => {
  test.use({ expectedErrors: [/Content Security [Pp]olicy|TrustedHTML|TrustedScript|Failed to load resource/] });

  test('foreign markup in a page runs nothing, styles nothing, and no script can write more of it', async ({
    page,
  }) => {
    const found = await listen(page);
    // The page with its own headers, as if somebody's text had become markup on its way.
    await page.route(`${store.shop}/`, async (route) => {
      const { headers, body } = await documentOf(store);
      const bad =
        '<script>window.foreign=1</script><script type="module">window.foreign=2</script>' +
        '<img src="/x" onerror="window.foreign=3"><p id="bad" style="position:fixed">x</p><style>h1{display:none}</style>';
      await route.fulfill({ status: 200, headers, body: body.replace('<main', `${bad}<main`) });
    });
    await page.goto(`${store.shop}/`);
    await expect(cardOf(page, 'VIP Aço')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect
      .poll(async () => (await found()).map((one) => one.split(' ')[1]).sort())
      .toEqual(expect.arrayContaining(['script-src-attr', 'script-src-elem', 'style-src-attr', 'style-src-elem']));
    expect(await page.evaluate(() => (window as { foreign?: number }).foreign)).toBeUndefined();
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('#bad') as Element).position)).toBe(
      'static',
    );
    const written = await page.evaluate(() => {
      const tries: Record<string, () => unknown> = {
        markup: () => {
          document.createElement('div').innerHTML = '<b>x</b>';
        },
        document: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
        address: () => {
          document.createElement('script').src = 'https://evil.example/x.js';
        },
        policy: () =>
          (
            window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
          ).trustedTypes.createPolicy('default', { createHTML: (text: string) => text }),
      };
      return Object.entries(tries).filter(([, attempt]) => {
        try {
          attempt();
          return true;
        } catch {
          return false;
        }
      });
    });
    expect(written).toEqual([]);
  });
});
