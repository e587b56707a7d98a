import type { Page } from '@playwright/test';
import { enter, newCategory, newOrder, newProduct, newStore, type Owner } from './owner.ts';
import { expect, test } from './test.ts';
import { inDatabase } from './world.ts';

/** An open panel shows changes by itself: no story here loads a page again. */

const BUYER = { clientId: 3, discordId: '391822001983488001' };

/** On a busy machine it may take this long until the screens show a sale. */
const SOON = { timeout: 30_000 };

const buy = async (owner: Owner, product: string, name: string) =>
  await newOrder(owner, { ...BUYER, name, idProducts: [{ id: product, quantity: 1 }] });

/** Fifty orders between now and the oldest one, which moves to yesterday. */
async function fillPage({ store }: Owner, oldest: string): Promise<void> {
  await inDatabase(
    `insert into "order" (store_id, id, reference, status, client, discord_id, customer_name, payment_method, subtotal_centavos,
                          total_centavos, expires_at, created_at)
     select $1, 'velho' || lpad(n::text, 3, '0'), $2 || n, 'cancelled', 3, '391822001983488001', 'Outra Compradora', 'pix', 1000, 1000,
            now(), now() - make_interval(mins => n)
       from generate_series(1, 50) n`,
    [store.id, oldest],
  );
  await inDatabase(`update "order" set created_at = now() - interval '1 day' where store_id = $1 and reference = $2`, [
    store.id,
    oldest,
  ]);
}

/** Tells the page whether somebody sees it. */
const showPage = (page: Page, seen: boolean) =>
  page.evaluate((shown) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !shown });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (shown ? 'visible' : 'hidden'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, seen);

test('sales change list, drawer, dashboard and sidebar, also behind Carregar mais, and wait while a person reads', async ({
  page,
  context,
}) => {
  const owner = await newStore({ paid: true });
  const { _id: product } = await newProduct(owner, (await newCategory(owner, 'VIP'))._id, { name: 'VIP Ouro' });
  const oldest = await buy(owner, product, 'Antiga Compradora');
  await fillPage(owner, oldest.reference);

  const dashboard = await context.newPage();
  await enter(dashboard, owner, '/dashboard');
  await expect(dashboard.getByRole('list', { name: 'Resumo' })).toContainText('R$ 0,00');
  await enter(page, owner, '/orders');
  const orders = page.getByRole('list', { name: 'Pedidos' });
  await page.getByRole('button', { name: 'Carregar mais pedidos' }).click();
  const old = orders.getByRole('listitem').filter({ hasText: 'Antiga Compradora' });
  await old.scrollIntoViewIfNeeded();
  await expect(old).toContainText('Pendente');

  await oldest.pay();
  await expect(old).toContainText('Concluído', SOON);
  await expect(old).toBeInViewport();
  await expect(page.getByRole('complementary')).toContainText('R$ 10,00', SOON);
  await expect(dashboard.getByRole('list', { name: 'Resumo' })).toContainText('R$ 10,00', SOON);

  const next = await buy(owner, product, 'Nova Compradora');
  await page.getByRole('button', { name: '1 pedido novo' }).click(SOON);
  const row = orders.getByRole('listitem').first();
  await expect(row).toContainText('Nova Compradora');
  await row.getByRole('button').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Pendente');
  await showPage(page, false);
  await next.pay();
  await expect(page).toHaveTitle(/^\(1\) Pedido #/, SOON);
  await expect(drawer).toContainText('Pendente');
  await showPage(page, true);
  await expect(page).toHaveTitle(/^Pedido #/);
  await expect(drawer).toContainText('Concluído', SOON);
});

test('a server without an answer says so with its seconds, then that it is away, and that it is back', async ({
  page,
}) => {
  const owner = await newStore();
  const silent = (seconds: number) =>
    inDatabase(`update game_server set last_seen_at = now() - make_interval(secs => $2) where store_id = $1`, [
      owner.store.id,
      seconds,
    ]);
  await inDatabase(
    `insert into game_server (store_id, id, journal_id, boot_id, epoch, name, game)
     values ($1, 'servidor', 'diario', 'arranque', 1, 'Servidor principal', 'fivem')`,
    [owner.store.id],
  );
  await inDatabase(`update game_seat set server_id = 'servidor' where store_id = $1`, [owner.store.id]);
  await enter(page, owner, '/dashboard');
  const states = page.getByRole('list', { name: 'Servidores do jogo' });
  await expect(states.first()).toContainText('Online');
  // Makes it look as if a panel had watched the store for a minute: only then the server judges the silence.
  await expect
    .poll(() =>
      inDatabase(`update watched_store set since = now() - interval '1 minute' where store_id = $1`, [owner.store.id]),
    )
    .toBe(1);

  await silent(38);
  for (const state of await states.all()) await expect(state).toContainText(/Sem resposta há 4\d s/, SOON);
  await silent(177);
  for (const state of await states.all()) await expect(state).toContainText('Fora do ar', SOON);
  await silent(0);
  for (const state of await states.all()) await expect(state).toContainText('Online', SOON);
});
