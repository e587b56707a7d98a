import { readFileSync } from 'node:fs';
import { call } from './call.ts';
import { answerWhoIsIt, fillLogin, letSessionsAge, linkInMail, logIn, makeOwner, PASSWORD, whoIsIt } from './people.ts';
import { expect, test } from './test.ts';
import { expectAccessible, expectFitsPhone } from './usable.ts';
import { findWorld } from './world.ts';

// These stories are refused on purpose, and a browser logs each refusal as an error. 404: the panel's stream of a deleted store.
test.use({ expectedErrors: [/status of (401|403|404|409|422)/], contextOptions: { reducedMotion: 'reduce' } });

test('an owner downloads the data and deletes the account, after its last store is deleted', async ({ page }) => {
  const world = await findWorld();
  const { panel } = world;
  const { email, token, subdomain } = await makeOwner(world);
  await logIn(page, world, email);
  await page.goto(`${panel}/profile?tab=conta`);

  await test.step('the file holds the stores and no secret', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar meus dados' }).click();
    expect((await download).suggestedFilename()).toBe('vitrine-meus-dados.json');
    const text = readFileSync(await (await download).path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      conta: { nome: 'Olívia Prado', email, temSenha: true },
      lojas: [{ nome: `Loja ${subdomain}`, endereco: subdomain, papel: 'Proprietário' }],
    });
    const again = await call('POST /login', { body: { email, password: PASSWORD } });
    const { response } = await call('GET /store', { token: again.token });
    for (const secret of [token, PASSWORD, response[0]?.apiToken ?? '', 'argon2']) expect(text).not.toContain(secret);
  });

  const askDeletion = async () => {
    const dialog = page.getByRole('dialog', { name: 'Excluir a sua conta?' });
    await dialog.getByLabel('Digite EXCLUIR para confirmar').fill('EXCLUIR');
    await dialog.getByRole('button', { name: 'Excluir conta' }).click();
    return dialog;
  };
  await test.step('is refused while the account has a store', async () => {
    await page.getByRole('button', { name: 'Excluir conta' }).click();
    const dialog = await askDeletion();
    await expect(dialog.getByRole('alert')).toContainText(`Você é proprietário de: Loja ${subdomain}.`);
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('deletes the store', async () => {
    await page.goto(`${panel}/config?tab=perigo`);
    await page.getByRole('button', { name: 'Excluir loja' }).click();
    const dialog = page.getByRole('dialog', { name: /^Excluir/ });
    await dialog.getByLabel(/^Digite/).fill(subdomain);
    await dialog.getByRole('button', { name: 'Excluir loja' }).click();
    await expect(page.getByText('Loja excluída.')).toBeVisible();
  });

  await test.step('deletes the account', async () => {
    await page.goto(`${panel}/profile?tab=conta`);
    await page.getByRole('button', { name: 'Excluir conta' }).click();
    await letSessionsAge(email);
    await askDeletion();
    await answerWhoIsIt(page, 'nao-e-esta-senha');
    await expect(whoIsIt(page).getByText('Senha incorreta.')).toBeVisible();
    await answerWhoIsIt(page);
    await expect(page.getByText('Conta excluída.')).toBeVisible();
    await expect(page).toHaveURL(`${panel}/login`);
    await page.goto(`${panel}/login`);
    await fillLogin(page, email);
    await expect(page.getByText('Usuário ou senha inválidos.')).toBeVisible();
  });
});

test('a tab has an address: the address opens it, opening it changes the address, and the back button returns', async ({
  page,
}) => {
  const world = await findWorld();
  const { panel } = world;
  const { email } = await makeOwner(world);
  await logIn(page, world, email);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const shows = (name: string) => expect(tab(name)).toHaveAttribute('aria-selected', 'true');

  await page.goto(`${panel}/profile?tab=lojas`);
  await shows('Minhas Lojas');
  await expectAccessible(page);
  await tab('Conta').click();
  await expect(page).toHaveURL(`${panel}/profile?tab=conta`);
  await tab('Visão Geral').click();
  await expect(page).toHaveURL(`${panel}/profile`);
  await expectAccessible(page);
  await page.goBack();
  await shows('Conta');
  // The focus moves to the open tab. If it stayed, the former tab would open when the window gets the focus again.
  await expect(tab('Conta')).toBeFocused();
  await page.goBack();
  await shows('Minhas Lojas');
  await page.goForward();
  await shows('Conta');

  await page.goto(`${panel}/config?tab=discord`);
  await shows('Discord');
  await tab('Dados legais').click();
  await expect(page).toHaveURL(`${panel}/config?tab=legal`);
  await tab('Loja').click();
  await expect(page).toHaveURL(`${panel}/config`);
  await page.getByLabel('Nome da loja').focus();
  await page.goBack();
  await shows('Dados legais');
  await page.getByRole('tabpanel').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(tab('Dados legais')).toBeFocused();
  await shows('Dados legais');
  await page.goBack();
  await shows('Discord');
});

test('a person who accepts an invitation reads the role and the store', async ({ page }) => {
  const world = await findWorld();
  const { panel, owner } = world;
  const { email } = await makeOwner(world);
  const { token } = await call('POST /login', { body: owner });
  await call('POST /members/invite', { body: { subdomain: owner.subdomain, email, role: 'attendant' }, token });
  const link = await linkInMail(world, email, 'Convite');
  const { response } = await call('GET /store', { token });
  const store = response.find(({ subdomain }) => subdomain === owner.subdomain)?.name ?? '';

  await logIn(page, world, email);
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Aceitar convite' }).click();
  await expect(page.getByRole('heading', { name: `Agora você faz parte da loja ${store}` })).toBeFocused();
  await expect(page.getByText('Seu papel é Atendente.')).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: 'Abrir o painel da loja' }).click();
  await expect(page).toHaveURL(`${panel}/dashboard`);
  await expect(page.getByText(store).first()).toBeVisible();

  // The demo store's team is restored.
  const { members } = await call('POST /members', { body: { subdomain: owner.subdomain }, token });
  const id = members.find((member) => member.email === email)?.id ?? '';
  await call('POST /members/remove', { body: { subdomain: owner.subdomain, id }, token });
});
