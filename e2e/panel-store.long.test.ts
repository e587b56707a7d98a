import { readFileSync } from 'node:fs';
import { call } from './call.ts';
import { expectUsableFace, hold, refuse, refusedRequests } from './faces.ts';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { answerWhoIsIt, letSessionsAge, register, whoIsIt } from './people.ts';
import { expect, test } from './test.ts';
import { findWorld } from './world.ts';

test.use({ expectedErrors: refusedRequests });

const BRUNO = '391822001983488001';

test('dashboard: loading, failed, a new store, and one that sells', async ({ page }) => {
  const owner = await newStore({ paid: true });
  const held = await hold(page, 'POST /dashboard');
  await enter(page, owner, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Bom dia|Boa tarde|Boa noite), Otávio$/);
  await expectUsableFace(page);
  await held.release();
  await expect(page.getByRole('progressbar', { name: 'Primeiros passos' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nenhum pedido ainda' })).toBeVisible();
  await expectUsableFace(page);

  const { _id: category } = await newCategory(owner, 'VIPs');
  const gold = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9 });
  await owner.api('POST /discounts/create', { code: 'NATAL15', type: 'percentage', value: 15 });
  for (let buyer = 1; buyer <= 9; buyer++) {
    const idProducts = [{ id: gold._id, quantity: 1 }];
    const order = await newOrder(owner, { clientId: buyer, discordId: BRUNO, idProducts });
    if (buyer <= 2) await order.pay();
  }
  const fault = await refuse(page, 'POST /dashboard');
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar dados' });
  await expect(alert).toContainText('Aguarde um pouco');
  await expectUsableFace(page);
  await fault.mend();
  // The figures may load by themselves before the press.
  const cards = page.getByRole('list', { name: 'Resumo' }).getByRole('listitem');
  await alert.getByRole('button', { name: 'Tentar novamente' }).or(cards.first()).click();

  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /abre a loja/ })).toHaveAttribute('href', owner.store.url);
  const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', day: 'numeric', month: 'long' });
  await expect(main).toContainText(today.format(new Date()));
  await expect(cards).toHaveCount(4);
  await expect(cards).toContainText(['R$ 99,80', 'R$ 99,80', 'R$ 99,80', 'Visitas hoje']);
  const orders = page.getByRole('list', { name: 'Pedidos recentes' }).getByRole('listitem');
  await expect(orders).toHaveCount(8);
  await expect(orders.first()).toContainText(/#\d+.*VIP Ouro.*Cliente 9/);
  await expect(orders.first()).toContainText('Pendente');
  await expect(page.getByRole('list', { name: 'Pacotes populares' })).toContainText('2 vendas');
  await expect(page.getByRole('list', { name: 'Cupons ativos' })).toContainText('NATAL15');
  // A table says the same to people who cannot see the chart.
  await expect(page.getByRole('table', { name: 'Receita do ano por mês' })).toContainText('R$ 99,80');
  await expectUsableFace(page);
  await orders.first().getByRole('link').click();
  await expect(page.getByRole('dialog', { name: /^Pedido #/ })).toBeVisible();
});

test('settings: one bar saves all of them, and says why it could not', async ({ page }) => {
  const owner = await newStore({ paid: true });
  await enter(page, owner, '/config');
  const name = page.getByLabel('Nome da loja');
  await name.fill('');
  await page.setViewportSize({ width: 360, height: 740 });
  const bar = page.getByRole('region', { name: 'Alterações não salvas' });
  const save = bar.getByRole('button', { name: 'Salvar' });
  await save.click();
  await expect(name).toHaveAccessibleDescription('Nome da loja é obrigatório');
  await expectUsableFace(page);
  await name.fill('Porto Velho RP');
  const broken = await refuse(page, 'POST /store/edit', { status: 500, code: 'internal', error: '' });
  await save.click();
  await expect(bar.getByRole('alert')).toHaveText('Erro ao salvar configurações');
  await expect(name).toHaveValue('Porto Velho RP');
  await expectUsableFace(page);
  await broken.mend();
  const saving = await hold(page, 'POST /store/edit');
  await save.click();
  await expect(bar.getByRole('button', { name: 'Salvando...' })).toBeDisabled();
  await saving.release();
  await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-sonner-theme', 'dark');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('tab', { name: 'Aparência' }).click();
  await page.getByRole('textbox', { name: 'Cor primária', exact: true }).fill('#ffff00');
  await expect(page.getByText(/^Ajustamos a cor primária|^Nos textos, ajustamos/)).toBeVisible();
  await page.getByRole('tab', { name: 'Pagamentos' }).click();
  await expect(page.getByText('Conectado', { exact: true })).toBeVisible();
  // The server never returns the whole token.
  const token = page.getByLabel('Token de acesso do Mercado Pago');
  await expect(token).toHaveAttribute('type', 'password');
  expect(await token.inputValue()).not.toContain(owner.world.tokens.free.slice(0, -4));
  await page.getByRole('tab', { name: 'Loja', exact: true }).click();
  await page.getByLabel('Domínio').fill('');
  await page.getByRole('tab', { name: 'Pagamentos' }).click();
  await page.getByLabel('Pix espera (minutos)').fill('5');
  await expectUsableFace(page);
  await save.click();
  // The first tab with a mistake opens.
  await expect(page.getByRole('tab', { name: 'Loja', exact: true })).toHaveAttribute('aria-selected', 'true');
  const domain = page.getByLabel('Domínio');
  await expect(domain).toHaveAccessibleDescription(/Nome do domínio é obrigatório/);
  await expect(domain).toBeFocused();

  await domain.fill(owner.store.subdomain);
  await page.getByRole('tab', { name: 'Dados legais' }).click();
  await page.getByLabel('CPF ou CNPJ').fill('123');
  await page.getByRole('tab', { name: 'Loja', exact: true }).click();
  await save.click();
  // One mistake after the other, each on its own tab.
  await expect(page.getByRole('tab', { name: 'Pagamentos' })).toHaveAttribute('aria-selected', 'true');
  const minutes = page.getByLabel('Pix espera (minutos)');
  await expect(minutes).toBeFocused();
  await expect(minutes).toHaveAccessibleDescription(/Use de 30 a 1440 minutos/);
  await minutes.fill('45');
  await save.click();
  await expect(page.getByLabel('CPF ou CNPJ')).toBeFocused();
});

test('settings: a refusal opens the tab of its field', async ({ page }) => {
  const owner = await newStore({ paid: true });
  await enter(page, owner, '/config');
  const domain = page.getByLabel('Domínio');
  await page.getByRole('tab', { name: 'Dados legais' }).click();
  await page.getByLabel('CPF ou CNPJ').fill('123');
  await page.getByRole('tab', { name: 'Servidores de jogo' }).click();
  await page.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
  const document = page.getByLabel('CPF ou CNPJ');
  await expect(document).toBeFocused();
  await expect(document).toHaveAccessibleDescription('Informe um CPF ou CNPJ válido.');
  await expect(page).toHaveURL(/tab=legal/);

  // The same for a rule that only the server checks: another store has the name, and the field is on the first tab.
  await document.fill('');
  const other = await newStore();
  await page.getByRole('tab', { name: 'Loja', exact: true }).click();
  await domain.fill(other.store.subdomain);
  await page.getByRole('tab', { name: 'Pagamentos' }).click();
  await page.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('button', { name: 'Mudar o endereço' }).click();
  await expect(domain).toBeFocused();
  await expect(domain).toHaveAttribute('aria-invalid', 'true');
});

test('settings: script and key of a game server, and parts that did not load', async ({ page, context }) => {
  // A whole browser lets a page copy after a press. The browser without a window needs this permission.
  await context.grantPermissions(['clipboard-write']);
  const owner = await newStore();
  await owner.api('POST /store/policy', { confirmed: true });
  const away = await refuse(page, 'GET /store/connection');
  await enter(page, owner, '/config?tab=servidores');
  const alert = page.getByRole('alert').filter({ hasText: 'Erro ao carregar dados da loja' });
  await expect(alert).toBeVisible();
  await expectUsableFace(page);
  await away.mend();
  await alert.getByRole('button', { name: 'Tentar novamente' }).click();

  const download = page.getByRole('button', { name: 'Baixar o script' });
  const broken = await refuse(page, 'GET /store/script/download', { status: 500, code: 'internal', error: '' });
  await download.click();
  await expect(page.getByText('Erro ao baixar o script. Tente novamente.')).toBeVisible();
  await broken.mend();
  const saved = page.waitForEvent('download');
  await download.click();
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  await expect(page.getByText('Download do script iniciado!')).toBeVisible();
  await page.getByRole('button', { name: 'Copiar token' }).click();
  await expect(page.getByText('Chave privada FiveM copiada!')).toBeVisible();

  // Without the list of stores no screen can work: each says so, without a toast.
  const lost = await refuse(page, 'GET /store');
  await page.reload();
  await expect(alert).toBeVisible();
  await lost.mend();
  // The list may load by itself before the press.
  const tab = page.getByRole('tab', { name: 'Servidores de jogo' });
  await alert.getByRole('button', { name: 'Tentar novamente' }).or(tab).click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
});

test('the danger zone: a store closes at once for everybody, its data is downloaded, and it opens again', async ({
  page,
  watch,
}) => {
  // An account of its own: confirming gives its session a new token, and other stories use the old tokens of the shared account.
  const owner = await newStore({ paid: true, person: await register(await findWorld(), 'Olga Prado') });
  const { _id: category } = await newCategory(owner, 'VIPs');
  const product = await newProduct(owner, category, { name: 'VIP Ouro', price: 49.9 });
  const idProducts = [{ id: product._id, quantity: 1 }];
  await newOrder(owner, { clientId: 5, discordId: BRUNO, name: 'Bruno Lima', idProducts });
  // A buyer is at the checkout while the owner closes the store.
  const buyer = await page.context().newPage();
  watch(buyer);
  await buyer.goto(`${owner.store.url}/buy?product=${product._id}`);
  await expect(buyer).toHaveURL(/\/checkout$/);

  await enter(page, owner, '/config');
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Fechar a loja' }).click();
  await expect(page.getByRole('tab', { name: 'Zona de perigo' })).toHaveAttribute('aria-selected', 'true');
  await expectUsableFace(page);
  await page.getByRole('button', { name: 'Fechar loja' }).click();
  const question = page.getByRole('dialog', { name: `Fechar ${owner.store.name}?` });
  await expect(question).toBeVisible();
  await expectUsableFace(page);
  const broken = await refuse(page, 'POST /store/status', { status: 500, code: 'internal', error: '' });
  await question.getByRole('button', { name: 'Fechar loja' }).click();
  await expect(question.getByRole('alert')).toHaveText('Erro ao fechar a loja');
  await broken.mend();
  await question.getByRole('button', { name: 'Fechar loja' }).click();
  await expect(page.getByText('Loja fechada.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A loja está fechada' })).toBeVisible();

  await buyer.getByRole('button', { name: /^Aumentar/ }).click();
  await expect(buyer.getByRole('alert')).toHaveText('Esta loja não está aberta no momento.');
  await buyer.goto(owner.store.url);
  await expect(buyer.getByRole('heading', { name: `${owner.store.name} abre em breve` })).toBeVisible();

  await page.getByRole('button', { name: 'Exportar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar os dados' });
  await letSessionsAge(owner.user.email ?? '');
  await dialog.getByRole('button', { name: 'Exportar' }).click();
  await answerWhoIsIt(page, 'outra-senha-qualquer');
  await expect(whoIsIt(page).getByLabel('Sua senha', { exact: true })).toHaveAccessibleDescription('Senha incorreta.');
  await expectUsableFace(page);
  const saved = page.waitForEvent('download');
  await answerWhoIsIt(page, owner.password);
  const file = await saved;
  expect(file.suggestedFilename()).toBe(`vitrine-${owner.store.subdomain}.json`);
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({
    loja: { endereco: owner.store.subdomain, situacao: 'fechada' },
    produtos: [{ nome: 'VIP Ouro', preco: 49.9 }],
    pedidos: [{ idDaCidade: 5, nome: 'Bruno Lima', total: 49.9, itens: [{ nome: 'VIP Ouro', quantidade: 1 }] }],
  });
  await expect(page.getByText('Dados exportados.')).toBeVisible();

  await page.getByRole('button', { name: 'Reabrir loja' }).click();
  await expect(page.getByText('Loja aberta.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fechar loja' })).toBeVisible();
  await buyer.reload();
  await expect(buyer.getByRole('link', { name: /VIP Ouro/ }).first()).toBeVisible();
});

test('a store is created, and deleted after its owner has confirmed who they are', async ({ page }) => {
  const owner = await newStore({ person: await register(await findWorld(), 'Olga Prado') });
  await enter(page, owner, '/store/create');
  const save = page.getByRole('button', { name: 'Criar loja' });
  await save.click();
  await expect(page.getByLabel('Nome da loja')).toHaveAccessibleDescription('Informe o nome da loja!');
  await expect(page.getByLabel('Domínio')).toHaveAccessibleDescription(/Informe o nome do dominio/);
  await expectUsableFace(page);
  await page.getByLabel('Nome da loja').fill('Cidade Alta do Porto');
  await expect(page.getByLabel('Domínio')).toHaveValue('cidade-alta-do-porto');
  await page.getByLabel('Domínio').fill(owner.store.subdomain);
  await save.click();
  await expect(page.getByLabel('Domínio')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Nome da loja')).toHaveValue('Cidade Alta do Porto');
  const subdomain = `${owner.store.subdomain}-b`;
  await page.getByLabel('Domínio').fill(subdomain);
  const saving = await hold(page, 'POST /store/create');
  await save.click();
  await expect(page.getByRole('button', { name: 'Criando...' })).toBeDisabled();
  await saving.release();
  await expect(page.getByText('Loja criada com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(`${owner.world.panel}/dashboard`);

  await page.goto(`${owner.world.panel}/config`);
  await page.getByRole('tab', { name: 'Zona de perigo' }).click();
  await page.getByRole('button', { name: 'Excluir loja' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir Cidade Alta do Porto?' });
  const confirm = dialog.getByRole('button', { name: 'Excluir loja' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Digite ${subdomain} para confirmar`).fill(subdomain);
  await letSessionsAge(owner.user.email ?? '');
  await confirm.click();
  await answerWhoIsIt(page, 'outra-senha-qualquer');
  await expect(whoIsIt(page).getByLabel('Sua senha')).toHaveAttribute('aria-invalid', 'true');
  await expectUsableFace(page);
  await answerWhoIsIt(page, owner.password);
  await expect(page.getByText('Loja excluída.')).toBeVisible();
  const { response } = await call('GET /store', {
    token: (await page.evaluate(() => localStorage.getItem('token'))) ?? '',
  });
  expect(response.map((store) => store.subdomain)).not.toContain(subdomain);
});
