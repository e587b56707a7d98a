import type { Page } from '@playwright/test';
import { countPresses } from './count-presses.ts';
import { connectCity, secretLines } from './first-sale.ts';
import { type OwnCity, startCity } from './own-city.ts';
import { linkInMail } from './people.ts';
import { order, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { citizen, control, enterCity, findWorld, paymentsOf, rolesOf } from './world.ts';

const ANA = '284102390184210432';
const BRUNO = '391822001983488001';
const CITY_ID = 4;

let city: OwnCity;
test.beforeAll(async () => {
  city = await startCity('vrpex');
});
test.afterAll(() => city?.close());

async function addAction(
  page: Page,
  dialogTitle: string,
  fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Adicionar ação' }).click();
  const dialog = page.getByRole('dialog', { name: dialogTitle });
  await fill(dialog);
  await dialog.getByLabel('Quando executar').selectOption({ label: 'Após a confirmação' });
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog).toBeHidden();
}

test('a new owner: from the registration to the first delivered sale', async ({ page, watch }) => {
  const world = await findWorld();
  const { panel, pages, tokens } = world;
  const hand = await countPresses(page);
  const name = `vila-nova-${Date.now().toString(36)}`;
  const email = `dono@${name}.com.br`;
  const password = 'Uma-senha-comprida-7';
  // This story has its own Discord server. Nobody has invited the bot to it yet.
  const guild = `Vila ${name.slice(-6)}`;
  await control(`${pages.discord}/__control/seed`, {
    guilds: [
      {
        name: guild,
        ownerId: ANA,
        roles: [{ name: 'Cidadão', position: 1 }],
        members: [{ userId: BRUNO }],
        bot: false,
      },
    ],
  });

  await test.step('registers and logs in', async () => {
    await page.goto(`${panel}/registrar`);
    await page.getByLabel('Nome').fill('Olívia Prado');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).not.toHaveURL(/login/);
  });

  await test.step('confirms the address by the mail', async () => {
    await page.goto(await linkInMail(world, email, 'Confirme seu e-mail'));
    await page.getByRole('button', { name: 'Confirmar meu e-mail' }).click();
    await expect(page.getByText('Seu e-mail foi confirmado.')).toBeVisible();
  });

  await test.step('creates the store', async () => {
    await page.goto(`${panel}/store/create`);
    await page.getByLabel('Nome da loja').fill('Vila Nova RP');
    await page.getByLabel('Domínio').fill(name);
    await page.getByRole('button', { name: 'Criar loja' }).click();
    await expect(page).toHaveURL(`${panel}/dashboard`);
  });

  await test.step('buys a plan with Discord', async () => {
    await page.goto(`${panel}/subscription`);
    await page.getByRole('button', { name: 'Assinar Pro' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assinar Pro' });
    await dialog.getByRole('button', { name: /^Pagar/ }).click();
    await page.getByRole('button', { name: 'Pagar com saldo do Mercado Pago' }).click();
    await expect(page.getByText(/^Plano Pro ativo até \d\d\/\d\d\/\d{4}$/)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 2, name: 'Pro' })).toBeVisible();
  });

  await test.step('pastes the payment token', async () => {
    await page.goto(`${panel}/config?tab=pagamentos`);
    await page.getByLabel('Token de acesso do Mercado Pago').fill(tokens.free);
    await page.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
    await expect(page.getByText('LOJA NOVA', { exact: true })).toBeVisible();
  });

  await test.step('connects the city with the downloaded script', async () => {
    await page.goto(`${panel}/config?tab=servidores`);
    await connectCity(page, city.url, watch);
  });

  await test.step('binds the Discord server with /conectar', async () => {
    await page.goto(`${panel}/config?tab=discord`);
    const command = await secretLines(page, 'Comando do Discord');
    const token = command.replace('/conectar token:', '');
    const discord = await page.context().newPage();
    watch(discord);
    await discord.goto(pages.discord);
    await discord.getByRole('link', { name: `Convidar o bot para ${guild}` }).click();
    await discord.getByLabel('Entrar como').selectOption({ label: 'Ana Souza (@ana.dona)' });
    await discord.getByRole('button', { name: 'Autorizar' }).click();
    await discord.goto(pages.discord);
    const moveUp = discord.getByRole('button', { name: `Subir o cargo Vitrine em ${guild}` });
    if (await moveUp.isVisible()) await moveUp.click();
    await discord.getByLabel('Usuário').selectOption({ label: 'Ana Souza' });
    await discord.getByLabel('Servidor', { exact: true }).selectOption({ label: guild });
    await discord.getByLabel('Comando', { exact: true }).selectOption('conectar');
    await discord.getByLabel('Opção token').fill(token);
    await discord.getByRole('button', { name: 'Executar comando' }).click();
    await expect(discord.getByRole('status', { name: 'Respostas' })).toContainText(
      'Servidor conectado à loja Vila Nova RP',
    );
    await discord.close();
    await expect(page.getByText(`Conectado a ${guild}`)).toBeVisible({ timeout: 30_000 });
  });

  await test.step('creates a category and a product with an action for both', async () => {
    await page.goto(`${panel}/categories/create`);
    await page.getByLabel('Nome da categoria').fill('Cidadania');
    await page.getByRole('button', { name: /^Criar/ }).click();
    await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
    await page.goto(`${panel}/products/create`);
    await page.getByLabel('Nome', { exact: true }).fill('Passaporte');
    await page.getByLabel('Categoria').selectOption({ label: 'Cidadania' });
    await page.getByLabel('Preço', { exact: true }).fill('19,90');
    await addAction(page, 'Ação do Discord', async (dialog) => {
      await dialog.getByLabel('Tipo de ação').selectOption('add_role');
      await dialog.getByLabel('Cargo').selectOption({ label: 'Cidadão' });
    });
    await page.getByRole('tab', { name: 'FiveM' }).click();
    await addAction(page, 'Ação do FiveM', async (dialog) => {
      await dialog.getByLabel('Tipo de ação').selectOption('add_money');
      await dialog.getByLabel('Quantia').fill('7500');
    });
    await page.getByRole('button', { name: 'Criar Produto' }).click();
    await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();
    hand.report('from the registration to a product that city and Discord deliver');
  });

  await test.step('sells it once', async () => {
    const before = await enterCity(city.url, CITY_ID);
    const shop = panel.replace('://', `://${name}.`);
    const buyer = await page.context().newPage();
    watch(buyer);
    await order(buyer, shop, 'Passaporte', { cityId: CITY_ID, discordId: BRUNO, name: 'Bruno Lima' }, 'Pix');
    await expect(buyer.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    const [payment] = await paymentsOf(pages.mercadoPago, referenceOf(buyer));
    const bank = await page.context().newPage();
    await bank.goto(`${pages.mercadoPago}/pix/${payment?.id}`);
    await bank.getByRole('button', { name: 'Pagar no aplicativo do banco' }).click();
    await expect(buyer.getByText('Tudo entregue.')).toBeVisible({ timeout: 30_000 });
    expect((await citizen(city.url, CITY_ID)).bank).toBe((before.bank ?? 0) + 7500);
    expect(await rolesOf(pages.discord, guild, BRUNO)).toContain('Cidadão');

    await page.goto(`${panel}/orders`);
    await expect(page.getByText('Bruno Lima').first()).toBeVisible();
    await expect(page.getByText('R$ 19,90').first()).toBeVisible();
  });

  await test.step('disconnects the Discord server', async () => {
    await page.goto(`${panel}/config?tab=discord`);
    await page.getByRole('button', { name: 'Desconectar Discord' }).click();
    const dialog = page.getByRole('dialog', { name: `Desconectar ${guild}?` });
    await dialog.getByRole('button', { name: 'Desconectar' }).click();
    await expect(page.getByText('Discord desconectado.')).toBeVisible();
    await expect(page.getByText('Nenhum ainda.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Esperando o comando no Discord…')).toBeVisible();
  });
});
