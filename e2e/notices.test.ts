import type { Page } from '@playwright/test';
import { type MadeUpBrowser, makeBrowser } from '../standins/push/made-up-browser.ts';
import { wholeBrowser } from './browsers.ts';
import { call } from './call.ts';
import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { PASSWORD, register } from './people.ts';
import { expect, test } from './test.ts';
import { PHONE } from './usable.ts';
import { control, findWorld, inDatabase, paymentsOf } from './world.ts';

/** Each person chooses what they hear of their store, by kind and way. A notice also reaches a browser whose panel is closed. */

test.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: wholeBrowser });

/** A browser in a test has no push service of its maker. So it gets a made-up subscription; everything else here is the real product. */
async function withPushService(page: Page, endpoint: string): Promise<MadeUpBrowser> {
  const browser = makeBrowser(endpoint);
  await page.addInitScript((subscription) => {
    const asked = () => localStorage.getItem('made-up-push') === 'yes';
    const made = {
      ...subscription,
      options: { applicationServerKey: null },
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem('made-up-push');
        return true;
      },
    };
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('made-up-push', 'yes');
      return made as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => (asked() ? (made as unknown as PushSubscription) : null);
  }, browser.subscription);
  return browser;
}

/** What came to a made-up browser, the oldest first. */
const pushesTo = async (service: string, { subscription, open }: MadeUpBrowser) =>
  (await control<{ endpoint: string; body: string }[]>(`${service}/__control/pushes`))
    .filter(({ endpoint }) => endpoint === subscription.endpoint)
    .map(({ body }) => JSON.parse(open(Buffer.from(body, 'base64'))) as { title: string; body: string; path: string });

test('a person chooses kinds and ways, and a sale comes to the browser while the panel is closed', async ({
  page,
  context,
}) => {
  const owner = await newStore({ paid: true, name: 'Cidade dos Avisos' });
  const { _id: product } = await newProduct(owner, (await newCategory(owner, 'VIP'))._id, { name: 'VIP Ouro' });
  const endpoint = `https://fcm.googleapis.com/fcm/send/historia-${Date.now()}`;
  const browser = await withPushService(page, endpoint);
  const pushes = () => pushesTo(owner.world.pages.push, browser);

  await enter(page, owner, '/alerts?tab=meus');
  const sale = page.getByRole('group', { name: /^Venda/ });
  await expect(sale.getByLabel('E-mail')).not.toBeChecked();
  await sale.getByLabel('Navegador').check();
  await page.getByRole('button', { name: 'Salvar avisos' }).click();
  await expect(page.getByText('Avisos salvos com sucesso!')).toBeVisible();
  await page.reload();
  await expect(sale.getByLabel('Navegador')).toBeChecked();
  await expect(page.getByRole('group', { name: /^Servidor à espera/ }).getByLabel('E-mail')).toBeDisabled();

  await page.getByRole('tab', { name: 'Neste navegador' }).click();
  const here = page.getByRole('switch', { name: /Receber avisos neste navegador/ });
  await here.click();
  await expect(here).toBeChecked();
  await expect.poll(async () => (await pushes()).map(({ title }) => title)).toEqual(['Avisos ligados']);

  const buyer = { clientId: 3, discordId: '391822001983488001', name: 'Bia Compradora' };
  const order = await newOrder(owner, { ...buyer, idProducts: [{ id: product, quantity: 1 }] });
  await order.pay();
  await expect.poll(async () => (await pushes()).length, { timeout: 30_000 }).toBe(2);
  const [, words] = await pushes();
  expect(words).toMatchObject({
    title: 'Venda de R$ 10,00',
    path: expect.stringContaining(`/s/${owner.store.subdomain}/orders?order=`),
  });
  expect(JSON.stringify(words)).not.toContain('Bia');

  // The real worker of the panel shows what came, and a press opens the order.
  const [worker] = context.serviceWorkers();
  const shown = await worker?.evaluate(async (told) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<unknown> };
      dispatchEvent(event: Event): boolean;
    };
    const opened: string[] = [];
    scope.clients.openWindow = async (url) => opened.push(url);
    const heard = (name: string, parts: object) =>
      new Promise((done, failed) => {
        const event = Object.assign(new Event(name), {
          ...parts,
          waitUntil: (work: Promise<unknown>) => work.then(done, failed),
        });
        scope.dispatchEvent(event);
      });
    await heard('push', { data: { json: () => told } });
    const [notification] = await scope.registration.getNotifications();
    const seen = { title: notification?.title, body: notification?.body };
    await heard('notificationclick', { notification });
    return { ...seen, opened };
  }, words);
  expect(shown).toMatchObject({ title: words?.title, opened: [`${owner.world.panel}${words?.path}`] });

  await here.click();
  await expect(here).not.toBeChecked();
});

test('a refund, a dispute, a refused token, a failure, a doubt and a new device reach their owner as they chose', async ({
  page,
}) => {
  const world = await findWorld();
  const person = await register(world, 'Nina Prado');
  const owner = await newStore({ paid: true, name: 'Cidade dos Alertas', person });
  const { token, email } = person;
  const { _id: product } = await newProduct(owner, (await newCategory(owner, 'VIP'))._id, {
    name: 'VIP Ouro',
    fiveMActions: ['vip {{cidade}}', 'carro {{cidade}}'].map((command) => ({
      type: 'execute_command',
      command,
      executionTiming: 'on_confirmation',
    })),
  });
  const browser = makeBrowser(`https://fcm.googleapis.com/fcm/send/alertas-${Date.now()}`);
  await call('POST /account/push', { body: browser.subscription, token });
  const buy = async (clientId: number) => {
    const ids = { clientId, discordId: '391822001983488001' };
    const order = await newOrder(owner, { ...ids, idProducts: [{ id: product, quantity: 1 }] });
    await order.pay();
    return order.reference;
  };
  const [, disputed] = [await buy(1), await buy(2)];
  const orders = (await owner.api('POST /order', {})).response;
  const find = (client: number) => orders.find((order) => order.client === client);

  await page.setViewportSize(PHONE);
  await enter(page, owner, '/alerts?tab=meus');
  const choice = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}`) });
  await test.step('each kind stands alone and is chosen alone, and a new device always comes', async () => {
    for (const name of ['Disputa ou contestação', 'Mercado Pago recusou o token', 'Entrega que falhou']) {
      await expect(choice(name).getByLabel('Navegador')).toBeChecked();
      await expect(choice(name).getByLabel('E-mail')).toBeChecked();
    }
    await expect(choice('Reembolso').getByLabel('E-mail')).toBeChecked();
    await choice('Reembolso').getByLabel('Navegador').check();
    await choice('Entrega incerta').getByLabel('Navegador').uncheck();
    await page.getByRole('button', { name: 'Salvar avisos' }).click();
    await expect(page.getByText('Avisos salvos com sucesso!')).toBeVisible();
    await expect(page.getByText(/^Uma entrada na sua conta por um aparelho novo chega sempre/)).toBeVisible();
  });

  await owner.api('POST /order/refund', { id: find(1)?._id ?? '' });
  const [payment] = await paymentsOf(world.pages.mercadoPago, disputed);
  await control(`${world.pages.mercadoPago}/__control/payments/${payment?.id}/mediate`, {});
  await call('POST /login', {
    body: { email, password: PASSWORD },
    userAgent: 'Mozilla/5.0 (Linux; Android 15) Firefox/140.0',
  });
  // Writes at once what a city and a payment account do over a minute. At the next look of the sweep these troubles are old enough.
  await inDatabase(
    `with refused as (update store_credential set problem = 'token_refused' where store_id = $1), ended as (
       update delivery set state = case action_index when 0 then 'failed' else 'uncertain' end, finished_at = now() where order_id = $2)
     insert into alert (store_id, id, kind, phase, since, begun_at, looked_at)
     select $1, kind, kind, 'suspected', now() - interval '2 minutes', now() - interval '2 minutes', now()
       from unnest(array['delivery_failed', 'delivery_uncertain']) kind`,
    [owner.store.id, find(2)?._id],
  );
  await test.step('the browser gets what was chosen, once each', async () => {
    const told = async () => await pushesTo(world.pages.push, browser);
    await expect
      .poll(async () => (await told()).map(({ title }) => title).sort(), { timeout: 60_000 })
      .toEqual([
        '2 alertas',
        'Avisos ligados',
        `Disputa sobre o pedido ${find(2)?.number}`,
        'Entrada na sua conta por um aparelho novo',
        `Reembolso do pedido ${find(1)?.number}`,
      ]);
    // Notices about deliveries in doubt were turned off for this browser, so this text has none. The panel still shows them.
    const both = (await told()).find(({ title }) => title === '2 alertas')?.body ?? '';
    expect(both).toBe('Mercado Pago recusou o token\nEntrega que falhou\nCidade dos Alertas');
  });

  await test.step('the bell counts the troubles, and each row leads to where it is solved', async () => {
    await page.goto(`${world.panel}/alerts`);
    await expect(page.getByRole('link', { name: 'Alertas: 3 abertos' })).toBeVisible();
    const standing = page.getByRole('list', { name: 'Alertas de agora' }).getByRole('link');
    await expect(standing).toHaveCount(3);
    for (const [text, address] of [
      ['O Mercado Pago recusou o token da loja. Ninguém consegue pagar.', '/config?tab=pagamentos'],
      ['1 entrega incerta espera a sua decisão.', '/orders?deliveries=uncertain'],
      ['1 entrega falhou. Corrija a causa e reenvie.', '/orders?deliveries=failed'],
    ] as const) {
      await expect(standing.filter({ hasText: text })).toHaveAttribute('href', address);
    }
    await expectUsableFace(page, 'alerts of three kinds');
    await standing.filter({ hasText: '1 entrega falhou' }).click();
    await expect(page.getByRole('list', { name: 'Entregas' }).getByRole('listitem')).toHaveCount(1);
  });
  await test.step('a new device stands in the security log of the account', async () => {
    await page.goto(`${world.panel}/profile?tab=conta`);
    await expect(page.getByText('Entrada por um aparelho novo').first()).toBeVisible();
  });
});
