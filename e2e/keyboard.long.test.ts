import { inflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { call } from './call.ts';
import { approve, makeStore, type OwnStore } from './own-store.ts';
import { cardOf, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { DESKTOP, PHONE, tabTo } from './usable.ts';

/** Names that would do harm as markup or as PDF operators. */
const HOSTILE = 'VIP <b>Ouro</b> (2) Tj ET "x" {{nome}}';

/** Presses Tab until the control has the focus, and checks that the focus is visible. */
async function tabToSeen(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  const shown = await control.evaluate((element) => {
    // The line around a radio draws its focus ring.
    const ringed = element.matches('[type="radio"]') ? (element.closest('label') ?? element) : element;
    const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  });
  expect(shown, 'the focus can be seen').toBe(true);
}

let store: OwnStore;
test.beforeAll(async () => {
  store = await makeStore('Loja <script>alert(1)</script> & Filhos');
  const category = await store.category('Geral');
  await store.product({ name: HOSTILE, price: 49.9, categoryId: category });
  await store.coupon({ code: 'VALE5' });
  await store.edit({
    legal: { name: 'João & Filhos', document: '12.345.678/0001-95', address: '', contact: 'eu@joao.com.br' },
  });
});

/** Every text of a receipt, read back from its content streams. */
function textOf(pdf: Buffer): string {
  const found: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    try {
      const content = inflateSync(pdf.subarray(at + 7, pdf.indexOf('endstream', at))).toString('latin1');
      const texts = content.matchAll(/<([0-9a-f]+)>/g);
      found.push(...[...texts].map(([, hex]) => Buffer.from(hex ?? '', 'hex').toString('latin1')));
    } catch {
      // This stream is a font or the document's description, and has no text.
    }
  }
  return found.join('');
}

for (const viewport of [PHONE, DESKTOP]) {
  test(`a whole purchase with the keyboard alone, to the receipt (${viewport.width} px)`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(store.shop);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Pular para o conteúdo' })).toBeFocused();
    await tabToSeen(page, cardOf(page, HOSTILE));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: HOSTILE })).toBeVisible();
    await tabToSeen(page, page.getByRole('link', { name: 'Comprar agora', exact: true }));
    await page.keyboard.press('Enter');

    const plus = page
      .getByRole('group', { name: `Quantidade de ${HOSTILE}` })
      .getByRole('button', { name: 'Aumentar' });
    await expect(plus).toBeVisible();
    await tabToSeen(page, plus);
    await page.keyboard.press('Enter');
    await tabToSeen(page, page.getByLabel('ID da Cidade'));
    await page.keyboard.type('21');
    await tabToSeen(page, page.getByText('Onde encontro meu ID do Discord?'));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Toque na sua foto e escolha Copiar ID do usuário.')).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('518820019922331648');
    await tabToSeen(page, page.getByRole('radio', { name: /^Pix/ }));
    await page.keyboard.press('Space');
    await expect(page.getByRole('radio', { name: /^Pix/ })).toBeChecked();
    await tabToSeen(page, page.getByLabel('Cupom de desconto'));
    await page.keyboard.type('vale5');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Resumo do pedido' })).toContainText('R$ 94,80');
    await tabToSeen(page, page.getByRole('button', { name: 'Finalizar Compra' }));
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
    const reference = referenceOf(page);
    await tabToSeen(page, page.getByRole('button', { name: 'Copiar código Pix' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Código copiado!' })).toBeVisible();
    await approve(store, reference);
    await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
    await expect(page.getByText(`2 x ${HOSTILE}`)).toBeVisible();
    await expect(page.getByText('Total pago')).toBeVisible();

    const receipt = page.getByRole('link', { name: 'Baixar comprovante' });
    await tabToSeen(page, receipt);
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const stream = await (await download).createReadStream();
    const pdf = Buffer.concat(await stream.toArray());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const { response } = await call('GET /order/:external_reference', { params: { external_reference: reference } });
    const text = textOf(pdf).replaceAll(/\s+/g, ' ');
    for (const part of [
      String(response.number),
      store.name,
      HOSTILE,
      'João & Filhos',
      '12.345.678/0001-95',
      'VALE5',
      '99,80',
      '5,00',
      '94,80',
    ]) {
      expect(text).toContain(part);
    }
  });
}
