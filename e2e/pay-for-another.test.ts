import { BUYER, makeCartStore } from './own-cart.ts';
import { approve } from './own-store.ts';
import { fillCheckout, finish, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';

/** "Outra pessoa vai pagar": the buyer sends a link, and somebody else pays. */

for (const { viewport, details } of ENDS) {
  test.describe(`a Pix that another person pays at ${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('has a page of its own, which tells nothing of the buyer and changes by itself', async ({
      page,
      browser,
      watch,
    }) => {
      const { store, fill } = await makeCartStore('Loja da Vaquinha');
      await fill(page, 'Presente secreto');
      await fillCheckout(page, { ...BUYER, name: 'Fulana', email: 'fulana@exemplo.com.br' }, 'Pix');
      await finish(page);
      const code = await page.getByRole('textbox', { name: 'Pix copia e cola' }).inputValue();
      const reference = referenceOf(page);
      await page.getByText('Outra pessoa vai pagar').click();
      const link = page.getByRole('textbox', { name: 'Link para outra pessoa pagar' });
      await expect(link).toHaveValue(new RegExp(`^${store.shop}/pix/[0-9a-z]{58}$`));
      const address = await link.inputValue();
      expect(address).not.toContain(reference);
      await expect(page.getByRole('link', { name: 'Enviar no WhatsApp' })).toHaveAttribute(
        'href',
        new RegExp(encodeURIComponent(address)),
      );
      await page.getByRole('button', { name: 'Copiar link' }).click();
      await expect(page.getByRole('button', { name: 'Link copiado!' })).toBeVisible();
      await expectUsable(page, 'Pix page with the link to share');

      // The other person, first without script: the code can be read and copied by hand.
      const plain = await (await browser.newContext({ viewport, javaScriptEnabled: false })).newPage();
      await plain.goto(address);
      await expect(plain.getByRole('textbox', { name: 'Pix copia e cola' })).toHaveValue(code);
      await expect(plain.getByText('R$ 30,00')).toBeVisible();
      const text = await plain.content();
      for (const secret of [reference, 'Presente secreto', 'Fulana', 'fulana@', BUYER.discordId]) {
        expect(text).not.toContain(secret);
      }
      await expect(plain.getByRole('link', { name: /Trocar|Cancelar/i })).toHaveCount(0);
      await plain.context().close();

      const payer = await (await browser.newContext({ viewport })).newPage();
      watch(payer);
      await payer.goto(address);
      await expect(payer.getByRole('timer')).toHaveText(/^(29|30):\d\d$/);
      await expectUsable(payer, 'shared Pix');
      await approve(store, reference);
      await expect(payer.getByRole('heading', { name: 'Pago!' })).toBeVisible();
      await expectUsable(payer, 'shared Pix that is paid');
      await expect(page.getByRole('heading', { name: 'Compra realizada com sucesso!' })).toBeVisible();
      await payer.context().close();
    });
  });
}
