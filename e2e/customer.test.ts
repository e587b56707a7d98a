import { call } from './call.ts';
import { order, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { expectUsable, PHONE } from './usable.ts';
import { control, enterCity, expireOrder, findWorld, paymentsOf } from './world.ts';

const EVA = '620019283712004096';
const CITY_ID = 2;
const PRODUCT = 'Bati 801 por 15 dias';
const NOT_YOURS = 'Não encontramos esta compra com este ID do Discord. Confira o ID usado na compra.';

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

const mailsTo = (mail: string, to: string) =>
  control<{ subject: string; text: string }[]>(`${mail}/__control/mails?${new URLSearchParams({ to })}`);

test('with Discord: my purchases, my benefits and their end, and I may still withdraw', {
  tag: '@long',
}, async ({ page, watch, expectedErrors }) => {
  // Another person's Discord id is refused.
  expectedErrors.push(/status of 404/);
  const { shop, pages, owner } = await findWorld();
  const email = 'eva.da.cidade@exemplo.com.br';
  await enterCity(pages.city, CITY_ID);
  await order(page, shop, PRODUCT, { cityId: CITY_ID, discordId: EVA, name: 'Eva', email }, 'Pix');
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  const reference = referenceOf(page);
  const [payment] = await paymentsOf(pages.mercadoPago, reference);
  const bank = await page.context().newPage();
  watch(bank);
  await bank.goto(`${pages.mercadoPago}/pix/${payment?.id}`);
  await bank.getByRole('button', { name: 'Pagar no aplicativo do banco' }).click();
  await page.bringToFront();
  await expect(page.getByText('Tudo entregue.')).toBeVisible({ timeout: 30_000 });

  const number = /#(\d+)/.exec((await page.getByText(/^Pedido #\d+/).textContent()) ?? '')?.[1];

  // The end goes into the phone's calendar.
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Pôr o fim do benefício no calendário' }).click();
  expect((await download).suggestedFilename()).toMatch(/^fim-do-beneficio-\d+\.ics$/);

  await page.goto(shop);
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Minhas compras' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Minhas compras' })).toBeVisible();
  await expectUsable(page, 'signed out');
  await page.getByRole('link', { name: 'Entrar com Discord' }).click();
  await page.getByLabel('Entrar como').selectOption(EVA);
  await page.getByRole('button', { name: 'Autorizar' }).click();

  await expect(page).toHaveURL(`${shop}/minhas-compras`);
  const benefit = page
    .getByRole('region', { name: 'Benefícios ativos' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: PRODUCT }), hasText: `ID da Cidade ${CITY_ID}` });
  await expect(benefit.getByText(/^Até \d\d\/\d\d\/\d{4}, faltam 15 dias$/)).toBeVisible();
  const orders = page
    .getByRole('region', { name: 'Pedidos' })
    .getByRole('listitem')
    .filter({ hasText: `#${number} ` });
  await expect(orders.getByText('Entregue')).toBeVisible();
  await expect(orders.getByText(`1 x ${PRODUCT}`)).toBeVisible();
  await expectUsable(page, 'purchases');
  const receipt = page.waitForEvent('download');
  await orders.getByRole('link', { name: /^Comprovante do pedido/ }).click();
  expect((await receipt).suggestedFilename()).toMatch(/^comprovante-\d+\.pdf$/);

  await orders.getByRole('link', { name: /^Ver pedido/ }).click();
  await expect(page).toHaveURL(`${shop}/pedido/${reference}`);
  await page.getByText('Desistir da compra', { exact: true }).click();
  const field = page.getByLabel('ID do Discord usado na compra');
  const confirm = page.getByRole('button', { name: 'Confirmar desistência' });
  await field.fill('518820019922331648');
  // A press before the page's script ran is repeated, as a person would do.
  await expect(async () => {
    await confirm.click();
    await expect(field).toHaveAccessibleDescription(NOT_YOURS, { timeout: 3_000 });
  }).toPass();
  await expectUsable(page, 'withdrawal refused');
  await field.fill(EVA);
  await confirm.click();
  await expect(page.getByText('Recebemos seu pedido de desistência.')).toBeVisible({ timeout: 30_000 });
  await expectUsable(page, 'withdrawn');
  await expect
    .poll(async () => (await mailsTo(pages.mail, email)).map(({ subject }) => subject.split(' do pedido')[0]))
    .toContain('Recebemos sua desistência');
  const { token } = await call('POST /login', { body: owner });
  const { attention } = await call('POST /dashboard', { body: { subdomain: owner.subdomain }, token });
  expect(attention.map(({ kind }) => kind)).toContain('money_waits');

  await page.goto(`${shop}/minhas-compras/dados`);
  await expect(page.getByText(`Pedido #${number}: há um pagamento ou uma devolução em aberto`)).toBeVisible();
  await expectUsable(page, 'own data');
  await page.getByRole('link', { name: 'Voltar para Minhas compras' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByText('Você saiu.')).toBeVisible();
  await expectUsable(page, 'signed out again');
  await page.goto(`${shop}/minhas-compras/dados`);
  await expect(page.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible();
});

test.describe('by a link in a mail', () => {
  // The page of a used link also has the status of a missing page.
  test.use({ expectedErrors: [/status of 404/] });

  test('every page on the way is usable', async ({ page }) => {
    const { shop, pages, owner } = await findWorld();
    const email = 'pelo.link@exemplo.com.br';
    const { products } = await call('POST /products', {
      body: {
        subdomain: owner.subdomain,
      },
    });
    const placed = await call('POST /order/create', {
      body: {
        subdomain: owner.subdomain,
        clientId: 13,
        discordId: EVA,
        email,
        paymentMethod: 'pix',
        idProducts: [{ id: products[0]?.idProduct ?? '', quantity: 1 }],
      },
    });
    await page.goto(`${shop}/minhas-compras`);
    await page.getByLabel('E-mail usado na compra').fill(email);
    await page.getByRole('button', { name: 'Receber link por e-mail' }).click();
    await expect(page.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible();
    await expectUsable(page, 'link sent');
    await expect.poll(async () => (await mailsTo(pages.mail, email)).length).toBe(1);
    const [mail] = await mailsTo(pages.mail, email);
    const link = /http\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Entrar em Minhas compras' })).toBeVisible();
    await expectUsable(page, 'entering by the link');
    await page.getByRole('button', { name: 'Ver minhas compras' }).click();
    await expect(page.getByText('Aguardando pagamento')).toBeVisible();
    await expectUsable(page, 'an unpaid purchase');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
    await expectUsable(page, 'used link');
    await expireOrder(placed.data.external_reference);
  });
});

test.describe('without JavaScript', () => {
  // The page of a used link also has the status of a missing page.
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 404/] });

  test('by a link in a mail: seen, downloaded, erased', async ({ page }) => {
    const { shop, pages, owner } = await findWorld();
    const email = 'sem.script@exemplo.com.br';
    const { products } = await call('POST /products', {
      body: {
        subdomain: owner.subdomain,
      },
    });
    const id = products.find(({ name }) => name === 'Rádio comunicador')?.idProduct ?? '';
    const placed = await call('POST /order/create', {
      body: {
        subdomain: owner.subdomain,
        clientId: 12,
        discordId: EVA,
        email,
        paymentMethod: 'pix',
        idProducts: [{ id, quantity: 1 }],
      },
    });

    const ask = async (address: string) => {
      await page.goto(`${shop}/minhas-compras`);
      await page.getByLabel('E-mail usado na compra').fill(address);
      await page.getByRole('button', { name: 'Receber link por e-mail' }).click();
      await expect(page.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible();
      return await page.content();
    };
    const known = await ask(email);
    expect(await ask('ninguem@exemplo.com.br')).toBe(known);
    await expect.poll(async () => (await mailsTo(pages.mail, email)).length).toBe(1);
    expect(await mailsTo(pages.mail, 'ninguem@exemplo.com.br')).toEqual([]);
    const [mail] = await mailsTo(pages.mail, email);
    const link = /http\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';

    await page.goto(link);
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('button', { name: 'Ver minhas compras' }).click();
    const orders = page.getByRole('region', { name: 'Pedidos' });
    await expect(orders.getByText('1 x Rádio comunicador')).toBeVisible();
    await expect(orders.getByText('Aguardando pagamento')).toBeVisible();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();

    await page.goto(`${shop}/minhas-compras/dados`);
    await expect(page.getByText(/o pagamento ainda pode ser confirmado/)).toBeVisible();
    const copy = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Baixar meus dados' }).click();
    expect((await copy).suggestedFilename()).toBe('meus-dados.json');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Apagar meus dados' }).click();
    await expect(page.getByText(/seus dados foram apagados/)).toBeVisible();
    await expireOrder(placed.data.external_reference);
  });
});
