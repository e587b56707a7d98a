import { addressOf } from '@vitrine/contract/calls/address';
import { answerOf, call, outcomeOf, route } from './call.ts';
import { fillLogin, linkInMail, logIn, newEmail, PASSWORD, register } from './people.ts';
import { expect, test } from './test.ts';
import { expectKeyboardReachesAll, expectUsable } from './usable.ts';
import { findWorld } from './world.ts';

// Calls that are still running when the session ends are answered 401.
test.use({ expectedErrors: [/status of 401/] });

const stored = { vitrine: 'vitrine', token: 'token', user: 'user', store: 'store' } as const;

test('a closed page without a login leads to /login and back again, and leaves no step in the history', async ({
  page,
}) => {
  const world = await findWorld();
  await page.goto(`${world.panel}/`);
  await page.goto(`${world.panel}/orders?status=completed`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await fillLogin(page, world.owner.email, world.owner.password);
  await expect(page).toHaveURL(`${world.panel}/orders?status=completed`);
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  await expect(page.getByText('Logado com sucesso!')).toBeVisible();

  await test.step('the back button returns to the page before the login', async () => {
    await page.goBack();
    await expect(page).toHaveURL(`${world.panel}/`);
  });
  await test.step('a reload stays logged in', async () => {
    await page.goto(`${world.panel}/dashboard`);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana');
    expect(await page.evaluate((key) => localStorage.getItem(key), stored.store)).toBe(world.owner.subdomain);
  });
  await test.step('token and user alone restore the login', async () => {
    await page.evaluate((key) => localStorage.removeItem(key), stored.vitrine);
    await page.goto(`${world.panel}/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ana');
  });
  await test.step('the stored state holds no secret of a store', async () => {
    const kept = await page.evaluate((key) => localStorage.getItem(key), stored.vitrine);
    expect(kept).toContain(world.owner.subdomain);
    expect(kept).not.toContain('apiToken');
  });
  await test.step('a logout ends the session here, in another tab and at the server', async () => {
    const token = await page.evaluate((key) => localStorage.getItem(key), stored.token);
    const other = await page.context().newPage();
    await other.goto(`${world.panel}/profile`);
    await expect(other.getByRole('heading', { level: 1, name: 'Ana Souza' })).toBeVisible();
    const ended = answerOf(page, 'POST /logout');
    await page.getByRole('button', { name: /^Sua conta/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await expect(page).toHaveURL(`${world.panel}/login`);
    await expect(other).toHaveURL(`${world.panel}/login`);
    await ended;
    expect(await outcomeOf('GET /profile', { token: token ?? '' })).toMatchObject({ status: 401 });
    const left = await page.evaluate(
      (keys) => keys.map((key) => localStorage.getItem(key)),
      [stored.token, stored.user, stored.store],
    );
    expect(left).toEqual([null, null, null]);
    await page.goto(`${world.panel}/dashboard`);
    await expect(page).toHaveURL(/\/login/);
  });
});

test.describe('unreadable stored data', () => {
  // The panel logs that it cleared unreadable data, as SPEC.md section 8 asks.
  test.use({ expectedErrors: [/unreadable and was cleared/] });
  for (const [what, kept] of [
    ['a broken state', { vitrine: '{"state":{"auth":' }],
    ['a state of another shape', { vitrine: '{"state":{"auth":{"isLoggedIn":true,"token":7},"store":[],"basket":1}}' }],
    ['a user that is no JSON', { token: 'abc', user: '{' }],
    ['a token without a user', { token: 'abc' }],
    ['a store that is none', { store: '"><script>' }],
    ['all of it', { vitrine: 'null', token: '', user: '[]', store: '' }],
  ] as [string, Record<string, string>][]) {
    test(`${what} is cleared, and the page asks for a login`, async ({ page }) => {
      const { panel } = await findWorld();
      await page.goto(`${panel}/login`);
      await page.evaluate((values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
      }, kept);
      await page.goto(`${panel}/dashboard`);
      await expect(page).toHaveURL(/\/login/);
      await expect(page.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
      const left = await page.evaluate(
        (keys) => keys.map((key) => localStorage.getItem(key)),
        [stored.token, stored.user],
      );
      expect(left).toEqual([null, null]);
    });
  }
});

test.describe('logging in', () => {
  // The browser itself logs refused and aborted calls on the console.
  test.use({ expectedErrors: [/status of 401|net::ERR_FAILED/] });

  test('the login screen checks, names the mistake, says that it works, and shows the password on request', async ({
    page,
  }) => {
    const world = await findWorld();
    await page.goto(`${world.panel}/login`);
    await expect(page.getByRole('heading', { level: 1, name: 'Bem vindo de volta!' })).toBeVisible();
    await expectUsable(page, '/login');
    await expectKeyboardReachesAll(page, '/login');

    await fillLogin(page, 'isto não é', 'curta');
    const toasts = page.getByRole('region', { name: /^Avisos/ });
    await expect(toasts.getByText('E-mail inválido.')).toBeVisible();
    await expect(toasts.getByText('Senha deve ter entre 8 e 50 caracteres.')).toBeVisible();
    await expect(toasts.getByRole('list')).toHaveAttribute('data-sonner-theme', 'dark');

    const password = page.getByLabel('Senha', { exact: true });
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Mostrar senha' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Ocultar senha' }).click();
    await expect(password).toHaveAttribute('type', 'password');

    let answerNow = () => {};
    const asked = new Promise<void>((go) => {
      answerNow = go;
    });
    const waiting = await route(page, 'POST /login', async (one) => {
      await asked;
      await one.continue();
    });
    await fillLogin(page, world.owner.email, 'senha-errada-1');
    const busy = page.getByRole('button', { name: 'Entrando...' });
    await expect(busy).toHaveAttribute('aria-busy', 'true');
    answerNow();
    await expect(toasts.getByText('Usuário ou senha inválidos.')).toBeVisible();
    await waiting.end();

    await expect(page.getByRole('link', { name: 'Discord' })).toHaveAttribute(
      'href',
      addressOf('GET /login/discord/start'),
    );
    await expect(page.getByRole('link', { name: 'Google' })).toHaveAttribute(
      'href',
      addressOf('GET /login/google/start'),
    );
    await page.getByRole('link', { name: 'Criar nova conta' }).click();
    await expect(page).toHaveURL(`${world.panel}/registrar`);
  });

  test('a missing answer is no wrong password', async ({ page }) => {
    const world = await findWorld();
    await page.goto(`${world.panel}/login`);
    await route(page, 'POST /login', (one) => one.abort());
    await fillLogin(page, world.owner.email, world.owner.password);
    await expect(page.getByText('Sem resposta do servidor. Verifique sua conexão.').first()).toBeVisible();
  });
});
test.describe('registering', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('a new account: checks, strength, confirmed mail, forgotten and new password', async ({ page }) => {
    const world = await findWorld();
    const email = newEmail('rosa');
    await page.goto(`${world.panel}/register`);
    await expect(page.getByRole('heading', { level: 1, name: 'Crie sua conta' })).toBeVisible();
    await page.goto(`${world.panel}/registrar`);
    await expectUsable(page, '/registrar');
    await expectKeyboardReachesAll(page, '/registrar');

    await test.step('a missing field is named at the field', async () => {
      await page.getByRole('button', { name: 'Criar conta' }).click();
      await expect(page.getByLabel('Nome')).toHaveAccessibleDescription(/Nome deve ter entre 3 e 255 caracteres/);
      await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/Email inválido\./);
      const password = page.getByLabel('Senha', { exact: true });
      await expect(password).toHaveAccessibleDescription(/A senha deve ter entre 8 e 50 caracteres\./);
      await expect(page.getByLabel('Nome')).toBeFocused();
    });
    await test.step('the meter follows the password', async () => {
      const password = page.getByLabel('Senha', { exact: true });
      for (const [text, strength] of [
        ['curta', 'Senha muito fraca'],
        ['novelos8', 'Senha fraca'],
        ['novelosdelinha', 'Senha média'],
        ['Novelos8delinha', 'Senha forte'],
      ] as const) {
        await password.fill(text);
        await expect(page.getByText(strength, { exact: true })).toBeVisible();
      }
    });
    await test.step('the account exists and logs in', async () => {
      await page.getByLabel('Nome').fill('Rosa Maria');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Criar conta' }).click();
      await expect(page.getByText('Conta criada com sucesso!')).toBeVisible();
      await expect(page).toHaveURL(`${world.panel}/login`);
      await expect(page.getByLabel('E-mail')).toHaveValue(email);
      await expect(page.getByText('Confirme seu e-mail')).toBeVisible();
      await expectUsable(page, '/login after the registration');
      await fillLogin(page, email);
      await expect(page).toHaveURL(`${world.panel}/store/create`);
      await page.goto(`${world.panel}/profile`);
      await page.getByRole('tab', { name: 'Conta' }).click();
      await expect(page.getByText('Não confirmado', { exact: true })).toBeVisible();
    });
    await test.step('the mail confirms the address, once', async () => {
      const link = await linkInMail(world, email, 'Confirme seu e-mail');
      await page.goto(link);
      await expectUsable(page, '/email/verify');
      await page.getByRole('button', { name: 'Confirmar meu e-mail' }).click();
      await expect(page.getByText('Seu e-mail foi confirmado.')).toBeVisible();
      await page.goto(link);
      await page.getByRole('button', { name: 'Confirmar meu e-mail' }).click();
      await expect(page.getByRole('alert')).toContainText(/inválido ou expirado/);
    });
    await test.step('a forgotten password is replaced, and the old one no longer works', async () => {
      await page.goto(`${world.panel}/login`);
      await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
      // The login has a field of the same name.
      await expect(page.getByRole('heading', { level: 1, name: 'Recuperar senha' })).toBeVisible();
      await page.getByLabel('E-mail').fill(email);
      await expectUsable(page, '/password/forgot');
      await page.getByRole('button', { name: /^Enviar/ }).click();
      await expect(page.getByText(/Se este e-mail tiver uma conta/)).toBeVisible();
      const link = await linkInMail(world, email, 'Crie uma nova senha');
      await page.goto(link);
      await expectUsable(page, '/password/reset');
      await page.getByLabel('Nova senha', { exact: true }).fill(`${PASSWORD}-outra`);
      await page.getByRole('button', { name: 'Salvar nova senha' }).click();
      await expect(page.getByText('Senha alterada. Entre com a nova senha.')).toBeVisible();
      await fillLogin(page, email, `${PASSWORD}-outra`);
      await expect(page).toHaveURL(`${world.panel}/store/create`);
      // The link is used.
      await page.goto(link);
      await page.getByLabel('Nova senha', { exact: true }).fill(`${PASSWORD}-terceira`);
      await page.getByRole('button', { name: 'Salvar nova senha' }).click();
      await expect(page.getByRole('alert')).toContainText(/inválido ou expirado/);
    });
  });

  test('an unknown address gets the same answer as a known one', async ({ page }) => {
    const { panel } = await findWorld();
    await page.goto(`${panel}/password/forgot`);
    await page.getByLabel('E-mail').fill(newEmail('ninguem'));
    await page.getByRole('button', { name: /^Enviar/ }).click();
    await expect(page.getByText(/Se este e-mail tiver uma conta/)).toBeVisible();
  });
});

test.describe('a session that the server ended', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('leads to /login with the next call', async ({ page }) => {
    const world = await findWorld();
    const person = await register(world, 'Sônia Reis');
    await logIn(page, world, person.email);
    const token = await page.evaluate((key) => localStorage.getItem(key), stored.token);
    await call('POST /logout', { token: token ?? '' });
    await page.goto(`${world.panel}/profile`);
    await expect(page).toHaveURL(/\/login/);
  });
});
