import { FILE_HOURS, type FileKind } from '@vitrine/contract/file-words';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../../db/database.ts';
import { presentRole } from '../../../http/held-role.ts';
import type { StoreId } from '../../../http/store.ts';
import { isListed, type ListedOrders } from '../../orders/order-filter.ts';
import { hasMark } from '../../orders/returns/marks.ts';

/** A file without a step for this long, in seconds, has lost its worker. */
const LOST_SECONDS = 300;

/** A new file that waits for its job. */
export async function insertFile(
  tx: Tx,
  store: StoreId,
  file: { id: string; account: string; kind: FileKind; filter: ListedOrders },
): Promise<void> {
  const { id, account, kind, filter } = file;
  await tx
    .insertInto('list_file')
    .values({
      store_id: store,
      id,
      account_id: account,
      kind,
      filter: JSON.stringify(filter),
      kept_until: sql<Date>`now() + make_interval(hours => ${FILE_HOURS})`,
    })
    .execute();
}

/** The person's file of this kind and filter that is under way, if there is one. */
export async function findUnderWay(
  tx: Tx,
  store: StoreId,
  { account, kind, filter }: { account: string; kind: FileKind; filter: ListedOrders },
): Promise<string | undefined> {
  // Two presses at once wait for each other, so that one file comes of them.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`list_file ${store} ${account}`}, 0))`.execute(tx);
  const row = await tx
    .selectFrom('list_file')
    .where('store_id', '=', store)
    .where('account_id', '=', account)
    .where('kind', '=', kind)
    .where('filter', '=', sql<unknown>`${JSON.stringify(filter)}::jsonb`)
    .where('finished_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** The person's files in this store, newest first. */
export async function filesOf(db: Db, store: StoreId, account: string) {
  return await db
    .selectFrom('list_file')
    .where('store_id', '=', store)
    .where('account_id', '=', account)
    .where('kept_until', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .limit(20)
    .select(['id', 'kind', 'state', 'filter', 'rows', 'parts', 'created_at', 'finished_at', 'kept_until'])
    .execute();
}

/** One file of this person in this store, while it is kept. */
export async function findFile(db: Db, store: StoreId, account: string, id: string) {
  return await db
    .selectFrom('list_file')
    .where('store_id', '=', store)
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('kept_until', '>', sql<Date>`now()`)
    .select(['id', 'kind', 'state', 'rows', 'parts'])
    .executeTakeFirst();
}

/** Locks the file for the next step of its job; `role` is its person's role now, null if they are no longer a member. */
export async function lockFile(tx: Tx, store: StoreId, id: string) {
  return await tx
    .selectFrom('list_file as f')
    .innerJoin('store', 'store.id', 'f.store_id')
    .leftJoin('member as m', (join) =>
      join.onRef('m.store_id', '=', 'f.store_id').onRef('m.account_id', '=', 'f.account_id'),
    )
    .where('f.store_id', '=', store)
    .where('f.id', '=', id)
    .where('f.finished_at', 'is', null)
    .select(['f.id', 'f.account_id', 'f.kind', 'f.filter', 'f.cursor', 'f.parts', 'f.rows', 'store.time_zone'])
    .select(presentRole('m').as('role'))
    .forUpdate('f')
    .executeTakeFirst();
}

/** Stores the next part, and behind which row the one after it begins. */
export async function addPart(
  tx: Tx,
  store: StoreId,
  { id, parts }: { id: string; parts: number },
  { body, rows, cursor }: { body: string; rows: number; cursor: string | null },
): Promise<void> {
  await tx.insertInto('list_file_part').values({ store_id: store, file_id: id, n: parts, body }).execute();
  await tx
    .updateTable('list_file')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .set((is) => ({
      state: 'running' as const,
      cursor,
      parts: is('parts', '+', 1),
      rows: is('rows', '+', rows),
      updated_at: sql<Date>`now()`,
    }))
    .execute();
}

/** Ends a file that is under way. Answers whose it is, its rows, and how long it took in s; undefined where it had ended before. */
export async function endFile(
  tx: Tx,
  store: StoreId,
  id: string,
  state: 'ready' | 'failed',
): Promise<{ account: string; kind: FileKind; rows: number; seconds: number } | undefined> {
  if (state === 'failed')
    await tx.deleteFrom('list_file_part').where('file_id', '=', id).where('store_id', '=', store).execute();
  const row = await tx
    .updateTable('list_file')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .set({ state, finished_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .returning([
      'account_id',
      'kind',
      'rows',
      sql<number>`extract(epoch from now() - created_at)::float8`.as('seconds'),
    ])
    .executeTakeFirst();
  return row && { account: row.account_id, kind: row.kind, rows: row.rows, seconds: row.seconds };
}

/** The proven address of a member of this store, and their role now. */
export async function addressOf(tx: Tx, store: StoreId, account: string) {
  return await tx
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.store_id', '=', store)
    .where('member.account_id', '=', account)
    .where('account.email_verified_at', 'is not', null)
    .select(['account.email', presentRole().as('role')])
    .executeTakeFirst();
}

/** One part of a file; undefined once it is deleted. */
export async function readPart(db: Db, store: StoreId, file: string, n: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('list_file_part')
    .where('store_id', '=', store)
    .where('file_id', '=', file)
    .where('n', '=', n)
    .select('body')
    .executeTakeFirst();
  return row?.body;
}

/** Files whose worker is lost. */
export async function lostFiles(tx: Tx): Promise<{ store_id: string; id: string }[]> {
  const { rows } = await sql<{ store_id: string; id: string }>`
    select store_id, id from list_file
     where finished_at is null and updated_at < now() - make_interval(secs => ${LOST_SECONDS}) limit 100 for update skip locked`.execute(
    tx,
  );
  return rows;
}

/** Deletes files whose time is over, with their parts. */
export async function deleteOldFiles(tx: Tx): Promise<void> {
  await sql`
    delete from list_file where (store_id, id) in (
      select store_id, id from list_file where kept_until < now() limit 20 for update skip locked)`.execute(tx);
}

/** The next orders of a file, newest first, behind the order `after`. */
export async function orderRows(db: Db, store: StoreId, filter: ListedOrders, after: string | null, limit: number) {
  return await db
    .selectFrom('order')
    .where(isListed(store, filter))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`("order".created_at, "order".id) < (select c.created_at, c.id from "order" c
          where c.store_id = ${store} and c.id = ${after})`,
      ),
    )
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id', 'desc')
    .limit(limit)
    .select(['order.id', 'order.number', 'order.kind', 'order.status', 'order.note', 'order.client', 'order.players'])
    .select(['order.discord_id', 'order.customer_name', 'order.email', 'order.payment_method', 'order.coupon'])
    .select(['order.subtotal_centavos', 'order.discount_centavos', 'order.total_centavos', 'order.refunded_centavos'])
    .select(['order.created_at', 'order.completed_at', 'order.cancelled_at'])
    .select((eb) => [
      sql<string[]>`array(select t.tag from order_tag t
        where t.store_id = "order".store_id and t.order_id = "order".id order by t.tag)`.as('tags'),
      jsonArrayFrom(
        eb
          .selectFrom('order_item')
          .whereRef('order_item.store_id', '=', 'order.store_id')
          .whereRef('order_item.order_id', '=', 'order.id')
          .orderBy('order_item.position')
          .select(['order_item.name', 'order_item.quantity', 'order_item.options']),
      ).as('items'),
    ])
    .execute();
}
export type FileOrder = Awaited<ReturnType<typeof orderRows>>[number];

export interface FileCustomer {
  /** The key of a player, or of a Discord id or an e-mail where an order names no player. Empty where nothing says who bought. */
  key: string;
  name: string | null;
  discord: string | null;
  email: string | null;
  orders: number;
  completed: number;
  gifts: number;
  disputed: number;
  spent: number;
  refunded: number;
  first_at: Date;
  last_at: Date;
  blocked: boolean;
}

/** The next customers of the orders that the filter names, by their keys behind `after`. Rehearsals have none. */
export async function customerRows(
  db: Db,
  store: StoreId,
  filter: ListedOrders,
  after: string | null,
  limit: number,
): Promise<FileCustomer[]> {
  const newest = (value: ReturnType<typeof sql>) =>
    sql`(array_agg(${value} order by created_at desc) filter (where ${value} <> ''))[1]`;
  const { rows } = await sql<FileCustomer>`
    with bought as (
      select coalesce("order".players[1], case when "order".players is null then "order".client::text end,
                      'discord_id:' || nullif("order".discord_id, ''), 'email:' || lower("order".email), '') as key,
             customer_name, discord_id, lower(email) as email, status, kind, created_at, total_centavos, refunded_centavos,
             ${hasMark('disputed')} as disputed
        from "order" where ${isListed(store, filter)} and "order".kind <> 'rehearsal'
    ), summed as (
      select key, ${newest(sql`customer_name`)} as name, ${newest(sql`discord_id`)} as discord, ${newest(sql`email`)} as email,
             count(*)::int as orders, count(*) filter (where status = 'completed')::int as completed,
             count(*) filter (where kind = 'manual')::int as gifts, count(*) filter (where disputed)::int as disputed,
             coalesce(sum(total_centavos - refunded_centavos) filter (where status = 'completed' and kind = 'sale'), 0)::float8 as spent,
             sum(refunded_centavos)::float8 as refunded, min(created_at) as first_at, max(created_at) as last_at
        from bought where ${after === null ? sql`true` : sql`key > ${after}`}
       group by key order by key limit ${limit}
    )
    select s.*, exists (select from buyer_block b where b.store_id = ${store}
                         and b.buyer in (s.key, 'discord_id:' || s.discord, 'email:' || s.email)) as blocked
      from summed s order by s.key`.execute(db);
  return rows;
}
