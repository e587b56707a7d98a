import type { Page } from '@playwright/test';
import type { User } from '@vitrine/contract/account-answers';
import { panelScreens } from '@vitrine/contract/screens/panel';
import { call, route } from './call.ts';
import { type Crowd, crowdedStore } from './crowd.ts';
import { expectUsableFace, hold, refuse, refusedRequests } from './faces.ts';
import { newStore } from './owner.ts';
import { forms, SLOW_DOWN, screens, type Things } from './panel-screens.ts';
import { register } from './people.ts';
import { expect, test } from './test.ts';
import { findWorld, type World } from './world.ts';

/**
 * Every screen of the panel in each of its faces (LOOK.md): loading, empty, filled, filtered to nothing, failed, and
 * with more and longer things than it has room for. Each face says the right thing, axe finds nothing, and nothing is
 * wider than the narrowest phone. With E2E_PICTURES (a folder), pictures are saved there.
 */

test.use({ expectedErrors: refusedRequests, contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 180_000 });

interface Visitor {
  token: string;
  user: User;
  subdomain: string;
}
let world: World;
let demo: Visitor & Things;
let bare: Visitor & Things;
let crowd: Visitor & Things;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  world = await findWorld();
  demo = await demoStore(world);
  bare = {
    ...asVisitor(await newStore()),
    category: '',
    product: '',
    discount: '',
    order: '',
    ownPage: '',
    buyer: 'city_id/1',
  };
  const crowded = await crowdedStore();
  crowd = { ...crowded, ...asVisitor(crowded.owner) };
});

const asVisitor = ({ token, user, store }: Crowd['owner']): Visitor => ({ token, user, subdomain: store.subdomain });

async function demoStore({ owner }: World): Promise<Visitor & Things> {
  const { subdomain } = owner;
  const { token, user } = await call('POST /login', { body: owner });
  const { categories } = await call('POST /categories', { body: { subdomain }, token });
  const { products } = await call('POST /products', { body: { subdomain }, token });
  const { discounts } = await call('POST /discounts', { body: { subdomain }, token });
  const { response } = await call('POST /order', { body: { subdomain, status: 'completed' }, token });
  const { pages } = await call('POST /pages', { body: { subdomain }, token });
  return {
    token,
    user,
    subdomain,
    category: categories[0]?._id ?? '',
    product: products.find(({ name }) => name === 'VIP Ouro')?._id ?? '',
    discount: discounts[0]?._id ?? '',
    order: response[0]?._id ?? '',
    ownPage: pages[0]?.id ?? '',
    buyer: 'city_id/1',
  };
}

/** Opens an address of the panel as this person, in their store. */
async function visit(page: Page, { token, user, subdomain }: Visitor, address: string): Promise<void> {
  await page.goto(`${world.panel}/healthz`);
  await page.evaluate(
    (values) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
    },
    { token, user: JSON.stringify(user), store: subdomain },
  );
  await page.goto(world.panel + address);
}

test('the table has every screen of the panel', () => {
  const ids = { category: ':id', product: ':id', discount: ':id', order: ':id', ownPage: ':id', buyer: ':kind/:value' };
  const addresses = Object.values(screens).map((facesOf) => facesOf(ids)[0]);
  expect(addresses).toEqual(expect.arrayContaining(Object.keys(panelScreens)));
});

const says = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
/** The screen itself is loading, not only the panel's script. Looks for a tag, because a page behind a window has no roles. */
async function expectLoading(page: Page): Promise<void> {
  await expect(page.locator('main h1')).toBeAttached();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /^Carregando$/ })
      .first(),
  ).toBeAttached();
}
async function expectWhole(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectUsableFace(page, name);
}

for (const [name, facesOf] of Object.entries(screens)) {
  test(`${name}: every face`, async ({ page }) => {
    const [address, { asks, failed, empty, filled, crowded, search }] = facesOf(demo);
    if (empty) {
      await test.step('in a new store', async () => {
        await visit(page, bare, facesOf(bare)[0]);
        await says(page, empty);
        await expectWhole(page, `${name}-empty`);
      });
    }
    if (crowded) {
      await test.step('with much of everything, and long and odd names', async () => {
        await visit(page, crowd, facesOf(crowd)[0]);
        await says(page, crowded);
        await expectWhole(page, `${name}-crowded`);
      });
    }
    if (search) {
      await test.step('filtered to nothing', async () => {
        const [label, heading] = search;
        await page.getByRole('searchbox', { name: label }).fill('nada se chama assim');
        await expect(page.getByRole('heading', { name: heading })).toBeVisible();
        await expectUsableFace(page, `${name}-nothing`);
      });
    }
    const held = asks && (await hold(page, asks));
    await visit(page, demo, address);
    if (held) {
      await test.step('loading', async () => {
        await expectLoading(page);
        await expectUsableFace(page, `${name}-loading`);
        await held.release();
      });
    }
    await test.step('filled', async () => {
      await says(page, filled);
      await expectWhole(page, `${name}-filled`);
    });
    if (!asks || !failed) return;
    await test.step('failed', async () => {
      await refuse(page, asks);
      await page.reload();
      await says(page, failed);
      await says(page, SLOW_DOWN);
      await expectUsableFace(page, `${name}-failed`);
    });
  });
}

test('the panel itself: its stores load, fail to load, or there are none', async ({ page }) => {
  const held = await hold(page, 'GET /store');
  await visit(page, demo, '/products');
  await expectLoading(page);
  await expectUsableFace(page, 'panel-loading');
  await held.release();
  const fault = await refuse(page, 'GET /store');
  await visit(page, demo, '/products');
  await says(page, 'Erro ao carregar dados');
  await says(page, SLOW_DOWN);
  await expectUsableFace(page, 'panel-failed');
  await fault.mend();
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Produtos' })).toBeVisible();
  const person = await register(world, 'Ninguém Ainda');
  await visit(page, { ...person, subdomain: '' }, '/dashboard');
  await says(page, 'Você ainda não tem uma loja');
  await expectUsableFace(page, 'panel-empty');
  await visit(page, { ...person, subdomain: '' }, '/profile?tab=lojas');
  await says(page, 'Você ainda não tem uma loja');
  await expectUsableFace(page, 'profile-stores-empty');
});

for (const [name, { address, closed, fields, button, pending, call: sent }] of Object.entries(forms)) {
  test(`${name}: empty, filled with long words, sending, refused`, async ({ page }) => {
    if (closed) await visit(page, bare, address);
    else await page.goto(world.panel + address);
    const send = page.getByRole('button', { name: button, exact: true });
    await expect(send).toBeVisible();
    await expectUsableFace(page, `${name}-empty`);
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
    const gate = Promise.withResolvers<void>();
    await route(page, sent, async (one) => {
      await gate.promise;
      await one.fulfill({ status: 429, json: { success: false, error: SLOW_DOWN, code: 'rate_limited' } });
    });
    await send.click();
    await expect(page.getByRole('button', { name: pending })).toHaveAttribute('aria-busy', 'true');
    await expectUsableFace(page, `${name}-pending`);
    gate.resolve();
    await says(page, SLOW_DOWN);
    await expect(send).toBeEnabled();
    await expectUsableFace(page, `${name}-refused`);
  });
}

test('an invitation without its token says so', async ({ page }) => {
  await visit(page, bare, '/invitations/accept');
  await says(page, 'Este link não tem um convite');
  await expectUsableFace(page, 'invitation-none');
});
