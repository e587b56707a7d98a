import { permissions } from '@vitrine/contract/permissions';
import { roles, roleTexts } from '@vitrine/contract/roles';
import { call } from './call.ts';
import { fillLogin, joinTeam, linkInMail, logIn, newEmail, PASSWORD, proveAddress, register } from './people.ts';
import { expect, test } from './test.ts';
import { expectKeyboardReachesAll, expectUsable } from './usable.ts';
import { findWorld, inDatabase } from './world.ts';

// A dead link and a removed member's call are refused, and the browser logs it on the console.
test.use({ expectedErrors: [/status of (403|404|422)/] });

test('a member: invited, the mail sent again, one invitation revoked, joined with a new account, promoted, removed at once', async ({
  page,
  browser,
  watch,
}) => {
  const world = await findWorld();
  const email = newEmail('nova');
  const name = `Nívea ${email.slice(5, 13)}`;
  const revoked = newEmail('engano');
  await logIn(page, world, world.owner.email, world.owner.password);
  await page.goto(`${world.panel}/members`);
  const invitations = page.getByRole('list', { name: 'Convites abertos' });

  await test.step('two people are invited, one by mistake', async () => {
    for (const [address, role] of [
      [email, 'Gerente'],
      [revoked, 'Administrador'],
    ] as const) {
      await page.getByRole('link', { name: 'Convidar membro' }).first().click();
      await expect(page).toHaveURL(`${world.panel}/members/invite`);
      const dialog = page.getByRole('dialog', { name: 'Convidar membro' });
      await dialog.getByLabel('E-mail').fill(address);
      await dialog.getByLabel('Papel').selectOption({ label: role });
      await dialog.getByRole('button', { name: 'Enviar convite' }).click();
      await expect(page.getByText(`Convite enviado para ${address}.`)).toBeVisible();
      await expect(invitations.getByText(address)).toBeVisible();
    }
    await expectUsable(page, '/members');
    await expectKeyboardReachesAll(page, '/members');
  });
  const wrong = await linkInMail(world, revoked, 'Convite');
  const first = await linkInMail(world, email, 'Convite');

  await test.step('one is revoked, the other mail is sent again: the older link no longer works', async () => {
    const row = (address: string) => invitations.getByRole('listitem').filter({ hasText: address });
    await row(revoked).getByRole('button', { name: 'Revogar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar convite' }).click();
    await expect(row(revoked)).toHaveCount(0);
    await row(email).getByRole('button', { name: 'Reenviar' }).click();
    await expect(page.getByText('Convite reenviado.')).toBeVisible();
    await expect.poll(() => linkInMail(world, email, 'Convite')).not.toBe(first);
  });
  const link = await linkInMail(world, email, 'Convite');

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const theirs = await context.newPage();
  watch(theirs);
  await test.step('the invited person makes an account and returns to the invitation', async () => {
    await theirs.goto(link);
    await expect(theirs).toHaveURL(/\/login\?next=/);
    await theirs.getByRole('link', { name: 'Criar nova conta' }).click();
    await theirs.getByLabel('Nome').fill(name);
    await theirs.getByLabel('E-mail').fill(email);
    await theirs.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await theirs.getByRole('button', { name: 'Criar conta' }).click();
    await expect(theirs.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible({ timeout: 30_000 });
    await fillLogin(theirs, email);
    await expect(theirs.getByRole('heading', { name: 'Convite para uma loja' })).toBeVisible({ timeout: 30_000 });
    await expect(theirs.getByText(/convidou você para a loja Cidade Alta RP como Gerente/)).toBeVisible();
    await expectUsable(theirs, '/invitations/accept');
    // An invited person must prove the address first.
    await theirs.getByRole('button', { name: 'Aceitar convite' }).click();
    await expect(theirs.getByRole('link', { name: 'Confirmar meu e-mail' })).toBeVisible();
    await proveAddress(world, email, await theirs.evaluate(() => localStorage.getItem('token') ?? ''));
    await theirs.getByRole('button', { name: 'Aceitar convite' }).click();
    await expect(theirs.getByRole('heading', { name: 'Agora você faz parte da loja Cidade Alta RP' })).toBeVisible();
    await expect(theirs.getByText('Gerente', { exact: true })).toBeVisible();
    await theirs.getByText('Abrir o painel da loja').click();
    await expect(theirs).toHaveURL(`${world.panel}/dashboard`);
  });
  await test.step('a link works once, and a revoked one never', async () => {
    for (const dead of [link, first, wrong]) {
      await theirs.goto(dead);
      await expect(theirs.getByRole('alert')).toBeVisible();
    }
    await theirs.goto(`${world.panel}/invitations/accept`);
    await expect(theirs.getByRole('heading', { name: 'Este link não tem um convite' })).toBeVisible();
  });

  await test.step('a new role shows at the next refused call', async () => {
    await theirs.goto(`${world.panel}/discounts`);
    await expect(theirs.getByRole('heading', { level: 1, name: 'Descontos' })).toBeVisible();
    await page.goto(`${world.panel}/members`);
    await page.getByLabel(`Papel de ${name}`).selectOption({ label: 'Atendente' });
    await page.getByRole('dialog').getByRole('button', { name: 'Mudar papel' }).click();
    await expect(page.getByText('Papel alterado.')).toBeVisible();
    await theirs.getByRole('button', { name: 'Deletar' }).first().click();
    await theirs.getByRole('dialog').getByRole('button', { name: 'Deletar' }).click();
    await expect(theirs.getByRole('heading', { name: 'Seu papel não abre esta tela' })).toBeVisible();
    await expect(theirs.getByText(roleTexts.attendant)).toBeVisible();
  });

  await test.step('removed: the next call is refused and the screen says so', async () => {
    await theirs.goto(`${world.panel}/orders`);
    await expect(theirs.getByRole('list', { name: 'Pedidos' })).toBeVisible();
    await page.getByRole('button', { name: `Remover ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
    await expect(page.getByText('Membro removido.')).toBeVisible();
    await theirs.getByRole('tab', { name: 'Entregas' }).click();
    await expect(theirs.getByText('Você não tem mais acesso à loja Cidade Alta RP.')).toBeVisible();
    await expect(theirs.getByRole('heading', { name: 'Você ainda não tem uma loja' })).toBeVisible();
    await expectUsable(theirs, 'the panel without a store');
  });
  await context.close();

  await test.step('the log names who, what, when, and the former value', async () => {
    await page.goto(`${world.panel}/members?tab=registro`);
    const log = page.getByRole('list', { name: 'Registro de alterações' });
    const entry = log.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Mudou o papel' }).first();
    await expect(entry).toContainText('Ana Souza');
    await expect(entry.locator('time')).toHaveAttribute('datetime', /^2\d{3}-/);
    await entry.getByText('Antes e depois').click();
    await expect(entry.getByRole('definition').first()).toContainText('Gerente');
    await expect(entry.getByRole('definition').last()).toContainText('Atendente');
    await expectUsable(page, '/members?tab=registro');
  });

  await test.step('the log is narrowed, leads to what changed, and comes as a file', async () => {
    const log = page.getByRole('list', { name: 'Registro de alterações' });
    await page.getByLabel('O que mudou').selectOption('Equipe');
    await expect(log.getByRole('listitem').filter({ hasText: 'Criou a loja' })).toHaveCount(0);
    await page.getByLabel('Pessoa').selectOption('Ana Souza');
    await expect(log.getByRole('listitem').filter({ hasText: name }).first()).toContainText('Ana Souza');
    await page.getByLabel('Desde').fill('2099-01-01');
    await expect(page.getByText('Nenhuma alteração combina com este filtro.')).toBeVisible();
    await expectUsable(page, 'the log without a match');
    await page.getByLabel('Desde').fill('');
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar CSV' }).click();
    expect((await file).suggestedFilename()).toBe('vitrine-alteracoes.csv');
  });
});

test('the table of roles on the page shows the permissions that the server uses', async ({ page }) => {
  const world = await findWorld();
  await logIn(page, world, world.owner.email, world.owner.password);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${world.panel}/members?tab=permissoes`);
  const table = page.getByRole('table', { name: 'O que cada papel pode fazer' });
  await expect(table.getByRole('row')).toHaveCount(Object.keys(permissions).length + 1);
  for (const { text, roles: allowed } of Object.values(permissions)) {
    const cells = table.getByRole('row').filter({ hasText: text }).getByRole('cell').getByRole('img');
    const shown = await cells.evaluateAll((images) => images.map((image) => image.getAttribute('aria-label')));
    expect(shown, text).toEqual(roles.map((role) => ((allowed as readonly string[]).includes(role) ? 'Sim' : 'Não')));
  }
  await expectUsable(page, '/members?tab=permissoes');
});

test('a store gets a new owner, who may do everything; the former owner stays as administrator', async ({
  page,
  browser,
  watch,
}) => {
  const world = await findWorld();
  const old = await register(world, 'Otávio Pinho');
  const next = await register(world, 'Iara Couto');
  const subdomain = `heranca-${Date.now().toString(36)}`;
  await call('POST /store/create', { body: { nameStore: 'Herança RP', nameDomain: subdomain }, token: old.token });
  // The free plan has no room for a second person.
  const { data } = await call('POST /subscription/create', {
    body: { subdomain, planId: 'pro', paymentMethod: 'mercado_pago_checkout_pro' },
    token: old.token,
  });
  await page.goto(data.payment.init_point);
  await page.getByRole('button', { name: 'Pagar com saldo do Mercado Pago' }).click();
  await expect
    .poll(
      async () => {
        const body = { subdomain };
        const { current } = await call('POST /subscription', { body, token: old.token });
        return current.name;
      },
      { timeout: 30_000 },
    )
    .toBe('Pro');
  await joinTeam(world, next, 'attendant', { subdomain, token: old.token });
  // A person who joined in the last three days cannot inherit.
  await inDatabase(
    `update member set created_at = now() - interval '73 hours'
    where store_id = (select id from store where subdomain = $1)`,
    [subdomain],
  );

  await logIn(page, world, old.email);
  await page.goto(`${world.panel}/config?tab=perigo`);
  await page.getByRole('button', { name: 'Transferir' }).click();
  const dialog = page.getByRole('dialog', { name: 'Transferir a loja' });
  await dialog.getByLabel('Novo proprietário').selectOption({ label: `Iara Couto (${next.email})` });
  await dialog.getByRole('button', { name: 'Transferir loja' }).click();
  await expect(page.getByText('Loja transferida.')).toBeVisible();
  await expect(page.getByText('Só o proprietário da loja pode exportar, transferir ou excluir.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Excluir loja' })).toBeDisabled();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  watch(theirs);
  await logIn(theirs, world, next.email);
  await theirs.goto(`${world.panel}/config?tab=perigo`);
  await expect(theirs.getByRole('button', { name: 'Excluir loja' })).toBeEnabled();
  await context.close();
});
