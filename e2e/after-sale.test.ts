import { call } from './call.ts';
import { approve, makeStore, placeOrder } from './own-store.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';

for (const { viewport, details } of ENDS) {
  test.describe(`${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('an open page learns of a refund, tells what became of money and goods, and keeps the receipt', async ({
      page,
    }) => {
      const store = await makeStore('Loja da devolução');
      await store.edit({ settings: { links: { support: 'ajuda@cidade.com.br', discord: 'discord.gg/cidade' } } });
      const header = page.getByRole('banner');
      const product = await store.product({ name: 'Kit', price: 10, categoryId: await store.category('Geral') });
      const reference = await placeOrder(store, { products: [product], cityId: 3, discordId: '391822001983488001' });
      await page.goto(`${store.shop}/pedido/${reference}`);
      await expect(header.getByRole('link', { name: 'Discord da loja' })).toHaveAttribute(
        'href',
        'https://discord.gg/cidade',
      );
      await approve(store, reference);
      await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible({
        timeout: 30_000,
      });
      const steps = page.getByRole('region', { name: 'Onde está minha compra?' });
      await expect(steps.getByRole('link', { name: 'Entrar no Discord da loja' })).toHaveAttribute(
        'href',
        'https://discord.gg/cidade',
      );
      const { response } = await call('GET /order/:external_reference', { params: { external_reference: reference } });
      await store.ask('POST /order/refund', { id: response._id });
      await expect(page.getByRole('heading', { name: 'Compra devolvida' })).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText('R$ 10,00 voltaram para quem pagou')).toBeVisible();
      // The store hands this product over itself, so Vitrine cannot know whether the buyer got it.
      await expect(page.getByText('Nada foi entregue.')).toBeHidden();
      await expect(page.getByText('O pagamento foi reembolsado.')).toBeHidden();
      const account = page.getByRole('region', { name: 'O que aconteceu' });
      await expect(account.getByRole('term')).toHaveText(['Pago', 'Entregue pela própria loja', 'Devolvido']);
      // Each sum once, with its time.
      await expect(account.getByText(/^R\$\s10,00 em \d\d\/\d\d\/\d{4}, \d\d:\d\d$/)).toHaveCount(2);
      await expect(page.getByRole('link', { name: 'Baixar comprovante' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Falar com a loja' })).toHaveAttribute(
        'href',
        `mailto:ajuda@cidade.com.br?subject=${encodeURIComponent(`Pedido #${response.number} em Loja da devolução`)}`,
      );
      await expectUsable(page, 'a refunded order');
      await page.goto(`${store.shop}/checkout/error`);
      await expect(page.getByRole('link', { name: 'Falar com a loja' })).toHaveAttribute('href', /^mailto:ajuda@/);
      await expect(page.getByRole('navigation', { name: 'Redes da loja' }).getByRole('link')).toHaveText([
        'Discord',
        'Suporte',
      ]);
    });
  });
}
