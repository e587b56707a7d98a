import type { WindowDocument } from '@vitrine/contract/window';
import { windowLimits } from '@vitrine/contract/window-kinds';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';

export async function findWindow(db: Db, store: StoreId) {
  return await db
    .selectFrom('shop_window as w')
    .leftJoin('window_publication as p', (join) =>
      join.onRef('p.store_id', '=', 'w.store_id').onRef('p.id', '=', 'w.published_id'),
    )
    .where('w.store_id', '=', store)
    .select(['w.draft', 'w.draft_version', 'w.published_id', 'p.document as published'])
    .executeTakeFirst();
}

/** The newest first. */
export async function listPublications(db: Db, store: StoreId) {
  return await db
    .selectFrom('window_publication as p')
    .leftJoin('account as a', 'a.id', 'p.account_id')
    .where('p.store_id', '=', store)
    .select(['p.id', 'p.published_at', 'a.name as by'])
    .select(
      sql<number>`case when jsonb_typeof(p.document -> 'sections') = 'array' then jsonb_array_length(p.document -> 'sections') else 0 end`.as(
        'sections',
      ),
    )
    .orderBy('p.id', 'desc')
    .limit(windowLimits.publications)
    .execute();
}

export async function findPublication(db: Db, store: StoreId, id: string): Promise<WindowDocument | undefined> {
  const row = await db
    .selectFrom('window_publication')
    .where('store_id', '=', store)
    .where('id', '=', id)
    .select('document')
    .executeTakeFirst();
  return row?.document;
}

/** What shoppers see; undefined: nothing was published. */
export async function findPublished(db: Db, store: StoreId): Promise<WindowDocument | undefined> {
  return (await findWindow(db, store))?.published ?? undefined;
}

/** The keys among these that belong to uploads of the store. */
export async function ownPictures(db: Db, store: StoreId, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('image')
    .where('store_id', '=', store)
    .where('key', 'in', keys)
    .select('key')
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Forgets what lies beyond the history. The newest publication, which shoppers see, always stays. */
export async function forgetOldPublications(tx: Tx, store: StoreId): Promise<void> {
  await tx
    .deleteFrom('window_publication')
    .where('store_id', '=', store)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('window_publication')
        .where('store_id', '=', store)
        .select('id')
        .orderBy('id', 'desc')
        .limit(windowLimits.publications),
    )
    .execute();
}

/** The store's clock, and the time by the database. */
export async function storeClock(db: Db, store: StoreId): Promise<{ now: Date; time_zone: string }> {
  return await db
    .selectFrom('store')
    .where('id', '=', store)
    .select(['time_zone', sql<Date>`now()`.as('now')])
    .executeTakeFirstOrThrow();
}

/**
 * What was delivered of sales in the last days. Gifts of the owner, goods that were sent again, and what a person marked as
 * delivered are not counted.
 * `half_ms` is the time from the payment within which half of them were done; goods with a delay are left out of it.
 * The index of the newest deliveries bounds what is read.
 */
export async function proofFigures(db: Db, store: StoreId): Promise<{ deliveries: number; half_ms: number | null }> {
  const { rows } = await sql<{ deliveries: number; half_ms: number | null }>`
    select count(*)::int as deliveries,
           percentile_cont(0.5) within group (order by extract(epoch from d.finished_at - d.created_at)::float8 * 1000)
             filter (where d.delay_minutes = 0) as half_ms
      from delivery d join "order" o on o.store_id = d.store_id and o.id = d.order_id
     where d.store_id = ${store} and d.created_at > now() - make_interval(days => ${windowLimits.proofDays})
       and d.state = 'succeeded' and d.phase = 'confirmation' and d.resend = 0
       and d.code is distinct from 'by_person' and o.kind = 'sale'`.execute(db);
  return rows[0] ?? { deliveries: 0, half_ms: null };
}

/** Centavos sold in the current month of the store's clock. */
export async function soldThisMonth(db: Db, store: StoreId): Promise<number> {
  const { rows } = await sql<{ centavos: number }>`
    select coalesce(sum(d.centavos), 0)::float8 as centavos
      from store s join sales_day d on d.store_id = s.id
       and d.day >= date_trunc('month', now() at time zone s.time_zone)::date
     where s.id = ${store}`.execute(db);
  return rows[0]?.centavos ?? 0;
}
