import { finish, putIntoCart, referenceOf } from './shopper.ts';
import { expect, test } from './test.ts';
import { control, findWorld, paymentsOf } from './world.ts';

const BRUNO = '391822001983488001';
/** A player who is in the game when the demo starts. */
const NICK = 'EvaBuilder';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

interface Server {
  connected: boolean;
  players: { name: string; groups: string[]; coins: number }[];
}

test('on a phone: the second demo shop sells to a nick, and the server’s page shows what arrived', async ({
  page,
  watch,
}) => {
  const { second, pages } = await findWorld();
  const player = async () =>
    (await control<Server>(`${pages.minecraft}/__control/state`)).players.find(({ name }) => name === NICK);
  const before = await player();

  await putIntoCart(page, second, 'Nobre');
  await page.goto(`${second}/checkout`);
  await expect(page.getByLabel('ID da Cidade')).toHaveCount(0);
  await page.getByLabel('Nick do Minecraft').fill(NICK);
  await page.getByLabel('ID do Discord').fill(BRUNO);
  await page.getByRole('radio', { name: /^Pix/ }).check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBeLessThanOrEqual(
    360,
  );
  await finish(page);
  await expect(page.getByRole('heading', { name: 'Pague com Pix' })).toBeVisible();

  const bank = await page.context().newPage();
  watch(bank);
  const [payment] = await paymentsOf(pages.mercadoPago, referenceOf(page));
  await bank.goto(`${pages.mercadoPago}/pix/${payment?.id}`);
  await bank.getByRole('button', { name: 'Pagar no aplicativo do banco' }).click();

  await expect(page.getByRole('region', { name: 'Onde está minha compra?' })).toContainText('Tudo entregue.', {
    timeout: 30_000,
  });
  expect(await player()).toMatchObject({
    coins: (before?.coins ?? 0) + 2000,
    groups: [...(before?.groups ?? []), 'nobre'],
  });
  await bank.goto(pages.minecraft);
  await expect(bank.getByRole('row', { name: NICK })).toContainText('nobre');
  expect(await bank.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBeLessThanOrEqual(
    360,
  );
});
