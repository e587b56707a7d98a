import type { Page } from '@playwright/test';
import {
  mayDo,
  type Permission,
  permissions,
  permissionToOpen,
  screenPermissions,
} from '@vitrine/contract/permissions';
import { invitableRoles, type Role, roles } from '@vitrine/contract/roles';
import type { Deed, Things } from './deed.ts';
import { deedsOn } from './deeds.ts';
import { joinTeam, logIn, newEmail, PASSWORD, register } from './people.ts';
import { expectSound } from './sound.ts';
import { expect, test } from './test.ts';
import { call, findWorld, type World } from './world.ts';

/**
 * Every screen and every button of the panel × every role. What may be expected is read from the one table
 * (`contract/src/permissions.ts`) and from what the API says of itself; nothing here names who may do what.
 */

// The calls that the story refuses itself, so that nothing it presses changes the store.
test.use({ expectedErrors: [/status of 409/], contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'default' });

/** Permission calls that no press of the panel leads to. */
const withoutControl: Record<string, string> = {
  'POST /v1/members/leave': 'the own row of everyone but the owner: told in panel-members.test.ts',
  'POST /v1/store/policy': 'asked once, before the first server: told in new-owner.test.ts',
  'POST /v1/products/edit': 'the same call without the last slash',
  'POST /v1/store/payment-account/undo': 'shown while a new account can be undone: told in stolen-session.test.ts',
  'POST /v1/store/payment-account/accept':
    'the same: told in server/src/features/stores/payment-account/payment-change.test.ts',
  'POST /v1/store/token':
    'for a session that is not confirmed: told in server/src/features/accounts/step-up/step-up.test.ts',
  'POST /v1/order/wave/end': 'shown while a wave lasts: told in unpaid.test.ts',
};

let world: World;
let things: Things;
const accounts = {} as Record<Role, { email: string; password: string }>;
/** `POST /v1/order` and the permission it takes, in the order in which an address must be compared. */
let calls: { name: string; method: string; pattern: RegExp; permission: Permission | undefined }[];

test.beforeAll(async () => {
  world = await findWorld();
  calls = await readCalls(world.address);
  accounts.owner = world.owner;
  for (const role of invitableRoles) {
    const person = await register(world, `${role} da Silva`);
    await joinTeam(world, person, role);
    accounts[role] = { email: person.email, password: PASSWORD };
  }
  things = await makeThings(world);
});

async function readCalls(address: string): Promise<typeof calls> {
  const { paths } = await call<{ paths: Record<string, Record<string, { description?: string }>> }>(
    `${address}/v1/openapi.json`,
  );
  return Object.entries(paths)
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { description }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
        permission: /with the permission `([\w.]+)`/.exec(description ?? '')?.[1] as Permission | undefined,
      })),
    );
}

const callOf = (method: string, url: string) =>
  calls.find((one) => one.method === method && one.pattern.test(new URL(url).pathname));

async function makeThings({ address, owner }: World): Promise<Things> {
  const { subdomain } = owner;
  const { token } = await call<{ token: string }>(`${address}/v1/login`, owner);
  // A worker that begins anew finds what the one before it made.
  const mark = Date.now().toString(36);
  const shelf = `Prateleira ${mark}`;
  const ask = <T>(path: string, body: object) => call<T>(`${address}/v1${path}`, { subdomain, ...body }, token);
  await ask('/categories/create', { name: shelf });
  await ask('/variables/create', { variable: { kind: 'constant', name: `fixo_${mark}`, value: '10' } });
  const { categories } = await ask<{ categories: { _id: string; name: string }[] }>('/categories', {});
  const { products } = await ask<{ products: { _id: string; name: string }[] }>('/products', {});
  const { discounts } = await ask<{ discounts: { _id: string; code: string; type: string }[] }>('/discounts', {});
  const product = products.find(({ name }) => name === 'R$ 50.000 na cidade');
  const discount = discounts.find(({ type }) => type === 'fixed');
  const emptyCategory = categories.find(({ name }) => name === shelf);
  if (!product || !discount || !emptyCategory) throw new Error('The demo store is not as it was.');

  const member = await register(world, `Zélia Souto ${mark}`);
  await joinTeam(world, member, 'attendant');
  const invited = newEmail('convidada');
  await ask('/members/invite', { email: invited, role: 'manager' });

  // Nobody in the city has this number: the delivery fails and waits for a person.
  const { order } = await ask<{ order: { _id: string } }>('/order/manual', {
    clientId: 77_777,
    discordId: '518820019922331648',
    idProducts: [{ id: product._id, quantity: 1 }],
    reason: 'Prêmio de sorteio',
  });
  await expect
    .poll(
      async () => (await ask<{ deliveries: { state: string }[] }>('/deliveries', { orderId: order._id })).deliveries,
    )
    .toMatchObject([{ state: 'failed' }]);
  const { response } = await ask<{ response: { _id: string; status: string; paymentMethod: string }[] }>('/order', {});
  const paid = response.find(({ status, paymentMethod }) => status === 'completed' && paymentMethod === 'pix');
  if (!paid) throw new Error('The demo store has sold nothing.');
  await ask('/order/create', {
    clientId: 13,
    discordId: '518820019922331648',
    paymentMethod: 'pix',
    idProducts: [{ id: product._id, quantity: 1 }],
  });
  const { response: pending } = await ask<{ response: { _id: string }[] }>('/order', { status: 'pending' });
  const [unpaid] = pending;
  if (!unpaid) throw new Error('The demo store has no order that waits for its payment.');
  return {
    order: order._id,
    paidOrder: paid._id,
    unpaidOrder: unpaid._id,
    product: { id: product._id, name: product.name },
    emptyCategory: { id: emptyCategory._id, name: emptyCategory.name },
    variable: `fixo_${mark}`,
    discount: { id: discount._id, code: discount.code },
    member,
    invited,
    subdomain,
  };
}

/** A screen's address with a real id in it. */
function addressOf(screen: string): string {
  const ids: Record<string, string> = {
    '/categories/:id': things.emptyCategory.id,
    '/products/edit/:id': things.product.id,
    '/discounts/:id': things.discount.id,
  };
  return screen.replace(':id', ids[screen] ?? '');
}

/** Opens an address of the panel and waits until everything on it has arrived. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(`${world.panel}${address}`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Open to every role, and never shut: one of them always lies on the way to somewhere else. */
const steppingStones = ['/categories', '/products', '/members'];

/**
 * Goes on to an address as a link of the panel does, by way of another screen: nothing is loaded anew, whatever the
 * screen before had open is gone, and no form asks whether to leave it.
 */
async function goOn(page: Page, address: string): Promise<void> {
  const pathOf = (to: string) => new URL(to, world.panel).pathname;
  const stone = steppingStones.find((one) => one !== pathOf(page.url()) && one !== pathOf(address)) ?? '';
  // Behind an open window the page is hidden from roles.
  const heading = page.locator('main h1');
  for (const to of [stone, address]) {
    const before = await heading.innerText();
    await page.evaluate((href) => {
      history.pushState(null, '', href);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
    await expect(heading).not.toHaveText(before);
  }
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const role of roles) {
  test(`${role}: each screen opens or says why not, and asks for nothing that the role may not see`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const seen = new Set<string>();
    const refused: string[] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (!pathname.startsWith('/v1/')) return;
      const { name = pathname } = callOf(answer.request().method(), answer.url()) ?? {};
      seen.add(name);
      if (answer.status() >= 400) refused.push(`${name}: ${answer.status()} on ${new URL(page.url()).pathname}`);
    });
    await logIn(page, world, accounts[role].email, accounts[role].password);
    for (const [screen, permission] of Object.entries(screenPermissions)) {
      await test.step(screen, async () => {
        await open(page, addressOf(screen));
        const shut = page.getByRole('heading', { name: 'Seu papel não abre esta tela' });
        if (mayDo(role, permission)) await expect(shut).toHaveCount(0);
        else {
          await expect(shut).toBeVisible();
          await expect(page.getByText(permissions[permission].text)).toBeVisible();
        }
        const hrefs = await page
          .locator('aside a[href], main a[href]')
          .evaluateAll((links) =>
            (links as HTMLAnchorElement[])
              .filter(({ origin }) => origin === location.origin)
              .map(({ pathname }) => pathname),
          );
        const leadsNowhere = hrefs.filter((href) => {
          const needed = permissionToOpen(href);
          return needed !== undefined && !mayDo(role, needed);
        });
        expect(leadsNowhere, `links on ${screen} to screens that do not open`).toEqual([]);
        await expectSound(page, screen);
      });
    }
    expect(refused).toEqual([]);
    if (role !== 'owner') return;
    const known = new Set([...seen, ...deedsOn(things).map((deed) => deed.call), ...Object.keys(withoutControl)]);
    const forgotten = calls.filter(({ name, permission }) => permission && !known.has(name)).map(({ name }) => name);
    expect(forgotten, 'calls that take a permission and that no screen or deed leads to').toEqual([]);
  });

  test(`${role}: each button does what the role may do, and is not offered where it may not`, async ({ page }) => {
    test.setTimeout(300_000);
    await logIn(page, world, accounts[role].email, accounts[role].password);
    await open(page, '/dashboard');
    const wrong: string[] = [];
    let clean = '';
    for (const deed of deedsOn(things)) {
      const needed = calls.find(({ name }) => name === deed.call)?.permission;
      if (!needed) throw new Error(`the API does not know ${deed.call}`);
      // Every fault of the matrix is told, not only the first.
      try {
        // Where nothing was pressed, the screen is as it was.
        if (clean !== deed.at) await goOn(page, deed.at);
        if (mayDo(role, needed)) {
          clean = '';
          await expectSent(page, deed);
        } else {
          clean = deed.at;
          await expectNotOffered(page, deed, role);
        }
      } catch (error) {
        clean = '';
        wrong.push(`${deed.call} at ${deed.at}: ${(error as Error).message}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}

/** The control is there and leads to the call, which the story answers with a refusal. */
async function expectSent(page: Page, deed: Deed): Promise<void> {
  const isCall = (method: string, url: string) => callOf(method, url)?.name === deed.call;
  await page.route(
    ({ pathname }) => pathname.startsWith('/v1/'),
    (route) =>
      isCall(route.request().method(), route.request().url())
        ? route.fulfill({ status: 409, json: { success: false, code: 'conflict', error: 'Agora não.' } })
        : route.continue(),
  );
  try {
    const control = deed.control(page);
    await expect(control).toBeEnabled();
    const [answer] = await Promise.all([
      page.waitForResponse((one) => isCall(one.request().method(), one.url()), { timeout: 20_000 }),
      deed.send(page, control),
    ]);
    expect(answer.status()).toBe(409);
  } finally {
    await page.unrouteAll({ behavior: 'wait' });
  }
}

/** The screen itself is shut, or the control is not there, or it is disabled and the page says who may. */
async function expectNotOffered(page: Page, deed: Deed, role: Role): Promise<void> {
  const screen = permissionToOpen(deed.at);
  if (screen && !mayDo(role, screen)) {
    await expect(page.getByRole('heading', { name: 'Seu papel não abre esta tela' })).toBeVisible();
    return;
  }
  const control = deed.control(page);
  if ((await control.count()) === 0) return;
  await expect(control).toBeDisabled();
  await expect(page.getByText(/^Só o proprietário/).first()).toBeVisible();
}
