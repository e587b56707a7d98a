import type { Locator } from '@playwright/test';
import { makeCartStore, quantityOf } from './own-cart.ts';
import { approve } from './own-store.ts';
import { cardOf, finish, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { ENDS, expectUsable } from './usable.ts';
import { control, inDatabase } from './world.ts';

/** A buyer who continues with Discord, and corrects an id after paying. */

const ANA = '284102390184210432';
const BRUNO = '391822001983488001';
const CARLA = '402881277210034177';
const FABIO = '733100928371200512';
/** An id that Discord never gave to anybody. */
const NOBODY = '284102390184219999';
/** What a person takes to read a screen before a press, in ms. */
const READING_MS = 2500;
const INVITE = 'https://discord.gg/lojadahistoria';

/** A shop with a Discord server of its own, in which only Bruno is. */
async function discordShop(name: string) {
  const shop = await makeCartStore(name);
  const { store } = shop;
  const { discord } = store.world.pages;
  const { guildIds } = await control<{ guildIds: string[] }>(`${discord}/__control/seed`, {
    guilds: [{ name: `Discord de ${name}`, ownerId: ANA, members: [{ userId: BRUNO }] }],
  });
  await inDatabase(
    `insert into discord_guild (store_id, main_of, guild_id, guild_name, bound_by, checked_at)
     values ($1, $1, $2, 'G', $3, now())`,
    [store.id, guildIds[0], ANA],
  );
  await store.edit({ settings: { links: { discord: INVITE } } });
  return { ...shop, join: (user: string) => control(`${discord}/__control/guilds/${guildIds[0]}/join`, { user }) };
}

for (const { viewport, details } of ENDS) {
  test.describe(`a buyer with Discord at ${viewport.width} px`, details, () => {
    test.use({ viewport });

    test('one press fills the id in, and says whether they are in the Discord of the shop', async ({ page }) => {
      const { fill, join } = await discordShop(`Loja com Discord ${viewport.width}`);
      await fill(page, 'Entrada');
      await page.getByLabel('ID da Cidade').fill('11');
      await page.getByLabel(/^E-mail/).fill('fabio@exemplo.com.br');
      await page.getByRole('link', { name: 'Continuar com Discord' }).click();
      await page.getByLabel('Entrar como').selectOption(FABIO);
      await page.getByRole('button', { name: 'Autorizar' }).click();

      // The buyer is back in the checkout, and finds the cart and the typed fields there.
      await expect(page).toHaveURL(/\/checkout$/);
      await expect(quantityOf(page, 'Entrada')).toBeVisible();
      await expect(page.getByLabel('ID da Cidade')).toHaveValue('11');
      await expect(page.getByLabel(/^E-mail/)).toHaveValue('fabio@exemplo.com.br');
      const account = page.getByRole('region', { name: 'Sua conta do Discord' });
      await expect(account).toContainText('Fábio (fora do servidor)');
      await expect(account).toContainText(FABIO);
      await expect(account.locator('img')).toBeVisible();
      await expect(account.getByRole('status')).toContainText('Você ainda não está no Discord da loja.');
      await expect(account.getByRole('link', { name: 'Entrar no Discord da loja' })).toHaveAttribute('href', INVITE);
      await expectUsable(page, 'signed in, outside the server');
      await join(FABIO);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(account.getByRole('status')).toHaveText('Você está no Discord da loja', { timeout: 60_000 });

      // Another id is typed and checked. A stranger's id tells no name.
      await account.getByRole('button', { name: 'Trocar' }).click();
      const typed = page.getByLabel('ID do Discord', { exact: true });
      await expect(typed).toBeFocused();
      await typed.fill(NOBODY);
      await expect(typed).toHaveAccessibleDescription('Não existe conta do Discord com esse ID. Confira o número.');
      await expectUsable(page, 'an id of nobody');
      await typed.fill(`<@${BRUNO}>`);
      await expect(page.getByText('Essa conta está no Discord da loja')).toBeVisible();
      await expect(page.getByText('Bruno')).toHaveCount(0);
      await typed.fill(CARLA);
      await expect(page.getByText('Essa conta ainda não está no Discord da loja.')).toBeVisible();
      await page.getByRole('button', { name: /^Usar Fábio/ }).click();
      await expect(account).toContainText(FABIO);
      await page.reload();
      await expect(account).toContainText(FABIO);
    });

    test('buys for the first time with seven presses and one typed id, in less than a minute', {
      tag: '@long',
    }, async ({ page }) => {
      const { store, category } = await discordShop(`Loja nova ${viewport.width}`);
      await store.product({ name: 'Passe da cidade', price: 30, categoryId: category });
      let presses = 0;
      await page.exposeFunction('pressed', () => {
        presses += 1;
      });
      await page.addInitScript('addEventListener("pointerdown", () => pressed(), true)');
      // A person reads before each press.
      const press = async (what: Locator) => {
        await page.waitForTimeout(READING_MS);
        await what.click();
      };
      await page.goto(store.shop);
      const began = Date.now();
      await press(cardOf(page, 'Passe da cidade'));
      await press(page.getByRole('link', { name: 'Comprar agora', exact: true }));
      await press(page.getByRole('link', { name: 'Continuar com Discord' }));
      // Discord knows the person already.
      await page.getByLabel('Entrar como').selectOption(BRUNO);
      await press(page.getByRole('button', { name: 'Autorizar' }));
      await expect(page.getByRole('region', { name: 'Sua conta do Discord' })).toContainText('Bruno');
      await page.waitForTimeout(READING_MS);
      await page.getByLabel('ID da Cidade').pressSequentially('4471', { delay: 250 });
      await press(page.getByText('Pix', { exact: true }));
      await press(page.getByRole('button', { name: 'Finalizar Compra' }));
      await press(page.getByRole('button', { name: 'Copiar código Pix' }));
      await expect(page.getByText('Código copiado!')).toBeVisible();
      const seconds = (Date.now() - began) / 1000;
      console.info(`a first purchase: ${presses} presses, ${seconds.toFixed(1)} s`);
      expect(presses).toBeLessThanOrEqual(7);
      expect(seconds).toBeLessThan(60);
    });

    test('a wrong city id is corrected by its buyer alone, until it is delivered', async ({
      page,
      browser,
      watch,
      expectedErrors,
    }) => {
      expectedErrors.push(/status of 422/);
      const { store, category, fill } = await makeCartStore(`Loja que corrige ${viewport.width}`);
      const fiveMActions = [{ type: 'add_money', executionTiming: 'on_confirmation', amount: 50 }];
      await fill(page, 'Dinheiro', { categoryId: category, fiveMActions });
      await page.getByLabel('ID da Cidade').fill('11');
      await page.getByLabel('ID do Discord', { exact: true }).fill(BRUNO);
      await page.getByRole('radio', { name: /^Pix/ }).check();
      await finish(page);
      await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();
      const reference = referenceOf(page);
      await approve(store, reference);
      await expect(page).toHaveURL(/\/checkout\/success/, { timeout: 30_000 });

      const receiver = page.getByText('Para quem foi comprado').locator('..');
      await expect(receiver).toContainText('ID da Cidade11');
      await expect(receiver).toContainText('ID do Discord…01');
      await receiver.getByText('ID errado? Corrigir').click();
      const field = page.getByLabel('ID da Cidade certo');
      await field.fill('12.5');
      await page.getByRole('button', { name: 'Corrigir' }).click();
      await expect(field).toHaveAccessibleDescription('O ID da Cidade deve ser um número inteiro.');
      await expectUsable(page, 'a refused correction');
      await field.fill('12');
      await page.getByRole('button', { name: 'Corrigir' }).click();
      await expect(page.getByText('Corrigido: o que falta entregar vai para os dados novos.')).toBeVisible();
      await expect(receiver).toContainText('ID da Cidade12');
      await expectUsable(page, 'corrected');

      const other = await (await browser.newContext()).newPage();
      watch(other);
      await other.goto(`${store.shop}/pedido/${reference}`);
      await expect(other.getByText('Para quem foi comprado')).toBeVisible();
      await other.waitForLoadState('networkidle');
      await expect(other.getByText('ID errado? Corrigir')).toBeHidden();
      await other.context().close();
    });
  });
}

test.describe('where the service worker of the shop runs', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a sign-in with Discord ends in the checkout', async ({ page }) => {
    const { store, fill } = await discordShop('Loja com Trabalhador');
    await page.goto(store.shop);
    await page.waitForFunction(() =>
      navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null),
    );
    await fill(page, 'Entrada');
    await page.getByRole('link', { name: 'Continuar com Discord' }).click();
    await page.getByLabel('Entrar como').selectOption(FABIO);
    await page.getByRole('button', { name: 'Autorizar' }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(page.getByRole('region', { name: 'Sua conta do Discord' })).toContainText(FABIO);
    // One row is written on the way to Discord and one on the way back. So the worker repeated neither request.
    expect(await inDatabase('select from customer_login where store_id = $1', [store.id])).toBe(2);
  });
});
