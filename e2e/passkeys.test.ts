import type { Page } from '@playwright/test';
import { answerWhoIsIt, letSessionsAge, logIn, register, whoIsIt } from './people.ts';
import { expect, test } from './test.ts';
import { expectAccessible } from './usable.ts';
import { findWorld } from './world.ts';

// The panel asks who the person is after a refusal, and the browser logs the refusal as an error.
test.use({ expectedErrors: [/status of (403|422)/], contextOptions: { reducedMotion: 'reduce' } });
/** The browser's virtual authenticator, like a phone's fingerprint: it makes passkeys and verifies its user. */
async function virtualAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('an owner makes a passkey, confirms with it, logs in with it and removes it', { tag: '@long' }, async ({
  page,
}) => {
  const world = await findWorld();
  const { email } = await register(world, 'Lívia Castro');
  await virtualAuthenticator(page);
  await logIn(page, world, email);
  await page.goto(`${world.panel}/profile?tab=conta`);
  const keys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  await test.step('makes it, after a confirmation by password', async () => {
    await letSessionsAge(email);
    await page.getByRole('button', { name: 'Adicionar passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Adicionar passkey' });
    await dialog.getByRole('button', { name: 'Criar passkey' }).click();
    await expect(dialog.getByText('Dê um nome à passkey.')).toBeVisible();
    await dialog.getByLabel('Nome').fill('Notebook da Lívia');
    await dialog.getByRole('button', { name: 'Criar passkey' }).click();
    await answerWhoIsIt(page);
    await expect(dialog).toBeHidden();
    await expect(keys).toHaveText(/Notebook da Lívia/);
    await expectAccessible(page);
  });

  await test.step('confirms with it', async () => {
    await letSessionsAge(email);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar meus dados' }).click();
    await expect(whoIsIt(page)).toBeVisible();
    await whoIsIt(page).getByRole('button', { name: 'Confirmar com passkey' }).click();
    expect((await download).suggestedFilename()).toBe('vitrine-meus-dados.json');
  });

  await test.step('logs in with it, without a password', async () => {
    await page.getByRole('button', { name: 'Sair' }).click();
    await expect(page.getByRole('heading', { name: 'Bem vindo de volta!' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Entrar com passkey' }).click();
    // A person without a store is led to the first one.
    await expect(page).toHaveURL(/\/store\/create/);
    await expect(page.getByRole('heading', { level: 1, name: 'Nova loja' })).toBeVisible();
  });

  await test.step('removes it, and it no longer logs in', async () => {
    await page.goto(`${world.panel}/profile?tab=conta`);
    await page.getByRole('button', { name: 'Remover Notebook da Lívia' }).click();
    await page
      .getByRole('dialog', { name: 'Remover Notebook da Lívia?' })
      .getByRole('button', { name: 'Remover', exact: true })
      .click();
    await expect(page.getByText('Nenhuma ainda.')).toBeVisible();
    await page.getByRole('button', { name: 'Sair' }).click();
    await page.getByRole('button', { name: 'Entrar com passkey' }).click();
    await expect(page.getByText(/Não reconhecemos esta passkey/)).toBeVisible();
  });
});
