import { themes } from '@vitrine/contract/looks';
import { makeStore, type OwnStore } from './own-store.ts';
import { expect, test } from './test.ts';
import { expectUsable } from './usable.ts';

/** How many products each shop sells, on up to four shelves. */
const SIZES = [1, 3, 12, 48, 200];
/** With a folder in E2E_PICTURES, each page is kept as a picture. */
const folder = process.env.E2E_PICTURES;
/** `npm run long -- themes` tries every theme in both schemes and with each size of shop; the stories take turns. */
const every = process.env.E2E_THEMES === 'all' || folder !== undefined;

const sizes = every ? SIZES : [12];
const stores: OwnStore[] = [];
test.beforeAll(async () => {
  for (const size of sizes) {
    const store = await makeStore('Cidade Alta Roleplay');
    const shelves = Math.min(4, Math.ceil(size / 3));
    const ids: string[] = [];
    for (const name of ['VIPs', 'Veículos', 'Dinheiro da cidade', 'Casas e garagens'].slice(0, shelves)) {
      ids.push(await store.category(name));
    }
    for (let n = 0; n < size; n += 1) {
      await store.product({
        name: ['VIP Ouro', 'Sultan RS preparado', 'R$ 50.000 no banco', 'Casa no lago'][n % 4] ?? '',
        price: [49.9, 120, 15, 249.9][n % 4] ?? 1,
        compareAtPrice: n % 5 === 0 ? 299.9 : undefined,
        categoryId: ids[n % shelves] ?? '',
        stock: n === 2 ? 0 : undefined,
        featured: n === 0,
        description: '> Entrega assim que o pagamento é aprovado\n> Vale por 30 dias',
      });
    }
    stores.push(store);
  }
});

for (const [turn, theme] of themes.entries()) {
  for (const scheme of every ? (['dark', 'light'] as const) : ([turn % 2 ? 'light' : 'dark'] as const)) {
    test(`${theme} is usable in ${scheme} at each width`, async ({ page }) => {
      for (const [index, store] of stores.entries()) {
        await store.edit({
          settings: { look: { theme, scheme } },
          description: 'A cidade que não dorme. Vem ser VIP.',
        });
        for (const width of [320, 360, 768, 1440]) {
          await page.setViewportSize({ width, height: width === 360 ? 800 : 900 });
          await page.goto(store.shop);
          await expect(page.getByText('Comprar agora').first()).toBeVisible();
          if (width === 360 || width === 1440) {
            const price = await page.locator('.card-price').first().boundingBox();
            expect((price?.y ?? 9999) + (price?.height ?? 0), `${theme} ${width}: first price`).toBeLessThanOrEqual(
              width === 360 ? 800 : 900,
            );
          }
          // A counter inside a contained shelf is not seen outside it. So each shelf itself must count.
          if (theme === 'realm') {
            const shelves = page.locator('.shop-shelves > section');
            for (const shelf of await shelves.all()) await expect(shelf).toHaveCSS('counter-increment', 'chapter 1');
          }
          // twelve products stand on four shelves of three
          if (sizes[index] === 12 && width === 1440 && theme !== 'minimal') {
            const hole = await page
              .locator('.shop-grid')
              .first()
              .evaluate((grid) => {
                const last = grid.lastElementChild?.getBoundingClientRect();
                return grid.getBoundingClientRect().right - (last?.right ?? 0);
              });
            expect(Math.abs(hole), `${theme}: room beside the last card of a row`).toBeLessThan(2);
          }
          await expectUsable(page, `${theme} ${scheme} ${width}`);
          if (folder) await page.screenshot({ path: `${folder}/${theme}-${scheme}-${sizes[index]}-${width}.png` });
        }
      }
    });
  }
}
