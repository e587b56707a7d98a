import type { WindowDocument } from '@vitrine/contract/window';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import { storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { touchPages } from '../stores/touch-pages.ts';
import { datesOf, readDocument, showsFigures } from './document.ts';

/** Figures and remaining times of a kept page are read again after this many minutes. */
const MINUTES = 15;
/** Stores that one run of the sweep updates; the next run takes the rest. */
const BATCH = 200;

/** When the page of a window is next made anew by itself: after some minutes, or when a date comes. Null: never. */
export function nextRefresh(document: WindowDocument) {
  const coming = sql`(select min(date) from unnest(${datesOf(document)}::timestamptz[]) as date where date > now())`;
  return sql<Date | null>`
    case when ${showsFigures(document)}::boolean or ${coming} is not null
         then least(now() + make_interval(mins => ${MINUTES}), ${coming}) end`;
}

/** No event tells a kept page that a week, a month or an hour went by, so this sweep has it made anew. */
export const windowSweep: Sweep = {
  name: 'window.refresh',
  every: 30,
  async run({ db }) {
    await transaction(db, async (tx) => {
      const rows = await tx
        .selectFrom('shop_window as w')
        .innerJoin('window_publication as p', (join) =>
          join.onRef('p.store_id', '=', 'w.store_id').onRef('p.id', '=', 'w.published_id'),
        )
        .innerJoin('store as s', 's.id', 'w.store_id')
        .where('w.refresh_at', '<=', sql<Date>`now()`)
        .where('s.deleted_at', 'is', null)
        .select(['w.store_id', 'p.document'])
        .orderBy('w.refresh_at')
        .limit(BATCH)
        .forUpdate('w')
        .skipLocked()
        .execute();
      for (const row of rows) {
        const store = storeIdOf(row);
        await tx
          .updateTable('shop_window')
          .set({ refresh_at: nextRefresh(readDocument(row.document)) })
          .where('store_id', '=', store)
          .execute();
        await touchPages(tx, store);
      }
    });
  },
};
