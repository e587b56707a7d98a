import type { Locator, Page } from '@playwright/test';
import {
  answerWhoIsIt,
  appCode,
  fillLogin,
  letSessionsAge,
  linkInMail,
  logIn,
  mailTo,
  makeOwner,
  PASSWORD,
  whoIsIt,
} from './people.ts';
import { expect, test } from './test.ts';
import { expectAccessible, expectFitsPhone } from './usable.ts';
import { findWorld } from './world.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';
const FABIO = 'Fábio (fora do servidor) (@fabio.fora)';

// These stories are refused on purpose, and a browser logs each refusal as an error.
test.use({ expectedErrors: [/status of (401|403|409|422)/], contextOptions: { reducedMotion: 'reduce' } });

const row = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('an owner changes name, password and e-mail, and logs out another device', async ({ page, browser, watch }) => {
  const world = await findWorld();
  const { panel } = world;
  const { email } = await makeOwner(world);
  await logIn(page, world, email);
  const phone = await (await browser.newContext({ userAgent: PHONE })).newPage();
  watch(phone);
  await logIn(phone, world, email);
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

  await test.step('logs out the phone, whose next call is refused', async () => {
    await expect(devices.filter({ hasText: 'Este aparelho' })).toContainText('Chrome no Linux');
    await page.getByRole('button', { name: 'Encerrar Chrome no Android' }).click();
    await expect(devices).toHaveCount(1);
    await phone.getByRole('link', { name: /^Dashboard/ }).click();
    await expect(phone.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
  });

  await test.step('changes the password, which logs out every other device', async () => {
    await logIn(phone, world, email);
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
    await phone.goto(`${panel}/login`);
    await fillLogin(phone, email);
    await expect(phone.getByText('Usuário ou senha inválidos.')).toBeVisible();
    await logIn(phone, world, email, 'Outra-senha-comprida-8');
  });

  await test.step('changes the e-mail, which counts after its link is opened', async () => {
    const next = `nova.${email}`;
    await page.getByRole('button', { name: 'Alterar e-mail' }).click();
    const dialog = page.getByRole('dialog', { name: 'Alterar e-mail' });
    await dialog.getByLabel('Novo e-mail').fill(next);
    await letSessionsAge(email);
    await dialog.getByRole('button', { name: 'Enviar link' }).click();
    await answerWhoIsIt(page, 'nao-e-esta-senha');
    await expect(whoIsIt(page).getByText('Senha incorreta.')).toBeVisible();
    await answerWhoIsIt(page, 'Outra-senha-comprida-8');
    await expect(page.getByText(`Enviamos um link para ${next}.`)).toBeVisible();
    // Until then the account keeps its proven address.
    await expect(row(page, 'E-mail')).toContainText(`${email}Confirmado`);
    await expect(row(page, 'E-mail')).toContainText('O e-mail passa a valer quando você o abrir.');
    await expectAccessible(page);

    const mail = await page.context().newPage();
    watch(mail);
    await mail.goto(await linkInMail(world, next, 'Confirme'));
    await mail.getByRole('button', { name: 'Confirmar' }).click();
    // The link to the profile is already there before the answer, so the press waits for the answer's text.
    await expect(mail.getByText('Seu e-mail foi confirmado.')).toBeVisible();
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
  await logIn(page, world, email);
  await page.goto(`${panel}/profile?tab=conta`);
  const factor = row(page, 'Verificação em duas etapas');
  await expect(factor).toContainText('Desativada');

  // A code works once; the next half minute's code is accepted too.
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
    // Only its button closes it, because the codes are not shown again.
    await page.keyboard.press('Escape');
    await kept.getByRole('button', { name: 'Guardei os códigos' }).click();
    await expect(kept).toBeHidden();
    await expect(factor).toContainText('Ativada');
    await expect(page.getByText(shown[0] ?? '')).toHaveCount(0);
    return shown;
  });

  const logInWith = async (code: string) => {
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.goto(`${panel}/login`);
    await fillLogin(page, email);
    const field = page.getByLabel('Código de verificação');
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(/Informe o código do seu aplicativo autenticador/);
    await field.fill(code);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page).toHaveURL(`${panel}/profile`);
  };
  await test.step('logs in with the app', async () => {
    await logInWith(appCode(secret, step + 1));
  });
  await test.step('logs in with a recovery code, without the app', async () => {
    await logInWith(codes[0] ?? '');
  });

  await test.step('makes new codes and turns it off', async () => {
    await page.getByRole('tab', { name: 'Conta' }).click();
    await page.getByRole('button', { name: 'Gerar novos códigos de recuperação' }).click();
    const renew = page.getByRole('dialog', { name: 'Gerar novos códigos de recuperação' });
    await letSessionsAge(email);
    await renew.getByRole('button', { name: 'Gerar códigos' }).click();
    await whoIsIt(page)
      .getByLabel('Código')
      .fill(codes[1] ?? '');
    await answerWhoIsIt(page);
    const kept = page.getByRole('dialog', { name: 'Códigos de recuperação' });
    const list = kept.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem');
    await expect(list).toHaveCount(10);
    const fresh = await list.allInnerTexts();
    await kept.getByRole('button', { name: 'Guardei os códigos' }).click();

    await page.getByRole('button', { name: 'Desativar verificação em duas etapas' }).click();
    const off = page.getByRole('dialog', { name: 'Desativar verificação em duas etapas?' });
    await letSessionsAge(email);
    await off.getByRole('button', { name: 'Desativar' }).click();
    await whoIsIt(page)
      .getByLabel('Código')
      .fill(codes[2] ?? '');
    await answerWhoIsIt(page);
    await expect(whoIsIt(page).getByText('Código inválido.')).toBeVisible();
    await expectFitsPhone(page);
    await expectAccessible(page);
    await whoIsIt(page)
      .getByLabel('Código')
      .fill(fresh[0] ?? '');
    await answerWhoIsIt(page);
    await expect(factor).toContainText('Desativada');
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
    await logIn(page, world, email);
  });
});

test('an owner links Discord, logs in with it and unlinks it', async ({ page }) => {
  const world = await findWorld();
  const { panel } = world;
  const { email } = await makeOwner(world);
  const atDiscord = page.getByLabel('Entrar como');

  await test.step('a login that is cancelled there says why, and can start again', async () => {
    await page.goto(`${panel}/login`);
    await page.getByRole('link', { name: 'Discord' }).click();
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page.getByRole('heading', { name: 'Erro: Autorização cancelada pelo usuário.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(atDiscord).toBeVisible();
  });

  await logIn(page, world, email);
  await page.getByRole('tab', { name: 'Conta' }).click();
  const discord = row(page, 'Discord');
  await test.step('links it at the second try', async () => {
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
