import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Look, ThemeName } from '@vitrine/contract/looks';
import type { Store } from '@vitrine/contract/store-answers';
import { call } from './call.ts';
import { cardOf, fillCheckout, finish, putIntoCart, referenceOf } from './shopper.ts';
import { control, paymentsOf, type World } from './world.ts';

/**
 * Takes the pictures of README.md and of the platform's front page from a running demo: `npm start` in one window, `node e2e/pictures.ts` in another.
 * VITRINE_DATA is the demo's folder (default: data), CHROMIUM_PATH a browser other than the system's or Playwright's.
 * It buys twice as citizen 11, so that the pictures show orders, and the demo's shop wears each theme for a moment.
 */
const data = process.env.VITRINE_DATA || resolve(import.meta.dirname, '..', 'data');
// The calls below find the demo there (world.ts).
process.env.E2E_DATA = data;
const folder = resolve(import.meta.dirname, '..', 'docs', 'pictures');
const frontPage = resolve(import.meta.dirname, '..', 'web', 'app', 'assets', 'landing');
const world = JSON.parse(readFileSync(join(data, 'addresses.json'), 'utf8')) as World;
const EVA = '620019283712004096';
const BUYER = { cityId: 11, discordId: EVA, name: 'Eva Martins', email: 'eva@exemplo.com.br' };
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** A window that is high enough for the first shelf with its prices. */
const SHELF = { width: 1280, height: 1080 };

/** The pictures of the front page: what the browser shows, and the width of the file (landing/front/pictures.tsx). */
const FRONT = {
  phone: { viewport: PHONE, scale: 2, width: 640 },
  wide: { viewport: DESKTOP, scale: 1, width: 1280 },
};

/** Each theme with colours that an owner might choose for it, and what its phone shows. */
const THEMES = {
  night: { primaryColor: '#7c3aed', secondaryColor: '#22d3ee', phone: '/' },
  paper: { primaryColor: '#b42318', secondaryColor: '#1f4b99', phone: 'product' },
  arcade: { primaryColor: '#e11d74', secondaryColor: '#ffd60a', phone: '/' },
  realm: { primaryColor: '#7a1f1f', secondaryColor: '#c9a227', phone: '/' },
  minimal: { primaryColor: '#1f2937', secondaryColor: '#0ea5e9', phone: '/' },
  noir: { primaryColor: '#c8a45c', secondaryColor: '#d4d4d8', phone: 'product' },
} satisfies Partial<Record<ThemeName, object>>;

for (const place of [folder, frontPage]) mkdirSync(place, { recursive: true });
const executablePath = process.env.CHROMIUM_PATH || ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--disable-gpu'] });

const open = (viewport: { width: number; height: number }): Promise<BrowserContext> =>
  browser.newContext({
    viewport,
    deviceScaleFactor: viewport === PHONE ? 2 : 1,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });

/** Resolves when everything on the page has loaded. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.evaluate(() => document.fonts.ready);
}

async function take(page: Page, name: string): Promise<void> {
  await settle(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`docs/pictures/${name}.png`);
}

async function shopper(viewport: typeof DESKTOP, suffix: string): Promise<void> {
  const context = await open(viewport);
  const page = await context.newPage();
  await page.goto(world.shop);
  await take(page, `storefront${suffix}`);
  await cardOf(page, 'VIP Ouro').click();
  await page.getByRole('heading', { level: 1, name: 'VIP Ouro' }).waitFor();
  await take(page, `product${suffix}`);
  await putIntoCart(page, world.shop, 'VIP Ouro');
  await page.goto(`${world.shop}/checkout`);
  await fillCheckout(page, BUYER, 'Pix');
  await page.getByLabel('Cupom de desconto').fill('DESCONTO10');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await page.getByText('Desconto (DESCONTO10)').waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await take(page, `checkout${suffix}`);
  await finish(page);
  await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
  await take(page, `pix${suffix}`);
  const [payment] = await paymentsOf(world.pages.mercadoPago, referenceOf(page));
  await control(`${world.pages.mercadoPago}/__control/payments/${payment?.id}/approve`, {});
  await page.getByText('Tudo entregue.').waitFor({ timeout: 30_000 });
  await take(page, `success${suffix}`);
  await context.close();
}

async function logIn(page: Page): Promise<void> {
  await page.goto(`${world.panel}/login`);
  await page.getByLabel('E-mail').fill(world.owner.email);
  await page.getByLabel('Senha', { exact: true }).fill(world.owner.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

async function owner(viewport: typeof DESKTOP): Promise<void> {
  const context = await open(viewport);
  const page = await context.newPage();
  await logIn(page);
  await page.goto(`${world.panel}/dashboard`);
  await take(page, 'dashboard');
  await page.goto(`${world.panel}/orders`);
  await page
    .getByRole('button', { name: /^Ver detalhes do pedido/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'orders');
  await page.goto(`${world.panel}/products`);
  await page.goto(`${world.panel}/products/edit/${(await demoProduct())._id}`);
  await page.getByRole('heading', { name: 'Ações automáticas' }).waitFor();
  await page.getByRole('tab', { name: /FiveM/ }).click();
  await take(page, 'product-form');
  await context.close();
}

/** The shop and the panel as WebP, in both schemes, on a phone and on a desktop. */
async function frontPictures(): Promise<void> {
  const context = await browser.newContext();
  const first = await context.newPage();
  await logIn(first);
  await first.goto(`${world.panel}/dashboard`);
  // The demo's payment account is new, and the strip that asks about it would fill a phone.
  const sure = first.getByRole('button', { name: 'Está certo' });
  await sure.click({ timeout: 10_000 }).catch(() => {});
  await settle(first);
  const storageState = await context.storageState();
  await context.close();
  for (const colorScheme of ['dark', 'light'] as const) {
    for (const [size, { viewport, scale, width }] of Object.entries(FRONT)) {
      const screen = await browser.newContext({
        viewport,
        deviceScaleFactor: scale,
        colorScheme,
        storageState,
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        reducedMotion: 'reduce',
      });
      const page = await screen.newPage();
      for (const [name, address] of Object.entries({ shop: world.shop, panel: `${world.panel}/dashboard` })) {
        // A phone shows the font from the second page on.
        await page.goto(address, { referer: `${world.shop}/` });
        await settle(page);
        const png = await page.screenshot({ animations: 'disabled' });
        const file = `${name}-${size}-${colorScheme}.webp`;
        writeFileSync(join(frontPage, file), await asWebp(png, width));
        console.log(`web/app/assets/landing/${file}`);
      }
      await screen.close();
    }
  }
}

/** The demo's shop in each theme, as WebP. At the end it has its own look again. */
async function themePictures(): Promise<void> {
  const { email, password, subdomain } = world.owner;
  const { token } = await call('POST /login', { body: { email, password } });
  const { response: stores } = await call('GET /store', { token });
  const store = stores.find((one) => one.subdomain === subdomain);
  if (!store) throw new Error('The demo owner has no demo store.');
  const { id, nameStore, nameDomain } = store;
  const wear = async (look: Look, { primaryColor, secondaryColor }: Pick<Store, 'primaryColor' | 'secondaryColor'>) => {
    const branding = { primaryColor, secondaryColor };
    await call('POST /store/edit', { body: { id, nameStore, nameDomain, branding, settings: { look } }, token });
  };
  const product = `/products/${(await demoProduct()).idProduct}`;
  try {
    for (const [theme, { phone, ...colours }] of Object.entries(THEMES)) {
      await wear({ theme: theme as ThemeName }, colours);
      // Kept pages follow a change within a moment.
      await delay(2_000);
      await takeAsWebp(`theme-${theme}`, '/', { viewport: SHELF, width: DESKTOP.width });
      await takeAsWebp(`theme-${theme}-phone`, phone === 'product' ? product : phone, FRONT.phone);
    }
  } finally {
    await wear(store.settings.look, store);
  }
}

async function takeAsWebp(
  name: string,
  path: string,
  { viewport, width }: Pick<(typeof FRONT)['wide'], 'viewport' | 'width'>,
): Promise<void> {
  const context = await open(viewport);
  const page = await context.newPage();
  // A shop's font is used from the second page on, so another page is opened first.
  await page.goto(world.shop);
  await settle(page);
  await page.goto(world.shop + path, { referer: `${world.shop}/` });
  await settle(page);
  writeFileSync(join(folder, `${name}.webp`), await asWebp(await page.screenshot(), width));
  console.log(`docs/pictures/${name}.webp`);
  await context.close();
}

/** The browser encodes it, so no package is needed for it. */
async function asWebp(png: Buffer, width: number): Promise<Buffer> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const encoded = await page.evaluate(
    async ({ source, wide }) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]), { resizeWidth: wide, resizeQuality: 'high' });
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext('2d')?.drawImage(picture, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    { source: png.toString('base64'), wide: width },
  );
  await context.close();
  return Buffer.from(encoded);
}

async function demoProduct() {
  const { products } = await call('POST /products', {
    body: {
      subdomain: world.owner.subdomain,
    },
  });
  const product = products.find(({ name }) => name === 'VIP Ouro');
  if (!product) throw new Error('The demo store does not sell VIP Ouro.');
  return product;
}

try {
  await control(`${world.pages.city}/__control/join`, { id: BUYER.cityId });
  await shopper(DESKTOP, '');
  await owner(DESKTOP);
  await shopper(PHONE, '-phone');
  await frontPictures();
  await themePictures();
} finally {
  await browser.close();
}
