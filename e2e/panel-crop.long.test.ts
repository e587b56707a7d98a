import type { Page } from '@playwright/test';
import { expectUsableFace } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { tabTo } from './usable.ts';

/** Three vertical stripes, 800 × 400: red to 200, green to 600, blue. */
const stripes = (page: Page) =>
  page
    .evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [800, 400];
      const context = canvas.getContext('2d');
      for (const [colour, from, to] of [
        ['#f00', 0, 200],
        ['#0f0', 200, 600],
        ['#00f', 600, 800],
      ] as const) {
        if (!context) break;
        context.fillStyle = colour;
        context.fillRect(from, 0, to - from, 400);
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    })
    .then((text) => ({ name: 'faixas.png', mimeType: 'image/png', buffer: Buffer.from(text, 'base64') }));

/** Size of a stored picture, and the strongest colour (red, green or blue) at its left and right end. */
const stored = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const colourAt = (x: number) => {
      const [red = 0, green = 0, blue = 0] = context?.getImageData(x, canvas.height / 2, 1, 1).data ?? [];
      return red > 200 ? 'red' : green > 200 ? 'green' : blue > 200 ? 'blue' : 'none';
    };
    return { width: canvas.width, height: canvas.height, left: colourAt(8), right: colourAt(canvas.width - 8) };
  }, address);

test('a picture is cropped by keyboard to the shape in which it is shown, or is sent whole', async ({ page }) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const { _id: id } = await newProduct(owner, category, { name: 'VIP Ouro' });
  await enter(page, owner, `/products/edit/${id}`);
  const picture = await stripes(page);
  const input = page.getByLabel('Imagem do produto');
  const dialog = page.getByRole('dialog', { name: 'Ajustar imagem' });
  const use = dialog.getByRole('button', { name: 'Usar imagem' });
  const save = async () => {
    await page.getByRole('button', { name: 'Salvar Produto' }).click();
    await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
    const { info } = await owner.api('POST /products/name', { id });
    await page.goto(`${owner.world.panel}/products/edit/${id}`);
    // Removed, so that the next picture is the only one.
    await page.getByRole('button', { name: 'Remover imagem 1' }).click();
    return await stored(page, info[0]?.image ?? '');
  };

  await input.setInputFiles(picture);
  await expect(dialog.getByText('800 × 400 px')).toBeVisible();
  await expectUsableFace(page);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Escolher imagem')).toBeVisible();

  // A person who confirms without cropping gets the whole picture.
  await input.setInputFiles(picture);
  await use.click();
  await expect(page.getByRole('img', { name: 'Pré-visualização' })).toBeVisible();
  expect(await save()).toEqual({ width: 640, height: 320, left: 'red', right: 'blue' });

  await input.setInputFiles(picture);
  await tabTo(page, dialog.getByRole('button', { name: 'Recortar em 4:3' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('533 × 400 px')).toBeVisible();
  const area = dialog.getByRole('group', { name: /^Área do recorte/ });
  await expect(area).toBeFocused();
  await expectUsableFace(page);
  for (let press = 0; press < 30; press++) await page.keyboard.press('Shift+ArrowLeft');
  await tabTo(page, use);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await save()).toEqual({ width: 533, height: 400, left: 'red', right: 'green' });

  // A corner by keyboard, then the area by pointer; the shape stays the same.
  await input.setInputFiles(picture);
  await dialog.getByRole('button', { name: 'Recortar em 4:3' }).click();
  await tabTo(page, dialog.getByRole('button', { name: 'Canto inferior direito' }));
  for (let press = 0; press < 6; press++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(dialog.getByText('533 × 400 px')).toBeHidden();
  const box = await area.boundingBox();
  if (!box) throw new Error('no area to crop');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 600, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await use.click();
  await expect(dialog).toBeHidden();
  const cropped = await save();
  expect(cropped.width).toBeLessThan(533);
  expect(cropped.width / cropped.height).toBeCloseTo(4 / 3, 1);
  expect(cropped).toMatchObject({ left: 'green', right: 'blue' });
});
