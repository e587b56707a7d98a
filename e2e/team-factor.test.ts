import { expectUsableFace } from './faces.ts';
import { enter, newStore } from './owner.ts';
import { joinTeam, logIn, mailTo, PASSWORD, register } from './people.ts';
import { expect, test } from './test.ts';
import { findWorld, inDatabase } from './world.ts';

// The store refuses the calls of a member without a second factor, once the time for it is over.
test.use({ expectedErrors: [/status of (403|422)/] });

test('an owner asks the team for a second factor: a member sees until when, then only how to turn it on', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(300_000);
  const person = await register(await findWorld(), 'Dora Lins');
  const owner = await newStore({ plan: 'Pro', person });
  const member = await register(owner.world, 'Nilo Reis');
  await joinTeam(owner.world, member, 'attendant', { subdomain: owner.store.subdomain, token: owner.token });

  await enter(page, owner, '/members');
  const exigir = page.getByRole('button', { name: 'Exigir da equipe' });
  await test.step('not before their own', async () => {
    await exigir.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Exigir', exact: true }).click();
    await expect(page.getByText('Ligue antes a sua própria verificação em duas etapas')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
  });
  await test.step('asked with some days', async () => {
    await inDatabase('update account set totp_enabled_at = now() where id = $1', [owner.user.id]);
    await exigir.click();
    await page.getByRole('dialog').getByLabel('Prazo').selectOption({ label: '3 dias' });
    await expectUsableFace(page, 'factor-ask');
    await page.getByRole('dialog').getByRole('button', { name: 'Exigir', exact: true }).click();
    await expect(page.getByText('A equipe foi avisada por e-mail.')).toBeVisible();
    await expect(page.getByText(/Sem verificação em duas etapas · entra até/)).toBeVisible();
    await expectUsableFace(page, 'factor-team');
  });
  expect(await mailTo(owner.world, member.email, 'verificação em duas etapas')).toContain('/profile');

  const context = await browser.newContext();
  const theirs = await context.newPage();
  watch(theirs);
  await test.step('the member is told over each screen, and enters', async () => {
    await logIn(theirs, owner.world, member.email, PASSWORD);
    await theirs.goto(`${owner.world.panel}/orders`);
    await expect(theirs.getByText(/Você entra sem ela até/)).toBeVisible();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
    await expectUsableFace(theirs, 'factor-notice');
  });
  await test.step('whoever is shut out may leave the team', async () => {
    const gone = await register(owner.world, 'Lia Prado');
    await joinTeam(owner.world, gone, 'attendant', { subdomain: owner.store.subdomain, token: owner.token });
    await inDatabase(
      `update member set created_at = now() - interval '9 days' where store_id = $1 and account_id = $2`,
      [owner.store.id, gone.user.id],
    );
    await inDatabase(`update team_factor set since = now() - interval '9 days' where store_id = $1`, [owner.store.id]);
    const other = await browser.newContext();
    const herPage = await other.newPage();
    watch(herPage);
    await logIn(herPage, owner.world, gone.email, PASSWORD);
    await herPage.goto(`${owner.world.panel}/orders`);
    await herPage.getByRole('button', { name: 'Sair da loja' }).click();
    await herPage.getByRole('dialog').getByRole('button', { name: 'Sair da loja' }).click();
    await expect(herPage.getByText('Você saiu da loja.')).toBeVisible();
    await expect(herPage).toHaveURL(/\/profile/);
    await other.close();
  });
  await test.step('after the day only the way to it opens, and with it the store', async () => {
    await inDatabase(`update team_factor set since = now() - interval '4 days' where store_id = $1`, [owner.store.id]);
    await inDatabase(`update member set created_at = now() - interval '4 days' where store_id = $1`, [owner.store.id]);
    await theirs.reload();
    await expect(theirs.getByRole('heading', { name: 'Falta a verificação em duas etapas' })).toBeVisible();
    await expectUsableFace(theirs, 'factor-gate');
    await theirs.emulateMedia({ colorScheme: 'dark' });
    await expectUsableFace(theirs, 'factor-gate-dark');
    await theirs.getByRole('main').getByRole('link', { name: 'Ligar agora' }).click();
    await expect(theirs.getByText('Verificação em duas etapas').first()).toBeVisible();
    await inDatabase('update account set totp_enabled_at = now() where id = $1', [member.user.id]);
    await theirs.goto(`${owner.world.panel}/orders`);
    await expect(theirs.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  });
  await context.close();
});
