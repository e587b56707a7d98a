import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { isRehearsed } from '../checkout/rehearsal/is-rehearsed.ts';
import { ofGame } from '../deliveries/targets.ts';

/** What the dashboard reads beside its sums of money (`days/queries.ts`). Days follow the store's time zone. */

export async function bestSellers(db: Db | Tx, store: StoreId, count: number) {
  return await db
    .selectFrom('product')
    .where('store_id', '=', store)
    .where('sold', '>', 0)
    .select(['id', 'name', 'image', 'sold'])
    .orderBy('sold', 'desc')
    .orderBy('id')
    .limit(count)
    .execute();
}

export async function activeCoupons(db: Db, store: StoreId, count: number) {
  return await db
    .selectFrom('discount')
    .where('store_id', '=', store)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .where((eb) => eb.or([eb('max_uses', 'is', null), eb('uses', '<', eb.ref('max_uses'))]))
    .select(['id', 'code', 'type', 'value', 'uses', 'max_uses', 'expires_at'])
    .orderBy('created_at', 'desc')
    .limit(count)
    .execute();
}

/** Everything that may need a person, and the state of a new store's first steps, in one row. */
export async function storeHealth(db: Db, store: StoreId, sessionId: string) {
  const { rows } = await sql<{
    failed: number;
    uncertain: number;
    queued: number;
    server_seen: boolean;
    server_away: boolean;
    payment_connected: boolean;
    payment_problem: string | null;
    /** Nickname of a new payment account that can still be undone and that this session has not accepted. */
    payment_account: string | null;
    discord_bound: boolean;
    discord_problem: string | null;
    flagged: number;
    /** Requests that wait for a second person. */
    approvals: number;
    money_waits: number;
    /** The oldest order of those that `money_waits` counts. */
    money_order: string | null;
    products: number;
    sales: boolean;
    /** Whether the store ever tried a purchase. */
    rehearsed: boolean;
    legal: boolean;
  }>`
    select
      (select count(*)::int from delivery where store_id = ${store} and state = 'failed' and not ${isRehearsed}) as failed,
      (select count(*)::int from delivery where store_id = ${store} and state = 'uncertain' and not ${isRehearsed}) as uncertain,
      (select count(*)::int from delivery
        where store_id = ${store} and ${ofGame('delivery')} and state = 'queued' and not ${isRehearsed}) as queued,
      exists (select from game_server where store_id = ${store}) as server_seen,
      not exists (
        select from game_server where store_id = ${store}
          and last_seen_at > now() - make_interval(secs => ${limits.gameOfflineSeconds})
      ) as server_away,
      exists (select from store_credential where store_id = ${store}) as payment_connected,
      (select problem from store_credential where store_id = ${store}) as payment_problem,
      (select nickname from (
          select nickname, hidden_in from payment_account_change where store_id = ${store}
             and at > now() - make_interval(hours => ${limits.paymentUndoHours}) order by position desc limit 1) newest
        where ${sessionId} <> all(hidden_in)) as payment_account,
      exists (select from discord_guild where store_id = ${store}) as discord_bound,
      (select problem from discord_guild where store_id = ${store} and problem is not null limit 1) as discord_problem,
      (select count(*)::int from payment where store_id = ${store} and flag is not null) as flagged,
      (select count(*)::int from approval where store_id = ${store} and state = 'waiting' and ends_at > now()) as approvals,
      m.money_waits, m.money_order,
      (select count(*)::int from product where store_id = ${store} and archived_at is null) as products,
      exists (select from sales_day where store_id = ${store} and orders > 0) as sales,
      exists (select from "order" where store_id = ${store} and kind = 'rehearsal') as rehearsed,
      coalesce(legal ->> 'document', '') <> '' as legal
    from store, lateral (
      select count(*)::int as money_waits, min(o.id) as money_order from "order" o
       where o.store_id = ${store} and o.status = 'completed' and o.note in ('withdrawal_requested', 'refund_failed')) m
   where store.id = ${store}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the store was deleted while its figures were read');
  return row;
}
export type StoreHealth = Awaited<ReturnType<typeof storeHealth>>;

/** Adds visits to each store's present day and hour. Stores that no longer exist are skipped. */
export async function addVisits(db: Db, visits: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    insert into store_visit (store_id, day, visits, hours)
    select s.id, c.local::date, v.visits,
           array(select case when n = extract(hour from c.local) then v.visits else 0 end from generate_series(0, 23) n)
    from unnest(${sql.val([...visits.keys()])}::text[], ${sql.val([...visits.values()])}::int[]) v(id, visits)
    join store s on s.id = v.id
    cross join lateral (select now() at time zone s.time_zone as local) c
    on conflict (store_id, day) do update
      set visits = store_visit.visits + excluded.visits,
          hours = array(select coalesce(former, 0) + added from unnest(store_visit.hours, excluded.hours) both_days(former, added))
  `.execute(db);
}

/**
 * Of a store's newest goods: how many arrived by themselves, and within how many seconds after the payment half of these arrived.
 * Deliveries with a delay, those that were sent again, those that a person marked, and goods that nobody paid are left out.
 */
export async function paceFigures(db: Db, store: StoreId, newest: number) {
  const { rows } = await sql<{ count: number; seconds: number | null }>`
    select count(*)::int as count, (percentile_cont(0.5) within group (order by seconds))::float8 as seconds
      from (select extract(epoch from d.finished_at - o.completed_at) as seconds
              from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
             where d.store_id = ${store} and d.phase = 'confirmation' and d.state = 'succeeded' and d.resend = 0
               and d.delay_minutes = 0 and d.finished_at >= o.completed_at
               and d.code is distinct from 'by_person' and o.kind = 'sale'
             order by d.created_at desc, d.id desc limit ${newest}) n`.execute(db);
  return rows[0] ?? { count: 0, seconds: null };
}
