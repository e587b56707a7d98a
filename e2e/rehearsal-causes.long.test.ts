import type { Locator, Page } from '@playwright/test';
import { expectUsableFace } from './faces.ts';
import { type OwnCity, startCity } from './own-city.ts';
import { enter, newCategory, newProduct, newStore, type Owner } from './owner.ts';
import { windowOf } from './press.ts';
import { expect, test } from './test.ts';
import { citizen, cityState, control, enterCity, inDatabase } from './world.ts';

const CITY_ID = 4;
const now = { executionTiming: 'on_confirmation' };
const cities: OwnCity[] = [];

test.afterEach(() => {
  for (const city of cities.splice(0)) city.close();
});

async function connect({ store, world }: Owner): Promise<OwnCity> {
  const city = await startCity('vrpex', { token: store.apiToken ?? '', platform: world.panel });
  cities.push(city);
  return city;
}
const inCity = (city: OwnCity, path: string, body: object = {}) => control(`${city.url}/__control/${path}`, body);
const says = (city: OwnCity, text: string) =>
  expect.poll(async () => (await cityState(city.url)).console.join('\n'), { timeout: 60_000 }).toContain(text);

/** A Discord server with the bot above one of two roles, and a person who is not in it yet. */
async function makeGuild({ world, store }: Owner) {
  const at = (path: string, body: object) => control(`${world.pages.discord}/__control${path}`, body);
  const mark = store.subdomain;
  const { userIds } = await control<{ userIds: string[] }>(`${world.pages.discord}/__control/seed`, {
    users: [
      { username: `dona.${mark}`, globalName: 'Dona' },
      { username: `joga.${mark}`, globalName: 'Joga' },
    ],
  });
  const [ownerId = '', buyer = ''] = userIds;
  const { guildIds } = await control<{ guildIds: string[] }>(`${world.pages.discord}/__control/seed`, {
    guilds: [{ name: mark, ownerId, roles: [{ name: 'VIP', position: 3 }], bot: { position: 2 } }],
  });
  const guild = guildIds[0] ?? '';
  const { guilds } = await control<{ guilds: { id: string; roles: { id: string; name: string }[] }[] }>(
    `${world.pages.discord}/__control/state`,
  );
  const role = guilds.find(({ id }) => id === guild)?.roles.find(({ name }) => name === 'VIP')?.id ?? '';
  return {
    buyer,
    role,
    bind: () => at('/interactions', { command: 'conectar', options: { token: store.apiToken }, user: ownerId, guild }),
    lowerRole: () => at(`/guilds/${guild}/move-role`, { role, position: 1 }),
    join: () => at(`/guilds/${guild}/join`, { user: buyer }),
  };
}

/** The window "Simular compra", as its owner works in it. */
function rehearsalOf(page: Page, watch: (page: Page) => void) {
  const dialog = windowOf(page, 'Simular compra');
  const stepOf = (text: string) =>
    dialog.getByRole('list', { name: 'Passos da compra' }).getByRole('listitem').filter({ hasText: text });
  const simulate = () => dialog.getByRole('button', { name: 'Simular', exact: true }).click();
  return {
    dialog,
    stepOf,
    simulate,
    /** Simulates until the step has this text, because some remedies take effect a moment later. */
    until: (step: Locator, text: string) =>
      expect(async () => {
        await simulate();
        await expect(step).toContainText(text, { timeout: 3000 });
      }).toPass({ timeout: 60_000 }),
    /** Opens the way that a step offers, in the other tab. */
    async follow(step: Locator, name: string): Promise<Page> {
      const other = page.waitForEvent('popup');
      await step.getByRole('link', { name }).click();
      const opened = await other;
      watch(opened);
      return opened;
    },
  };
}

test('an owner meets each cause that stands against a purchase, mends it, and reads that it goes', async ({
  page,
  watch,
}) => {
  const owner = await newStore({ plan: 'Pro' });
  await owner.api('POST /store/policy', { confirmed: true });
  const guild = await makeGuild(owner);
  const { _id: category } = await newCategory(owner, 'VIPs');
  await newProduct(owner, category, {
    name: 'VIP Completo',
    fiveMActions: [
      { type: 'add_group', groupName: 'VIP', ...now },
      { type: 'execute_command', command: 'say {{cidade}} comprou', ...now },
      { type: 'add_item', itemName: 'agua', itemQuantity: 2, ...now },
      { type: 'add_money', amount: 700, ...now },
    ],
    discordActions: [{ type: 'add_role', roleId: guild.role, roleName: 'VIP', ...now }],
  });
  await enter(page, owner, '/products');
  await page.getByRole('button', { name: 'Ações de VIP Completo' }).click();
  await page.getByRole('menuitem', { name: 'Simular compra' }).click();
  const { dialog, stepOf, simulate, until, follow } = rehearsalOf(page, watch);
  await dialog.getByLabel('ID da Cidade').fill('999');
  await dialog.getByLabel('ID do Discord').fill(guild.buyer);
  const [group, command, item, money, role] = [
    'Adicionar ao grupo',
    'Executar o comando',
    'Entregar 2× agua',
    'R$ 700',
    'cargo VIP',
  ].map(stepOf) as [Locator, Locator, Locator, Locator, Locator];
  let city!: OwnCity;

  await test.step('no server: the script is installed', async () => {
    await simulate();
    await expect(group).toContainText('Nenhum servidor foi conectado.');
    await expect(money).toContainText('Pelo mesmo motivo.');
    await expectUsableFace(page, 'cause-no-server');
    const tab = await follow(group, 'Abrir Servidores');
    await expect(tab.getByRole('button', { name: 'Baixar o script' })).toBeVisible();
    city = await connect(owner);
    await says(city, 'Conectado à loja');
    await tab.close();
    await until(group, 'O grupo “VIP” não existe na cidade.');
  });

  await test.step('a name that the city does not have: the product is corrected', async () => {
    await expect(group).toContainText('falharia');
    await expect(group).toContainText('Você quis dizer “vip”?');
    await expectUsableFace(page, 'cause-name');
    const tab = await follow(group, 'Editar o produto');
    await tab.getByRole('tab', { name: 'FiveM' }).click();
    await tab.getByRole('button', { name: /^Editar ação: Adicionar ao grupo/ }).click();
    const action = windowOf(tab, 'Ação do FiveM');
    await action.getByLabel('Nome do grupo', { exact: true }).fill('vip');
    await action.getByRole('button', { name: 'Confirmar' }).click();
    await tab.getByRole('button', { name: 'Salvar Produto' }).click();
    await expect(tab).toHaveURL(/\/products$/);
    await tab.close();
  });

  await test.step('a player whom the city does not know: the number is corrected', async () => {
    await until(group, 'A cidade não conhece o ID 999. Confira o número.');
    await group.getByRole('button', { name: 'Corrigir o ID' }).click();
    await expect(dialog.getByLabel('ID da Cidade')).toBeFocused();
    await dialog.getByLabel('ID da Cidade').fill(String(CITY_ID));
    await simulate();
    await expect(money).toContainText('pode seguir');
    await expect(group).toContainText('pode seguir');
  });

  await test.step('a player who is away: he enters the city', async () => {
    await expect(item).toContainText('o ID 4 está fora: a entrega espera até ele entrar.');
    await enterCity(city.url, CITY_ID);
    await until(item, 'pode seguir');
  });

  await test.step('a command without permission: the city gives it', async () => {
    await inCity(city, 'console', { line: 'remove_ace resource.vitrine command.say allow' });
    await inCity(city, 'console', { line: 'vitrine sincronizar' });
    await until(command, 'Falta a permissão do comando “say” na cidade.');
    await expect(command.getByRole('button', { name: 'Copiar a linha' })).toBeVisible();
    await expectUsableFace(page, 'cause-command');
    const [line = ''] = /add_ace .*? allow/.exec((await command.textContent()) ?? '') ?? [];
    await inCity(city, 'console', { line });
    await inCity(city, 'console', { line: 'vitrine sincronizar' });
    await until(command, 'pode seguir');
  });

  await test.step('Discord: no server, a role above the bot, and a player who is not there', async () => {
    await expect(role).toContainText('Nenhum servidor do Discord está conectado à loja.');
    const tab = await follow(role, 'Abrir Discord');
    await expect(tab.getByText('/conectar').first()).toBeVisible();
    await guild.bind();
    await tab.close();
    await simulate();
    await expect(role).toContainText('Arraste o cargo do bot para cima dele.');
    await expectUsableFace(page, 'cause-role');
    await guild.lowerRole();
    await simulate();
    await expect(role).toContainText('peça que ele entre');
    await guild.join();
    await simulate();
    await expect(role).toContainText('pode seguir');
  });

  const ran = dialog.getByRole('list', { name: 'Passos da simulação' }).getByRole('listitem');
  const run = async () => {
    await dialog.getByRole('button', { name: 'Executar de verdade' }).click();
    await dialog.getByRole('button', { name: 'Executar agora' }).click();
    await expect(dialog.getByText('Simulação em andamento')).toBeVisible();
  };
  const undo = async () => {
    await expect(dialog.getByText('5 de 5 entregues')).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Desfazer agora' }).click();
    await expect(dialog.getByText('Simulação desfeita')).toBeVisible();
    await expect(ran.filter({ hasText: 'Adicionar ao grupo' })).toContainText('Retirado: vip.', { timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Simular de novo' }).click();
  };

  await test.step('no room in the inventory, which only the run shows: the player makes room', async () => {
    await inCity(city, 'items', { id: CITY_ID, item: 'bigbox', amount: 1 });
    await run();
    const waiting = ran.filter({ hasText: 'Entregar 2× agua' });
    await expect(waiting).toContainText('Inventário cheio', { timeout: 60_000 });
    await expect(waiting).toContainText('Peça que o jogador libere espaço');
    await expectUsableFace(page, 'cause-room');
    await inCity(city, 'items', { id: CITY_ID, item: 'bigbox', amount: -1 });
    await undo();
    expect((await citizen(city.url, CITY_ID)).items).toContainEqual({ item: 'agua', amount: 2 });
  });

  /** After this long without a request a city counts as away (limits.gameOfflineSeconds). */
  const beSilent = () =>
    inDatabase(
      `update game_server set last_seen_at = now() - interval '4 minutes'
        where store_id = (select id from store where subdomain = $1)`,
      [owner.store.subdomain],
    );
  const untilSilent = (text: string) =>
    expect(async () => {
      await beSilent();
      await simulate();
      await expect(group).toContainText(text, { timeout: 3000 });
    }).toPass({ timeout: 60_000 });

  await test.step('a server that is out: what runs waits for it, and arrives when it is back', async () => {
    await inCity(city, 'kill');
    await untilSilent('“Servidor principal” está fora do ar. Ligue o servidor');
    await run();
    await expect(ran.filter({ hasText: 'R$ 700' })).toContainText('O servidor da cidade está fora do ar');
    await expectUsableFace(page, 'cause-silent-run');
    await inCity(city, 'restart');
    await enterCity(city.url, CITY_ID);
    await undo();
    await simulate();
    await expect(money).toContainText('pode seguir');
  });

  await test.step('another server in its place: its owner approves it', async () => {
    await inCity(city, 'kill');
    await beSilent();
    const other = await connect(owner);
    await says(other, 'até você aprovar em');
    await untilSilent('Um servidor espera por “Servidor principal” e não recebe entregas.');
    await expectUsableFace(page, 'cause-not-seated');
    const tab = await follow(group, 'Abrir Servidores');
    await tab.getByRole('region', { name: 'Servidor à espera' }).getByRole('button', { name: 'Aprovar' }).click();
    await windowOf(tab, 'Aprovar este servidor para Servidor principal?')
      .getByRole('button', { name: 'Aprovar' })
      .click();
    await says(other, 'Conectado à loja');
    await tab.close();
    await until(money, 'pode seguir');
  });
});
