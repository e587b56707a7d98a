import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { answerOf, call } from './call.ts';
import { proveAddress } from './people.ts';
import { finish, putIntoCart } from './shopper.ts';
import { expect, test } from './test.ts';
import { expectAccessible } from './usable.ts';
import { cityState, findWorld, forgetTries } from './world.ts';

const BRUNO = '391822001983488001';

test.describe('a store with its own city', () => {
  // One store and one city: first they connect, then they part.
  test.describe.configure({ mode: 'serial' });
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-city-'));
  let city: ChildProcess | undefined;
  test.afterAll(() => {
    city?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the city with the connected script. Resolves with the address of its page. */
  async function startCity(token: string, url: string): Promise<string> {
    const root = resolve(import.meta.dirname, '..');
    const child = spawn(
      process.execPath,
      [
        join(root, 'standins', 'fxserver', 'main.ts'),
        ...['--data', folder, '--framework', 'creative4-summerz', '--still'],
        ...['--resource', join(root, 'game', 'fivem', 'vitrine'), '--token', token, '--url', url],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    city = child;
    const address = await new Promise<string>((ready, failed) => {
      child.once('exit', (code) => failed(new Error(`the city ended with ${code}`)));
      createInterface({ input: child.stdout }).on('line', (line) => ready((JSON.parse(line) as { url: string }).url));
    });
    await expect
      .poll(async () => (await cityState(address)).console.join('\n'), { timeout: 30_000 })
      .toContain('Conectado à loja');
    return address;
  }

  async function openStore() {
    const world = await findWorld();
    const { address, panel, tokens } = world;
    const name = `rio-novo-${Date.now().toString(36)}`;
    const account = { name: 'Rita Novaes', email: `dona@${name}.com.br`, password: 'Uma-senha-comprida-7' };
    await call('POST /login/register', { body: account });
    const { token } = await call('POST /login', { body: account });
    await proveAddress(world, account.email, token);
    const { response } = await call('POST /store/create', {
      body: { nameStore: 'Rio Novo RP', nameDomain: name },
      token,
    });
    const store = { subdomain: name };
    await forgetTries('payment-token');
    await call('POST /store/edit', {
      body: {
        id: response.id,
        nameStore: 'Rio Novo RP',
        nameDomain: name,
        branding: { primaryColor: '#6d5efc', secondaryColor: '#22b8cf' },
        mercadoPago: { accessToken: tokens.free },
      },
      token,
    });
    await call('POST /categories/create', { body: { ...store, name: 'Cidadania' }, token });
    const { categories } = await call('POST /categories', { body: store });
    await call('POST /products/create', {
      body: { ...store, name: 'Passaporte', categoryId: categories[0]?._id ?? '', price: 19.9 },
      token,
    });
    return { ...account, address, panel, shop: panel.replace('://', `://${name}.`), key: response.apiToken ?? '' };
  }

  let store: Awaited<ReturnType<typeof openStore>>;
  test.beforeAll(async () => {
    store = await openStore();
  });

  const cityId = (page: Page) => page.getByLabel('ID da Cidade');
  const said = (page: Page) => page.locator('form').getByRole('status').filter({ visible: true }).first();

  async function openCheckout(page: Page): Promise<void> {
    await putIntoCart(page, store.shop, 'Passaporte');
    await page.goto(`${store.shop}/checkout`);
  }

  async function fillTheRest(page: Page): Promise<void> {
    await page.getByLabel('ID do Discord').fill(BRUNO);
    await page.getByRole('radio', { name: /^Pix/ }).check();
  }

  test('the checkout says whose id it is, and sells nothing for an unknown id', async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 422/);
    const field = cityId(page);

    await test.step('without a city nothing is checked', async () => {
      await openCheckout(page);
      const answered = answerOf(page, 'POST /city/check');
      await field.fill('3');
      expect(await (await answered).json()).toMatchObject({ result: 'none' });
      await expect(said(page)).toBeEmpty();
    });

    await startCity(store.key, store.address);

    await test.step('the character is recognised, and nobody else learns the name', async () => {
      const top = (await page.getByText('Onde encontro meu ID da Cidade?').boundingBox())?.y;
      await field.fill('4');
      await expect(said(page)).toHaveText('Personagem: El*** Es*****', { timeout: 30_000 });
      expect((await page.getByText('Onde encontro meu ID da Cidade?').boundingBox())?.y).toBe(top);
      await expectAccessible(page);
    });

    await test.step('an unknown id buys nothing, and nothing typed is lost', async () => {
      await fillTheRest(page);
      await field.fill('4321');
      await expect(said(page)).toHaveText('Não encontramos esse ID na cidade', { timeout: 30_000 });
      await finish(page);
      await expect(page.getByText('Não encontramos esse ID na cidade. Confira o número.').first()).toBeVisible();
      await expect(field).toBeFocused();
      await expect(page.getByLabel('ID do Discord')).toHaveValue(BRUNO);
      expect(page.url()).toContain('/checkout');
    });
  });

  test('the city goes away: a warning, or no sale if the owner wants none', { tag: '@long' }, async ({
    page,
    browser,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 422/, /status of 409/);
    const field = cityId(page);

    await test.step('a warning, and the sale goes on', async () => {
      if (!city) await startCity(store.key, store.address);
      city?.kill('SIGKILL');
      await openCheckout(page);
      await fillTheRest(page);
      await field.fill('5');
      await expect(said(page)).toHaveText('Não deu para conferir agora', { timeout: 30_000 });
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    });

    await test.step('the owner allows no sale without the city’s answer', async () => {
      const own = await browser.newPage();
      await own.goto(`${store.panel}/login`);
      await own.getByLabel('E-mail').fill(store.email);
      await own.getByLabel('Senha', { exact: true }).fill(store.password);
      await own.getByRole('button', { name: 'Entrar', exact: true }).click();
      await expect(own).not.toHaveURL(/login/);
      await own.goto(`${store.panel}/config?tab=servidores`);
      await own.getByLabel('Se a cidade estiver fora do ar ou não souber').selectOption({ label: 'Não vender' });
      await own.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
      await expect(own.getByText('Configurações salvas com sucesso!')).toBeVisible();
      await own.reload();
      await expect(own.getByLabel('Se a cidade estiver fora do ar ou não souber')).toHaveValue('require');
      await own.close();
    });

    await test.step('then nobody buys with an unconfirmed id until the city is back', async () => {
      await page.goto(`${store.shop}/checkout`);
      await field.fill('6');
      await expect(said(page)).toHaveText('A cidade não confirmou esse ID agora', { timeout: 30_000 });
      await finish(page);
      await expect(page.getByText(/^A cidade não confirmou esse ID agora\. Tente de novo/).first()).toBeVisible();
      await startCity(store.key, store.address);
      await field.fill('7');
      await expect(said(page)).toHaveText(/^Personagem: /, { timeout: 30_000 });
      await finish(page);
      // The order of id 5 still waits in this browser, so the shop asks which of the two is meant.
      await page.getByRole('button', { name: 'Trocar por este carrinho' }).click();
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    });
  });
});
