import { makeStore } from './own-store.ts';
import { enter, newStore } from './owner.ts';
import { linkInMail, mailTo, newEmail } from './people.ts';
import { expect, test } from './test.ts';
import { expectUsable, PHONE } from './usable.ts';
import { inDatabase } from './world.ts';

test.use({ viewport: PHONE });

/** A young store that has sold nothing mails no shopper. */
const letAge = (store: string) =>
  inDatabase(`update store set created_at = now() - interval '30 days' where id = $1`, [store]);

test('a sold-out product: the shopper asks and confirms, and one mail brings them back to it', {
  tag: '@long',
}, async ({ page }) => {
  const store = await makeStore('Loja do Avise-me', { payments: false });
  await letAge(store.id);
  const category = await store.category('VIPs');
  const product = await store.product({ name: 'VIP Diamante', price: 99, categoryId: category, stock: 0 });
  const email = newEmail('Eva');

  await page.goto(`${store.shop}/products/${product}`);
  await expectUsable(page, 'sold out');
  await page.getByRole('link', { name: 'Avise-me quando voltar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Avise-me quando voltar' })).toBeVisible();
  await expectUsable(page, 'asking');
  await page.getByLabel('Seu e-mail').fill(email);
  await page.getByRole('button', { name: 'Avise-me', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Confira seu e-mail' })).toBeVisible();

  await page.goto(await linkInMail(store.world, email, 'Confirme o seu aviso'));
  await expectUsable(page, 'the link of the mail');
  await page.getByRole('button', { name: 'Confirmar aviso' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Aviso confirmado' })).toBeVisible();
  const waiting = (await store.ask('POST /products', {})).products.find(({ _id }) => _id === product);
  expect(waiting).toMatchObject({ waiting: 1 });

  await store.change(product, { stock: 3 });
  const mail = await mailTo(store.world, email, 'VIP Diamante voltou');
  await page.goto(/https?:\/\/\S+\/products\/\w+/.exec(mail)?.[0] ?? '');
  await expect(page.getByRole('link', { name: 'Comprar agora' }).first()).toBeVisible();
});

test('a store that opens later shows when, sells nothing and takes addresses', async ({ page }) => {
  const owner = await newStore();
  await letAge(owner.store.id);
  await enter(page, owner, '/config');
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Abertura').fill(`${day}T20:00`);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Configurações salvas com sucesso!')).toBeVisible();
  await expect(page.getByText('Abre em breve')).toBeVisible();
  await expectUsable(page, 'settings');

  await page.goto(owner.store.url);
  await expect(page.getByRole('heading', { level: 1, name: `${owner.store.name} abre em breve` })).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Falta para abrir' })).toHaveText(/^\d d \d\d:\d\d:\d\d$/);
  await expectUsable(page, 'before the opening');
  await page.getByRole('link', { name: 'Avise-me quando abrir' }).click();
  await expect(page.getByLabel('Seu e-mail')).toBeVisible();
});
