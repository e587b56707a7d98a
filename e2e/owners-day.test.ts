import type { Page } from '@playwright/test';
import { deliveryStateTexts } from '@vitrine/contract/order-words';
import { givenOrder } from './call.ts';
import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { joinTeam, logIn, mailTo, register } from './people.ts';
import { expect, test } from './test.ts';
import { DESKTOP } from './usable.ts';
import { findWorld, inDatabase } from './world.ts';

/** An owner reads these things in passing and trusts them: comparisons, prices, dates, marks, and who was here. */

const BRUNO = '391822001983488001';
const SOON = { timeout: 30_000 };

test.use({ viewport: DESKTOP });

test('the dashboard compares with the same point of the month before, and a sale keeps its price', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, { name: 'VIP Ouro', price: 40 });
  const buy = async (quantity: number) => {
    const idProducts = [{ id: gold._id, quantity }];
    const order = await newOrder(owner, { clientId: quantity, discordId: BRUNO, name: 'Bia Ramos', idProducts });
    await order.pay();
    return order.reference;
  };
  const former = await buy(2);
  await buy(1);
  // Moves the sale to the same day and hour of the month before, by the store's clock.
  await inDatabase(
    `update "order" set completed_at = ((now() at time zone 'America/Sao_Paulo') - interval '1 month') at time zone 'America/Sao_Paulo'
      where reference = $1`,
    [former],
  );
  await owner.api('POST /products/edit/', {
    productId: gold._id,
    productData: { subdomain: owner.store.subdomain, price: 99 },
  });

  await enter(page, owner, '/dashboard');
  const month = page.getByRole('list', { name: 'Resumo' }).getByRole('listitem').filter({ hasText: 'Vendas do mês' });
  await expect(month).toContainText('R$ 40,00');
  await expect(month).toContainText(/50% a menos\s*que até \d{1,2}º? de [a-zç]+/);
  const popular = page.getByRole('list', { name: 'Pacotes populares' });
  await expect(popular).toContainText('R$ 120,00');
  const recent = page.getByRole('list', { name: 'Pedidos recentes' }).getByRole('listitem').first();
  await expect(recent).toContainText(/#\d+ · Bia Ramos.*VIP Ouro/);
  await test.step('the cards of both columns end at one line, also where they have little', async () => {
    const ends = await Promise.all(
      ['Pedidos recentes', 'Cupons ativos'].map(async (title) => {
        const box = await page.locator('section', { has: page.getByRole('heading', { name: title }) }).boundingBox();
        return Math.round((box?.y ?? 0) + (box?.height ?? 0));
      }),
    );
    expect(ends[0]).toBeGreaterThan(0);
    expect(ends[1]).toBe(ends[0]);
  });
  await recent.getByRole('link').click();
  const drawer = page.getByRole('dialog', { name: /^Pedido #/ });
  await expect(drawer).toContainText('R$ 40,00');
  await expect(drawer).not.toContainText('R$ 99,00');
  await expect(drawer.getByRole('list', { name: 'Histórico do pagamento' })).toContainText('Aprovado');
  await expect(drawer).not.toContainText(/accredited|approved|guild_id|\bok\b/i);

  await test.step('the log of changes leads to the product', async () => {
    await page.goto(`${owner.world.panel}/members?tab=registro`);
    const log = page.getByRole('list', { name: 'Registro de alterações' });
    const entry = log.getByRole('listitem').filter({ hasText: 'VIP Ouro' }).first();
    await entry.getByText('Antes e depois').click();
    await expect(entry.getByRole('definition').last()).toContainText(/Preço: R\$\s99,00/);
    await entry.getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/products/edit/${gold._id}$`));
  });
});

test('a refund by value is a mark in list, filter and drawer, and takes nothing from the buyer', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, {
    name: 'VIP Ouro',
    price: 40,
    fiveMActions: [{ type: 'execute_command', command: 'moto {{cidade}}', executionTiming: 'on_confirmation' }],
  });
  for (const clientId of [7, 8]) {
    const order = await newOrder(owner, { clientId, discordId: BRUNO, idProducts: [{ id: gold._id, quantity: 1 }] });
    await order.pay();
  }
  const { deliveries } = await owner.api('POST /deliveries', {});
  for (const { id } of deliveries) await owner.api('POST /deliveries/mark', { id });
  await enter(page, owner, '/orders');
  const open = page.getByRole('button', { name: /^Ver detalhes do pedido/ });
  const rows = page.getByRole('list', { name: 'Pedidos' }).getByRole('listitem').filter({ has: open });
  await expect(rows).toHaveCount(2);
  const drawer = page.getByRole('dialog', { name: /^Pedido #/ });
  const ask = async (row: number) => {
    await open.nth(row).click();
    await drawer.getByRole('button', { name: 'Reembolsar' }).click();
    return page.getByRole('dialog', { name: /^Reembolsar o pedido #/ });
  };

  const some = await ask(0);
  await some.getByRole('radio', { name: /^Um valor/ }).check();
  await some.getByLabel('Valor', { exact: true }).fill('5');
  await expect(some.getByRole('list', { name: 'Sai do comprador' })).toBeHidden();
  await some.getByRole('button', { name: 'Reembolsar R$ 5,00' }).click();
  await expect(some).toBeHidden(SOON);
  await expect(drawer.getByText('Reembolsado em parte').first()).toBeVisible(SOON);
  await expect(drawer.getByText('Concluído').first()).toBeVisible();
  await expect(drawer.getByText(/^Depois do reembolso/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  const whole = await ask(1);
  await whole.getByRole('button', { name: 'Reembolsar R$ 40,00' }).click();
  // The window closes slowly and takes the keys until it is gone.
  await expect(whole).toBeHidden(SOON);
  // A command has no opposite, so nothing is taken back, and the drawer says so.
  await expect(drawer.getByText('Depois do reembolso: não retirado')).toBeVisible(SOON);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(rows.nth(0)).toContainText('Reembolsado em parte');
  await expect(rows.nth(1)).toContainText('Reembolsado');
  const mark = page.getByLabel('Marca', { exact: true });
  await mark.selectOption('Reembolsado em parte');
  await expect(page.getByText('1 pedido com a marca “Reembolsado em parte”, R$ 5,00 devolvidos')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await mark.selectOption('Reembolsado');
  await expect(page.getByText('1 pedido com a marca “Reembolsado”, R$ 40,00 devolvidos')).toBeVisible();
  await expectUsableFace(page, 'orders by mark');
});

test('the desk says when scheduled deliveries go out, has a period, and one word for a state', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const car = await newProduct(owner, category, {
    name: 'Moto',
    fiveMActions: [
      { type: 'execute_command', command: 'moto {{cidade}}', executionTiming: 'on_confirmation', delayMinutes: 90 },
    ],
  });
  const order = givenOrder(
    await owner.api('POST /order/manual', {
      clientId: 17,
      discordId: BRUNO,
      name: 'Bia Ramos',
      reason: 'Sorteio',
      idProducts: [{ id: car._id, quantity: 1 }],
    }),
  );
  await enter(page, owner, '/orders?deliveries=all');
  const row = page.getByRole('list', { name: 'Entregas' }).getByRole('listitem');
  await expect(row).toContainText(`Pedido #${order.number} · Bia Ramos · 17`);
  await expect(row).toContainText(deliveryStateTexts.scheduled);
  await expect(row).toContainText(/sai em\s*\d\d\/\d\d\/\d{4}, \d\d:\d\d/);
  await page.getByLabel('Estado da entrega').selectOption({ label: deliveryStateTexts.scheduled });
  await expect(row).toHaveCount(1);
  await page.getByLabel('Desde').fill('2099-01-01T00:00');
  await expect(page.getByRole('heading', { name: 'Nenhuma entrega agendada' })).toBeVisible();
  await page.getByLabel('Desde').fill('2020-01-01T00:00');
  await expect(row).toHaveCount(1);
  await expectUsableFace(page, 'desk of a period');
  await page.setViewportSize(DESKTOP);
  await row.getByRole('button', { name: /moto 17/ }).click();
  const drawer = page.getByRole('dialog', { name: `Pedido #${order.number}` });
  await expect(drawer.getByText(deliveryStateTexts.scheduled, { exact: true }).first()).toBeVisible();
  await expect(drawer.getByText('Sai em', { exact: true })).toBeVisible();
});

/** The texts of this page that a person could read as a date, and that are not written like `21/11/2026, 14:03`. */
async function otherDates(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText();
  const others = [
    /\d{4}-\d\d-\d\d\S*/g,
    /\d{1,2}:\d\d:\d\d/g,
    /(?<![\d/])\d\d\/\d\d(?:,? (?:às )?\d\d:\d\d)/g,
    /\d{1,2}º? de (?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)\.[^\n]*/g,
  ];
  return others.flatMap((pattern) => text.match(pattern) ?? []);
}

test.describe('an owner an hour behind the store', () => {
  test.use({ timezoneId: 'America/Manaus' });

  test('every screen writes a date in one way and by one clock, and a field shows what the lists say', async ({
    page,
  }) => {
    const owner = await newStore({ paid: true });
    const { _id: category } = await newCategory(owner, 'VIPs');
    const showsAt = '2031-12-31T23:30:00.000Z';
    const gold = await newProduct(owner, category, { name: 'VIP Ouro', price: 40, showsAt });
    const shown = '31/12/2031, 20:30';
    await owner.api('POST /discounts/create', {
      code: 'ANO',
      type: 'percentage',
      value: 10,
      expiration: 'date',
      expirationDate: '2031-12-31T20:30',
    });
    const silver = await newProduct(owner, category, { name: 'VIP Prata', price: 40 });
    const idProducts = [{ id: silver._id, quantity: 1 }];
    await (await newOrder(owner, { clientId: 7, discordId: BRUNO, name: 'Bia Ramos', idProducts })).pay();

    await enter(page, owner, '/products');
    await expect(page.getByRole('main')).toContainText(`entra ${shown}`);
    expect(await otherDates(page)).toEqual([]);
    const screens = [
      ['/discounts', shown],
      ['/dashboard', 'Bia Ramos'],
      ['/orders', 'Bia Ramos'],
      ['/figures?range=7d', 'Receita'],
      ['/customers/city_id/7', 'Cliente desde'],
      ['/members?tab=registro', 'VIP Ouro'],
    ] as const;
    for (const [address, text] of screens) {
      await page.goto(owner.world.panel + address);
      await expect(page.getByRole('main')).toContainText(text);
      for (const more of await page.getByRole('main').locator('summary').all()) await more.click();
      expect(await otherDates(page), address).toEqual([]);
    }

    await page.goto(`${owner.world.panel}/products/edit/${gold._id}`);
    const field = page.getByLabel('Entra na loja em');
    await expect(field).toHaveValue('2031-12-31T20:30');
    await field.fill('2031-12-31T21:00');
    await page.getByRole('button', { name: 'Salvar Produto' }).click();
    await expect(page.getByRole('main')).toContainText('entra 31/12/2031, 21:00');
  });
});

test('a sale rings and shows a notice of the browser if its owner chose so', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  // A test cannot hear the speaker or see the desktop. So the page notes what it sends to them.
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...at) {
      told.push('tone');
      start.apply(this, at);
    };
    window.Notification = class extends EventTarget {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title: string) {
        super();
        told.push(title);
      }
    } as unknown as typeof Notification;
  });
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  const owner = await newStore({ paid: true });
  const { _id: product } = await newProduct(owner, (await newCategory(owner, 'VIP'))._id, { name: 'VIP Ouro' });
  await enter(page, owner, '/alerts?tab=navegador');
  await page.getByRole('tab', { name: 'Neste navegador' }).click();
  const sound = page.getByRole('switch', { name: 'Tocar um som a cada venda' });
  await sound.click();
  await expect(sound).toBeChecked();
  await expect.poll(told).toEqual(['tone', 'tone']);
  await page.getByRole('switch', { name: 'Mostrar um aviso do navegador' }).click();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const order = await newOrder(owner, { clientId: 3, discordId: BRUNO, idProducts: [{ id: product, quantity: 1 }] });
  await order.pay();
  await expect.poll(told, SOON).toEqual(['tone', 'tone', 'tone', 'tone', '1 venda nova']);
});

test('the switcher shows the store’s logo, and the team’s page shows who was here when', async ({ page }) => {
  const world = await findWorld();
  await logIn(page, world, world.owner.email, world.owner.password);
  await page.goto(`${world.panel}/dashboard`);
  await expect(page.getByRole('button', { name: /^Loja Atual/ }).locator('img')).toHaveAttribute('src', /\/images?\//);

  const owner = await newStore({ plan: 'Pro', person: await register(world, 'Dora Lins') });
  const member = await register(world, 'Nilo Reis');
  await joinTeam(world, member, 'attendant', { subdomain: owner.store.subdomain, token: owner.token });
  const theirs = await page.context().browser()?.newContext();
  if (!theirs) throw new Error('this page has a browser');
  const other = await theirs.newPage();
  await enter(other, owner, '/members');
  const row = other.getByRole('list', { name: 'Equipe' }).getByRole('listitem').filter({ hasText: 'Nilo Reis' });
  await expect(row).toContainText('Último acesso');
});

test('before a plan ends its owner gets a mail that says when, and the panel says it too', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  const world = await findWorld();
  const owner = await newStore({ plan: 'Pro', person: await register(world, 'Dora Lins') });
  await inDatabase(`update subscription set paid_until = now() + interval '2 days' where store_id = $1`, [
    owner.store.id,
  ]);
  const { user } = owner;
  // A sweep looks once a minute.
  await expect
    .poll(() => inDatabase(`update plan_reminder set kind = kind where store_id = $1`, [owner.store.id]), {
      timeout: 150_000,
    })
    .toBe(1);
  // The mail about the payment was written a moment ago. The next mail of the same kind would wait, so that one is made older.
  await inDatabase(`update notice set mail_at = mail_at - interval '1 hour' where store_id = $1`, [owner.store.id]);
  const end = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(
    Date.now() + 2 * 86_400_000,
  );
  expect(await mailTo(world, user.email ?? '', `O plano Pro da loja ${owner.store.name} termina em ${end}`)).toContain(
    owner.store.name,
  );
  await enter(page, owner, '/subscription');
  await expect(page.getByRole('main')).toContainText(end);
});
