import type { Page } from '@playwright/test';
import { type MadeUpBrowser, makeBrowser } from '../standins/push/made-up-browser.ts';
import { wholeBrowser } from './browsers.ts';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { control } from './world.ts';

/** What each person hears of their store: chosen by kind and way, also in a browser whose panel is closed. */

test.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: wholeBrowser });

/** A browser in a test has no push service of its maker. It gets a made-up subscription, and all else is the product. */
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

test('a person chooses kinds and ways, and a sale comes to the browser while the panel is closed', async ({
  page,
  context,
}) => {
  const owner = await newStore({ paid: true, name: 'Cidade dos Avisos' });
  const { _id: product } = await newProduct(owner, (await newCategory(owner, 'VIP'))._id, { name: 'VIP Ouro' });
  const endpoint = `https://fcm.googleapis.com/fcm/send/historia-${Date.now()}`;
  const browser = await withPushService(page, endpoint);
  const pushes = async () =>
    (await control<{ endpoint: string; body: string }[]>(`${owner.world.pages.push}/__control/pushes`))
      .filter((one) => one.endpoint === endpoint)
      .map(({ body }) => JSON.parse(browser.open(Buffer.from(body, 'base64'))) as { title: string; path: string });

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
