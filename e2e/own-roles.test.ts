import { call } from './call.ts';
import { expectUsableFace } from './faces.ts';
import { enter, newStore } from './owner.ts';
import { joinTeam, logIn, PASSWORD, register } from './people.ts';
import { expect, test } from './test.ts';

// Two kinds of calls are refused: a save over a newer one, and calls of a member who lost the right.
test.use({ expectedErrors: [/status of (403|409)/] });

test('an owner makes a role, a member has it, loses a right at once, and gets another role when it is deleted', async ({
  page,
  browser,
  watch,
}) => {
  test.setTimeout(300_000);
  const owner = await newStore({ plan: 'Pro' });
  await enter(page, owner, '/members?tab=permissoes');
  await expect(page.getByRole('heading', { name: 'Nenhum papel próprio ainda' })).toBeVisible();
  await expectUsableFace(page, 'roles-empty');

  await test.step('a role is begun from a built-in one', async () => {
    await page.getByRole('button', { name: 'Criar papel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo papel' });
    await dialog.getByRole('button', { name: 'Criar papel' }).click();
    await expect(dialog.getByText('Dê um nome ao papel.')).toBeVisible();
    await dialog.getByLabel('Nome').fill('gerente');
    await dialog.getByLabel('Começar de').selectOption({ label: 'Atendente' });
    await dialog.getByLabel('Criar e editar cupons').check();
    // The right to resend needs the right to read orders. To clear the second clears the first; to choose the first chooses the second.
    await dialog.getByLabel('Ver pedidos e entregas').uncheck();
    await expect(dialog.getByLabel('Reenviar, corrigir e cancelar entregas')).not.toBeChecked();
    await dialog.getByLabel('Reenviar, corrigir e cancelar entregas').check();
    await expect(dialog.getByLabel('Ver pedidos e entregas')).toBeChecked();
    await dialog.getByLabel('Ver os números da loja').uncheck();
    await expectUsableFace(page, 'role-dialog');
    await dialog.getByRole('button', { name: 'Criar papel' }).click();
    await expect(dialog.getByText('Já existe um papel com este nome.')).toBeVisible();
    await dialog.getByLabel('Nome').fill('Moderador');
    await dialog.getByRole('button', { name: 'Criar papel' }).click();
    await expect(page.getByText('Papel criado. Dê a alguém na aba Equipe.')).toBeVisible();
  });
  const list = page.getByRole('list', { name: 'Papéis da loja' });
  await expect(list.getByRole('listitem')).toContainText(['Ver pedidos e entregas']);

  const person = await register(owner.world, 'Nina Vaz');
  const { roles } = await owner.api('POST /members', {});
  await joinTeam(owner.world, person, roles[0]?.id ?? '', { subdomain: owner.store.subdomain, token: owner.token });
  const context = await browser.newContext();
  const theirs = await context.newPage();
  watch(theirs);
  await test.step('the member opens what the role may, and the panel leads nowhere else', async () => {
    await logIn(theirs, owner.world, person.email, PASSWORD);
    await theirs.goto(`${owner.world.panel}/dashboard`);
    await expect(theirs.getByRole('heading', { name: 'Seu papel não abre esta tela' })).toBeVisible();
    await expect(theirs.getByText('Moderador')).toBeVisible();
    await theirs.getByRole('link', { name: 'Ir para os produtos' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Produtos' })).toBeVisible();
    await theirs.getByRole('link', { name: 'Descontos' }).click();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Descontos' })).toBeVisible();
  });

  await test.step('a save over another one asks, and a right that is gone is refused at once', async () => {
    await page.reload();
    await list.getByRole('button', { name: 'Editar Moderador' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar papel' });
    await expect(dialog.getByText('1 pessoa com este papel: o que mudar vale na hora.')).toBeVisible();
    await owner.api('POST /roles/edit', { id: roles[0]?.id ?? '', name: 'Moderadora', permissions: ['orders.read'] });
    await dialog.getByLabel('Criar e editar cupons').uncheck();
    await dialog.getByRole('button', { name: 'Salvar papel' }).click();
    const question = page.getByRole('dialog', { name: /mudou este papel/ });
    await question.getByRole('button', { name: /^Tudo de/ }).click();
    await question.getByRole('button', { name: /^Ficar com o de/ }).click();
    await expect(dialog.getByLabel('Nome')).toHaveValue('Moderadora');
    await page.reload();
    await expect(list.getByText('Moderadora')).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole('heading', { name: 'Seu papel não abre esta tela' })).toBeVisible();
  });

  await test.step('deleted with the choice of another role', async () => {
    await list.getByRole('button', { name: 'Excluir Moderadora' }).click();
    const dialog = page.getByRole('dialog', { name: 'Excluir o papel Moderadora?' });
    await expect(dialog.getByRole('button', { name: 'Excluir papel' })).toBeDisabled();
    await dialog.getByLabel('Novo papel').selectOption({ label: 'Gerente' });
    await expectUsableFace(page, 'role-delete');
    await dialog.getByRole('button', { name: 'Excluir papel' }).click();
    await expect(page.getByText('Papel excluído. 1 pessoa com Gerente.')).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole('heading', { level: 1, name: 'Descontos' })).toBeVisible();
  });

  await test.step('one that nobody has comes back', async () => {
    await call('POST /roles/create', {
      body: { subdomain: owner.store.subdomain, name: 'Curadora', permissions: ['catalog.edit', 'window.edit'] },
      token: owner.token,
    });
    await page.reload();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectUsableFace(page, 'roles-dark');
    await list.getByRole('button', { name: 'Excluir Curadora' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir papel' }).click();
    await expect(list).toBeHidden();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(list.getByText('Curadora')).toBeVisible();
  });
  await context.close();
});
