import type { Page, Request } from '@playwright/test';
import { API } from '@vitrine/contract/calls/address';
import { type CallName, calls } from '@vitrine/contract/calls/table';
import { mayDo, type Permission, permissions, wholeRights } from '@vitrine/contract/permissions';
import { invitableRoles, type OwnRole, type Role, roles } from '@vitrine/contract/roles';
import { panelScreens, permissionToOpen } from '@vitrine/contract/screens/panel';
import { answerOf, askAs, call, givenOrder, isCall } from './call.ts';
import { refuse } from './faces.ts';
import { joinTeam, logIn, newEmail, PASSWORD, register } from './people.ts';
import { goOn, type Press, type Things } from './press.ts';
import { pressesOn } from './presses.ts';
import { expect, test } from './test.ts';
import { expectAccessible, expectNothingSticksOut } from './usable.ts';
import { control, findWorld, inDatabase, type World } from './world.ts';

/**
 * Every screen and every control of the panel for every role. The expected result comes from the tables of
 * screens, calls and permissions; this file names no permission.
 */

// The story itself refuses these calls, so its presses do not change the store.
test.use({ expectedErrors: [/status of 409/], contextOptions: { reducedMotion: 'reduce' } });

/** Calls with a permission that no control of the panel sends. */
const withoutControl: Partial<Record<CallName, string>> = {
  'POST /members/leave': 'the own row of everyone but the owner: told in panel-members.test.ts',
  'POST /store/policy': 'asked once, before the first server: told in new-owner.test.ts',
  'POST /store/payment-account/undo': 'shown while a new account can be undone: told in stolen-session.test.ts',
  'POST /store/payment-account/accept':
    'the same: told in server/src/features/stores/payment-account/payment-change.test.ts',
  'POST /store/token': 'for a session that is not confirmed: told in accounts/step-up/step-up.test.ts',
  'POST /buyers/rights/extend': 'shown for a benefit that ends: told in buyer-page.test.ts',
  'POST /buyers/rights/revoke': 'shown for a benefit that is held: told in buyer-page.test.ts',
  'POST /order/receipt': 'shown for a paid order with an e-mail: told in order-desk.test.ts',
  'POST /undo': 'beside the message of a deletion: told in undo.test.ts',
  'POST /files/download': 'shown for a file that is ready: told in files.test.ts',
  'POST /buyers/unblock': 'shown for a blocked buyer: told in buyer-page.test.ts',
  'POST /deliveries/choices': 'the words of a filter, which writes nothing',
  'POST /deliveries/resends': 'the progress of a job: told in panel-resend.test.ts',
  'POST /deliveries/resends/start': 'after the dry run: told in panel-resend.test.ts',
  'POST /deliveries/renew/preview': 'shown after the product was corrected: told in panel-repair.test.ts',
  'POST /deliveries/renew': 'the same',
  'POST /deliveries/move': 'shown after a server was removed: told in panel-repair.test.ts',
  'POST /deliveries/resends/change': 'shown while a job runs: told in panel-resend.test.ts',
  'POST /servers/decide': 'shown while a second script waits: told in server/src/features/city/seats/seats.test.ts',
  'POST /servers/rcon': 'shown for a Minecraft server: told in rcon.test.ts',
  'POST /servers/rcon/remove': 'the same',
  'GET /city/names': 'no screen reads it yet: told in server/src/features/catalog/city-fit.test.ts',
  'POST /rehearsals': 'the progress of a run: told in rehearsal.test.ts',
  'POST /rehearsals/start': 'after the look: told in rehearsal.test.ts',
  'POST /rehearsals/end': 'shown while a run is under way: told in rehearsal.test.ts',
  'POST /window/preview': 'drawn when the screen opens, which writes nothing',
  'POST /window/publish': 'pressed when the draft is another one: told in window-editor.test.ts',
  'POST /window/restore': 'shown after two publications: told in window-editor.test.ts',
  'POST /pages/preview': 'drawn when the screen opens, which writes nothing',
  'POST /pages/publish': 'pressed when the draft is another one: told in own-pages.long.test.ts',
  'POST /search': 'typed into the palette: told in fast-hands.test.ts',
  'POST /subscription/cancel': 'shown while a payment waits: told in subscription.long.test.ts',
  'GET /subscription/:id/receipt': 'shown for a paid month: the same',
  'POST /approvals/approve': 'shown while a request waits: told in four-eyes.test.ts',
  'POST /approvals/decline': 'the same',
  'POST /approvals/withdraw': 'the same',
  'POST /order/wave/end': 'shown while a wave lasts: told in unpaid.test.ts',
};

let world: World;
let things: Things;
/** A role that the store made for itself: it sees no figures, and has rights of two built-in roles. */
const own: OwnRole = {
  id: '',
  name: 'Moderador da noite',
  permissions: wholeRights(['deliveries.repair', 'discounts.edit', 'audit.read']),
};
const cases: Record<string, Role> = { ...Object.fromEntries(roles.map((role) => [role, role])), own };
const accounts: Record<string, { email: string; password: string }> = {};
const enterAs = async (page: Page, name: string) => {
  const account = accounts[name];
  if (!account) throw new Error(`Nobody has the role ${name}.`);
  await logIn(page, world, account.email, account.password);
};
/** Every call, those without parameters first: an address is compared in this order. */
const callNames = (Object.keys(calls) as CallName[]).sort((a, b) => a.split(':').length - b.split(':').length);

test.beforeAll(async () => {
  world = await findWorld();
  accounts.owner = world.owner;
  for (const role of invitableRoles) {
    const person = await register(world, `${role} da Silva`);
    await joinTeam(world, person, role);
    accounts[role] = { email: person.email, password: PASSWORD };
  }
  const person = await register(world, 'Nicole da Noite');
  const { token } = await call('POST /login', { body: world.owner });
  const made = await askAs(token, world.owner.subdomain)('POST /roles/create', {
    name: `${own.name} ${Date.now().toString(36)}`,
    permissions: own.permissions as Permission[],
  });
  await joinTeam(world, person, made.id);
  accounts.own = { email: person.email, password: PASSWORD };
  things = await makeThings(world);
});

/** The call of the table that a request of the page makes. Other requests have none. */
const callOf = (request: Request): CallName | undefined => callNames.find((name) => isCall(request, name));

/** The permission that a call takes, if it takes one. */
function permissionOf(name: CallName): Permission | undefined {
  const { access } = calls[name];
  return access in permissions ? (access as Permission) : undefined;
}

async function makeThings({ owner }: World): Promise<Things> {
  const { subdomain } = owner;
  const { token } = await call('POST /login', { body: owner });
  // Names have this mark, because a new worker finds the things that the former one made.
  const mark = Date.now().toString(36);
  const shelf = `Prateleira ${mark}`;
  const ask = askAs(token, subdomain);
  await ask('POST /categories/create', { name: shelf });
  await ask('POST /variables/create', { variable: { kind: 'constant', name: `fixo_${mark}`, value: '10' } });
  const { categories } = await ask('POST /categories', {});
  const { products } = await ask('POST /products', {});
  const { discounts } = await ask('POST /discounts', {});
  const product = products.find(({ name }) => name === 'R$ 50.000 na cidade');
  const discount = discounts.find(({ type }) => type === 'fixed');
  const emptyCategory = categories.find(({ name }) => name === shelf);
  if (!product || !discount || !emptyCategory) throw new Error('The demo store has changed since its creation.');
  const fields = { title: `Página ${mark}`, slug: `pagina-${mark}`, description: '', inMenu: false };
  const { id: page } = await ask('POST /pages/create', fields);
  await ask('POST /pages/publish', { id: page, version: 1 });
  const member = await register(world, `Zélia Souto ${mark}`);
  await joinTeam(world, member, 'attendant');
  const invited = newEmail('convidada');
  await ask('POST /members/invite', { email: invited, role: 'manager' });
  const role = `Curadoria ${mark}`;
  await ask('POST /roles/create', { name: role, permissions: ['catalog.edit'] });
  const server = `Cidade ${mark}`;
  await ask('POST /servers/create', { name: server });
  const discord = `${world.pages.discord}/__control`;
  const { userIds } = await control<{ userIds: string[] }>(`${discord}/seed`, {
    users: [{ username: `apoio.${mark}` }],
  });
  const { guildIds } = await control<{ guildIds: string[] }>(`${discord}/seed`, {
    guilds: [{ name: 'Apoio', ownerId: userIds[0], roles: [{ name: 'Ajudante', position: 1 }], bot: { position: 3 } }],
  });
  // `checked_at` is now, so that the check of Discord servers leaves this one alone.
  await inDatabase(
    `insert into discord_guild (store_id, guild_id, guild_name, bound_by, checked_at)
     select id, $2, 'Apoio', '', now() from store where subdomain = $1 on conflict do nothing`,
    [subdomain, guildIds[0]],
  );
  // Nobody in the city has this number, so the delivery fails and waits for a person.
  const given = await ask('POST /order/manual', {
    clientId: 77_777,
    discordId: '518820019922331648',
    idProducts: [{ id: product._id, quantity: 1 }],
    reason: 'Prêmio de sorteio',
  });
  const order = givenOrder(given);
  await expect
    .poll(async () => (await ask('POST /deliveries', { orderId: order._id })).deliveries)
    .toMatchObject([{ state: 'failed' }]);
  await ask('POST /order/notes/create', { id: order._id, note: 'Prêmio combinado' });
  const { response } = await ask('POST /order', {});
  const paid = response.find(({ status, paymentMethod }) => status === 'completed' && paymentMethod === 'pix');
  if (!paid) throw new Error('The demo store has sold nothing.');
  await ask('POST /order/create', {
    clientId: 13,
    discordId: '518820019922331648',
    paymentMethod: 'pix',
    idProducts: [{ id: product._id, quantity: 1 }],
  });
  const { response: pending } = await ask('POST /order', { status: 'pending' });
  const [unpaid] = pending;
  if (!unpaid) throw new Error('The demo store has no order that waits for its payment.');
  return {
    order: order._id,
    paidOrder: paid._id,
    unpaidOrder: unpaid._id,
    product: { id: product._id, name: product.name },
    emptyCategory: { id: emptyCategory._id, name: emptyCategory.name },
    variable: `fixo_${mark}`,
    ownPage: { id: page, title: fields.title },
    discount: { id: discount._id, code: discount.code },
    member,
    invited,
    role,
    server,
    subdomain,
  };
}

/** A screen's address with a real id in it. */
function addressOf(screen: string): string {
  const ids: Record<string, string> = {
    '/categories/:id': things.emptyCategory.id,
    '/products/edit/:id': things.product.id,
    '/discounts/:id': things.discount.id,
    '/pages/:id': things.ownPage.id,
  };
  // The buyer of the orders that `makeThings` gives.
  return screen.replace(':kind/:value', 'city_id/77777').replace(':id', ids[screen] ?? '');
}

/** Opens an address of the panel and waits until everything has loaded. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(`${world.panel}${address}`);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const [name, role] of Object.entries(cases)) {
  test(`${name}: each screen opens or says why not, and asks only for data that the role may see`, async ({ page }) => {
    test.setTimeout(180_000);
    const seen = new Set<string>();
    const looked = new Set<string>();
    const refused: string[] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (!pathname.startsWith(`${API}/`)) return;
      const name = callOf(answer.request()) ?? pathname;
      seen.add(name);
      if (answer.status() >= 400) refused.push(`${name}: ${answer.status()} on ${new URL(page.url()).pathname}`);
    });
    await enterAs(page, name);
    for (const [screen, { access: permission }] of Object.entries(panelScreens)) {
      await test.step(screen, async () => {
        await open(page, addressOf(screen));
        const shut = page.getByRole('heading', { name: 'Seu papel não abre esta tela' });
        const look = mayDo(role, permission) ? screen : permission;
        if (look === screen) await expect(shut).toHaveCount(0);
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
        // Closed screens of one permission look the same, so axe checks one of them. The owner's screens: panel-faces.long.test.ts.
        if (role !== 'owner' && !looked.has(look)) await expectAccessible(page, screen);
        looked.add(look);
        await expectNothingSticksOut(page, screen);
      });
    }
    expect(refused).toEqual([]);
    if (role !== 'owner') return;
    const known = new Set<string>([...seen, ...pressesOn(things).map((press) => press.call)]);
    const forgotten = callNames.filter((name) => permissionOf(name) && !known.has(name) && !(name in withoutControl));
    expect(forgotten, 'calls that take a permission and that no screen or press leads to').toEqual([]);
  });

  test(`${name}: each control does what the role may do, and is missing or disabled if the role may not`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await enterAs(page, name);
    await open(page, '/dashboard');
    let clean = '';
    const wrong: string[] = [];
    for (const press of pressesOn(things)) {
      const needed = permissionOf(press.call);
      if (!needed) throw new Error(`${press.call} takes no permission`);
      // All faults of the matrix are reported, not only the first.
      try {
        // If the press before only looked, this screen is unchanged and need not be opened again.
        if (clean !== press.screen) await goOn(page, world.panel, press.screen);
        if (mayDo(role, needed)) {
          clean = '';
          await expectSent(page, press);
        } else {
          clean = press.screen;
          await expectNotOffered(page, press, role);
        }
      } catch (error) {
        clean = '';
        wrong.push(`${press.call} at ${press.screen}: ${(error as Error).message}`);
      }
    }
    expect(wrong).toEqual([]);
  });
}

/** The control exists and leads to the call, which the story refuses. */
async function expectSent(page: Page, press: Press): Promise<void> {
  const refused = await refuse(page, press.call, { status: 409, code: 'conflict', error: 'Agora não.' });
  try {
    const control = press.control(page);
    await expect(control).toBeEnabled();
    const [answer] = await Promise.all([answerOf(page, press.call), press.send(page, control)]);
    expect(answer.status()).toBe(409);
  } finally {
    await refused.mend();
  }
}

/** The screen is closed, the control is missing, or it is disabled and the page says who may. */
async function expectNotOffered(page: Page, press: Press, role: Role): Promise<void> {
  const screen = permissionToOpen(press.screen);
  if (screen && !mayDo(role, screen)) {
    await expect(page.getByRole('heading', { name: 'Seu papel não abre esta tela' })).toBeVisible();
    return;
  }
  const control = press.control(page);
  if ((await control.count()) === 0) return;
  await expect(control).toBeDisabled();
  await expect(page.getByText(/^Só o proprietário/).first()).toBeVisible();
}
