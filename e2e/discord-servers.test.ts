import { enter, newCategory, newOrder, newStore } from './owner.ts';
import { confirmAgain } from './people.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';
import { control, rolesOf } from './world.ts';

test.use({ colorScheme: 'dark' });

test('an owner adds a second Discord server, sells a role there, and makes it the main one', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newStore({ name: 'Dois Servidores RP', plan: 'Pro', paid: true });
  const at = `${owner.world.pages.discord}/__control`;
  const mark = owner.store.subdomain;
  const [main, faction] = [`Cidade ${mark}`, `Facção ${mark}`];
  const people = await control<{ userIds: string[] }>(`${at}/seed`, {
    users: [
      { username: `dona.${mark}`, globalName: 'Dona' },
      { username: `chefe.${mark}`, globalName: 'Chefe' },
    ],
  });
  const [ownerId = '', buyer = ''] = people.userIds;
  const roles = [
    { name: 'Cidadão', position: 1 },
    { name: 'Chefe', position: 1 },
  ];
  const { guildIds } = await control<{ guildIds: string[] }>(`${at}/seed`, {
    guilds: [main, faction].map((name, place) => ({
      name,
      ownerId,
      roles: [roles[place]],
      members: [{ userId: buyer }],
      bot: { position: 3 },
    })),
  });
  await confirmAgain(owner.token);
  const { apiToken: token } = await owner.api('POST /store/token', {});
  const connect = (guild: string | undefined) =>
    control(`${at}/interactions`, { command: 'conectar', options: { token }, user: ownerId, guild });
  await connect(guildIds[0]);
  await newCategory(owner, 'Facções');

  const { guilds } = await control<{ guilds: { name: string; roles: { id: string; name: string }[] }[] }>(
    `${at}/state`,
  );
  const citizen = guilds.find(({ name }) => name === main)?.roles.find(({ name }) => name === 'Cidadão')?.id;
  const moveRole = (position: number) => control(`${at}/guilds/${guildIds[0]}/move-role`, { role: citizen, position });
  await moveRole(9);
  await enter(page, owner, '/config?tab=discord');
  const first = page.getByRole('listitem', { name: main });
  await expect(first).toContainText('Nenhum cargo ao alcance');
  await expect(first).toContainText('Arraste o cargo do bot para cima');
  await expectUsable(page, 'a bot below all roles');
  await moveRole(1);
  // Discord is asked at most every three seconds.
  await expect(async () => {
    await first.getByRole('button', { name: 'Conferir de novo' }).click();
    await expect(first).toContainText('Tudo certo', { timeout: 1500 });
  }).toPass();
  await page.getByRole('button', { name: 'Adicionar servidor' }).click();
  await expect(page.getByText('Conectar outro servidor')).toBeVisible();
  await connect(guildIds[1]);
  await expect(page.getByText(`Conectado a ${faction}`)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('listitem', { name: main })).toContainText('Principal');

  await page.goto(`${owner.world.panel}/products/create`);
  await page.getByLabel('Nome', { exact: true }).fill('Chefia');
  await page.getByLabel('Categoria').selectOption({ label: 'Facções' });
  await page.getByLabel('Preço', { exact: true }).fill('19,90');
  await page.getByRole('button', { name: 'Adicionar ação' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tipo de ação').selectOption('add_role');
  await expect(dialog.getByLabel('Cargo').getByRole('option', { name: 'Cidadão' })).toBeAttached();
  await dialog.getByLabel('Servidor do Discord').selectOption({ label: faction });
  await expect(dialog.getByRole('button', { name: 'Atualizar lista' })).toBeVisible();
  await dialog.getByLabel('Cargo').selectOption({ label: 'Chefe' });
  await dialog.getByLabel('Quando executar').selectOption('on_confirmation');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText(`Dar o cargo Chefe no Discord · ${faction}`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Criar Produto' }).click();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();

  const { products } = await owner.api('POST /products', {});
  const order = await newOrder(owner, {
    clientId: 3,
    discordId: buyer,
    idProducts: products.map(({ _id }) => ({ id: _id, quantity: 1 })),
  });
  await order.pay();
  await expect.poll(() => rolesOf(owner.world.pages.discord, faction, buyer), { timeout: 30_000 }).toEqual(['Chefe']);
  expect(await rolesOf(owner.world.pages.discord, main, buyer)).toEqual([]);

  await page.goto(`${owner.world.panel}/config?tab=discord`);
  const second = page.getByRole('listitem', { name: faction });
  await second.getByRole('button', { name: 'Tornar principal' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tornar principal' }).click();
  await expect(second).toContainText('Principal');
  await second.getByRole('button', { name: 'Desconectar' }).click();
  const question = page.getByRole('dialog', { name: `Desconectar ${faction}?` });
  await expect(question.getByRole('listitem')).toHaveText(['Chefia']);
  await question.getByRole('button', { name: 'Desconectar' }).click();
  await expect(second).toHaveCount(0);
  await page.goto(`${owner.world.panel}/products`);
  await expect(page.getByText('Ação a corrigir').first()).toBeVisible();
});
