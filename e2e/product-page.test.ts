import { approve, makeStore, type OwnStore, placeOrder, uploadPicture } from './own-store.ts';
import { cardOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable, PHONE } from './usable.ts';

const VIDEO = 'https://youtu.be/aqz-KE-bpKQ';
const ALTS = ['Carro de frente', '', 'Por dentro'];
let store: OwnStore;
let car: string;
/** A product without automatic delivery: the store hands it over. */
let byHand: string;
test.beforeAll(async ({ browser }) => {
  store = await makeStore('Garagem da Cidade');
  const page = await browser.newPage();
  const images: { image: string; alt: string }[] = [];
  for (const [index, colour] of ['#b91c1c', '#15803d', '#1d4ed8'].entries()) {
    images.push({ image: await uploadPicture(page, store, colour), alt: ALTS[index] ?? '' });
  }
  await page.close();
  const cars = await store.category('Carros');
  const fiveMActions = [{ type: 'execute_command', command: 'carro {{cidade}}', executionTiming: 'on_confirmation' }];
  const shown = { images, video: VIDEO, buylimit: 3 };
  car = await store.product({ name: 'Sultan RS', price: 120, categoryId: cars, fiveMActions, ...shown });
  byHand = await store.product({ name: 'Kuruma', price: 90, categoryId: cars, description: '> **Blindado**' });
});

for (const { viewport, details } of ENDS) {
  test.describe(`${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('a small shop shows all of its big cards at once, without search and chips', async ({ page }) => {
      await page.goto(store.shop);
      const [first, second] = [cardOf(page, 'Sultan RS'), cardOf(page, 'Kuruma')];
      await expect(second).toContainText('Blindado');
      await expect(second.locator('[data-art="car"]')).toBeVisible();
      await expect(page.getByRole('searchbox')).toHaveCount(0);
      const [one, two] = [await first.boundingBox(), await second.boundingBox()];
      if (viewport.width < 768) expect(two?.y).toBeGreaterThan((one?.y ?? 0) + (one?.height ?? 0));
      else expect(two?.y).toBe(one?.y);
      await expectUsable(page, 'small shop');
    });

    test('the gallery turns by its thumbnails, and the page says how to pay', async ({ page }) => {
      await page.goto(`${store.shop}/products/${car}`);
      const gallery = page.getByRole('region', { name: 'Imagens de Sultan RS' });
      await expect(gallery.getByRole('img', { name: 'Carro de frente' })).toBeInViewport({ ratio: 0.5 });
      await gallery.getByRole('link', { name: 'Ver imagem 3 de 3' }).click();
      await expect(gallery.getByRole('img', { name: 'Por dentro' })).toBeInViewport({ ratio: 0.5 });
      await expect(gallery.getByRole('img', { name: 'Sultan RS, imagem 2' })).not.toBeInViewport({ ratio: 0.5 });
      await expect(page.getByRole('list', { name: 'Formas de pagamento' }).getByRole('listitem')).toHaveText([
        'Pix',
        'Cartão',
        'Mercado Pago',
      ]);
      await expect(
        page.getByText('Pagou, a entrega começa sozinha e você acompanha cada etapa na tela.'),
      ).toBeVisible();
      await expectUsable(page, 'gallery');

      // Nothing is loaded from YouTube before the buyer presses the video.
      let asked = 0;
      await page.route('https://www.youtube-nocookie.com/**', (route) => {
        asked += 1;
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' });
      });
      const video = page.getByRole('link', { name: /^Assistir ao vídeo/ });
      await expect(video).toHaveAttribute('href', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ');
      expect(asked).toBe(0);
      await video.click();
      await expect(page.getByTitle('Vídeo de Sultan RS')).toBeFocused();
      await expect.poll(() => asked).toBe(1);

      // The page of a product without automatic delivery must not promise one.
      await page.goto(`${store.shop}/products/${byHand}`);
      await expect(page.getByText('Depois do pagamento, a própria loja entrega este produto.')).toBeVisible();
      await expect(page.getByText('a entrega começa sozinha')).toHaveCount(0);
      const buyer = { cityId: 4, discordId: '518820019922331648' };
      const mixed = await placeOrder(store, { products: [car, byHand], ...buyer });
      await page.goto(`${store.shop}/checkout/pix/${mixed}`);
      await expect(page.getByRole('listitem').last()).toHaveText(
        'Confira o valor e confirme. A entrega automática começa em seguida. O resto a própria loja entrega.',
      );
      const reference = await placeOrder(store, { products: [byHand], ...buyer });
      await page.goto(`${store.shop}/checkout/pix/${reference}`);
      await expect(page.getByRole('listitem').last()).toHaveText(
        'Confira o valor e confirme. Depois do pagamento, a própria loja entrega o que você comprou.',
      );
      await page.goto(`${store.shop}/pedido/${reference}`);
      await expect(
        page.getByText('esta página muda sozinha. A própria loja entrega o que você comprou.'),
      ).toBeVisible();
      await approve(store, reference);
      await expect(
        page.getByText('Obrigado pela sua compra! A própria loja entrega o que você comprou.'),
      ).toBeVisible();
      await expectUsable(page, 'by hand, paid');
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('price, quantity and the way to buy stay in view until the product is in the cart', async ({ page }) => {
    await page.setViewportSize({ width: PHONE.width, height: 640 });
    await page.goto(`${store.shop}/products/${car}`);
    const bar = page.getByRole('form', { name: 'Comprar este produto' });
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expect(bar).toContainText('R$ 120,00');
    await expect(bar.getByRole('combobox', { name: 'Quantidade' }).getByRole('option')).toHaveText(['1×', '2×', '3×']);
    // The bar hides while the page's own button is in view, and comes back when it is not.
    await page.evaluate(() => scrollTo(0, 200));
    await expect(page.getByRole('link', { name: 'Comprar agora', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(bar).toBeHidden();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(bar).toBeVisible();
    // The focus in the bar does not scroll the page. While the bar has the focus, it stays.
    await bar.getByRole('combobox', { name: 'Quantidade' }).focus();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.evaluate(() => scrollTo(0, 200));
    await expect(bar).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click();
    await expect(page.getByRole('link', { name: /^Ver carrinho/ })).toBeInViewport({ ratio: 1 });
    await expect(bar).toBeHidden();
  });

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false });

    test('pictures turn, and the chosen quantity is bought', async ({ page }) => {
      await page.setViewportSize({ width: PHONE.width, height: 640 });
      await page.goto(`${store.shop}/products/${car}`);
      await page.getByRole('link', { name: 'Ver imagem 2 de 3' }).click();
      await expect(page.getByRole('img', { name: 'Sultan RS, imagem 2' })).toBeInViewport({ ratio: 0.5 });
      // The bar shows only above the page's own button, so the page is scrolled up.
      await page.mouse.wheel(0, -2000);
      const bar = page.getByRole('form', { name: 'Comprar este produto' });
      await bar.getByRole('combobox', { name: 'Quantidade' }).selectOption('2');
      await bar.getByRole('button', { name: 'Comprar' }).click();
      await expect(page).toHaveURL(/\/buy\?product=\w+&quantity=2$/);
      await expect(page.getByRole('definition').filter({ hasText: 'R$ 240,00' })).toBeVisible();
    });
  });
});
