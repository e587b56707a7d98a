import type { Browser, Page } from '@playwright/test';
import { call } from './call.ts';
import { editStore, enter, newCategory, newOrder, newProduct, newStore, type Owner } from './owner.ts';
import { joinTeam, PASSWORD, register } from './people.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';
import { findWorld } from './world.ts';

/** What was typed is never lost: not by another save, a reload, the end of a session, or a network that goes away. */

// The browser logs refused calls, and files that it could not fetch.
test.use({ expectedErrors: [/status of 40[149]|ERR_INTERNET_DISCONNECTED/] });

/** The panel of another person of the store, in a browser of their own. */
async function otherPerson(browser: Browser, owner: Owner, path: `/${string}`): Promise<Page> {
  const bia = await register(owner.world, 'Bia Nunes');
  await joinTeam(owner.world, bia, 'admin', { subdomain: owner.store.subdomain, token: owner.token });
  const { token } = await call('POST /login', { body: { email: bia.email, password: PASSWORD } });
  const context = await browser.newContext();
  const page = await context.newPage();
  await enter(page, { ...owner, token, user: bia.user }, path);
  return page;
}

const question = (page: Page, what: string) =>
  page.getByRole('dialog', { name: new RegExp(`^Bia Nunes mudou ${what}`) });
const settingsBar = (page: Page) => page.getByRole('region', { name: 'Alterações não salvas' });

test.describe('two people edit the same thing', () => {
  test('the second person reads who saved first, and keeps, takes or mixes', async ({ page, browser }) => {
    const owner = await newStore({ plan: 'Pro' });
    const { _id: category } = await newCategory(owner, 'VIPs');
    const { _id: id } = await newProduct(owner, category, { name: 'VIP Ouro', price: 20 });
    const { discount } = await owner.api('POST /discounts/create', { code: 'NATAL', type: 'percentage', value: 10 });
    const product = `/products/edit/${id}` as const;
    const bia = await otherPerson(browser, owner, product);

    await test.step('a product: one field of each', async () => {
      await enter(page, owner, product);
      await page.getByLabel('Nome', { exact: true }).fill('VIP Diamante');
      await bia.getByLabel('Nome', { exact: true }).fill('VIP Prata');
      await bia.getByLabel('Descrição').fill('Salário dobrado');
      await bia.getByRole('button', { name: 'Salvar Produto' }).click();
      await expect(bia.getByText('Produto editado com sucesso!')).toBeVisible();

      await page.getByRole('button', { name: 'Salvar Produto' }).click();
      const dialog = question(page, 'este produto');
      await expect(dialog.getByRole('group', { name: 'Nome' }).getByText('VIP Diamante')).toBeVisible();
      await expect(
        dialog.getByRole('group', { name: 'Nome' }).getByRole('radio', { name: /VIP Diamante/ }),
      ).toBeChecked();
      await expect(
        dialog.getByRole('group', { name: 'Descrição' }).getByRole('radio', { name: /Salário dobrado/ }),
      ).toBeChecked();
      await expectUsable(page, 'the question of two saves');
      await dialog.getByRole('button', { name: 'Salvar assim' }).click();
      await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
      const { info } = await owner.api('POST /products/name', { id });
      expect(info[0]).toMatchObject({ name: 'VIP Diamante', description: 'Salário dobrado', price: 20 });
    });

    await test.step('a coupon: all of the other', async () => {
      const coupon = `/discounts/${discount._id}` as const;
      await page.goto(owner.world.panel + coupon);
      await bia.goto(owner.world.panel + coupon);
      await page.getByLabel('Porcentagem (%)').fill('15');
      await bia.getByLabel('Porcentagem (%)').fill('20');
      await bia.getByRole('button', { name: 'Salvar cupom' }).click();
      await expect(bia.getByText('Cupom editado com sucesso!')).toBeVisible();

      await page.getByRole('button', { name: 'Salvar cupom' }).click();
      const dialog = question(page, 'este cupom');
      await dialog.getByRole('radio', { name: /20%/ }).check();
      await dialog.getByRole('button', { name: 'Ficar com o de Bia Nunes' }).click();
      await expect(page.getByLabel('Porcentagem (%)')).toHaveValue('20');
      const { discounts } = await owner.api('POST /discounts', {});
      expect(discounts[0]).toMatchObject({ value: 20, version: 2 });
    });

    await test.step('the settings: all of one’s own', async () => {
      await page.goto(`${owner.world.panel}/config`);
      await page.getByLabel('Descrição').fill('A cidade do porto');
      await bia.goto(`${owner.world.panel}/config`);
      await bia.getByLabel('Descrição').fill('A cidade do mar');
      await bia.getByLabel('Nome da loja').fill('Porto Velho RP');
      await settingsBar(bia).getByRole('button', { name: 'Salvar' }).click();
      await expect(bia.getByText('Configurações salvas com sucesso!')).toBeVisible();

      await settingsBar(page).getByRole('button', { name: 'Salvar' }).click();
      const dialog = question(page, 'as configurações');
      await dialog.getByRole('button', { name: 'Tudo meu' }).click();
      await dialog.getByRole('button', { name: 'Salvar assim' }).click();
      await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
      const { response } = await owner.api('GET /store');
      expect(response.find((one) => one.id === owner.store.id)).toMatchObject({
        name: 'Porto Novo RP',
        description: 'A cidade do porto',
        version: 3,
      });
    });

    await test.step('the alerts: what the other has changed beside one’s own', async () => {
      await page.goto(`${owner.world.panel}/alerts?tab=avisos`);
      await page.getByLabel('Minutos sem contato com um servidor').fill('25');
      await bia.goto(`${owner.world.panel}/alerts?tab=avisos`);
      await bia.getByRole('switch', { name: /Horas de silêncio/ }).check();
      await bia.getByLabel('Minutos sem contato com um servidor').fill('40');
      await bia.getByRole('button', { name: 'Salvar alertas' }).click();
      await expect(bia.getByText('Alertas salvos com sucesso!')).toBeVisible();

      await page.getByRole('button', { name: 'Salvar alertas' }).click();
      const dialog = question(page, 'os alertas');
      await expect(dialog.getByRole('group', { name: 'Horas de silêncio' }).getByText('Das 23:00')).toBeVisible();
      await dialog.getByRole('button', { name: 'Salvar assim' }).click();
      await expect(page.getByText('Alertas salvos com sucesso!')).toBeVisible();
      const { settings, version } = await owner.api('POST /alerts/settings', {});
      expect([settings, version]).toMatchObject([{ silenceMinutes: 25, quiet: { from: '23:00', until: '08:00' } }, 3]);
      // Another change starts from the version that was just saved.
      await page.getByLabel('Minutos sem contato com um servidor').fill('26');
      await page.getByRole('button', { name: 'Salvar alertas' }).click();
      await expect.poll(async () => (await owner.api('POST /alerts/settings', {})).version).toBe(4);
    });
    await bia.context().close();
  });
});

test('a draft survives a reload, and keeps no payment token', async ({ page }) => {
  const owner = await newStore();
  await test.step('a new category', async () => {
    await enter(page, owner, '/categories/create');
    await page.getByLabel('Nome da categoria').fill('Veículos');
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('draft:')));
    const other = await page.context().newPage();
    await other.goto(`${owner.world.panel}/categories/create`);
    // The other tab makes another category, so each tab keeps a draft of its own.
    await other.getByLabel('Nome da categoria').fill('Casas');
    await other.waitForFunction(() =>
      ['Casas', 'Veículos'].every((name) =>
        Object.entries(localStorage).some(([key, text]) => key.startsWith('draft:') && text.includes(name)),
      ),
    );
    await expect(other.getByText(/Rascunho de/)).toHaveCount(0);
    await expect(other.getByLabel('Nome da categoria')).toHaveValue('Casas');
    await other.getByRole('button', { name: 'Criar categoria' }).click();
    await expect(other.getByText('Categoria criada com sucesso!')).toBeVisible();
    await other.close();
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(([key, text]) => key.startsWith('draft:') && text.includes('Veículos')),
    );
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText(/Rascunho de \d\d:\d\d recuperado/)).toBeVisible();
    await expect(page.getByLabel('Nome da categoria')).toHaveValue('Veículos');
    await page.getByRole('button', { name: 'descartar' }).click();
    await expect(page.getByLabel('Nome da categoria')).toHaveValue('');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
  });

  await test.step('a copy, which is not the new product of before', async () => {
    const { _id: category } = await newCategory(owner, 'VIPs');
    const { _id: id } = await newProduct(owner, category, { name: 'VIP Ouro', price: 20 });
    await page.goto(`${owner.world.panel}/products/create`);
    await page.getByLabel('Nome', { exact: true }).fill('Moto');
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(([key, text]) => key.startsWith('draft:') && text.includes('Moto')),
    );
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(`${owner.world.panel}/products/create?copy=${id}`);
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('VIP Ouro (cópia)');
    await expect(page.getByText(/Rascunho de/)).toHaveCount(0);
    await page.goto(`${owner.world.panel}/products/create`);
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Moto');
    await page.getByRole('button', { name: 'descartar' }).click();
  });

  await test.step('the settings, over which somebody saved meanwhile', async () => {
    await page.goto(`${owner.world.panel}/config?tab=pagamentos`);
    await page.getByLabel('Token de acesso do Mercado Pago').fill('APP_USR-secreto');
    await page.getByRole('tab', { name: 'Loja' }).click();
    await page.getByLabel('Descrição').fill('A cidade do porto');
    await page.waitForFunction(() =>
      Object.entries(localStorage).some(([key, text]) => key.startsWith('draft:') && text.includes('do porto')),
    );
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secreto');
    await editStore(owner, { legal: { name: 'Porto Ltda', document: '', address: '', contact: '' } });
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(`${owner.world.panel}/config`);
    await expect(page.getByLabel('Descrição')).toHaveValue('A cidade do porto');
    await settingsBar(page).getByRole('button', { name: 'Salvar' }).click();
    const dialog = page.getByRole('dialog', { name: /mudou as configurações/ });
    await expect(dialog.getByRole('group', { name: 'Nome ou razão social' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Salvar assim' }).click();
    await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
    const { response } = await owner.api('GET /store');
    expect(response.find((one) => one.id === owner.store.id)).toMatchObject({
      description: 'A cidade do porto',
      legal: { name: 'Porto Ltda' },
    });
  });
});

test.describe('a session that ends under a form', () => {
  test('asks for the login over the page, and the save goes on', async ({ page }) => {
    const owner = await newStore();
    const { _id: id } = await newCategory(owner, 'VIPs');
    const { token, user } = await call('POST /login', { body: { email: owner.user.email ?? '', password: PASSWORD } });
    await enter(page, { ...owner, token, user }, `/categories/${id}`);
    await page.getByLabel('Nome da categoria').fill('Benefícios');
    await call('POST /logout', { token });
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await dialog.getByLabel('Sua senha', { exact: true }).fill('Senha-errada-9');
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(dialog.getByText('Usuário ou senha inválidos.')).toBeVisible();
    await expectUsable(page, 'the login over a form');
    await dialog.getByLabel('Sua senha', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Categoria editada com sucesso!')).toBeVisible();
    const { info } = await owner.api('POST /categories/name', { id });
    expect(info[0]).toMatchObject({ name: 'Benefícios', version: 2 });
  });

  test('another way to log in leads back to the form and its draft', async ({ page }) => {
    const owner = await newStore();
    const { token, user } = await call('POST /login', { body: { email: owner.user.email ?? '', password: PASSWORD } });
    await enter(page, { ...owner, token, user }, '/categories/create');
    await page.getByLabel('Nome da categoria').fill('Veículos');
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('draft:')));
    await call('POST /logout', { token });
    await page.getByRole('button', { name: 'Criar categoria' }).click();
    await page.getByRole('button', { name: 'Entrar de outro jeito' }).click();
    await expect(page).toHaveURL(/\/login\?next=%2Fcategories%2Fcreate$/);
    await page.getByLabel('E-mail').fill(owner.user.email ?? '');
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByLabel('Nome da categoria')).toHaveValue('Veículos');
  });
});

test('a note on an order survives Esc and the end of the session', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const { _id: id } = await newProduct(owner, category, { name: 'VIP Ouro', price: 20 });
  await newOrder(owner, { clientId: 7, discordId: '391822001983488001', idProducts: [{ id, quantity: 1 }] });
  const { token, user } = await call('POST /login', { body: { email: owner.user.email ?? '', password: PASSWORD } });
  await enter(page, { ...owner, token, user }, '/orders');
  const order = page.getByRole('button', { name: /^Ver detalhes do pedido/ });
  await order.click();
  const note = page.getByLabel('Nova anotação');
  await note.fill('Quer o VIP Prata.');
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await order.click();
  await expect(note).toHaveValue('Quer o VIP Prata.');
  await note.fill('Quer o VIP Prata, e paga a diferença.');
  await call('POST /logout', { token });
  await page.getByRole('button', { name: 'Anotar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sua sessão terminou' });
  await dialog.getByLabel('Sua senha', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Anotações' })).toContainText('Quer o VIP Prata, e paga a diferença.');
  await expect(note).toHaveValue('');
});

test('without a network saving waits, and another screen is never the page of the browser', async ({
  page,
  context,
}) => {
  const owner = await newStore();
  await enter(page, owner, '/categories/create');
  await page.getByLabel('Nome da categoria').fill('Veículos');
  await context.setOffline(true);
  await expect(page.getByText('Sem conexão. Salvar espera a rede voltar.')).toBeVisible();

  await page.getByRole('link', { name: 'Descontos' }).click();
  const waits = page.getByText('Ela abre sozinha quando a rede voltar.');
  await expect(waits).toBeVisible();
  await expectUsable(page, 'another screen without a network');
  await page.getByRole('button', { name: 'Ficar nesta página' }).click();
  await page.getByRole('button', { name: 'Criar categoria' }).click();
  await expect(page.getByRole('button', { name: 'Criando...' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
  expect((await owner.api('POST /categories', {})).categories.map(({ name }) => name)).toEqual(['Veículos']);

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Descontos' }).click();
  await expect(waits).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Descontos' })).toBeVisible();
});

test('changing the store asks first', async ({ page }) => {
  const person = await register(await findWorld(), 'Otávio Ramos');
  const first = await newStore({ name: 'Porto Um', person });
  const second = await newStore({ name: 'Porto Dois', person });
  await enter(page, first, '/categories/create');
  await page.getByLabel('Nome da categoria').fill('Veículos');
  const choose = async () => {
    await page.getByRole('button', { name: /^Loja Atual/ }).click();
    await page.getByRole('menuitem', { name: second.store.name }).click();
  };
  await choose();
  const asked = page.getByRole('dialog', { name: 'Trocar de loja sem salvar?' });
  await asked.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(page.getByLabel('Nome da categoria')).toHaveValue('Veículos');
  await choose();
  await asked.getByRole('button', { name: 'Trocar de loja' }).click();
  await expect(page.getByRole('button', { name: /Porto Dois/ })).toBeVisible();
  await expect(page.getByLabel('Nome da categoria')).toHaveValue('');
});

test('attack: a text that was typed for a store that is gone is not saved in the store that takes its place', async ({
  page,
}) => {
  const owner = await newStore({ name: 'Porto Um', plan: 'Pro' });
  const bia = await register(owner.world, 'Bia Nunes');
  await joinTeam(owner.world, bia, 'admin', { subdomain: owner.store.subdomain, token: owner.token });
  const { token } = await call('POST /login', { body: { email: bia.email, password: PASSWORD } });
  const own = await newStore({ name: 'Porto Dois', person: { ...bia, token } });
  await enter(page, { ...owner, token, user: bia.user }, '/discounts/create');
  await page.getByLabel('Código').fill('NATAL');
  await page.getByLabel('Valor do desconto').fill('90,00');
  await owner.api('POST /members/remove', { id: bia.user.id });
  await page.getByRole('button', { name: 'Criar cupom' }).click();
  const gone = page.getByRole('alert').filter({ hasText: 'Loja selecionada não encontrada' });
  await expect(gone).toContainText('Agora você está em Porto Dois');
  await expect(page.getByLabel('Código')).toHaveValue('');
  expect((await own.api('POST /discounts', {})).discounts).toEqual([]);
});
