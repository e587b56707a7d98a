import { type OwnCity, startCity } from './own-city.ts';
import { enter, newCategory, newProduct, newStore, type Owner } from './owner.ts';
import { expect, test } from './test.ts';
import { DESKTOP, expectUsable, PHONE } from './usable.ts';
import { citizen, enterCity, inDatabase } from './world.ts';

/** The store and the buyer read what the end of a purchase took back, what stays and what is owed. */

const CITY_ID = 4;
const BRUNO = '391822001983488001';

let owner: Owner;
let city: OwnCity;
test.beforeAll(async () => {
  owner = await newStore();
  const token = owner.store.apiToken ?? '';
  const config = "Config.RemoveMoney = 'partial'";
  city = await startCity('vrpex', { token, platform: owner.world.panel, config });
});
test.afterAll(() => city?.close());

const now = { executionTiming: 'on_confirmation' };
const atEnd = { executionTiming: 'on_expiration' };
const group = (groupName: string) => [
  { type: 'add_group', groupName, ...now },
  { type: 'remove_group', groupName, ...atEnd },
];

test('gold ends: silver stays, the money that was spent is owed, and the owner ends the debt', async ({ page }) => {
  await enterCity(city.url, CITY_ID);
  const bank = (await citizen(city.url, CITY_ID)).bank ?? 0;
  const { _id: category } = await newCategory(owner, 'VIPs');
  const give = async (name: string, fiveMActions: object[]) => {
    const product = await newProduct(owner, category, { name, removeProduct: 30, fiveMActions });
    await owner.api('POST /order/manual', {
      clientId: CITY_ID,
      discordId: BRUNO,
      reason: 'Sorteio',
      idProducts: [{ id: product._id, quantity: 1 }],
    });
    await settled();
    const { response } = await owner.api('POST /order', {});
    return response[0] as (typeof response)[number];
  };
  const settled = () =>
    expect
      .poll(
        async () => {
          const { deliveries } = await owner.api('POST /deliveries', {});
          return deliveries.filter(({ state, dueAt }) => state !== 'succeeded' && !(state === 'scheduled' && dueAt))
            .length;
        },
        { timeout: 60_000 },
      )
      .toBe(0);
  await give('VIP Prata', group('vip'));
  // The end takes more money than the character has, as if the player had spent the rest.
  const owed = 14_000;
  const amount = bank + owed;
  const gold = await give('VIP Ouro', [...group('vipgold'), { type: 'remove_money', amount, ...atEnd }]);
  await inDatabase(`update delivery set due_at = now() where order_id = $1 and phase = 'expiration'`, [gold._id]);
  await expect
    .poll(
      async () => {
        const { deliveries } = await owner.api('POST /deliveries', { orderId: gold._id });
        return deliveries.map(({ phase, state }) => `${phase} ${state}`);
      },
      { timeout: 60_000 },
    )
    .toEqual(['confirmation succeeded', 'expiration succeeded', 'expiration succeeded']);
  const group1 = 'Retirado: vipgold. Ficou com o jogador: vip, porque outra compra ainda está paga.';
  const debt = 'Falta devolver R$ 14.000 na cidade.';

  await test.step('the buyer reads it', async () => {
    await page.goto(`${owner.store.url}/pedido/${gold.external_reference}`);
    const timeline = page.getByRole('region', { name: 'Onde está minha compra?' });
    await expect(timeline).toContainText(group1, { timeout: 60_000 });
    await expect(timeline).toContainText(debt, { timeout: 60_000 });
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await expectUsable(page, 'order with a debt');
    }
  });
  expect((await citizen(city.url, CITY_ID)).bank).toBe(0);

  await test.step('the list and the drawer of the panel have it', async () => {
    await enter(page, owner, '/orders?deliveries=all');
    const rows = page.getByRole('list', { name: 'Entregas' });
    await expect(rows).toContainText(group1);
    await expect(rows).toContainText(debt);
    await expectUsable(page, 'deliveries with a debt');
    await rows.getByRole('button', { name: /^Remover R\$/ }).click();
    await expect(page.getByRole('dialog', { name: /^Pedido #/ })).toContainText(debt);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await expectUsable(page, 'order drawer with a debt');
    }
  });

  await test.step('the owner ends the debt', async () => {
    await page.getByRole('button', { name: 'Dívida acertada' }).click();
    const question = page.getByRole('dialog', { name: 'Dar a dívida por acertada?' });
    await expect(question).toBeVisible();
    await expectUsable(page, 'question about a debt');
    await question.getByRole('button', { name: 'Dívida acertada' }).click();
    await expect(page.getByText('A dívida de R$ 14.000 na cidade foi acertada com a loja.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Perdoar dívida' })).toBeHidden();
  });
});
