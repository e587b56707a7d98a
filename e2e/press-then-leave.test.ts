import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { PHONE } from './usable.ts';

test('a copy is made, and told, even if its form is left right after the press', async ({ page }) => {
  const owner = await newStore({ plan: 'Pro' });
  const category = await newCategory(owner, 'VIPs');
  const { _id } = await newProduct(owner, category._id, { name: 'VIP Ouro' });
  // The rules of the form come with its first check, over a slow network.
  let letGo = () => {};
  const held = new Promise<void>((go) => {
    letGo = go;
  });
  const asked = page.waitForRequest(/product-rules/);
  await page.route(/product-rules/, async (route) => {
    await held;
    await route.fallback();
  });
  await enter(page, owner, `/products/create?copy=${_id}`);
  await page.getByRole('button', { name: 'Criar Produto' }).click();
  await asked;
  // Nothing was typed into the copy, so the form may be left without a question.
  await page.getByRole('navigation').getByRole('link', { name: 'Variáveis' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Variáveis' })).toBeVisible();
  letGo();
  await expect(page.getByText('Produto criado com sucesso!')).toBeVisible();
  expect((await owner.api('POST /products', {})).products).toHaveLength(2);
  await expect(page).toHaveURL(/\/variables/);
});

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('a save that was given up while it waited is not sent afterwards', async ({ page, context }) => {
    const owner = await newStore();
    await enter(page, owner, '/categories/create');
    const menu = page.getByRole('navigation', { name: 'Painel' });
    await menu.getByRole('link', { name: 'Configurações' }).click();
    await page.getByLabel('Descrição').fill('Ninguém salvou isto');
    await context.setOffline(true);
    await page.getByRole('region', { name: 'Alterações não salvas' }).getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByRole('button', { name: 'Salvando...' })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Sair sem salvar' }).click();
    await page.getByLabel('Nome da categoria').fill('Carros');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Criar categoria' }).click();
    await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
    const { response } = await owner.api('GET /store');
    expect(response.find(({ id }) => id === owner.store.id)?.description).not.toBe('Ninguém salvou isto');
  });
});

test('a message that comes and goes never lies over the buttons of a form', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const owner = await newStore();
  await newCategory(owner, 'VIPs');
  await enter(page, owner, '/products/create');
  const save = page.getByRole('button', { name: 'Criar Produto' });
  await expect(save).toBeVisible();
  // Notes, for each picture that the browser draws, whether a press would meet something else than the button.
  const met = await save.evaluateHandle((button) => {
    const frames = { covered: 0 };
    const look = () => {
      const { x, y, width, height } = button.getBoundingClientRect();
      const covers = [0.1, 0.5].some((part) =>
        document.elementFromPoint(x + width / 2, y + height * part)?.closest('[data-sonner-toast]'),
      );
      if (covers) frames.covered += 1;
      requestAnimationFrame(look);
    };
    look();
    return frames;
  });
  await page.getByRole('button', { name: 'Nova categoria' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova categoria' });
  await dialog.getByLabel('Nome da categoria').fill('Carros');
  await dialog.getByRole('button', { name: 'Criar categoria' }).click();
  const told = page.getByText('Categoria criada com sucesso!');
  await expect(told).toBeVisible();
  await page.mouse.move(5, 5);
  await expect(told).toHaveCount(0);
  expect(await met.jsonValue()).toEqual({ covered: 0 });
});
