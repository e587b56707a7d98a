import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import { type CustomerIdentity, findCustomer, openCustomerSession } from '../../http/customer-session.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type MadeStore, makeStore } from '../../test/make.ts';
import { makeSold, on } from '../../test/make-deliveries.ts';
import { waitingForLock } from '../../test/waiting-for-lock.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { requestRefund } from '../payments/refunds/request-refund.ts';
import { eraseCustomer, eraseDue, eraseOld, readOwnData } from './erase-purchases.ts';

let app: TestApp;
let store: MadeStore;
beforeAll(async () => {
  app = await createTestApp();
  store = await makeStore(app.db, app.deps.config.secret);
});
afterAll(() => app.close());

let buyers = 0;
/** A buyer of one delivered order with everything personal that a record can hold, bought this many days ago. */
async function bought(daysAgo: number, removeDays: number | null = null) {
  buyers += 1;
  const discordId = `39182200198348${String(8000 + buyers)}`;
  const email = `pessoa${buyers}@exemplo.com.br`;
  const { id } = await makeSold(app.db, store.id, {
    discordId,
    name: `Fulano Secreto ${buyers}`,
    client: 4000 + buyers,
    variables: { apelido: `apelido${buyers}` },
    items: [
      {
        removeDays,
        actions: [
          on.command('dar {{cidade}} ouro'),
          on.command('anuncio {{nome}} {{apelido}} {{discord}}'),
          on.group('vip'),
          on.dropGroup('vip'),
        ],
      },
    ],
  });
  const at = sql`now() - make_interval(days => ${daysAgo})`;
  await sql`update "order" set email = ${email}, created_at = ${at}, completed_at = ${at} where id = ${id}`.execute(
    app.db,
  );
  await sql`
    with done as (
      update delivery set state = 'succeeded', finished_at = ${at} where order_id = ${id} and phase = 'confirmation'
      returning store_id, id)
    insert into delivery_history (store_id, delivery_id, id, state, attempt)
    select store_id, id, 'z' || id, 'succeeded', 1 from done`.execute(app.db);
  await sql`update right_source set ends_at = ends_at - make_interval(days => ${daysAgo}) where order_id = ${id}`.execute(
    app.db,
  );
  return { id, discordId, email, name: `Fulano Secreto ${buyers}`, nick: `apelido${buyers}` };
}
type Buyer = Awaited<ReturnType<typeof bought>>;

const sessionOf = (who: CustomerIdentity) => transaction(app.db, (tx) => openCustomerSession(tx, store.id, who));
const withDiscord = ({ discordId }: Buyer): CustomerIdentity => ({ discordId, email: null });
const plan = async (who: CustomerIdentity) =>
  await readOwnData(app.deps, store.id, `vitrine_compras=${await sessionOf(who)}`);
async function erase(who: CustomerIdentity) {
  const token = await sessionOf(who);
  const customer = await findCustomer(app.db, store.id, token);
  if (!customer) throw new Error('not signed in');
  await eraseCustomer(app.deps, store.id, customer);
  return await findCustomer(app.db, store.id, token);
}
const rowOf = ({ id }: Buyer) => app.db.selectFrom('order').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
/** Every text of the database, except sessions and queued mails, that still names the person. */
async function traces({ discordId, email, name, nick }: Buyer): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'store_id'`.execute(app.db);
  const found: string[] = [];
  for (const { name: table } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(app.db);
    const hit = rows.some(({ row }) => [discordId, email, name, nick].some((text) => row.includes(text)));
    if (hit && table !== 'customer_session') found.push(table);
  }
  return found;
}

test('an order without a reason to keep its buyer loses the buyer at once, and keeps what the law requires', async () => {
  const buyer = await bought(40);
  const before = await rowOf(buyer);
  await sql`
    insert into mail (id, store_id, recipient, subject, text_body, html_body, state)
    values (${buyer.id}, ${store.id}, ${buyer.email}, 'Recibo', '', '', 'sent')`.execute(app.db);
  // A right without end may still be taken back by a dispute. That time ends too.
  await sql`update "order" set completed_at = now() - interval '181 days' where id = ${buyer.id}`.execute(app.db);
  expect(await plan(withDiscord(buyer))).toMatchObject({ now: 1, later: [], asked: false });
  expect(await erase(withDiscord(buyer))).toBeUndefined();

  expect(await traces(buyer)).toEqual([]);
  const after = await rowOf(buyer);
  expect(after).toMatchObject({ customer_name: null, email: null, discord_id: '', variables: {} });
  const { number, client, total_centavos, status, created_at } = before;
  expect(after).toMatchObject({ number, client, total_centavos, status, created_at });
  const commands = await app.db
    .selectFrom('delivery')
    .where('order_id', '=', buyer.id)
    .where('action_type', '=', 'execute_command')
    .orderBy('seq')
    .select('args')
    .execute();
  // Only the texts that name the person go.
  expect(commands.map(({ args }) => (args as { command: string }).command)).toEqual([
    expect.stringMatching(/^dar \d+ ouro$/),
    '(apagado)',
  ]);
  const entry = await app.db.selectFrom('audit_entry').where('action', '=', 'customer.erase').select('text').execute();
  expect(entry.map(({ text }) => text)).toEqual(['Um cliente pediu a exclusão dos seus dados (1 pedido)']);
});

test('a benefit keeps the ids of its buyer until its end, and then they go by themselves', async () => {
  const buyer = await bought(10, 30);
  const other = await bought(10, 30);
  const preview = await plan({ discordId: null, email: buyer.email });
  expect(preview).toMatchObject({ now: 0, later: [{ reason: 'right', until: expect.stringMatching(/^\d{4}-/) }] });
  await erase({ discordId: null, email: buyer.email });
  expect(await rowOf(buyer)).toMatchObject({ discord_id: buyer.discordId, email: buyer.email, erased_at: null });
  expect((await plan(withDiscord(buyer)))?.asked).toBe(true);
  await eraseDue(app.db);
  expect((await rowOf(buyer)).discord_id).toBe(buyer.discordId);

  // At the end, what was scheduled is done and the right is over.
  await sql`update right_source set ended_at = now(), ends_at = now() where order_id = ${buyer.id}`.execute(app.db);
  await sql`
    update customer_right r set ended_at = now() where not exists (
      select from right_source s where s.store_id = r.store_id and s.right_id = r.id and s.ended_at is null)`.execute(
    app.db,
  );
  await sql`
    with done as (
      update delivery set state = 'succeeded', finished_at = now() where order_id = ${buyer.id} and state = 'scheduled'
      returning store_id, id)
    insert into delivery_history (store_id, delivery_id, id, state, attempt)
    select store_id, id, 'z' || id, 'succeeded', 1 from done`.execute(app.db);
  await Promise.all([eraseDue(app.db), eraseDue(app.db)]);
  expect(await traces(buyer)).toEqual([]);
  expect(await rowOf(other)).toMatchObject({ discord_id: other.discordId, email: other.email });
});

test.each([
  ['withdrawal', (id: string) => sql`update "order" set completed_at = now() - interval '6 days' where id = ${id}`],
  ['delivery', (id: string) => sql`update delivery set state = 'failed', updated_at = now() where order_id = ${id}`],
  ['money', (id: string) => sql`update "order" set note = 'withdrawal_requested' where id = ${id}`],
  ['payment', (id: string) => sql`update "order" set note = 'expired', cancelled_at = now() where id = ${id}`],
] as const)('nothing goes while there is a reason: %s', async (reason, change) => {
  const buyer = await bought(40);
  await sql`update right_source set ended_at = now() where order_id = ${buyer.id}`.execute(app.db);
  expect((await plan(withDiscord(buyer)))?.now).toBe(1);
  await change(buyer.id).execute(app.db);
  expect(await plan(withDiscord(buyer))).toMatchObject({ now: 0, later: [{ reason }] });
  await erase(withDiscord(buyer));
  await eraseDue(app.db);
  expect(await rowOf(buyer)).toMatchObject({ discord_id: buyer.discordId, customer_name: buyer.name, erased_at: null });
});

test.each([
  ['the request', (buyer: Buyer) => erase(withDiscord(buyer))],
  ['the sweep', () => eraseDue(app.db)],
] as const)('%s forgets nobody whose money is asked back in the same moment', async (_name, forget) => {
  const buyer = await bought(40);
  await sql`update right_source set ended_at = now() where order_id = ${buyer.id}`.execute(app.db);
  await sql`update "order" set erase_asked_at = now() where id = ${buyer.id}`.execute(app.db);
  const payment = { id: buyer.id, amountCentavos: 1000 };
  await sql`
    insert into payment (store_id, id, order_id, adapter, method, status, amount_centavos, idempotency_key)
    values (${store.id}, ${payment.id}, ${buyer.id}, 'payments', 'pix', 'approved', 1000, ${buyer.id})`.execute(app.db);

  const both = await transaction(app.db, async (tx) => {
    await lockOrder(tx, store.id, buyer.id);
    const refunded = transaction(app.db, async (other) => {
      await lockOrder(other, store.id, buyer.id);
      await requestRefund(other, store.id, payment, 'owner');
    });
    await waitingForLock(app.db, 1);
    const forgotten = forget(buyer);
    await waitingForLock(app.db, 2);
    return { refunded, forgotten };
  });
  await Promise.all([both.refunded, both.forgotten]);
  expect(await rowOf(buyer)).toMatchObject({ discord_id: buyer.discordId, erased_at: null });
  // The provider's answer ends the reason.
  await sql`update refund set status = 'approved' where payment_id = ${payment.id}`.execute(app.db);
  await eraseDue(app.db);
  expect((await rowOf(buyer)).erased_at).not.toBeNull();
});

test('orders forget their buyers by themselves: unpaid ones after 90 days, the others after five years', async () => {
  const unpaidFor = async (days: number) => {
    const buyer = await bought(days);
    await sql`
      update "order" set status = 'cancelled', completed_at = null, note = 'expired',
             cancelled_at = now() - make_interval(days => ${days}) where id = ${buyer.id}`.execute(app.db);
    await sql`delete from right_source where order_id = ${buyer.id}`.execute(app.db);
    return buyer;
  };
  const [oldUnpaid, newUnpaid] = [await unpaidFor(91), await unpaidFor(89)];
  const [old, younger] = [await bought(1827), await bought(1825)];
  const lasting = await bought(1827, 3650);
  await Promise.all([eraseOld(app.db), eraseOld(app.db)]);

  expect(await traces(oldUnpaid)).toEqual([]);
  expect(await traces(old)).toEqual([]);
  for (const kept of [newUnpaid, younger, lasting]) expect((await rowOf(kept)).discord_id).toBe(kept.discordId);
  // Nobody asked for it, so no row says that somebody did.
  expect((await rowOf(old)).erase_asked_at).toBeNull();
});

test('an id of a player that names somebody is forgotten with the order; a city id beside it stays', async () => {
  const buyer = await bought(400);
  const key = 'minecraft_name:nickoculto';
  await sql`update "order" set players = array[client::text, ${key}], counted = true where id = ${buyer.id}`.execute(
    app.db,
  );
  await sql`
    update delivery set player = ${key}, args = '{"command": "dar nickoculto ouro"}'
     where order_id = ${buyer.id} and action_type = 'execute_command'`.execute(app.db);
  await sql`
    update customer_right set holder = ${key} where id in (select right_id from right_source where order_id = ${buyer.id})`.execute(
    app.db,
  );
  await sql`
    insert into right_place (store_id, target, site, holder, place, prior, stands)
    values (${store.id}, 'fivem', ${store.id}, ${key}, 'vip', 'vip', 'vip')`.execute(app.db);
  await sql`
    insert into product_buyer (store_id, product_id, player, units)
    select store_id, product_id, ${key}, 1 from order_item where order_id = ${buyer.id}`.execute(app.db);
  await erase(withDiscord(buyer));
  for (const table of ['"order"', 'delivery', 'product_buyer', 'customer_right', 'right_place', 'discount_use']) {
    const { rows } = await sql`
      select * from ${sql.raw(table)} t where store_id = ${store.id} and t::text like '%nickoculto%'`.execute(app.db);
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  const { rows } = await sql<{ players: string[]; client: number }>`
    select players, client from "order" where id = ${buyer.id}`.execute(app.db);
  expect(rows[0]?.players).toEqual([String(rows[0]?.client)]);
});
