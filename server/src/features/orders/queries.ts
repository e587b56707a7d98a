import { limits } from '@vitrine/contract/limits';
import type { Handover } from '@vitrine/contract/orders';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { paidOrders } from '../../paid-orders.ts';
import { findByPlayer, findByTag, findByWords, type OrderFilter, olderThan } from './find/queries.ts';
import { hasTag, INT_DIGITS } from './order-filter.ts';
import { hasMark } from './returns/marks.ts';
import { withdrawalStanding } from './withdrawal.ts';

/** Reads of orders. Each takes the store first, except by the public reference, which names an order by itself. */

const columns = [
  'order.id',
  'order.store_id',
  'order.reference',
  'order.number',
  'order.kind',
  'order.status',
  'order.client',
  'order.players',
  'order.discord_id',
  'order.customer_name',
  'order.email',
  'order.payment_method',
  'order.subtotal_centavos',
  'order.discount_centavos',
  'order.total_centavos',
  'order.refunded_centavos',
  'order.coupon',
  'order.note',
  'order.created_at',
  'order.expires_at',
  'order.corrections',
] as const;

const withItems = (db: Db) =>
  db
    .selectFrom('order')
    .select(columns)
    .select(
      sql<string[]>`array(select t.tag from order_tag t
        where t.store_id = "order".store_id and t.order_id = "order".id order by t.tag)`.as('tags'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('order_item')
          .whereRef('order_item.store_id', '=', 'order.store_id')
          .whereRef('order_item.order_id', '=', 'order.id')
          .select(['order_item.id', 'order_item.name', 'order_item.quantity', 'order_item.line_centavos'])
          .select(['order_item.returned', 'order_item.options'])
          .select((one) =>
            one
              .selectFrom('product')
              .whereRef('product.store_id', '=', 'order_item.store_id')
              .whereRef('product.id', '=', 'order_item.product_id')
              .where('product.archived_at', 'is', null)
              .select('product.id')
              .as('product_id'),
          )
          .orderBy('order_item.position'),
      ).as('items'),
    );

/** A page of the store's orders, newest first, plus one order if there is a next page. */
export async function listOrders(db: Db, store: StoreId, filter: OrderFilter) {
  const { cursor, limit, status, mark, tag, search, only, purchases } = filter;
  let query = withItems(db).where('order.store_id', '=', store);
  if (only) query = query.where('order.id', '=', sql<string>`any(${[...only]}::text[])`);
  const played = search ? await findByPlayer(db, store, filter, search) : [];
  if (search && !/^#?\d+$/.test(search)) {
    const named = await findByWords(db, store, filter, search);
    query = query.where('order.id', '=', sql<string>`any(${[...named, ...played]}::text[])`);
  } else if (tag && !search && !only) {
    const tagged = await findByTag(db, store, filter, tag);
    query = query.where('order.id', '=', sql<string>`any(${tagged}::text[])`);
  } else {
    if (status) query = query.where('order.status', '=', status);
    if (mark) query = query.where(hasMark(mark));
    if (tag) query = query.where(hasTag(store, tag));
    // Written out: for a parameter PostgreSQL expects that nearly all rows are left out.
    if (purchases) query = query.where('order.kind', '<>', sql.lit('rehearsal'));
    if (cursor) query = query.where(olderThan(store, cursor));
    if (search && INT_DIGITS.test(search)) {
      const number = Number(search.replace('#', ''));
      query = query.where((eb) =>
        eb.or([
          eb('order.number', '=', number),
          eb('order.client', '=', number),
          eb('order.discord_id', '=', search),
          eb('order.id', '=', sql<string>`any(${played}::text[])`),
        ]),
      );
    } else if (search) {
      query = query.where('order.discord_id', '=', search);
    }
  }
  return await query
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export type OrderRow = Awaited<ReturnType<typeof listOrders>>[number];

export async function findOrder(db: Db, store: StoreId, id: string): Promise<OrderRow | undefined> {
  return await withItems(db).where('order.store_id', '=', store).where('order.id', '=', id).executeTakeFirst();
}

/**
 * Until when the buyer of the order may withdraw (CDC, article 49): days from the contract or from the last delivery,
 * whichever is later. Null for a gift, for an order that is not completed, once the time is over, and once it was asked
 * for.
 */
const withdrawUntil = sql<Date | null>`(
  select w.until
    from (select greatest("order".completed_at, (
            select max(d.finished_at) from delivery d
             where d.store_id = "order".store_id and d.order_id = "order".id
               and d.phase = 'confirmation' and d.state = 'succeeded' and d.resend = 0
          )) + make_interval(days => ${limits.withdrawalDays}) as until) w
   where "order".status = 'completed' and "order".kind = 'sale' and w.until > now()
     and not exists (select from order_history h where h.store_id = "order".store_id and h.order_id = "order".id
                        and h.reason in ('withdrawn', 'withdrawal_requested')))`;

/** Who hands over what was bought, by the copies of the actions that the items keep. */
const handover = sql<Handover>`(
  select case when bool_and(h.ours) then 'automatic' when bool_or(h.ours) then 'mixed' else 'by_hand' end
    from (select i.actions @> '[{"executionTiming": "on_confirmation"}]' as ours from order_item i
           where i.store_id = "order".store_id and i.order_id = "order".id) h)`;

/**
 * Finds by the public reference: 160 random bits that only the buyer and the provider know. A rehearsal has no buyer, so this
 * never finds one.
 */
export async function findOrderByReference(db: Db, reference: string) {
  return await withItems(db)
    .innerJoin('store', 'store.id', 'order.store_id')
    .where('order.reference', '=', reference)
    .where('order.kind', '<>', 'rehearsal')
    .select(['store.name as storeName', 'store.subdomain'])
    .select(sql<boolean>`"order".status = 'pending' and "order".expires_at > now()`.as('payable'))
    .select(withdrawUntil.as('withdraw_until'))
    .select(withdrawalStanding.as('withdrawal'))
    .select(handover.as('handover'))
    .executeTakeFirst();
}

/**
 * The counters over all orders. They stay fast, because ended orders are kept counted
 * (migrations/0009_figures_at_scale.sql).
 */
export async function countOrders(db: Db, store: StoreId) {
  const { rows } = await sql<{ total: number; completed: number; pending: number; paid: number }>`
    select coalesce(ended.completed, 0) as completed, open.pending,
           coalesce(ended.completed + ended.cancelled, 0) + open.pending as total,
           (select ${paidOrders} from store where id = ${store}) as paid
      from (select count(*)::int as pending from "order" where store_id = ${store} and status = 'pending') open
      left join order_count ended on ended.store_id = ${store}`.execute(db);
  return rows[0] ?? { total: 0, completed: 0, pending: 0, paid: 0 };
}

/** The attempts to pay an order, newest first, each with its history. */
export async function paymentsOfOrder(db: Db, store: StoreId, order: string) {
  return await db
    .selectFrom('payment')
    .where('payment.store_id', '=', store)
    .where('payment.order_id', '=', order)
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .limit(50)
    .select([
      'payment.id',
      'payment.method',
      'payment.status',
      'payment.amount_centavos',
      'payment.refunded_centavos',
      'payment.provider_id',
      'payment.init_point',
      'payment.pix_code',
      'payment.expires_at',
      sql<boolean>`payment.expires_at is null or payment.expires_at > now()`.as('open'),
      sql<Date | null>`case when payment.refunded_centavos > 0 then coalesce((
        select max(r.finished_at) from refund r
         where r.store_id = payment.store_id and r.payment_id = payment.id and r.status in ('approved', 'returned')
      ), payment.provider_updated_at) end`.as('refunded_at'),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payment_history')
          .whereRef('payment_history.store_id', '=', 'payment.store_id')
          .whereRef('payment_history.payment_id', '=', 'payment.id')
          .select(['payment_history.at', 'payment_history.status', 'payment_history.detail'])
          .orderBy('payment_history.at')
          .orderBy('payment_history.id'),
      ).as('history'),
    )
    .execute();
}
export type PaymentRow = Awaited<ReturnType<typeof paymentsOfOrder>>[number];

export async function historyOfOrder(db: Db, store: StoreId, order: string) {
  return await db
    .selectFrom('order_history')
    .where('store_id', '=', store)
    .where('order_id', '=', order)
    .orderBy('at')
    .orderBy('id')
    .limit(200)
    .select(['at', 'status', 'reason', 'actor'])
    .execute();
}

/** The seller's legal data of the store with this subdomain, and its logo. */
export async function sellerOf(db: Db, subdomain: string) {
  const row = await db
    .selectFrom('store')
    .where('subdomain', '=', subdomain)
    .select(['legal', 'logo'])
    .executeTakeFirst();
  return { legal: row?.legal ?? {}, logo: row?.logo ?? null };
}

/** Who bought the order of a public reference, and for which players. */
export async function buyerOf(db: Db, reference: string) {
  return await db
    .selectFrom('order')
    .where('reference', '=', reference)
    .select(['customer_name', 'email', 'client', 'players', 'discord_id'])
    .executeTakeFirst();
}
