import { sql } from 'kysely';
import { transaction } from '../../../db/transaction.ts';
import { storeIdOf } from '../../../http/store.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import { touchPages } from '../../stores/touch-pages.ts';
import { readDocument } from '../document.ts';
import { nextRefresh } from '../refresh-windows.ts';

/** Stores that one run of the sweep updates; the next run takes the rest. */
const BATCH = 200;

/** Makes the kept pages with figures or dates anew, as `window.refresh` does for the window. */
export const ownPagesSweep: Sweep = {
  name: 'pages.refresh',
  every: 30,
  async run({ db }) {
    const due = await db
      .selectFrom('shop_page as p')
      .innerJoin('store as s', 's.id', 'p.store_id')
      .where('p.refresh_at', '<=', sql<Date>`now()`)
      .where('s.deleted_at', 'is', null)
      .select('p.store_id')
      .distinct()
      .limit(BATCH)
      .execute();
    for (const row of due) {
      const store = storeIdOf(row);
      await transaction(db, async (tx) => {
        // The store is locked first, as by every other change of its pages.
        await touchPages(tx, store);
        const pages = await tx
          .selectFrom('shop_page')
          .where('store_id', '=', store)
          .where('refresh_at', '<=', sql<Date>`now()`)
          .select(['id', 'published'])
          .execute();
        for (const { id, published } of pages) {
          await tx
            .updateTable('shop_page')
            .set({ refresh_at: published && nextRefresh(readDocument(published)) })
            .where('store_id', '=', store)
            .where('id', '=', id)
            .execute();
        }
      });
    }
  },
};
