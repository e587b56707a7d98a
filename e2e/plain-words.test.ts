import { crc32, deflateSync } from 'node:zlib';
import { expectUsableFace, refuse } from './faces.ts';
import { enter, newCategory, newProduct, newStore } from './owner.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';

/** Each rule of the panel has its own sentence. The panel asks before it saves a thing that is allowed but seldom meant. */

// The browser logs refused calls as errors. It also logs that Playwright's recorder may not read a chosen picture.
test.use({ expectedErrors: [/status of 4\d\d|Connecting to 'blob:/] });

/** A grey PNG of this size, which weighs little: one bit for each pixel. */
function grey(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const png = (buffer: Buffer) => ({ name: 'vip.png', mimeType: 'image/png', buffer });

test('pictures: a file that is no picture or too large is refused when it is chosen, and 4:3 needs no cropping', async ({
  page,
}) => {
  const owner = await newStore();
  const { _id: category } = await newCategory(owner, 'VIPs');
  const { _id: id } = await newProduct(owner, category, { name: 'VIP Ouro', price: 20 });
  await enter(page, owner, `/products/edit/${id}`);
  const input = page.getByLabel('Imagem do produto');
  const frame = page.getByRole('dialog', { name: 'Ajustar imagem' });
  await expect(page.getByText(/PNG, JPG até 5MB, também WebP/)).toBeVisible();
  await input.setInputFiles(png(Buffer.from('isto é um texto')));
  await expect(input).toHaveAccessibleDescription('Escolha uma imagem PNG, JPG ou WebP.');
  await input.setInputFiles(png(grey(9000, 9000)));
  await expect(input).toHaveAccessibleDescription(/é grande demais.*16 megapixels/);
  await input.setInputFiles(png(Buffer.concat([grey(8, 6).subarray(0, 8), Buffer.from('sem pixels')])));
  await expect(input).toHaveAccessibleDescription(/incompleto ou danificado/);

  for (const size of [
    { width: 360, height: 640 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await input.setInputFiles(png(grey(600, 3000)));
    const picture = frame.getByRole('img', { name: 'Imagem escolhida' });
    await expect(picture).toBeVisible();
    await frame.getByRole('button', { name: 'Recortar em 4:3' }).click();
    await expect(picture).toBeInViewport({ ratio: 1 });
    await expect(frame.getByRole('button', { name: 'Usar imagem' })).toBeInViewport({ ratio: 1 });
    await expectUsableFace(page, `crop-${size.width}`);
    await frame.getByRole('button', { name: 'Cancelar' }).click();
    await expect(frame).toBeHidden();
  }
  await input.setInputFiles(png(grey(800, 600)));
  await expect(page.getByRole('img', { name: 'Pré-visualização 1' })).toBeVisible();
  await expect(frame).toBeHidden();
});

test('forms: each rule has its own sentence, and an unusual value is saved only if confirmed', async ({ page }) => {
  const owner = await newStore();
  const { panel } = owner.world;
  const { _id: category } = await newCategory(owner, 'VIPs');
  const { _id: id } = await newProduct(owner, category, { name: 'VIP Ouro', price: 20 });

  await test.step('the settings: Enter saves, a colour needs a colour, a new address is asked about', async () => {
    await enter(page, owner, '/config');
    const name = page.getByLabel('Nome da loja');
    await name.fill('Porto Velho RP');
    await name.press('Enter');
    await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
    await page.getByRole('tab', { name: 'Aparência' }).click();
    const colour = page.getByRole('textbox', { name: 'Cor primária', exact: true });
    await colour.fill('azul');
    await colour.press('Enter');
    await expect(colour).toHaveAccessibleDescription('Cor primária é obrigatória');
    await expect(colour).toHaveValue('azul');
    await colour.fill('');
    await colour.pressSequentially('#0a7');
    await expect(colour).toHaveValue('#0a7');
    await colour.pressSequentially('d5e');
    await expect(colour).toHaveValue('#0a7d5e');
    await page.getByRole('tab', { name: 'Loja', exact: true }).click();
    const address = `${owner.store.subdomain}-2`;
    await page.getByLabel('Domínio').fill(address);
    await page.getByLabel('Domínio').press('Enter');
    const question = page.getByRole('dialog', { name: 'Mudar o endereço da loja?' });
    await expect(question).toContainText(`De “${owner.store.subdomain}” para “${address}”`);
    await expectUsable(page, 'the question about an address');
    await question.getByRole('button', { name: 'Voltar' }).click();
    await page.getByLabel('Domínio').press('Enter');
    await question.getByRole('button', { name: 'Mudar o endereço' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText('Configurações salvas com sucesso!').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Alterações não salvas' })).toBeHidden();
  });

  await test.step('equal toasts are one, and a success takes away the error that it answers', async () => {
    await page.goto(`${panel}/config?tab=servidores`);
    await page.getByLabel('Li o aviso e quero conectar meu servidor mesmo assim').check();
    await page.getByRole('button', { name: 'Confirmar e continuar' }).click();
    const broken = await refuse(page, 'GET /store/script/download', { error: '' });
    const download = page.getByRole('button', { name: 'Baixar o script' });
    const failed = page.getByText('Erro ao baixar o script. Tente novamente.');
    for (let press = 0; press < 2; press++) {
      const answered = page.waitForResponse(/script\/download/);
      await download.click();
      await answered;
      await expect(failed).toHaveCount(1);
    }
    await broken.mend();
    await download.click();
    await expect(page.getByText('Download do script iniciado!')).toBeVisible();
    await expect(failed).toHaveCount(0);
  });

  await test.step('a coupon: no end in the past, and zero is asked about', async () => {
    await page.goto(`${panel}/discounts/create`);
    await page.getByLabel('Código').fill('NATAL');
    await page.getByLabel('Valor do desconto').fill('0');
    await page.getByRole('radio', { name: 'Em uma data' }).check();
    const end = page.getByLabel('Data e hora');
    await end.fill('2020-01-01T00:00');
    await page.getByRole('button', { name: 'Criar cupom' }).click();
    const question = page.getByRole('dialog', { name: 'Este cupom não vai dar desconto?' });
    await question.getByRole('button', { name: 'Salvar com valor zero' }).click();
    await expect(end).toHaveAccessibleDescription(/Escolha uma data no futuro/);
    await expect(end).toBeFocused();
    await end.fill('2036-01-01T00:00');
    await page.getByRole('button', { name: 'Criar cupom' }).click();
    await question.getByRole('button', { name: 'Salvar com valor zero' }).click();
    await expect(page.getByText('Cupom criado com sucesso!')).toBeVisible();
  });

  await test.step('a product: an old price that would not show, and a command that is not allowed', async () => {
    await page.goto(`${panel}/products/edit/${id}`);
    await page.getByLabel('Preço original').fill('10');
    await page.getByRole('tab', { name: 'FiveM' }).click();
    await page.getByRole('button', { name: 'Adicionar ação' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ação do FiveM' });
    await dialog.getByLabel('Tipo de ação').selectOption('execute_command');
    await dialog.getByLabel('Quando executar').selectOption({ label: 'Após a confirmação' });
    const command = dialog.getByLabel('Comando');
    for (const [text, sentence] of [
      ['', /Informe o comando para a ação\.$/],
      ['dar vip; quit', /não pode ter ponto e vírgula/],
      ['/dar vip', /sem a barra do início/],
    ] as const) {
      await command.fill(text);
      await dialog.getByRole('button', { name: 'Confirmar' }).click();
      await expect(command).toHaveAccessibleDescription(sentence);
    }
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('button', { name: 'Salvar Produto' }).click();
    const question = page.getByRole('dialog', { name: 'Salvar sem o preço riscado?' });
    await expect(question).toContainText('O preço original (R$ 10,00) não é maior que o preço (R$ 20,00)');
    await question.getByRole('button', { name: 'Salvar assim' }).click();
    await expect(page.getByText('Produto editado com sucesso!')).toBeVisible();
  });
});
