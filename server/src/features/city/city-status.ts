import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { transaction } from '../../db/transaction.ts';
import { type StoreId, storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { touchPages } from '../stores/touch-pages.ts';

/** Stores that one run of the sweep updates; the next run takes the rest. */
const BATCH = 200;

/**
 * A game server of the store gave a sign of life: pages that still say that the city is offline are made anew, once.
 * Call it in the transaction that writes that sign, before the server's row is locked, because a hello locks the store
 * first.
 */
export async function cityCame(tx: Tx, store: StoreId): Promise<void> {
  const turned = await sql`
    update store set city_online = true where id = ${store} and not city_online returning id`.execute(tx);
  if (turned.rows.length > 0) await touchPages(tx, store);
}

/**
 * No event tells us that a city went silent, so this sweep looks. Pages that say online are made anew, once, when no
 * server of the store gave a sign of life within `limits.gameOfflineSeconds`.
 */
export const citySweep: Sweep = {
  name: 'city.status',
  every: 15,
  async run({ db }) {
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ store_id: string }>`
        update store set city_online = false
         where id in (select s.id from store s
           where s.city_online and not exists (select from game_server g where g.store_id = s.id
             and g.last_seen_at > now() - make_interval(secs => ${limits.gameOfflineSeconds}))
           order by s.id limit ${BATCH} for no key update of s skip locked)
        returning id as store_id`.execute(tx);
      for (const row of rows) await touchPages(tx, storeIdOf(row));
    });
  },
};
