import type { BuyerName } from '@vitrine/contract/buyer-words';
import type { BuyerAnswer } from '@vitrine/contract/buyers';
import { readPlayerKey } from '@vitrine/contract/identity';
import { toReais } from '@vitrine/contract/money';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { readOrders } from '../../orders/read-orders.ts';
import { benefitsOf } from '../purchase.ts';
import { listRightsOf } from '../queries.ts';
import { textOf } from '../read-purchases.ts';
import { buyerKey, cleanBuyer, isOfBuyer } from './buyer.ts';

/** Orders and notes on the page of a buyer. */
const SHOWN = 50;
/** Names and other identities on it. */
const NAMES = 20;

interface Sums {
  orders: number;
  completed: number;
  spent: number;
  refunded: number;
  since: Date | null;
  names: string[] | null;
  emails: string[] | null;
  discords: string[] | null;
  players: string[] | null;
}

/** What the store's orders with this identity say of their buyer. Rehearsals do not count. Refuses `buyer_not_found` without an order. */
export async function readBuyer(db: Db, store: StoreId, named: BuyerName): Promise<Omit<BuyerAnswer, 'success'>> {
  const buyer = cleanBuyer(named);
  if (!buyer) throw new Refusal('buyer_not_found');
  const theirs = sql<boolean>`(o.store_id = ${store} and ${isOfBuyer(buyer)} and o.kind <> 'rehearsal')`;
  const [sums, block] = await Promise.all([sumsOf(db, theirs), blockOf(db, store, buyer)]);
  if (sums.since === null) throw new Refusal('buyer_not_found');
  const [rights, orders, notes] = await Promise.all([
    listRightsOf(db, store, theirs),
    newestOf(db, store, theirs),
    notesOf(db, store, theirs),
  ]);
  const orderOf = new Map(rights.map(({ reference, order_id, number }) => [reference, { order_id, number }]));
  return {
    buyer,
    names: sums.names ?? [],
    others: othersOf(buyer, sums),
    since: sums.since.toISOString(),
    sums: {
      orders: sums.orders,
      completed: sums.completed,
      spent: toReais(sums.spent),
      refunded: toReais(sums.refunded),
    },
    benefits: benefitsOf(rights, textOf).map(({ reference, city, identity, ...benefit }) => ({
      ...benefit,
      player: identity ?? (city === null ? null : { kind: 'city_id' as const, value: String(city) }),
      orderId: orderOf.get(reference)?.order_id ?? '',
      orderNumber: orderOf.get(reference)?.number ?? 0,
    })),
    orders,
    notes,
    block,
  };
}

async function sumsOf(db: Db, theirs: ReturnType<typeof isOfBuyer>): Promise<Sums> {
  const some = (values: ReturnType<typeof sql>) => sql`(array_agg(distinct ${values}))[1:${sql.lit(NAMES)}]`;
  const { rows } = await sql<Sums>`
    select count(*)::int as orders, count(*) filter (where o.status = 'completed')::int as completed,
           coalesce(sum(o.total_centavos - o.refunded_centavos) filter (where o.status = 'completed' and o.kind = 'sale'), 0)::float8 as spent,
           coalesce(sum(o.refunded_centavos), 0)::float8 as refunded, min(o.created_at) as since,
           array_remove(${some(sql`o.customer_name`)}, null) as names,
           array_remove(${some(sql`lower(o.email)`)}, null) as emails,
           array_remove(${some(sql`nullif(o.discord_id, '')`)}, null) as discords,
           array(select distinct k.key from (
             select unnest(coalesce(o.players, array[o.client::text])) as key from "order" o where ${theirs}) k limit ${sql.lit(NAMES)}) as players
      from "order" o
     where ${theirs}`.execute(db);
  return rows[0] as Sums;
}

function othersOf(buyer: BuyerName, { emails, discords, players }: Sums): BuyerName[] {
  const all: BuyerName[] = [
    ...(players ?? []).map(readPlayerKey),
    ...(discords ?? []).map((value) => ({ kind: 'discord_id' as const, value })),
    ...(emails ?? []).map((value) => ({ kind: 'email' as const, value })),
  ];
  return all.filter((one) => buyerKey(one) !== buyerKey(buyer));
}

async function blockOf(db: Db, store: StoreId, buyer: BuyerName): Promise<BuyerAnswer['block']> {
  const row = await db
    .selectFrom('buyer_block')
    .where('store_id', '=', store)
    .where('buyer', '=', buyerKey(buyer))
    .select(['reason', 'actor', 'created_at'])
    .executeTakeFirst();
  return row ? { reason: row.reason, by: row.actor, at: row.created_at.toISOString() } : null;
}

async function newestOf(db: Db, store: StoreId, theirs: ReturnType<typeof isOfBuyer>): Promise<BuyerAnswer['orders']> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o where ${theirs} order by o.created_at desc, o.id desc limit ${SHOWN}`.execute(db);
  const { response } = await readOrders(db, store, { ids: rows.map(({ id }) => id), limit: SHOWN });
  return response;
}

async function notesOf(db: Db, store: StoreId, theirs: ReturnType<typeof isOfBuyer>): Promise<BuyerAnswer['notes']> {
  const { rows } = await sql<{ id: string; at: Date; author: string; text: string; order_id: string; number: number }>`
    select n.id, n.created_at as at, n.actor as author, n.text, n.order_id, o.number
      from "order" o join order_remark n on n.store_id = o.store_id and n.order_id = o.id
     where n.store_id = ${store} and ${theirs} order by n.id desc limit ${SHOWN}`.execute(db);
  return rows.map(({ at, order_id: orderId, number: orderNumber, ...note }) => ({
    ...note,
    at: at.toISOString(),
    orderId,
    orderNumber,
  }));
}
