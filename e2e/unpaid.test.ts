import { expectUsableFace } from './faces.ts';
import { BUYER } from './own-cart.ts';
import { enter, newCategory, newOrder, newProduct, newStore } from './owner.ts';
import { fillCheckout, finish } from './shopper.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';

test.describe('a network with many unpaid orders', () => {
  // The order is refused once, with a proof of work to solve.
  test.use({ expectedErrors: [/status of 429/] });

  test('works some seconds before the next order; the owner reads of the wave and ends it with one press', {
    tag: '@long',
  }, async ({ browser, watch }) => {
    const owner = await newStore({ name: 'Loja sob onda', paid: true });
    const { _id: category } = await newCategory(owner, 'Geral');
    const { _id: id } = await newProduct(owner, category, { name: 'Disputado', stock: 99 });
    for (let n = 0; n < 10; n += 1) {
      await newOrder(owner, { clientId: 100 + n, discordId: BUYER.discordId, idProducts: [{ id, quantity: 1 }] });
    }

    const shop = owner.world.panel.replace('://', `://${owner.store.subdomain}.`);
    // Two people: one browser has one unpaid order.
    for (const cityId of [301, 302]) {
      const buyer = await (await browser.newContext()).newPage();
      watch(buyer);
      await buyer.goto(`${shop}/buy?product=${id}`);
      await fillCheckout(buyer, { ...BUYER, cityId }, 'Pix');
      const proved = buyer.waitForRequest((request) => request.postData()?.includes('"proof"') === true);
      await finish(buyer);
      await expect(buyer.getByText('Conferindo que você não é um robô.')).toBeVisible();
      await proved;
      await expect(buyer.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible({ timeout: 30_000 });
      if (cityId === 302) await expectUsable(buyer, 'Pix after a proof of work');
      await buyer.context().close();
    }

    const desk = await (await browser.newContext()).newPage();
    watch(desk);
    await enter(desk, owner, '/dashboard');
    await desk
      .getByRole('link', { name: /^12 pedidos sem pagamento de 1 rede em \d+ min seguram 12 unidades\.$/ })
      .click();
    await expect(desk.getByText(/^12 pedidos sem pagamento de 1 rede/)).toBeVisible();
    await expectUsableFace(desk, 'orders-wave');
    await desk.getByRole('button', { name: 'Encerrar esses pedidos' }).click();
    await expect(desk.getByText('12 pedidos estão sendo encerrados.')).toBeVisible();
    await expect
      .poll(async () => (await owner.api('POST /order', { limit: 1 })).counters.pending, {
        timeout: 30_000,
      })
      .toBe(0);
    await desk.context().close();
  });
});
