import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { confirm, menuItem } from './press.ts';
import { expect, test } from './test.ts';

test('a deleted product comes back by one press, and a category whose name is taken says so', async ({
  page,
  expectedErrors,
}) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  await newCategory(owner, 'Carros');
  await newProduct(owner, category, { name: 'VIP Ouro' });

  await enter(page, owner, '/products');
  const product = page.getByRole('main').getByRole('button', { name: 'Ações de VIP Ouro' });
  await menuItem('VIP Ouro', 'Deletar')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Deletar', exact: true }).click();
  await expect(page.getByText('Produto deletado com sucesso!')).toBeVisible();
  await expect(product).toBeHidden();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('Exclusão desfeita!')).toBeVisible();
  await expect(product).toBeVisible();

  // the name is taken when the press comes
  expectedErrors.push(/status of 409/);
  await page.getByRole('link', { name: 'Categorias', exact: true }).click();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Carros' });
  await confirm('Tem certeza que deseja deletar esta categoria?', 'Deletar')(
    page,
    row.getByRole('button', { name: /Deletar/ }),
  );
  await expect(page.getByText('Categoria deletada com sucesso!')).toBeVisible();
  await owner.api('POST /categories/create', { name: 'carros' });
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('Já existe uma categoria com este nome.')).toBeVisible();
});
