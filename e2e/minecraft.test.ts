import { expectUsableFace } from './faces.ts';
import { addAction, beginProduct, endProduct, openStore, secretLines, sellOnce } from './first-sale.ts';
import { enter, newCategory, newStore } from './owner.ts';
import { connectServer, type ProtocolServer } from './protocol-server.ts';
import { expect, test } from './test.ts';

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

test('a new owner of a Minecraft server: from the registration to the first delivered sale', async ({ page }) => {
  const owner = await openStore(page, 'Craft Brasil');

  await test.step('says which game it is, and connects the server', async () => {
    await page.goto(`${owner.panel}/config?tab=servidores`);
    const game = page.getByLabel('Qual é o jogo do seu servidor?');
    await expect(game).toHaveValue('fivem');
    await game.selectOption({ label: 'Minecraft' });
    await expect(page.getByRole('heading', { name: 'Conectar um servidor de Minecraft' })).toBeVisible();
    // The owner of a Minecraft server is not asked about the licence of FiveM.
    await expect(page.getByText('Antes de conectar um servidor FiveM')).toHaveCount(0);
    await expect(page.getByText('plugins/Vitrine/config.yml')).toBeVisible();
    await expectUsableFace(page, 'minecraft-connect');
    const lines = await secretLines(page, 'Linhas do config.yml');
    const [, token = '', address] = /^chave: '(.+)'\nendereco: '(.+)'$/.exec(lines) ?? [];
    expect(address).toBe(owner.panel);
    // Node does not find names that end with .localhost, so the server gets the product by its address.
    server = await connectServer(owner.world.address, token, plugin);
    await expect(page.getByText('Servidor conectado')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Minecraft · Paper')).toBeVisible();
    await expect(game).toHaveCount(0);
  });

  await test.step('makes a product with actions of the tab', async () => {
    await beginProduct(page, owner, 'VIP Diamante', 'VIP');
    await page.getByRole('tab', { name: 'Minecraft' }).click();
    await expect(page.getByText('Nenhuma ação do Minecraft adicionada')).toBeVisible();
    await addAction(page, 'Minecraft', 'Executar comando', { Comando: 'give {{cidade}} diamond 3' }, () =>
      expectUsableFace(page, 'minecraft-action'),
    );
    await addAction(page, 'Minecraft', 'Adicionar grupo', { 'Nome do grupo': 'vip' });
    await expect(page.getByText('Adicionar ao grupo vip').first()).toBeVisible();
    await expectUsableFace(page, 'minecraft-tab');
    await endProduct(page);
  });

  await test.step('sells it once', async () => {
    await sellOnce(page, owner, { product: 'VIP Diamante', field: 'Nick do Minecraft', id: 'Steve_123' });
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
