import { type RconStandin, startRcon } from '../standins/rcon/rcon.ts';
import { expectUsableFace, refusedRequests } from './faces.ts';
import { approve } from './own-store.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';
let game: RconStandin | undefined;
test.afterEach(() => game?.stop());
test.use({ expectedErrors: refusedRequests });

test('an owner without a plugin sells commands over RCON', async ({ page }) => {
  const server = await startRcon();
  game = server;
  const owner = await newStore({ name: 'Craft Simples', paid: true });
  const { world, api, store } = owner;
  await api('POST /servers/edit', { id: store.id, name: 'Craft', silenceMinutes: 10, game: 'minecraft' });

  await test.step('the server is tried before it is saved, and its limits are said', async () => {
    await enter(page, owner, '/config?tab=servidores');
    await page.getByRole('button', { name: 'RCON', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'RCON de Craft' });
    await expect(dialog.getByText('Cada comando sai no máximo uma vez')).toBeVisible();
    await dialog.getByLabel('Endereço').fill('127.0.0.1');
    await dialog.getByLabel('Porta').fill(String(server.port));
    await dialog.getByLabel('Senha').fill('errada');
    await expectUsableFace(page, 'rcon-form');
    await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
    await expect(dialog.getByText('O servidor recusou esta senha de RCON.')).toBeVisible();
    await dialog.getByLabel('Senha').fill(server.password);
    await dialog.getByRole('button', { name: 'Testar e salvar' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(`Comandos para 127.0.0.1:${server.port}`)).toBeVisible();
    await expect(page.getByText('Minecraft · RCON, só comandos')).toBeVisible();
    // Nobody installs a plugin any more.
    await expect(page.getByRole('heading', { name: 'Conectar um servidor de Minecraft' })).toHaveCount(0);
    await expectUsableFace(page, 'rcon-server');
  });

  await test.step('a product says what this server cannot do', async () => {
    const { _id: category } = await newCategory(owner, 'VIP');
    await newProduct(owner, category, {
      name: 'Diamantes',
      minecraftActions: [
        { type: 'minecraft_command', executionTiming: 'on_confirmation', command: 'give {{cidade}} diamond 3' },
      ],
    });
    await page.goto(`${world.panel}/products/create`);
    await page.getByRole('tab', { name: 'Minecraft' }).click();
    await page.getByRole('button', { name: 'Adicionar ação' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ação do Minecraft' });
    await dialog.getByLabel('Tipo de ação').selectOption({ label: 'Adicionar grupo' });
    await dialog.getByLabel('Nome do grupo', { exact: true }).fill('vip');
    await expect(dialog.getByText('Por RCON saem só comandos')).toBeVisible();
  });

  await test.step('a buyer gets the goods, and the order says no more than is known', async () => {
    const shop = world.panel.replace('://', `://${store.subdomain}.`);
    await putIntoCart(page, shop, 'Diamantes');
    await page.goto(`${shop}/checkout`);
    await page.getByLabel('Nick do Minecraft').fill('Steve_123');
    await page.getByLabel('ID do Discord').fill(BRUNO);
    await page.getByRole('radio', { name: /^Pix/ }).check();
    await finish(page);
    await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    await approve(owner, referenceOf(page));
    await expect.poll(() => server.ran, { timeout: 60_000 }).toEqual(['give steve_123 diamond 3']);
    await expect(page.getByText('Tudo enviado e recebido.')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Ele não confirma o efeito: se algo faltar no jogo, fale com a loja.')).toBeVisible();
    await expect(page.getByText(/Entregue/)).toHaveCount(0);
    await expectUsableFace(page, 'rcon-buyer');
  });
});
