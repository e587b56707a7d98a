import { expectUsableFace, refusedRequests } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { PICTURE } from './pixels.ts';
import { expect, test } from './test.ts';

/** What buyers see of a product: its pictures, and the owner's words for what it gives. */

test.use({ expectedErrors: refusedRequests });

test('pictures are added, described, sorted by keyboard and removed', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const { _id: id } = await newProduct(owner, category, { name: 'VIP Ouro' });
  const stored = async () => (await owner.api('POST /products/name', { id })).info[0];
  await enter(page, owner, `/products/edit/${id}`);
  const add = (name: string) =>
    page.getByLabel('Imagem do produto').setInputFiles({ name, mimeType: 'image/png', buffer: PICTURE });
  const wordsOf = (place: number) => page.getByLabel(`Descrição da imagem ${place}`);
  await add('a.png');
  await expect(wordsOf(1)).toBeVisible();
  // A text that is typed while the next file is read must stay.
  await add('b.png');
  await wordsOf(1).fill('a.png');
  await wordsOf(2).fill('b.png');
  await expect(wordsOf(1)).toHaveValue('a.png');
  await page.getByRole('button', { name: /^Mover imagem 2/ }).press('ArrowUp');
  await expect(page.getByLabel('Descrição da imagem 1')).toHaveValue('b.png');
  await expectUsableFace(page);
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
  const first = await stored();
  expect(first?.images.map(({ alt }) => alt)).toEqual(['b.png', 'a.png']);
  expect(first?.image).toBe(first?.images[0]?.image);

  await page.goto(`${owner.world.panel}/products/edit/${id}`);
  await page.getByRole('button', { name: 'Remover imagem 1' }).click();
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
  expect((await stored())?.images).toEqual(first?.images.slice(1));
});

test('an owner’s word for an item is kept with its action, and the preview shows it', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const { _id: id } = await newProduct(owner, category, {
    name: 'VIP Ouro',
    description: '> **Tudo** [aqui](https://a.com/)',
  });
  await enter(page, owner, `/products/edit/${id}`);
  const preview = page.getByRole('complementary', { name: 'Prévia do produto' });
  await expect(preview.getByRole('link', { name: 'aqui' })).toHaveAttribute('href', 'https://a.com/');
  await page.getByRole('tab', { name: 'FiveM' }).click();
  await page.getByRole('button', { name: 'Adicionar ação' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ação do FiveM' });
  await dialog.getByLabel('Tipo de ação').selectOption('Adicionar item');
  await dialog.getByLabel('Nome do item').fill('WEAPON_PISTOL');
  await dialog.getByLabel('Quantidade').fill('1');
  await dialog.getByLabel('Nome para o cliente').fill('Pistola');
  await dialog.getByLabel('Quando executar').selectOption('Após a confirmação');
  await expectUsableFace(page);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(preview).toContainText('1× Pistola no inventário');
  await expect(preview).toContainText('Entregar 1× Pistola (WEAPON_PISTOL)');
  await page.getByRole('button', { name: 'Salvar Produto' }).click();
  await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
  const { info } = await owner.api('POST /products/name', { id });
  expect(info[0]).toMatchObject({ benefits: ['1× Pistola no inventário'], fiveMActions: [{ label: 'Pistola' }] });
});
