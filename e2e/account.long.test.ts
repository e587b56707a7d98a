import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectFitsPhone } from './sound.ts';
import { expect, test } from './test.ts';
import { call, findWorld, type World } from './world.ts';

const PASSWORD = 'Uma-senha-comprida-7';
const PHONE =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
const FABIO = 'Fábio (fora do servidor) (@fabio.fora)';

test.describe.configure({ timeout: 120_000 });
// Refusals are part of these stories; a browser logs each as an error.
test.use({ expectedErrors: [/status of (401|409|422)/], contextOptions: { reducedMotion: 'reduce' } });

interface Owner {
  email: string;
  token: string;
  subdomain: string;
}

/** Somebody with an account and a store of their own. */
async function makeOwner({ address }: World): Promise<Owner> {
  const subdomain = `conta-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const email = `dona@${subdomain}.com.br`;
  await call(`${address}/v1/login/register`, { name: 'Olívia Prado', email, password: PASSWORD });
  const { token } = await call<{ token: string }>(`${address}/v1/login`, { email, password: PASSWORD });
  await call(`${address}/v1/store/create`, { nameStore: `Loja ${subdomain}`, nameDomain: subdomain }, token);
  await call(`${address}/v1/logout`, {}, token);
  return { email, token, subdomain };
}

async function fillLogin(page: Page, panel: string, email: string, password: string): Promise<void> {
  await page.goto(`${panel}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

async function logIn(page: Page, panel: string, email: string, password = PASSWORD): Promise<void> {
  await fillLogin(page, panel, email, password);
  await expect(page).toHaveURL(`${panel}/profile`);
}

/** The text of the newest mail to an address, once one with this subject has come. */
async function mailTo({ pages }: World, to: string, subject: string): Promise<string> {
  const query = new URLSearchParams({ to, subject });
  const mails = () => call<{ text: string }[]>(`${pages.mail}/__control/mails?${query}`);
  await expect
    .poll(async () => (await mails()).length, { message: `a mail to ${to}`, timeout: 15_000 })
    .toBeGreaterThan(0);
  return (await mails())[0]?.text ?? '';
}

const linkIn = (mail: string) => /https?:\/\/\S+token=[\w-]+/.exec(mail)?.[0] ?? '';

/** The code of an authenticator app (RFC 6238) in a step of 30 seconds. */
function appCode(secret: string, step: number): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'));
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}

const row = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('an owner changes name, password and e-mail, and ends a device from afar', async ({ page, browser, watch }) => {
  const world = await findWorld();
  const { panel } = world;
  const { email } = await makeOwner(world);
  await logIn(page, panel, email);
  const phone = await (await browser.newContext({ userAgent: PHONE })).newPage();
  watch(phone);
  await logIn(phone, panel, email);
  const devices = page.getByRole('list', { name: 'Aparelhos' }).getByRole('listitem');

  await test.step('opens the account', async () => {
    await page.getByRole('tab', { name: 'Conta' }).click();
    await expect(devices).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step('changes the name', async () => {
    await page.getByRole('button', { name: 'Alterar nome' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar nome' });
    await expect(dialog.getByLabel('Nome')).toHaveValue('Olívia Prado');
    await dialog.getByLabel('Nome').fill('Ol');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog.getByText('Nome deve ter entre 3 e 255 caracteres')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Nome').fill('Olívia Prado Lima');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Olívia Prado Lima' })).toBeVisible();
  });

  await test.step('ends the phone, which is out at its next call', async () => {
    await expect(devices.filter({ hasText: 'Este aparelho' })).toContainText('Chrome no Linux');
    await page.getByRole('button', { name: 'Encerrar Chrome no Android' }).click();
    await expect(devices).toHaveCount(1);
    await phone.getByRole('link', { name: /^Dashboard/ }).click();
    await expect(phone.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
  });

  await test.step('changes the password, which ends every other device', async () => {
    await logIn(phone, panel, email);
    await page.getByRole('button', { name: 'Alterar senha' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar senha' });
    const password = dialog.getByLabel('Nova senha', { exact: true });
    await dialog.getByLabel('Senha atual', { exact: true }).fill('nao-e-esta-senha');
    await password.fill('so-letras-');
    await expect(dialog.getByText('Senha fraca')).toBeVisible();
    await password.fill('Outra-senha-comprida-8');
    await expect(dialog.getByText('Senha forte')).toBeVisible();
    await dialog.getByRole('button', { name: 'Salvar nova senha' }).click();
    await expect(dialog.getByText('Senha atual incorreta.')).toBeVisible();
    await expect(dialog.getByLabel('Senha atual', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await dialog.getByLabel('Senha atual', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Salvar nova senha' }).click();
    await expect(dialog).toBeHidden();
    await expect(devices).toHaveCount(1);

    await phone.getByRole('link', { name: /^Dashboard/ }).click();
    await expect(phone.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
    await fillLogin(phone, panel, email, PASSWORD);
    await expect(phone.getByText('Usuário ou senha inválidos.')).toBeVisible();
    await logIn(phone, panel, email, 'Outra-senha-comprida-8');
  });

  await test.step('moves to another e-mail, once its link is opened', async () => {
    const next = `nova.${email}`;
    await page.getByRole('button', { name: 'Alterar e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar e-mail' });
    await dialog.getByLabel('Novo e-mail').fill(next);
    await dialog.getByLabel('Sua senha', { exact: true }).fill('nao-e-esta-senha');
    await dialog.getByRole('button', { name: 'Enviar link' }).click();
    await expect(dialog.getByText('Senha incorreta.')).toBeVisible();
    await dialog.getByLabel('Sua senha', { exact: true }).fill('Outra-senha-comprida-8');
    await dialog.getByRole('button', { name: 'Enviar link' }).click();
    await expect(page.getByText(`Enviamos um link para ${next}.`)).toBeVisible();
    await expect(row(page, 'E-mail')).toContainText('Não confirmado');
    await expectAccessible(page);

    const mail = await page.context().newPage();
    watch(mail);
    await mail.goto(linkIn(await mailTo(world, next, 'Confirme')));
    await mail.getByRole('button', { name: 'Confirmar' }).click();
    await mail.getByRole('link', { name: 'Ir para o meu perfil' }).click();
    await mail.getByRole('tab', { name: 'Conta' }).click();
    await expect(row(mail, 'E-mail')).toContainText(next);
    await expect(row(mail, 'E-mail')).toContainText('Confirmado');
    await mail.close();
    expect(await mailTo(world, email, 'segurança')).toContain(next);
  });

  await test.step('all of it fits a phone', async () => {
    await page.reload();
    await expect(devices).toHaveCount(2);
    await expectFitsPhone(page);
    await expectAccessible(page);
  });
});

test('an owner turns on the second factor, logs in with it and with a recovery code, and turns it off', async ({
  page,
  context,
}) => {
  const world = await findWorld();
  const { panel } = world;
  const { email } = await makeOwner(world);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, panel, email);
  await page.goto(`${panel}/profile?tab=conta`);
  const factor = row(page, 'Verificação em duas etapas');
  await expect(factor).toContainText('Desativada');

  // A code counts once; the one of the next half minute is taken too.
  const step = Math.floor(Date.now() / 30_000);
  let secret = '';
  const codes = await test.step('turns it on with the first code and keeps the recovery codes', async () => {
    await page.getByRole('button', { name: 'Ativar verificação em duas etapas' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ativar verificação em duas etapas' });
    await expect(dialog.getByRole('img', { name: 'QR code para o aplicativo autenticador' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copiar chave' }).click();
    await expect(dialog.getByText('Copiado')).toBeVisible();
    secret = await page.evaluate(() => navigator.clipboard.readText());
    await expect(dialog.getByText(secret)).toBeVisible();
    await dialog.getByLabel('Código').fill('000000');
    await dialog.getByRole('button', { name: 'Ativar' }).click();
    await expect(dialog.getByText('Código inválido.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Código').fill(appCode(secret, step));
    await dialog.getByRole('button', { name: 'Ativar' }).click();

    const kept = page.getByRole('dialog', { name: 'Códigos de recuperação' });
    const list = kept.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
    await expect(list).toHaveCount(10);
    await expectAccessible(page);
    const shown = await list.allInnerTexts();
    await kept.getByRole('button', { name: 'Copiar códigos' }).click();
    await expect(kept.getByText('Copiado')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'));
    // Only the button that says so closes it: they are not shown again.
    await page.keyboard.press('Escape');
    await kept.getByRole('button', { name: 'Guardei os códigos' }).click();
    await expect(kept).toBeHidden();
    await expect(factor).toContainText('Ativada');
    await expect(page.getByText(shown[0] ?? '')).toHaveCount(0);
    return shown;
  });

  const logInWith = async (code: string) => {
    await page.getByRole('button', { name: 'Sair' }).click();
    await fillLogin(page, panel, email, PASSWORD);
    await page.getByLabel('Código de verificação').fill(code);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(`${panel}/profile`);
  };
  await test.step('logs in with the app', async () => {
    await logInWith(appCode(secret, step + 1));
  });
  await test.step('logs in without the app, by a recovery code', async () => {
    await logInWith(codes[0] ?? '');
  });

  await test.step('draws new codes and turns it off', async () => {
    await page.getByRole('tab', { name: 'Conta' }).click();
    await page.getByRole('button', { name: 'Gerar novos códigos de recuperação' }).click();
    const renew = page.getByRole('dialog', { name: 'Gerar novos códigos de recuperação' });
    await renew.getByLabel('Código').fill(codes[1] ?? '');
    await renew.getByRole('button', { name: 'Gerar códigos' }).click();
    const kept = page.getByRole('dialog', { name: 'Códigos de recuperação' });
    const list = kept.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
    await expect(list).toHaveCount(10);
    const fresh = await list.allInnerTexts();
    await kept.getByRole('button', { name: 'Guardei os códigos' }).click();

    await page.getByRole('button', { name: 'Desativar verificação em duas etapas' }).click();
    const off = page.getByRole('dialog', { name: 'Desativar verificação em duas etapas?' });
    await off.getByLabel('Código').fill(codes[2] ?? '');
    await off.getByRole('button', { name: 'Desativar' }).click();
    await expect(off.getByText('Código inválido.')).toBeVisible();
    await expectFitsPhone(page);
    await expectAccessible(page);
    await off.getByLabel('Código').fill(fresh[0] ?? '');
    await off.getByRole('button', { name: 'Desativar' }).click();
    await expect(factor).toContainText('Desativada');
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
    await logIn(page, panel, email);
  });
});

test('an owner links Discord, logs in with it and unlinks it', async ({ page }) => {
  const world = await findWorld();
  const { panel } = world;
  const { email } = await makeOwner(world);
  const atDiscord = page.getByLabel('Entrar como');

  await test.step('a login that is cancelled there says why, and begins again', async () => {
    await page.goto(`${panel}/login`);
    await page.getByRole('link', { name: 'Discord' }).click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('heading', { name: 'Erro: Autorização cancelada pelo usuário.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(atDiscord).toBeVisible();
  });

  await logIn(page, panel, email);
  await page.getByRole('tab', { name: 'Conta' }).click();
  const discord = row(page, 'Discord');
  await test.step('links it, at the second try', async () => {
    await expect(discord).toContainText('Não vinculado');
    await page.getByRole('button', { name: 'Vincular Discord' }).click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByText('Não foi possível vincular o Discord')).toBeVisible();
    await expect(page.getByText('Erro: Autorização cancelada pelo usuário.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await atDiscord.selectOption({ label: FABIO });
    await page.getByRole('button', { name: 'Autorizar' }).click();
    await expect(page).toHaveURL(`${panel}/profile?tab=conta`);
    await expect(discord).toContainText('Vinculado · ID');
    await expect(page.getByText('Não foi possível vincular o Discord')).toBeHidden();
    await expectAccessible(page);
  });

  await test.step('logs in with it', async () => {
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('link', { name: 'Discord' }).click();
    await atDiscord.selectOption({ label: FABIO });
    await page.getByRole('button', { name: 'Autorizar' }).click();
    await expect(page.getByText(email).first()).toBeVisible();
  });

  await test.step('unlinks it', async () => {
    await page.getByRole('tab', { name: 'Conta' }).click();
    await page.getByRole('button', { name: 'Desvincular Discord' }).click();
    const dialog = page.getByRole('dialog', { name: 'Desvincular o Discord?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Desvincular' }).click();
    await expect(discord).toContainText('Não vinculado');
  });
});

test('an owner takes the data along and deletes the account, once no store is left', async ({ page }) => {
  const world = await findWorld();
  const { panel } = world;
  const { email, token, subdomain } = await makeOwner(world);
  await logIn(page, panel, email);
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
    const { address } = world;
    const again = await call<{ token: string }>(`${address}/v1/login`, { email, password: PASSWORD });
    const { response } = await call<{ response: { apiToken: string }[] }>(
      `${address}/v1/store`,
      undefined,
      again.token,
    );
    for (const secret of [token, PASSWORD, response[0]?.apiToken ?? '', 'argon2']) expect(text).not.toContain(secret);
  });

  const askDeletion = async (password: string) => {
    const dialog = page.getByRole('dialog', { name: 'Excluir a sua conta?' });
    await dialog.getByLabel('Sua senha', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Excluir conta' }).click();
    return dialog;
  };
  await test.step('is refused while a store is theirs', async () => {
    await page.getByRole('button', { name: 'Excluir conta' }).click();
    const dialog = await askDeletion(PASSWORD);
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
    await dialog.getByLabel('Sua senha', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Excluir loja' }).click();
    await expect(page.getByText('Loja excluída.')).toBeVisible();
  });

  await test.step('deletes the account', async () => {
    await page.goto(`${panel}/profile?tab=conta`);
    await page.getByRole('button', { name: 'Excluir conta' }).click();
    await expect((await askDeletion('nao-e-esta-senha')).getByText('Senha incorreta.')).toBeVisible();
    await askDeletion(PASSWORD);
    await expect(page.getByText('Conta excluída.')).toBeVisible();
    await expect(page).toHaveURL(`${panel}/login`);
    await fillLogin(page, panel, email, PASSWORD);
    await expect(page.getByText('Usuário ou senha inválidos.')).toBeVisible();
  });
});

test('a tab has an address: it opens by it, changes it, and the back button takes that back', async ({ page }) => {
  const world = await findWorld();
  const { panel } = world;
  const { email } = await makeOwner(world);
  await logIn(page, panel, email);
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
  await page.goBack();
  await shows('Dados legais');
  await page.goBack();
  await shows('Discord');
});

test('who accepts an invitation reads which role they have in which store', async ({ page }) => {
  const world = await findWorld();
  const { panel, address, owner } = world;
  const { email } = await makeOwner(world);
  const { token } = await call<{ token: string }>(`${address}/v1/login`, owner);
  await call(`${address}/v1/members/invite`, { subdomain: owner.subdomain, email, role: 'attendant' }, token);
  const link = linkIn(await mailTo(world, email, 'Convite'));
  const { response } = await call<{ response: { name: string; subdomain: string }[] }>(
    `${address}/v1/store`,
    undefined,
    token,
  );
  const store = response.find(({ subdomain }) => subdomain === owner.subdomain)?.name ?? '';

  await logIn(page, panel, email);
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

  // The demo store's team is as it was.
  const { members } = await call<{ members: { id: string; email: string }[] }>(
    `${address}/v1/members`,
    { subdomain: owner.subdomain },
    token,
  );
  const id = members.find((member) => member.email === email)?.id;
  await call(`${address}/v1/members/remove`, { subdomain: owner.subdomain, id }, token);
});
