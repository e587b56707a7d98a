import { enter, newCategory, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';

/** Things that an owner can do inside the product form and the list, without leaving them. */

// The browser logs two refusals: a category whose name exists already, and an edit that is older than another one.
test.use({ expectedErrors: [/status of 409/] });

test('an owner makes a product with its category, its end and its page in sight, and keeps an eye on its stock', async ({
  page,
}) => {
  const owner = await newStore({ plan: 'Pro' });
  await newCategory(owner, 'Veículos');
  await enter(page, owner, '/products/create');

  await test.step('a category is made over the form, which keeps what is typed', async () => {
    await page.getByLabel('Nome', { exact: true }).fill('VIP Ouro');
    await page.getByLabel('Descrição').fill('Salário **dobrado**');
    await page.getByRole('button', { name: 'Nova categoria' }).click();
    const dialog = page.getByRole('dialog', { name: 'Nova categoria' });
    await dialog.getByLabel('Nome da categoria').fill('veículos');
    await dialog.getByRole('button', { name: 'Criar categoria' }).click();
    await expect(dialog.getByLabel('Nome da categoria')).toHaveAccessibleDescription(/Já existe uma categoria/);
    await expectUsable(page, 'a category over the product form');
    await dialog.getByLabel('Nome da categoria').fill('VIPs');
    await dialog.getByLabel('Nome da categoria').press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Categoria').locator('option:checked')).toHaveText('VIPs');
    await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('VIP Ouro');
  });

  await test.step('what is given can be taken away when the product expires, with one press', async () => {
    await page.getByLabel('Preço', { exact: true }).fill('29,90');
    await page.getByRole('tab', { name: 'FiveM' }).click();
    await page.getByRole('button', { name: 'Adicionar ação' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tipo de ação').selectOption('add_group');
    await dialog.getByLabel('Quando executar').selectOption('on_confirmation');
    await dialog.getByLabel('Nome do grupo').fill('vip_ouro');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    const offer = page.getByRole('button', { name: 'Tirar quando expirar: Adicionar ao grupo vip_ouro' });
    await expect(page.getByText('Adicionar ao grupo vip_ouro').first()).toBeVisible();
    await expect(offer).toBeHidden();
    await page.getByLabel('Remover após (dias)').fill('30');
    await offer.click();
    await expect(page.getByRole('tab', { name: 'FiveM (2)' })).toBeVisible();
    await expect(page.getByText('Remover do grupo vip_ouro').first()).toBeVisible();
    await expect(offer).toBeHidden();
  });

  await test.step('the page shows as buyers will see it, before it is saved', async () => {
    await page.getByRole('button', { name: 'Ver a página' }).click();
    const frame = page.getByRole('dialog').frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'VIP Ouro' })).toBeVisible();
    await expect(frame.locator('strong', { hasText: 'dobrado' })).toBeVisible();
    await expect(frame.getByText('Grupo vip_ouro na cidade por 30 dias').first()).toBeVisible();
    await expectUsable(page, 'the page of a product that is not saved');
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
    expect((await owner.api('POST /products', {})).products).toEqual([]);
  });

  await page.getByRole('button', { name: 'Criar Produto' }).click();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();

  await test.step('stock is edited in the list, over what another person saved', async () => {
    const { products } = await owner.api('POST /products', {});
    const productId = products[0]?._id ?? '';
    await page.getByRole('button', { name: 'Mudar estoque de VIP Ouro: Sem limite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Estoque de VIP Ouro' });
    await owner.api('POST /products/edit/', {
      productId,
      productData: { subdomain: owner.store.subdomain, stock: 9 },
    });
    await dialog.getByLabel('Estoque (opcional)', { exact: true }).fill('dois');
    await dialog.getByRole('button', { name: 'Salvar estoque' }).click();
    await expect(dialog.getByText('Informe um número inteiro a partir de 0')).toBeVisible();
    await dialog.getByLabel('Estoque (opcional)', { exact: true }).fill('2');
    await dialog.getByLabel('Avisar quando restar').fill('3');
    await dialog.getByRole('button', { name: 'Salvar estoque' }).click();
    await expect(dialog.getByText(/mudou este produto\. O estoque agora: 9\./)).toBeVisible();
    await expectUsable(page, 'the stock of a product');
    await dialog.getByRole('button', { name: 'Salvar estoque' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'VIP Ouro' })).toContainText('Estoque baixo');
  });

  await page.goto('/dashboard');
  await page.getByRole('link', { name: '1 produto está com estoque baixo' }).click();
  await expect(page).toHaveURL(/mark=low_stock/);
  await expect(page.getByRole('listitem').filter({ hasText: 'VIP Ouro' })).toContainText('Estoque baixo');
});
