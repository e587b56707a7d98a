import { expectUsableFace } from './faces.ts';
import { approve } from './own-store.ts';
import { enter, newCategory, newStore } from './owner.ts';
import { connectServer, type ProtocolServer } from './protocol-server.ts';
import { finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';

const BRUNO = '391822001983488001';
const both = { online: true, offline: true };
const words = [
  'identity',
  'arguments',
  'in_order',
  'names',
  'execute_command',
  'add_group',
  'remove_group',
  'add_money',
];
const plugin = {
  game: 'minecraft',
  framework: 'paper',
  capabilities: Object.fromEntries(words.map((word) => [word, both])),
  online: ['minecraft_name:steve_123'],
};

let server: ProtocolServer | undefined;
test.afterEach(() => server?.close());

test('a new store sells for Minecraft: from the choice of the game to the delivery', async ({ page }) => {
  const owner = await newStore({ name: 'Craft Brasil', paid: true });
  const { world, api, store } = owner;

  await test.step('the owner says which game it is, and connects the server', async () => {
    await enter(page, owner, '/config?tab=servidores');
    const game = page.getByLabel('Qual é o jogo do seu servidor?');
    await expect(game).toHaveValue('fivem');
    await game.selectOption({ label: 'Minecraft' });
    await expect(page.getByRole('heading', { name: 'Conectar um servidor de Minecraft' })).toBeVisible();
    // The licence of FiveM is nobody's matter here.
    await expect(page.getByText('Antes de conectar um servidor FiveM')).toHaveCount(0);
    await expect(page.getByText('plugins/Vitrine/config.yml')).toBeVisible();
    await expectUsableFace(page, 'minecraft-connect');
    const { apiToken } = await api('POST /store/token', {});
    server = await connectServer(world.address, apiToken ?? '', plugin);
    await expect(page.getByText('Servidor conectado')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Minecraft · Paper')).toBeVisible();
    await expect(game).toHaveCount(0);
  });

  await test.step('and makes a product with actions of the tab', async () => {
    await newCategory(owner, 'VIP');
    await page.goto(`${world.panel}/products/create`);
    await page.getByLabel('Nome', { exact: true }).fill('VIP Diamante');
    await page.getByLabel('Preço', { exact: true }).fill('19,90');
    await page.getByLabel('Categoria').selectOption({ label: 'VIP' });
    await page.getByRole('tab', { name: 'Minecraft' }).click();
    await expect(page.getByText('Nenhuma ação do Minecraft adicionada')).toBeVisible();
    const add = async (type: string, fill: Record<string, string>) => {
      await page.getByRole('button', { name: /^Adicionar (ação|mais)$/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Ação do Minecraft' });
      await dialog.getByLabel('Tipo de ação').selectOption({ label: type });
      for (const [label, text] of Object.entries(fill)) await dialog.getByLabel(label, { exact: true }).fill(text);
      await dialog.getByLabel('Quando executar').selectOption({ label: 'Após a confirmação' });
      if (type === 'Executar comando') await expectUsableFace(page, 'minecraft-action');
      await dialog.getByRole('button', { name: 'Confirmar' }).click();
      await expect(dialog).toBeHidden();
    };
    await add('Executar comando', { Comando: 'give {{cidade}} diamond 3' });
    await add('Adicionar grupo', { 'Nome do grupo': 'vip' });
    await expect(page.getByText('Adicionar ao grupo vip').first()).toBeVisible();
    await expectUsableFace(page, 'minecraft-tab');
    await page.getByRole('button', { name: 'Criar Produto' }).click();
    await expect(page).toHaveURL(/\/products$/);
  });

  await test.step('a buyer orders with a nick, and the server delivers', async () => {
    const shop = world.panel.replace('://', `://${store.subdomain}.`);
    await putIntoCart(page, shop, 'VIP Diamante');
    await page.goto(`${shop}/checkout`);
    await page.getByLabel('Nick do Minecraft').fill('Steve_123');
    await expect(page.getByLabel('ID da Cidade')).toHaveCount(0);
    await page.getByLabel('ID do Discord').fill(BRUNO);
    await page.getByRole('radio', { name: /^Pix/ }).check();
    await finish(page);
    await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    await approve(owner, referenceOf(page));
    await expect(page.getByText('Tudo entregue').first()).toBeVisible({ timeout: 60_000 });
    await expectUsableFace(page, 'minecraft-order');
    expect(server?.given.map(({ action, args }) => [action, args.argv ?? args.group])).toEqual([
      ['execute_command', ['give', 'steve_123', 'diamond', '3']],
      ['add_group', 'vip'],
    ]);
  });
});

test('a store has a city and servers of other games, each with its steps', { tag: '@long' }, async ({ page }) => {
  const owner = await newStore({ name: 'Três Jogos' });
  await newCategory(owner, 'VIP');
  await enter(page, owner, '/config?tab=servidores');
  for (const [game, lines] of [
    ['Minecraft', 'Linhas do config.yml'],
    ['MTA', 'Linhas do config.lua'],
  ] as const) {
    await page.getByRole('button', { name: 'Adicionar servidor' }).click();
    const form = page.getByRole('dialog', { name: 'Adicionar servidor' });
    await form.getByLabel('Nome').fill(`Nosso ${game}`);
    await form.getByLabel('Jogo').selectOption({ label: game });
    await form.getByRole('button', { name: 'Adicionar' }).click();
    const made = page.getByRole('dialog', { name: `Conectar Nosso ${game}` });
    await expect(made.getByRole('region', { name: lines })).toBeVisible();
    await expectUsableFace(page, `connect-${game.toLowerCase()}`);
    await made.getByRole('button', { name: 'Pronto' }).click();
    await expect(page.getByText(`${game} · aparece aqui na primeira conexão`)).toBeVisible();
  }
  const games = { minecraft: 'Minecraft', mta: 'MTA' };
  await page.goto(`${owner.world.panel}/products/create`);
  for (const game of Object.values(games)) {
    await page.getByRole('tab', { name: game }).click();
    await page.getByRole('button', { name: 'Adicionar ação' }).click();
    const dialog = page.getByRole('dialog', { name: `Ação do ${game}` });
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(dialog.getByText(`Selecione um tipo de ação para ${game}.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  }
});
