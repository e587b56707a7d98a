import { enter, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { expectFitsPhone, expectUsable } from './usable.ts';

test('an owner chooses Reino, the shopper sees it, and a file takes it to a second store', { tag: '@long' }, async ({
  page,
}) => {
  const owner = await newStore({ paid: true });
  const { category } = await owner.api('POST /categories/create', { name: 'Títulos' });
  await owner.api('POST /products/create', { name: 'Cavaleiro', price: 25, categoryId: category._id });
  await enter(page, owner, '/config?tab=aparencia');
  await page.getByRole('radio', { name: /^Reino/ }).check();
  await expectUsable(page, 'themes');
  const waited = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar tema' }).click();
  const file = await (await waited).path();
  await page.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();

  const faceOf = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily;
    });
  await page.goto(owner.store.url);
  expect(await faceOf()).toContain('Title');
  await expect(page.getByText('Comprar agora').first()).toBeVisible();
  await expectUsable(page, 'Reino');
  await expectFitsPhone(page);

  const second = await newStore({ paid: true });
  await enter(page, second, '/config?tab=aparencia');
  await page.getByLabel('Importar tema').last().setInputFiles(file);
  await expect(page.getByRole('radio', { name: /^Reino/ })).toBeChecked();
});
