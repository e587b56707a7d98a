import { BUYERS_SERVER, buyersActions } from '@vitrine/contract/action-servers';
import { vehicleActions } from '@vitrine/contract/action-types';
import { limits } from '@vitrine/contract/limits';
import type { OrderKind } from '@vitrine/contract/orders';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { type StoreId, storeOpen } from '../../http/store.ts';
import { playersOf } from '../deliveries/player.ts';
import type { Holder } from './holder.ts';
import { insertItems, linesOf, unitsOfLines } from './lines/order-lines.ts';
import { onlyOrderShareOf, unpaidShareOf, wideShareOf } from './unpaid-share.ts';

/** A priced order to write. Its arrays run parallel over its lines. */
export interface OrderToPlace {
  id: string;
  reference: string;
  /** Reserved in a statement of its own (orders/number.ts). */
  number: number;
  itemIds: string[];
  historyId: string;
  kind: OrderKind;
  /** The city id, or the order's number if no city id is asked. */
  client: number;
  /** The keys of its players; null: the city id alone. */
  players: readonly string[] | null;
  discordId: string;
  /** The holder whose unpaid orders it joins; null for an order that costs nothing or is given. */
  holder: Pick<Holder, 'key' | 'wide' | 'proven'> | null;
  /**
   * The hashes of the browser that places the order and of its cart; null without a secret. With both, it is the buyer's one
   * unpaid order. `cart` is null for an order that costs nothing, because it is never unpaid.
   */
  buyer: { key: Buffer; cart: Buffer | null } | null;
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
  /** The options of each line's product as they were read, and the answers as they are kept: JSON. */
  asked: string[];
  options: string[];
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
    /** Whether the identity was proven. If so, the use counts at once, else from the moment when the order is paid. */
    counts: boolean;
  } | null;
  variables: string;
  /** Names of the questions whose answers came from a list, as JSON. */
  chosen: string;
  /** The game server that the buyer chose; null without a choice. */
  server: string | null;
  /** Until its own deadline. Before its payment page is opened, it holds things for `limits.unopenedMinutes` at most. */
  expiresSeconds: number;
  actor: string | null;
  reason: string | null;
  /** The attempt to charge, written with the order, so that its key exists before any call. Null: nothing to charge. */
  payment: { id: string; historyId: string; adapter: string; key: string; seconds: number } | null;
  claim: { key: string; hash: Buffer } | null;
}

/**
 * Places an order in ONE statement, which holds the locks of popular products as briefly as the database can. Answers
 * false when another call claimed the Idempotency-Key, else true. A rule that refuses ends the statement with nothing
 * changed, as the error VT001 whose message is the code (function `refuse`). The buyer's units count when the order is
 * paid (orders/stock.ts).
 *
 * Each fragment below is one step, in this order. Where the order of steps matters:
 *
 * | step | what | why then |
 * |---|---|---|
 * | 1 | `locked` locks the products in the order of their ids | two orders of the same products wait for each other, and never both for ever |
 * | 2 | `facts`, `accepted` verify what the order was priced on | nothing is written for an order that is refused |
 * | 3 | `counted` counts what the holder keeps unpaid, in rows of their own (docs/decisions/0035) | two shoppers of one network wait for each other only from here |
 *
 * Tried: the same rows by nine statements in a transaction. Where the machine is idle, both take 0.9 ms. On two busy
 * cores (load 18) the median is 82 ms instead of 20 ms, because each round trip waits for a core, and the product's
 * lock is held all that time. `proof/plans.test.ts` keeps the plan.
 */
export async function insertOrder(db: Db | Tx, store: StoreId, order: OrderToPlace): Promise<boolean> {
  const result = await sql<{ placed: boolean }>`
    with claimed as (${claimKey(store, order)}),
         first_call as materialized (${isFirstCall(order)}),
         line as materialized (${linesOf(order)}),
         wanted as (${unitsOfLines}),
         locked as materialized (${lockProducts(store, order)}),
         facts as materialized (${verifyFacts(store, order)}),
         accepted as materialized (${acceptFacts}),
         reserved as (${reserveStock(store, order)}),
         coupon as (${useCoupon(store, order)}),
         counted as (${countUnpaid(store, order)}),
         held as materialized (select product_id, held from counted where not wide),
         held_wide as materialized (select product_id, held from counted where wide),
         spent as (${spendProof(order)}),
         placed as (${insertRow(store, order)}),
         items as (${insertItems}),
         coupon_use as (${insertCouponUse(order)}),
         history as (${insertHistory(order)}),
         attempt as (${insertAttempt(order)}),
         attempt_history as (${insertAttemptHistory(order)})
    select exists (select from placed) as placed, ${refuseOrder(store, order)} from facts`.execute(db);
  return result.rows[0]?.placed ?? false;
}

type Fragment = RawBuilder<unknown>;

/** Claims the Idempotency-Key. No row: another call has it, or the order came without one. */
function claimKey(store: StoreId, { id, claim }: OrderToPlace): Fragment {
  return sql`
    insert into idempotency_key (store_id, scope, key, request_hash, order_id, working_until)
    select ${store}, 'order', ${claim?.key ?? null}::text, ${claim?.hash ?? null}::bytea, ${id}, now() + interval '10 seconds'
     where ${claim?.key ?? null}::text is not null
    on conflict do nothing
    returning key`;
}

/** Says whether this call does the work. All later steps find nothing to do otherwise. */
function isFirstCall({ claim }: OrderToPlace): Fragment {
  return sql`select ${claim?.key ?? null}::text is null or exists (select from claimed) as yes`;
}

/** Locks the products in the order of their ids, and compares each with its lines. */
function lockProducts(store: StoreId, { products, holder, kind }: OrderToPlace): Fragment {
  // A rehearsal takes no stock, so it reads each product as one without a stock.
  // The store may also give and rehearse products that are hidden or still a draft.
  const given = kind !== 'sale';
  const stock = kind === 'rehearsal' ? sql<number>`null::int` : sql.ref<number>('product.stock');
  return sql`
    select product.id, product.name, product.image, product.remove_days, product.actions, ${stock} as stock, product.buy_limit,
           wanted.quantity,
           ${given ? sql`product.archived_at is null` : sql`on_sale(product)`} as there,
           product.price_centavos = wanted.unit_centavos and product.category_id = wanted.category_id
             and product.options = wanted.asked as same,
           wanted.quantity = 1 or not product.actions @? ${sql.lit(vehicleActions)} as fits,
           ${stock} is null or ${stock} - product.reserved >= wanted.quantity as enough,
           product.actions @> ${sql.lit(buyersActions)} as choosy,
           ${unpaidShareOf(stock, holder)} as share, ${onlyOrderShareOf(stock, holder)} as only_share, ${wideShareOf(stock)} as wide_share
      from product join wanted on wanted.product_id = product.id
     where product.store_id = ${store} and product.id = any(${products}::text[]) and (select yes from first_call)
     order by product.id
       for no key update of product`;
}

/** Gathers every fact that the order was priced on, as one row. */
function verifyFacts(store: StoreId, { products, kind, server }: OrderToPlace): Fragment {
  const servers = sql`from game_seat where store_id = ${store} and ended_at is null`;
  return sql`
    select (select yes from first_call) as claimed,
           ${isGift(kind)} or (select ${storeOpen} from store where id = ${store}) as open,
           count(*) = ${new Set(products).size} and coalesce(bool_and(there), false) as there,
           bool_and(same) as same, bool_and(fits) as fits, bool_and(enough) as enough,
           ${server}::text is null or exists (select ${servers} and id = ${server}::text) as served,
           ${server}::text is not null or not coalesce(bool_or(choosy), false) or not exists (
             select from locked l, jsonb_array_elements(l.actions) a
              where a->>'server' = ${BUYERS_SERVER} and (select count(*) ${servers} and game = a->>'target') > 1) as chosen
      from locked`;
}

/** Says whether all facts hold. Only then the steps below write anything. */
const acceptFacts: Fragment = sql`
    select claimed and open and there and same and fits and enough and served and chosen as yes from facts`;

/** Reserves the units of products with a stock. */
function reserveStock(store: StoreId, { products }: OrderToPlace): Fragment {
  return sql`
    update product set reserved = product.reserved + locked.quantity
      from locked, accepted
     where accepted.yes and product.store_id = ${store} and product.id = any(${products}::text[])
       and product.id = locked.id and locked.stock is not null`;
}

/** Takes one use of the coupon, if it still is what the order was priced with. */
function useCoupon(store: StoreId, { coupon, holder }: OrderToPlace): Fragment {
  const uses = sql.ref<number>('discount.max_uses');
  return sql`
    update discount set uses = discount.uses + 1
      from accepted
     where accepted.yes and discount.store_id = ${store} and discount.id = ${coupon?.id ?? null}::text
       and discount.deleted_at is null and discount.active
       and (discount.expires_at is null or discount.expires_at > now())
       and (discount.max_uses is null or discount.uses < discount.max_uses)
       and discount.type = ${coupon?.type ?? null}::text and discount.value = ${coupon?.value ?? null}::int
       and discount.min_centavos is not distinct from ${coupon?.min ?? null}::int
       and discount.limit_by = ${coupon?.limitBy ?? null}::text
       and discount.product_ids = ${coupon?.products ?? null}::jsonb
       and discount.category_ids = ${coupon?.categories ?? null}::jsonb
    returning discount.id, 'coupon:' || discount.id as held_as, discount.max_uses,
              ${unpaidShareOf(uses, holder)} as share, ${wideShareOf(uses)} as wide_share`;
}

/** Adds the order, its coupon and its limited units to what the holder, and its wide network, keep unpaid. */
function countUnpaid(store: StoreId, { holder }: OrderToPlace): Fragment {
  return sql`
    insert into unpaid_hold (store_id, holder, product_id, held)
    select ${store}, whose.key, kept.what, kept.units
      from accepted, (values (1, ${holder?.key ?? null}::bytea), (2, ${holder?.wide ?? null}::bytea)) whose (place, key),
           (select '' as what, 1 as units
            union all select held_as, 1 from coupon
            union all select id, quantity from locked where stock is not null) kept
     where accepted.yes and whose.key is not null
     order by whose.place, kept.what
    on conflict (store_id, holder, product_id) do update set held = unpaid_hold.held + excluded.held
    returning (holder = ${holder?.wide ?? null}::bytea) is true as wide, product_id, held`;
}

/** Spends the proof of work, so that it counts for one order. */
function spendProof({ proof }: OrderToPlace): Fragment {
  return sql`
    insert into spent_proof (proof, until)
    select ${proof}::bytea, now() + make_interval(mins => ${sql.lit(limits.proofKeepMinutes)})
      from accepted where accepted.yes and ${proof}::bytea is not null
    on conflict do nothing
    returning proof`;
}

/** Writes the order. */
function insertRow(store: StoreId, order: OrderToPlace): Fragment {
  const { holder, coupon } = order;
  const unopened = sql.lit(limits.unopenedMinutes * 60);
  return sql`
    insert into "order" (store_id, id, reference, number, kind, client, players, discord_id,
                         holder, holder_wide, proven, counted,
                         customer_name, email, payment_method,
                         subtotal_centavos, discount_centavos, total_centavos,
                         discount_id, coupon, variables, chosen, seat_id, actor, reason,
                         buyer, buyer_cart, expires_at, pay_until)
    select ${store}, ${order.id}, ${order.reference}, ${order.number}::int, ${order.kind}, ${order.client}::int, ${order.players && [...order.players]}::text[], ${order.discordId},
           ${holder?.key ?? null}::bytea, ${holder?.wide ?? null}::bytea, ${holder?.proven ?? null}::text, false,
           ${order.name}::text, ${order.email}::text, ${order.paymentMethod},
           ${order.subtotal}::int, ${order.discount}::int, ${order.total}::int,
           ${coupon?.id ?? null}::text, ${coupon?.code ?? null}::text, ${order.variables}::jsonb, ${order.chosen}::jsonb, ${order.server}::text, ${order.actor}::text, ${order.reason}::text,
           ${order.buyer?.key ?? null}::bytea, ${order.buyer?.cart ?? null}::bytea,
           now() + make_interval(secs => least(${order.expiresSeconds}::int, ${unopened})),
           now() + make_interval(secs => ${order.expiresSeconds}::int)
      from accepted where accepted.yes
    returning store_id, id`;
}

/** Writes who used the coupon. The key `discount_use_once` refuses the second proven use of an identity. */
function insertCouponUse({ coupon }: OrderToPlace): Fragment {
  return sql`
    insert into discount_use (store_id, discount_id, order_id, identity, counts)
    select placed.store_id, coupon.id, placed.id, ${coupon?.identity ?? null}::text, ${coupon?.counts ?? true}::boolean
      from placed, coupon`;
}

/** Begins the order's history. */
function insertHistory({ historyId, reason, actor }: OrderToPlace): Fragment {
  return sql`
    insert into order_history (store_id, order_id, id, status, reason, actor)
    select store_id, id, ${historyId}, 'pending', ${reason}::text, ${actor}::text from placed`;
}

/** Writes the attempt to charge. The provider is asked about it 10 s later, if nothing is known by then. */
function insertAttempt({ payment, paymentMethod, total }: OrderToPlace): Fragment {
  return sql`
    insert into payment (store_id, id, order_id, adapter, method, amount_centavos, idempotency_key, expires_at, next_check_at)
    select store_id, ${payment?.id ?? null}::text, id, ${payment?.adapter ?? null}::text, ${paymentMethod}, ${total}::int,
           ${payment?.key ?? null}::text, now() + make_interval(secs => ${payment?.seconds ?? 0}), now() + interval '10 seconds'
      from placed where ${payment?.id ?? null}::text is not null returning store_id, id`;
}

/** Begins the attempt's history. */
function insertAttemptHistory({ payment }: OrderToPlace): Fragment {
  return sql`
    insert into payment_history (store_id, payment_id, id, status)
    select store_id, id, ${payment?.historyId ?? null}::text, 'created' from attempt`;
}

/** Refuses with the first rule that is broken, which undoes everything above. Null when all hold. */
function refuseOrder(store: StoreId, { kind, coupon, holder, proof, ...buyer }: OrderToPlace): Fragment {
  const most = holder?.proven ? limits.unpaidPerProven : limits.unpaidPerNetwork;
  // From `proofFrom` unpaid orders on, a network works for each order. A Discord login never has to.
  const unworked = holder?.proven === null && proof === null ? limits.proofFrom : most;
  const unworkedWide = proof === null ? limits.proofFromWide : limits.unpaidPerWide;
  const ordersAbove = (network: number, wide: number) => sql`
    exists (select from held where product_id = '' and held > ${network}::int)
      or exists (select from held_wide where product_id = '' and held > ${wide}::int)`;
  return sql`
    case when not facts.claimed then null
         when not facts.open then refuse('store_closed')
         when not facts.there then refuse('product_unavailable')
         when not facts.same then refuse('price_changed')
         when not facts.fits then refuse('vehicle_quantity')
         when not facts.enough then refuse('out_of_stock')
         when not facts.served then refuse('server_not_found')
         when not facts.chosen then refuse('server_required')
         when ${coupon?.id ?? null}::text is not null and not exists (select from coupon) then refuse('coupon_exhausted')
         when not ${isGift(kind)} and ${isAboveBuyLimit(store, playersOf(buyer))} then refuse('buy_limit')
         when ${ordersAbove(most, limits.unpaidPerWide)} then refuse('unpaid_limit')
         when ${isStockAboveShare} then refuse('unpaid_share')
         when ${isCouponAboveShare} then refuse('coupon_held')
         when ${ordersAbove(unworked, unworkedWide)} or (${proof}::bytea is not null and not exists (select from spent))
           then refuse('proof_required')
    end`;
}

/** Whether somebody of the store gives the order. Then it costs nothing, and the buyer's limit does not count. */
const isGift = (kind: OrderToPlace['kind']): Fragment => sql`${kind !== 'sale'}::boolean`;

/** Whether one of the players would have more units of a product than its limit, counting completed orders. */
const isAboveBuyLimit = (store: StoreId, players: readonly string[]): Fragment => sql`
    exists (select from locked
              left join product_buyer buyer
                on buyer.store_id = ${store} and buyer.product_id = locked.id and buyer.buyer = any(${[...players]}::text[])
             where coalesce(buyer.units, 0) + locked.quantity > locked.buy_limit)`;

/** Whether the holder, or its wide network, would keep more units of a stock unpaid than its share. */
const isStockAboveShare: Fragment = sql`
    exists (select from held join locked on locked.id = held.product_id
             where held.held > case when (select held from held where product_id = '') = 1 then locked.only_share else locked.share end)
      or exists (select from held_wide join locked on locked.id = held_wide.product_id where held_wide.held > locked.wide_share)`;

/** Whether the holder, or its wide network, would keep more uses of the coupon unpaid than its share. */
const isCouponAboveShare: Fragment = sql`
    exists (select from held join coupon on coupon.held_as = held.product_id where coupon.max_uses is not null and held.held > coupon.share)
      or exists (select from held_wide join coupon on coupon.held_as = held_wide.product_id
                  where coupon.max_uses is not null and held_wide.held > coupon.wide_share)`;
