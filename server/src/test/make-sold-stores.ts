import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { type MadeStore, makeAccount, makeStore } from './make.ts';
import { makeProduct } from './make-catalog.ts';

/** Stores with a past of 14 months, written in bulk. The tables `fate` and `given_back` say what was meant to happen. */

export const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Noronha'] as const;

const MOVES_AT_ONCE = 500;
const PRODUCTS = 9;

/** Three stores of one owner in three time zones, which share so many orders. */
export async function makeSoldStores(app: TestApp, orders: number): Promise<MadeStore[]> {
  const owner = await makeAccount(app.db, { name: 'Dona de Três Lojas' });
  const stores: MadeStore[] = [];
  for (const zone of zones) {
    const store = await makeStore(app.db, app.deps.config.secret, { owner });
    await app.db.updateTable('store').set({ time_zone: zone }).where('id', '=', store.id).execute();
    for (let n = 0; n < PRODUCTS; n++) await makeProduct(app.db, store.id, { name: `Produto ${n}`, price: 1000 + n });
    stores.push(store);
  }
  await decideFates(app, orders);
  for (let tenth = 0; tenth < 10; tenth++) await placeTenth(app, tenth);
  await moveAll(app, orders);
  await giveBack(app);
  // Without it PostgreSQL joins as if the tables were empty, and a busy machine takes longer than a statement may.
  await sql`analyze`.execute(app.db);
  await deliver(app);
  await sql`analyze`.execute(app.db);
  return stores;
}

/**
 * Every 40th order is paid at 23:30 of its store's clock on the last day of a month, which is the next month in UTC. Every 50th
 * is paid in the last two days. An order that is taken back goes some days later, and every 7th in the last second of its day of
 * sale.
 */
async function decideFates(app: TestApp, orders: number): Promise<void> {
  await sql`select setseed(0.42)`.execute(app.db);
  await sql`
    create unlogged table fate (store_id text, id text, n int, paid timestamptz, fate text, batch int, gone timestamptz, zone text);
    create index on fate (batch);
    create unlogged table given_back (store_id text, id text, at timestamptz, centavos int, why text);
    create index on given_back (store_id, id)`.execute(app.db);
  await sql`
    insert into fate
    select s.id, 'o' || lpad(n::text, 8, '0'), n,
           case when n % 40 = 0 then
                  (date_trunc('month', now() at time zone s.time_zone) - make_interval(months => n % 13)
                    - interval '30 minutes') at time zone s.time_zone
                when n % 50 = 1 then now() - interval '5 minutes' - random() * interval '2 days'
                else now() - interval '5 minutes' - random() * interval '425 days' end,
           (array['completed', 'completed', 'completed', 'completed', 'completed', 'part', 'charged_back',
                  'refunded', 'expired', 'pending'])[1 + (random() * 9.99)::int % 10],
           n / ${MOVES_AT_ONCE}, null, s.time_zone
      from generate_series(1, ${orders}::int) n
      join (select id, time_zone, row_number() over (order by id) as r from store) s on s.r = 1 + least(2, n % 5)`.execute(
    app.db,
  );
  await sql`
    update fate set gone = least(now() - interval '1 minute',
           case when n % 7 = 0 then (date_trunc('day', paid at time zone zone) + interval '23:59:59') at time zone zone
                else paid + random() * interval '40 days' end)
     where fate in ('part', 'refunded', 'charged_back')`.execute(app.db);
  // An order that was sold a moment ago must not be taken back before it was paid.
  await sql`update fate set gone = paid where gone < paid`.execute(app.db);
}

/** Places orders: pending, with one or two lines at prices that no product has, some with a coupon. Every 20th is a gift. */
async function placeTenth(app: TestApp, tenth: number): Promise<void> {
  await sql`
    insert into "order" (store_id, id, reference, kind, client, discord_id, customer_name, payment_method, subtotal_centavos,
                         discount_centavos, total_centavos, coupon, created_at, expires_at)
    select store_id, id, 'r' || id, case when gift then 'manual' else 'sale' end, 1 + (random() * 2000)::int,
           (300000000000000000 + n * 7919 % 3001)::text, case when n % 500 < 5 then 'Raro Ávila' when batch % 3 = 0 then 'Ana Comum' end,
           case when gift then 'manual' when n % 3 = 0 then 'credit_card' when n % 11 = 0 then 'mercado_pago_checkout_pro' else 'pix' end,
           cents, off, cents - off, case when off > 0 and not gift then case n % 2 when 0 then 'DEZ' else 'NATAL' end end,
           paid - interval '1 minute', now() + interval '1 hour'
      from (select *, case when n % 20 = 7 then cents when n % 9 = 0 then cents / 10 else 0 end as off, n % 20 = 7 as gift
              from (select *, 200 + (random() * 50000)::int as cents from fate where batch % 10 = ${tenth}) c) f`.execute(
    app.db,
  );
  await sql`
    insert into order_item (store_id, order_id, id, position, product_id, name, quantity, unit_centavos, line_centavos,
                            discount_centavos, stocked, actions)
    select f.store_id, f.id, 'l' || line, line, p.id, p.name, quantity, price / quantity, price,
           case when line = 1 then o.discount_centavos - case when two then o.discount_centavos / 3 else 0 end
                else o.discount_centavos / 3 end, false, '[]'
      from fate f
      join "order" o on o.store_id = f.store_id and o.id = f.id
      cross join generate_series(1, 2) line
      cross join lateral (select f.n % 3 = 0 as two, 1 + (f.n * line) % 4 as quantity) l
      cross join lateral (
        select case when line = 1 then o.subtotal_centavos - case when two then o.subtotal_centavos / 3 else 0 end
                    else o.subtotal_centavos / 3 end as price) money
      join (select store_id, id, name, row_number() over (partition by store_id order by id) - 1 as r from product) p
        on p.store_id = f.store_id and p.r = (f.n * line / 5) % ${PRODUCTS}
     where f.batch % 10 = ${tenth} and (line = 1 or two)`.execute(app.db);
}

/** Pays, expires and takes back the orders, batch by batch. */
async function moveAll(app: TestApp, orders: number): Promise<void> {
  for (let batch = 0; batch <= orders / MOVES_AT_ONCE; batch++) {
    const move = (fates: string[], change: ReturnType<typeof sql>) => sql`
      update "order" o set ${change} from fate f
       where f.batch = ${batch} and o.store_id = f.store_id and o.id = f.id and f.fate = any(${fates}::text[])`;
    const paid = ['completed', 'part', 'refunded', 'charged_back'];
    await move(paid, sql`status = 'completed', completed_at = f.paid`).execute(app.db);
    await move(['refunded', 'charged_back'], sql`status = 'cancelled', cancelled_at = f.gone`).execute(app.db);
    await move(['expired'], sql`status = 'cancelled', cancelled_at = now()`).execute(app.db);
  }
}

/**
 * Makes payments and refunds. Some orders stay, and give back a third of their money or one unit. Of the orders that are taken back,
 * every third gave back such a part before. Half of the others that were refunded have the whole refund in our table, and the
 * rest were refunded at the provider. Every 5th payment was made twice. The second one was given back, so it was never revenue.
 */
async function giveBack(app: TestApp): Promise<void> {
  await sql`
    insert into payment (store_id, id, order_id, adapter, method, status, amount_centavos, idempotency_key, created_at)
    select o.store_id, 'p' || o.id || k, o.id, 'payments', 'pix',
           case when k = 2 then 'refunded' when f.fate = 'charged_back' then 'charged_back' when f.fate = 'refunded' then 'refunded'
                else 'approved' end,
           o.total_centavos, o.id || k, o.completed_at
      from "order" o join fate f on f.store_id = o.store_id and f.id = o.id cross join generate_series(1, 2) k
     where o.completed_at is not null and o.total_centavos > 0 and (k = 1 or f.n % 5 = 0)`.execute(app.db);
  await sql`analyze fate, "order", payment`.execute(app.db);
  await sql`
    insert into given_back
    select o.store_id, o.id, case when f.fate = 'part' then f.gone else f.paid + (f.gone - f.paid) / 2 end,
           case when f.n % 4 = 2 then (i.line_centavos - i.discount_centavos) / i.quantity else o.total_centavos / 3 end, 'part'
      from "order" o join order_item i on i.store_id = o.store_id and i.order_id = o.id and i.id = 'l1' join fate f on f.store_id = o.store_id and f.id = o.id
     where o.kind = 'sale' and o.total_centavos >= 3 and (f.fate = 'part' or f.fate in ('refunded', 'charged_back') and f.n % 3 = 0 and f.gone > f.paid)`.execute(
    app.db,
  );
  // Every fourth order's part was for one of the three units of its first line.
  await sql`
    insert into refund (store_id, id, payment_id, amount_centavos, status, scope, reason, idempotency_key, finished_at)
    select g.store_id, 'part' || g.id, 'p' || g.id || 1, g.centavos, 'returned', case f.n % 4 when 2 then 'items' else 'value' end, 'owner',
           'part' || g.id, g.at
      from given_back g join fate f on f.store_id = g.store_id and f.id = g.id`.execute(app.db);
  await sql`
    with part as (
      select r.store_id, r.id, substr(r.id, 5) as order_id, r.amount_centavos from refund r where r.scope = 'items'),
    unit as (
      insert into refund_item (store_id, refund_id, order_id, item_id, units, amount_centavos)
      select store_id, id, order_id, 'l1', 1, amount_centavos from part)
    update order_item i set returned = 1, returned_at = now()
      from part where i.store_id = part.store_id and i.order_id = part.order_id and i.id = 'l1'`.execute(app.db);
  await sql`
    insert into refund (store_id, id, payment_id, amount_centavos, status, reason, idempotency_key, finished_at)
    select o.store_id, 'whole' || o.id, 'p' || o.id || 1, o.total_centavos, 'approved', 'owner', 'whole' || o.id, f.gone + interval '2 seconds'
      from "order" o join fate f on f.store_id = o.store_id and f.id = o.id
     where f.fate = 'refunded' and o.total_centavos > 0 and f.n % 2 = 0
       and not exists (select from given_back g where g.store_id = o.store_id and g.id = o.id)
    union all
    select p.store_id, 'twice' || p.order_id, p.id, p.amount_centavos, 'approved', 'duplicate', 'twice' || p.order_id, p.created_at
      from payment p where right(p.id, 1) = '2'
    union all
    select p.store_id, 'never' || p.order_id, p.id, 1, 'rejected', 'owner', 'never' || p.order_id, p.created_at
      from payment p where right(p.id, 1) = '1' and right(p.order_id, 2) = '13'`.execute(app.db);
  await sql`
    insert into given_back
    select o.store_id, o.id, f.gone, o.total_centavos - coalesce((select g.centavos from given_back g where g.store_id = o.store_id and g.id = o.id), 0),
           case f.fate when 'refunded' then 'whole' else 'chargeback' end
      from "order" o join fate f on f.store_id = o.store_id and f.id = o.id
     where o.kind = 'sale' and f.fate in ('refunded', 'charged_back')`.execute(app.db);
  await sql`
    insert into order_history (store_id, order_id, id, status, reason, at)
    select store_id, id, 'd' || id, 'completed', 'disputed', paid + interval '3 hours'
      from fate where fate = 'charged_back' and n % 2 = 0`.execute(app.db);
}

/**
 * Makes one delivery for each paid order, some of them by hand, delayed or sent again. Some deliveries failed. Of these, some were
 * repaired, and some failed again in the same minute or weeks later.
 */
async function deliver(app: TestApp): Promise<void> {
  await sql`
    insert into delivery (store_id, id, order_id, item_id, action_index, phase, target, action_type, args, label, player, discord_id,
                          client, state, code, created_at, finished_at, delay_minutes)
    select o.store_id, 'd' || o.id, o.id, 'l1', 0, 'confirmation', 'fivem', 'add_money', '{"amount":1000}', 'Produto', o.client,
           o.discord_id, o.client, case when f.n % 100 = 3 then 'failed' else 'succeeded' end,
           case when f.n % 100 = 3 then 'player_not_found' when f.n % 60 = 5 then 'by_person' else 'ok' end, o.completed_at,
           least(now(), o.completed_at + make_interval(secs => power(random(), 6) * 90000)), case when f.n % 30 = 2 then 10 else 0 end
      from "order" o join fate f on f.store_id = o.store_id and f.id = o.id where o.completed_at is not null`.execute(
    app.db,
  );
  await sql`
    insert into delivery_history (store_id, delivery_id, id, state, attempt, code, at)
    select d.store_id, d.id, 'f' || k || d.id, case k when 1 then 'uncertain' else 'failed' end, k,
           case when k = 2 then 'player_not_found' else 'timeout' end, least(now(), d.created_at + make_interval(secs => 10 * k, days => case when k = 2 and f.n % 3 = 0 then f.n % 7 * 9 else 0 end))
      from delivery d join fate f on f.store_id = d.store_id and 'd' || f.id = d.id cross join generate_series(1, 2) k
     where f.n % 100 in (3, 4) and (k = 2 or f.n % 200 > 100)`.execute(app.db);
}
