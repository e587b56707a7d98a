import { vehicleActions } from '@vitrine/contract/action-types';
import { limits } from '@vitrine/contract/limits';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../db/database.ts';
import { type StoreId, storeOpen } from '../../http/store.ts';
import type { Holder } from './holder.ts';

/** A product on sale as the cart needs it. */
export interface CartProduct {
  id: string;
  category_id: string;
  name: string;
  price_centavos: number;
  stock: number | null;
  reserved: number;
  buy_limit: number | null;
  /** An order has at most one, because it gives a vehicle. */
  single: boolean;
  /** Units that an order of this holder may reserve before it is paid; null without a stock, or without a holder. */
  room: number | null;
}

/**
 * Units of a product, or uses of a coupon, that one holder may keep unpaid: a percentage, at least `least`, never the
 * last one of several. `least` is higher for a holder's only order, so that a shopper may take three of ten.
 */
function shareOf(stock: RawBuilder<number>, percent: number, least: number): RawBuilder<number> {
  const most = sql`greatest(${sql.lit(least)}, ${stock} * ${sql.lit(percent)} / 100)`;
  return sql<number>`greatest(1, least(${stock} - 1, ${most}))`;
}
const { unpaidShareLeast, unpaidOnlyOrder, unpaidSharePercent, unpaidShareProvenPercent, unpaidShareWidePercent } =
  limits;
const percentOf = (holder: Pick<Holder, 'proven'> | null | undefined) =>
  holder?.proven ? unpaidShareProvenPercent : unpaidSharePercent;

/**
 * All that pricing and charging need of the store and these products, in one read. `city` is the city's last answer
 * about this city id, or null. `unpaid` counts the holder's live unpaid orders. `friction` says whether the holder was
 * part of a wave or guessed coupons.
 */
export async function readCart(db: Db, store: StoreId, products: readonly string[], client?: number, holder?: Holder) {
  const key = holder?.key ?? null;
  const wide = holder?.wide ?? null;
  const heldUnpaid = (product: RawBuilder<string>) =>
    sql<number>`coalesce((select k.held from unpaid_hold k where k.store_id = ${store} and k.holder = ${key}::bytea and k.product_id = ${product}), 0)`;
  const unpaid = heldUnpaid(sql.lit(''));
  const stock = sql.ref<number>('product.stock');
  const share = (only: boolean) => shareOf(stock, percentOf(holder), only ? unpaidOnlyOrder : unpaidShareLeast);
  return await db
    .selectFrom('store')
    .leftJoin('store_credential as credential', 'credential.store_id', 'store.id')
    .where('store.id', '=', store)
    .select(['store.settings', 'credential.collector_id', 'credential.problem', 'credential.pix_adapter'])
    .select(unpaid.as('unpaid'))
    .select(
      sql<boolean>`exists (select from holder_friction f where f.store_id = ${store} and f.holder in (${key}::bytea, ${wide}::bytea)
                              and f.until > now())`.as('friction'),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('city_check')
          .where('city_check.store_id', '=', store)
          .where('city_check.city_id', '=', client ?? null)
          .where('city_check.result', 'is not', null)
          .select('city_check.result')
          .select(sql<number>`extract(epoch from now() - city_check.answered_at)`.as('seconds'))
          .$narrowType<{ result: NotNull }>(),
      ).as('city'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('product')
          .where('product.store_id', '=', store)
          .where('product.id', '=', sql<string>`any(${[...products]}::text[])`)
          .where('product.archived_at', 'is', null)
          .select(['product.id', 'product.category_id', 'product.name', 'product.price_centavos', 'product.stock'])
          .select(['product.reserved', 'product.buy_limit'])
          .select(sql<boolean>`product.actions @> ${sql.lit(vehicleActions)}`.as('single'))
          .select(
            sql<number | null>`case when product.stock is null or ${key}::bytea is null then null
                                    when ${unpaid} = 0 then ${share(true)}
                                    else ${share(false)} - ${heldUnpaid(sql.ref('product.id'))} end`.as('room'),
          ),
      ).as('products'),
    )
    .executeTakeFirstOrThrow();
}

/** Units of these products in completed orders of a city id. */
export async function unitsOfBuyer(db: Db, store: StoreId, products: readonly string[], client: number) {
  if (products.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('product_buyer')
    .where('store_id', '=', store)
    .where('product_id', 'in', products)
    .where('client', '=', client)
    .select(['product_id', 'units'])
    .execute();
  return new Map(rows.map((row) => [row.product_id, row.units]));
}

/** A priced order to write. Its arrays run parallel over its lines. */
export interface OrderToPlace {
  id: string;
  reference: string;
  /** Reserved in a statement of its own (orders/number.ts). */
  number: number;
  itemIds: string[];
  historyId: string;
  kind: 'sale' | 'manual';
  client: number;
  discordId: string;
  /** The holder whose unpaid orders it joins; null for an order that costs nothing or is given. */
  holder: Pick<Holder, 'key' | 'wide' | 'proven'> | null;
  /** Hash of the proof of work that it spends; null without one. */
  proof: Buffer | null;
  name: string | null;
  email: string | null;
  paymentMethod: 'pix' | 'credit_card' | 'mercado_pago_checkout_pro' | 'manual';
  products: string[];
  quantities: number[];
  units: number[];
  lines: number[];
  discounts: number[];
  categories: string[];
  subtotal: number;
  discount: number;
  total: number;
  coupon: {
    id: string;
    code: string;
    type: string;
    value: number;
    min: number | null;
    limitBy: string;
    products: string;
    categories: string;
    identity: string | null;
    /** Whether the identity was proven. If so it counts at once, else from when the order is paid. */
    counts: boolean;
  } | null;
  variables: string;
  /** Names of the questions whose answers came from a list, as JSON. */
  chosen: string;
  /** Until its own deadline. Before its payment page is opened, it holds things for `limits.unopenedMinutes` at most. */
  expiresSeconds: number;
  actor: string | null;
  reason: string | null;
  /** The attempt to charge, written with the order, so that its key exists before any call. Null: nothing to charge. */
  payment: { id: string; historyId: string; adapter: string; key: string; seconds: number } | null;
  claim: { key: string; hash: Buffer } | null;
}

/**
 * Places an order in ONE statement, which holds the locks of popular products as briefly as the database can:
 * - It locks the products in the order of their ids, and verifies every fact that the order was priced on.
 * - Only then it reserves stock and coupon and writes the rows.
 * - It counts what the holder keeps unpaid last, in rows of their own (docs/decisions/0035). The buyer's units count
 *   when the order is paid (orders/stock.ts).
 *
 * A rule that refuses ends the statement with nothing changed, as the error VT001 whose message is the code (function
 * `refuse`). Answers false when another call claimed the Idempotency-Key, else true.
 */
export async function insertOrder(db: Db | Tx, store: StoreId, o: OrderToPlace): Promise<boolean> {
  const free = sql<boolean>`${o.kind === 'manual'}::boolean`;
  const c = o.coupon;
  const p = o.payment;
  const h = o.holder;
  const orders = h?.proven ? limits.unpaidPerProven : limits.unpaidPerNetwork;
  // From `proofFrom` unpaid orders on, a network works for each order. A Discord login never has to.
  const unworked = h?.proven === null && o.proof === null ? limits.proofFrom : orders;
  const unworkedWide = o.proof === null ? limits.proofFromWide : limits.unpaidPerWide;
  const stock = sql.ref<number>('p.stock');
  const uses = sql.ref<number>('d.max_uses');
  const result = await sql<{ placed: boolean }>`
    with claim as (
      insert into idempotency_key (store_id, scope, key, request_hash, order_id, working_until)
      select ${store}, 'order', ${o.claim?.key ?? null}::text, ${o.claim?.hash ?? null}::bytea, ${o.id}, now() + interval '10 seconds'
       where ${o.claim?.key ?? null}::text is not null
      on conflict do nothing returning key
    ), mine as materialized (
      select ${o.claim?.key ?? null}::text is null or exists (select from claim) as yes
    ), want as (
      select * from unnest(${o.products}::text[], ${o.quantities}::int[], ${o.units}::int[], ${o.lines}::int[],
                           ${o.discounts}::int[], ${o.categories}::text[], ${o.itemIds}::text[])
        with ordinality as w(pid, qty, unit, line, off, category, item, position)
    ), locked as materialized (
      select p.id, p.name, p.image, p.remove_days, p.actions, p.stock, p.buy_limit, w.qty, w.unit, w.line, w.off, w.item, w.position,
             p.archived_at is null as there,
             p.price_centavos = w.unit and p.category_id = w.category as same,
             w.qty = 1 or not p.actions @> ${sql.lit(vehicleActions)} as fits,
             p.stock is null or p.stock - p.reserved >= w.qty as enough,
             ${shareOf(stock, percentOf(h), unpaidShareLeast)} as share, ${shareOf(stock, percentOf(h), unpaidOnlyOrder)} as only_share,
             ${shareOf(stock, unpaidShareWidePercent, unpaidOnlyOrder)} as wide_share
        from product p join want w on w.pid = p.id
       where p.store_id = ${store} and p.id = any(${o.products}::text[]) and (select yes from mine)
       order by p.id for no key update of p
    ), facts as materialized (
      select (select yes from mine) as claimed,
             ${free} or (select ${storeOpen} from store where id = ${store}) as open,
             count(*) = ${o.products.length} and coalesce(bool_and(there), false) as there,
             bool_and(same) as same, bool_and(fits) as fits, bool_and(enough) as enough from locked
    ), ok as materialized (
      select claimed and open and there and same and fits and enough as yes from facts
    ), held as (
      update product p set reserved = p.reserved + l.qty
        from locked l, ok
       where ok.yes and p.store_id = ${store} and p.id = any(${o.products}::text[]) and p.id = l.id and l.stock is not null
    ), coupon as (
      update discount d set uses = d.uses + 1
        from ok
       where ok.yes and d.store_id = ${store} and d.id = ${c?.id ?? null}::text and d.deleted_at is null and d.active
         and (d.expires_at is null or d.expires_at > now()) and (d.max_uses is null or d.uses < d.max_uses)
         and d.type = ${c?.type ?? null}::text and d.value = ${c?.value ?? null}::int
         and d.min_centavos is not distinct from ${c?.min ?? null}::int and d.limit_by = ${c?.limitBy ?? null}::text
         and d.product_ids = ${c?.products ?? null}::jsonb and d.category_ids = ${c?.categories ?? null}::jsonb
      returning d.id, 'coupon:' || d.id as held_as, ${shareOf(uses, percentOf(h), unpaidShareLeast)} as share,
                ${shareOf(uses, unpaidShareWidePercent, unpaidOnlyOrder)} as wide_share, d.max_uses
    ), hold as (
      insert into unpaid_hold (store_id, holder, product_id, held)
      select ${store}, whose.key, kept.what, kept.units
        from ok, (values (1, ${h?.key ?? null}::bytea), (2, ${h?.wide ?? null}::bytea)) whose (place, key),
             (select '' as what, 1 as units union all select held_as, 1 from coupon
              union all select id, qty from locked where stock is not null) kept
       where ok.yes and whose.key is not null
       order by whose.place, kept.what
      on conflict (store_id, holder, product_id) do update set held = unpaid_hold.held + excluded.held
      returning (holder = ${h?.wide ?? null}::bytea) is true as wide, product_id, held
    ), mine_held as materialized (
      select product_id, held from hold where not wide
    ), wide_held as materialized (
      select product_id, held from hold where wide
    ), spent as (
      insert into spent_proof (proof, until)
      select ${o.proof}::bytea, now() + make_interval(mins => ${sql.lit(limits.proofKeepMinutes)})
        from ok where ok.yes and ${o.proof}::bytea is not null
      on conflict do nothing returning proof
    ), placed as (
      insert into "order" (store_id, id, reference, number, kind, client, discord_id, holder, holder_wide, proven, counted, customer_name, email, payment_method,
                           subtotal_centavos, discount_centavos, total_centavos, discount_id, coupon, variables, chosen,
                           actor, reason, expires_at, pay_until)
      select ${store}, ${o.id}, ${o.reference}, ${o.number}::int, ${o.kind}, ${o.client}::int, ${o.discordId},
             ${h?.key ?? null}::bytea, ${h?.wide ?? null}::bytea, ${h?.proven ?? null}::text, false, ${o.name}::text, ${o.email}::text,
             ${o.paymentMethod}, ${o.subtotal}::int, ${o.discount}::int, ${o.total}::int, ${c?.id ?? null}::text, ${c?.code ?? null}::text,
             ${o.variables}::jsonb, ${o.chosen}::jsonb, ${o.actor}::text, ${o.reason}::text, now() + make_interval(secs => least(${o.expiresSeconds}::int, ${sql.lit(limits.unopenedMinutes * 60)})),
             now() + make_interval(secs => ${o.expiresSeconds}::int)
        from ok where ok.yes
      returning store_id, id
    ), sold as (
      insert into order_item (store_id, order_id, id, position, product_id, name, image, quantity, unit_centavos,
                              line_centavos, discount_centavos, remove_days, stocked, actions)
      select placed.store_id, placed.id, l.item, l.position, l.id, l.name, l.image, l.qty, l.unit, l.line, l.off,
             l.remove_days, l.stock is not null, l.actions
        from placed, locked l
    ), used as (
      insert into discount_use (store_id, discount_id, order_id, identity, counts)
      select placed.store_id, coupon.id, placed.id, ${c?.identity ?? null}::text, ${c?.counts ?? true}::boolean from placed, coupon
    ), told as (
      insert into order_history (store_id, order_id, id, status, reason, actor)
      select store_id, id, ${o.historyId}, 'pending', ${o.reason}::text, ${o.actor}::text from placed
    ), attempt as (
      insert into payment (store_id, id, order_id, adapter, method, amount_centavos, idempotency_key, expires_at, next_check_at)
      select store_id, ${p?.id ?? null}::text, id, ${p?.adapter ?? null}::text, ${o.paymentMethod}, ${o.total}::int, ${p?.key ?? null}::text,
             now() + make_interval(secs => ${p?.seconds ?? 0}), now() + interval '10 seconds'
        from placed where ${p?.id ?? null}::text is not null
      returning store_id, id
    ), begun as (
      insert into payment_history (store_id, payment_id, id, status)
      select store_id, id, ${p?.historyId ?? null}::text, 'created' from attempt
    )
    select exists (select from placed) as placed,
           case when not facts.claimed then null
                when not facts.open then refuse('store_closed')
                when not facts.there then refuse('product_unavailable')
                when not facts.same then refuse('price_changed')
                when not facts.fits then refuse('vehicle_quantity')
                when not facts.enough then refuse('out_of_stock')
                when ${c?.id ?? null}::text is not null and not exists (select from coupon) then refuse('coupon_exhausted')
                when not ${free} and exists (select from locked l left join product_buyer b on b.store_id = ${store} and b.product_id = l.id and b.client = ${o.client}::int
                                              where coalesce(b.units, 0) + l.qty > l.buy_limit) then refuse('buy_limit')
                when exists (select from mine_held where product_id = '' and held > ${orders}::int)
                     or exists (select from wide_held where product_id = '' and held > ${sql.lit(limits.unpaidPerWide)}) then refuse('unpaid_limit')
                when exists (select from mine_held m join locked l on l.id = m.product_id
                              where m.held > case when (select held from mine_held where product_id = '') = 1 then l.only_share else l.share end)
                     or exists (select from wide_held w join locked l on l.id = w.product_id where w.held > l.wide_share)
                  then refuse('unpaid_share')
                when exists (select from mine_held m join coupon c on c.held_as = m.product_id where c.max_uses is not null and m.held > c.share)
                     or exists (select from wide_held w join coupon c on c.held_as = w.product_id where c.max_uses is not null and w.held > c.wide_share)
                  then refuse('coupon_held')
                when exists (select from mine_held where product_id = '' and held > ${unworked}::int)
                     or exists (select from wide_held where product_id = '' and held > ${unworkedWide}::int)
                     or (${o.proof}::bytea is not null and not exists (select from spent)) then refuse('proof_required')
           end
      from facts`.execute(db);
  return result.rows[0]?.placed ?? false;
}

const thisKey = (store: StoreId, key: string): RawBuilder<boolean> =>
  sql<boolean>`store_id = ${store} and scope = 'order' and key = ${key}`;

/** The order and the answer of an Idempotency-Key. `working`: a call is at work on it now. */
export async function findClaim(db: Db, store: StoreId, key: string) {
  const result = await sql<{ request_hash: Buffer; order_id: string; answer: unknown; working: boolean }>`
    select request_hash, order_id, answer, working_until > now() as working
      from idempotency_key where ${thisKey(store, key)}`.execute(db);
  return result.rows[0];
}

/** Takes over a claim whose worker is gone. Answers false when another call did. */
export async function resumeClaim(db: Db, store: StoreId, key: string): Promise<boolean> {
  const result = await sql`
    update idempotency_key set working_until = now() + interval '10 seconds'
     where ${thisKey(store, key)} and answer is null and working_until <= now() returning key`.execute(db);
  return result.rows.length === 1;
}

/** The work is done, so repeats get this answer. */
export async function answerClaim(db: Db, store: StoreId, key: string, answer: string): Promise<void> {
  await sql`update idempotency_key set answer = ${answer}::jsonb, status = 200 where ${thisKey(store, key)}`.execute(
    db,
  );
}

/** The work failed. The next call resumes it at once, or begins anew if the order is cancelled. */
export async function releaseClaim(db: Db, store: StoreId, key: string): Promise<void> {
  await sql`
    delete from idempotency_key k using "order" o
     where k.store_id = ${store} and k.scope = 'order' and k.key = ${key}
       and o.store_id = k.store_id and o.id = k.order_id and o.status = 'cancelled'`.execute(db);
  await sql`update idempotency_key set working_until = now() where ${thisKey(store, key)} and answer is null`.execute(
    db,
  );
}
