import { approve, makeStore } from './own-store.ts';
import { order, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { expectUsable, PHONE } from './usable.ts';

test.use({ viewport: PHONE });

test('a buyer lets the shop show their name on the page of the paid order, and takes it back', async ({ page }) => {
  const store = await makeStore('Cidade dos Apoiadores');
  const category = await store.category('VIPs');
  await store.product({ name: 'VIP Ouro', price: 30, categoryId: category });
  const document = {
    form: 1 as const,
    sections: [
      { id: 'compradores1', kind: 'buyers' as const, title: '' },
      { id: 'apoiadores01', kind: 'supporters' as const, title: '' },
    ],
  };
  await store.ask('POST /window/draft', { version: 0, document });
  await store.ask('POST /window/publish', { version: 1 });

  const bruno = { cityId: 7, discordId: '391822001983488001', name: 'Bruno Esteves' };
  await order(page, store.shop, 'VIP Ouro', bruno, 'Pix');
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
  const reference = referenceOf(page);
  await approve(store, reference);
  await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible({ timeout: 30_000 });
  const box = page.getByRole('checkbox', { name: 'Mostrar meu nome na loja' });
  await expect(box).not.toBeChecked();
  await page.goto(store.shop);
  await expect(page.getByRole('heading', { name: 'Compraram há pouco' })).toHaveCount(0);

  const show = async (shown: boolean, said: string) => {
    await page.goto(`${store.shop}/pedido/${reference}`);
    await expect(box).toBeChecked({ checked: !shown });
    await box.setChecked(shown);
    await expect(page.getByText(said)).toBeVisible();
  };
  await show(true, 'Seu nome pode aparecer na loja.');
  await expectUsable(page, 'the order');
  await page.goto(store.shop);
  for (const title of ['Compraram há pouco', 'Apoiadores do mês']) {
    await expect(page.getByRole('region', { name: title }).getByText('Br*** Es*****')).toBeVisible();
  }
  await expectUsable(page, 'the window');
  await show(false, 'Seu nome não aparece mais na loja.');
  await page.goto(store.shop);
  await expect(page.getByText('Br*** Es*****')).toHaveCount(0);
});
