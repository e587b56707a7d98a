import type { Page } from '@playwright/test';
import { errors } from '@vitrine/contract/errors';
import { route } from './call.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';
import { findWorld } from './world.ts';

/** Opens the provider by the login screen's button, and gives this answer there. */
async function atDiscord(page: Page, panel: string, who: string, answer: 'Autorizar' | 'Cancelar'): Promise<void> {
  await page.goto(`${panel}/login`);
  await page.getByRole('link', { name: 'Discord' }).click();
  await expect(page.getByText(/quer acessar sua conta do Discord/)).toBeVisible();
  const asked = new URL(page.url()).searchParams;
  expect(asked.get('scope')?.split(' ').sort()).toEqual(['email', 'identify']);
  expect(asked.get('response_type')).toBe('code');
  expect(new URL(asked.get('redirect_uri') ?? '').pathname).toBe('/profile');
  await page.getByLabel('Entrar como').selectOption({ label: who });
  await page.getByRole('button', { name: answer }).click();
}

/** The error card with the auth state's error, and a button to start again. */
async function expectFailure(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('heading', { name: `Erro: ${text}` })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: /^Avisos/ }).getByText(text)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
}

test('Discord: allowed, greeted by name, on /profile; the next time, the page that asked for the login opens', async ({
  page,
}) => {
  const { panel } = await findWorld();
  await atDiscord(page, panel, 'Eva Moderadora (@eva.mod)', 'Autorizar');
  await expect(page.getByText('Bem-vindo, Eva Moderadora!')).toBeVisible();
  await expect(page).toHaveURL(`${panel}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Eva Moderadora' })).toBeVisible();
  await test.step('the code has left the address: a reload does not send it again', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Eva Moderadora' })).toBeVisible();
  });
  await test.step('the same person returns to the page that asked for the login', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Sair' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto(`${panel}/store/create`);
    await page.getByRole('link', { name: 'Discord' }).click();
    await page.getByLabel('Entrar como').selectOption({ label: 'Eva Moderadora (@eva.mod)' });
    await page.getByRole('button', { name: 'Autorizar' }).click();
    await expect(page).toHaveURL(`${panel}/store/create`);
  });
});

test('Google: allowed, greeted by name; cancelled, and told so', async ({ page }) => {
  const { panel } = await findWorld();
  await page.goto(`${panel}/login`);
  await page.getByRole('link', { name: 'Google' }).click();
  await page.getByLabel('Conta').selectOption({ label: 'Gabriel Rocha (gabriel@exemplo.com.br)' });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Bem-vindo, Gabriel Rocha!')).toBeVisible();
  await expect(page).toHaveURL(`${panel}/profile`);
  await page.getByRole('main').getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Google' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('heading', { name: 'Erro: Autorização cancelada pelo usuário.' })).toBeVisible();
});

test.describe('every failure of a login with Discord has its own words', () => {
  // The browser itself logs refused calls on the console.
  test.use({ expectedErrors: [/status of (400|409|500|502)/] });

  test('cancelled there', async ({ page }) => {
    const { panel } = await findWorld();
    await atDiscord(page, panel, 'Eva Moderadora (@eva.mod)', 'Cancelar');
    await expectFailure(page, 'Autorização cancelada pelo usuário.');
    await expectUsable(page, '/profile without a login');
    await test.step('and started again', async () => {
      await page.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByText(/quer acessar sua conta do Discord/)).toBeVisible();
    });
  });

  test('sent back with another error', async ({ page }) => {
    const { panel } = await findWorld();
    await page.goto(`${panel}/profile?error=temporarily_unavailable`);
    await expectFailure(page, 'Erro ao autenticar com o Discord');
    await test.step('no login remains', async () => {
      expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])).toEqual([
        null,
        null,
      ]);
      await page.goto(`${panel}/dashboard`);
      await expect(page).toHaveURL(/\/login/);
    });
  });

  test('an invalid code', async ({ page }) => {
    const { panel } = await findWorld();
    await page.goto(`${panel}/profile?code=inventado&state=inventado`);
    await expectFailure(page, 'Código de autorização inválido ou expirado.');
  });

  // oauth.test.ts of the server makes Discord fail in these ways; here only the server's answers arrive.
  for (const code of ['discord_failed', 'discord_login_failed', 'discord_timeout', 'discord_link_required'] as const) {
    test(code, async ({ page }) => {
      const { panel } = await findWorld();
      const { status, text } = errors[code];
      await route(page, 'POST /login/discord', (one) =>
        one.fulfill({ status, json: { success: false, code, error: text } }),
      );
      await page.goto(`${panel}/profile?code=c&state=s`);
      await expectFailure(page, text);
    });
  }

  test('an answer without token or user', async ({ page }) => {
    const { panel } = await findWorld();
    await route(page, 'POST /login/discord', (one) => one.fulfill({ json: { success: true, token: 'x' } }));
    await page.goto(`${panel}/profile?code=c&state=s`);
    await expectFailure(page, 'Token ou usuário ausente');
  });

  test('no answer within ten seconds', async ({ page }) => {
    const { panel } = await findWorld();
    await route(page, 'POST /login/discord', () => {});
    await page.goto(`${panel}/profile?code=c&state=s`);
    await expectFailure(page, 'Timeout na requisição. Verifique sua conexão.');
  });
});
