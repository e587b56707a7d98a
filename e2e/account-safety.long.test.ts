import type { Page } from '@playwright/test';
import { call } from './call.ts';
import { expectUsableFace } from './faces.ts';
import {
  answerWhoIsIt,
  appCode,
  fillLogin,
  letSessionsAge,
  linkInMail,
  logIn,
  mailTo,
  newEmail,
  PASSWORD,
  register,
  whoIsIt,
} from './people.ts';
import { expect, test } from './test.ts';
import { control, findWorld, forgetTries, inDatabase, type World } from './world.ts';

/**
 * Stories that keep an account with its owner: an address proven in another browser, a new password, a lost phone, a
 * login as confirmation.
 */

// These stories are refused on purpose, and a browser logs each refusal as an error.
test.use({ expectedErrors: [/status of (401|403|422)/], contextOptions: { reducedMotion: 'reduce' } });

/** Registers on the screen: the account's address is not proven yet. */
async function registerHere(page: Page, { panel }: World, name: string): Promise<string> {
  const email = newEmail(name.split(' ')[0] ?? '');
  await forgetTries('register');
  await page.goto(`${panel}/register`);
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page).not.toHaveURL(/\/register/, { timeout: 30_000 });
  return email;
}

test('a new owner reads what waits for the proof, and proves the address in another browser by the password', async ({
  page,
  browser,
  watch,
}) => {
  const world = await findWorld();
  const email = await registerHere(page, world, 'Tainá Rocha');
  await logIn(page, world, email);
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  const nameDomain = `taina-${Date.now().toString(36)}`;
  await call('POST /store/create', { body: { nameStore: 'Baía Azul RP', nameDomain }, token });
  await page.goto(`${world.panel}/dashboard`);
  await expect(page.getByText('Confirme seu e-mail para vender')).toBeVisible();
  await expectUsableFace(page, 'unproven');

  const other = await (await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' })).newPage();
  watch(other);
  await other.goto(await linkInMail(world, email, 'Confirme'));
  await other.getByRole('button', { name: 'Confirmar meu e-mail' }).click();
  await expect(other.getByText(/Neste navegador você não está na conta deste e-mail/)).toBeVisible();
  await expectUsableFace(other, 'verify-password');
  await other.getByLabel('Senha da conta').fill('um-chute-qualquer-1');
  await other.getByRole('button', { name: 'Confirmar meu e-mail' }).click();
  await expect(other.getByText('Senha incorreta.')).toBeVisible();
  await other.getByLabel('Senha da conta').fill(PASSWORD);
  await other.getByRole('button', { name: 'Confirmar meu e-mail' }).click();
  await expect(other.getByText('Seu e-mail foi confirmado.')).toBeVisible();
  await expectUsableFace(other, 'verify-done');

  await test.step('the first browser has to log in again, and the notice is gone', async () => {
    await page.reload();
    await fillLogin(page, email);
    await expect(page).not.toHaveURL(/\/login/, { timeout: 30_000 });
    await page.goto(`${world.panel}/dashboard`);
    await expect(page.getByText('Primeiros passos')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Confirme seu e-mail para vender')).toHaveCount(0);
  });
});

test('a new password says which logins remain, and removes them with one press', async ({ page }) => {
  const world = await findWorld();
  const { email } = await register(world, 'Joana Prates');
  await logIn(page, world, email);
  await page.goto(`${world.panel}/profile?tab=conta`);
  await page.getByRole('button', { name: 'Vincular Google' }).click();
  await page.getByRole('combobox', { name: 'Conta' }).selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('button', { name: 'Desvincular Google' })).toBeVisible();
  // A login that was linked in the last three days would be removed by itself.
  await inDatabase(`update account set google_linked_at = now() - interval '4 days' where email = $1`, [email]);
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login/);

  await page.goto(`${world.panel}/password/forgot`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: /Enviar/ }).click();
  await page.goto(await linkInMail(world, email, 'Crie uma nova senha'));
  await page.getByLabel('Nova senha').fill('Outra-senha-comprida-8');
  await page.getByRole('button', { name: 'Salvar nova senha' }).click();
  await expect(page.getByText('Continua dando acesso')).toBeVisible();
  await expectUsableFace(page, 'reset-remains');
  await page.getByRole('button', { name: 'Remover logins vinculados' }).click();
  await expect(page.getByText('Removido da conta')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Login com Google' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Remover logins vinculados' })).toHaveCount(0);
  await expectUsableFace(page, 'reset-dropped');
  await page.getByRole('link', { name: 'Entrar', exact: true }).click();
  await fillLogin(page, email, 'Outra-senha-comprida-8');
  await expect(page).not.toHaveURL(/\/login/, { timeout: 30_000 });
});

/** Turns the second factor on through the API and returns its secret. */
async function factorOf(token: string): Promise<string> {
  const { secret } = await call('POST /account/second-factor/start', { token });
  const code = appCode(secret, Math.floor(Date.now() / 30_000));
  await call('POST /account/second-factor/confirm', { body: { code }, token });
  return secret;
}

test('an owner without phone and codes waits three days; any logged-in session may refuse', async ({
  page,
  browser,
  watch,
}) => {
  const world = await findWorld();
  const person = await register(world, 'Rita Valente');
  await logIn(page, world, person.email);
  await page.goto(`${world.panel}/profile`);
  await factorOf(person.token);
  await page.reload();

  const lost = await (await browser.newContext({ locale: 'pt-BR', reducedMotion: 'reduce' })).newPage();
  watch(lost);
  const begin = async () => {
    await lost.goto(`${world.panel}/login`);
    await fillLogin(lost, person.email);
    await lost.getByRole('button', { name: 'Perdi o celular e os códigos' }).click();
    await expect(lost.getByText(/^Pedido feito\./)).toBeVisible();
  };
  await test.step('started with the password; the open session shows it and ends it', async () => {
    await begin();
    await expectUsableFace(lost, 'factor-lost');
    await page.reload();
    await expect(page.getByText('Alguém pediu para desligar a sua verificação em duas etapas')).toBeVisible();
    await expectUsableFace(page, 'factor-banner');
    await page.getByRole('button', { name: 'Não fui eu: cancelar' }).click();
    await expect(page.getByText('Cancelado: a verificação em duas etapas continua ligada.')).toBeVisible();
    await expect(page.getByText('Alguém pediu para desligar a sua verificação em duas etapas')).toHaveCount(0);
  });

  await test.step('the mail ends it too, without a login', async () => {
    await begin();
    const [cancel] = /https?:\/\/\S+cancel=\S+/.exec(await mailTo(world, person.email, 'Pedido para desligar')) ?? [];
    await lost.goto(cancel ?? '');
    await expectUsableFace(lost, 'factor-cancel');
    await lost.getByRole('button', { name: 'Não fui eu: cancelar' }).click();
    await expect(lost.getByText(/^Cancelado\. Alguém sabe a sua senha/)).toBeVisible();
  });

  await test.step('after the three days its last mail turns the factor off', async () => {
    await begin();
    await inDatabase(
      `update factor_recovery set started_at = now() - interval '72 hours', ready_at = now()
        where account_id = (select id from account where email = $1)`,
      [person.email],
    );
    // The sweep runs once a minute.
    let finish = '';
    await expect
      .poll(
        async () => {
          const query = new URLSearchParams({ to: person.email, subject: 'Desligue agora' });
          const mails = await control<{ text: string }[]>(`${world.pages.mail}/__control/mails?${query}`);
          finish = /https?:\/\/\S+factor-recovery\?token=[\w-]+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
          return finish;
        },
        { timeout: 90_000, message: 'the mail that turns the factor off' },
      )
      .not.toBe('');
    await lost.goto(finish);
    await expectUsableFace(lost, 'factor-finish');
    await lost.getByRole('button', { name: 'Desligar a verificação' }).click();
    await expect(lost.getByText(/^Desligada\./)).toBeVisible();
    await lost.getByRole('link', { name: 'Ir para o login' }).click();
    await fillLogin(lost, person.email);
    await expect(lost).not.toHaveURL(/\/login/, { timeout: 30_000 });
  });
});

test('an owner without a password confirms in the provider’s own window, and nothing typed is lost', async ({
  page,
}) => {
  const world = await findWorld();
  await page.goto(`${world.panel}/login`);
  await page.getByRole('link', { name: 'Google' }).click();
  await page.getByRole('combobox', { name: 'Conta' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText(/^Bem-vindo, /)).toBeVisible();
  const { email } = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}') as { email: string };
  await letSessionsAge(email);
  await page.goto(`${world.panel}/profile?tab=conta`);
  const download = page.waitForEvent('download', { timeout: 90_000 });
  await page.getByRole('button', { name: 'Baixar meus dados' }).click();
  await expect(whoIsIt(page).getByRole('button', { name: 'Confirmar com Google' })).toBeVisible();
  await expectUsableFace(page, 'who-is-it-provider');

  await test.step('after a cancel there, it says so and asks again', async () => {
    const opened = page.waitForEvent('popup');
    await whoIsIt(page).getByRole('button', { name: 'Confirmar com Google' }).click();
    const popup = await opened;
    await popup.getByRole('button', { name: 'Cancelar' }).click();
    await expect(whoIsIt(page).getByText(/cancelada/)).toBeVisible();
  });
  await test.step('after a yes there, the download goes on', async () => {
    const opened = page.waitForEvent('popup');
    await whoIsIt(page).getByRole('button', { name: 'Confirmar com Google' }).click();
    const popup = await opened;
    await popup.getByLabel('Conta').selectOption({ index: 1 });
    await popup.getByRole('button', { name: 'Continuar' }).click();
    expect((await download).suggestedFilename()).toBe('vitrine-meus-dados.json');
    await expect(whoIsIt(page)).toBeHidden();
  });
});

test('the question with password and code fits every screen', async ({ page }) => {
  const world = await findWorld();
  const person = await register(world, 'Célia Franco');
  await logIn(page, world, person.email);
  await page.goto(`${world.panel}/profile?tab=conta`);
  await factorOf(person.token);
  await page.reload();
  await letSessionsAge(person.email);
  await page.getByRole('button', { name: 'Gerar novos códigos de recuperação' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Gerar códigos' }).click();
  await expect(whoIsIt(page)).toBeVisible();
  await expectUsableFace(page, 'who-is-it');
  await answerWhoIsIt(page, 'um-chute-qualquer-1');
  await expect(whoIsIt(page).getByText('Senha incorreta.')).toBeVisible();
  await expectUsableFace(page, 'who-is-it-wrong');
});
