import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import { storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { forgetFormerAccounts } from './payment-account/payment-change.ts';
import { touchPages } from './touch-pages.ts';

/** Deletes former payment accounts that can no longer be put back. */
export const formerAccountSweep: Sweep = {
  name: 'stores.former-accounts',
  every: 600,
  run: ({ db }) => forgetFormerAccounts(db),
};

/** Stores that one run opens at most; the next run takes the rest. */
const AT_ONCE = 50;

/**
 * Makes the kept pages of a store anew when the time of its opening has come. The store sells from that moment on, whether
 * this sweep ran or not (`storeOpen` in http/store.ts).
 */
export const openingSweep: Sweep = {
  name: 'stores.open',
  every: 10,
  async run({ db }) {
    await transaction(db, async (tx) => {
      const { rows } = await sql<{ store_id: string }>`
        update store set opens_at = null
         where id in (select id from store where opens_at <= now() order by opens_at limit ${AT_ONCE} for update skip locked)
        returning id as store_id`.execute(tx);
      for (const row of rows) await touchPages(tx, storeIdOf(row));
    });
  },
};
