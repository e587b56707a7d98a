import { transaction } from '../../db/transaction.ts';
import { storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { DELETED_NAME } from '../accounts/own-data/erase-account.ts';
import { endStore } from './delete-store.ts';
import { lockStore } from './lock-store.ts';

/** One run closes at most this many stores. */
const AT_ONCE = 50;

/**
 * Deletes stores whose owner's account ended before it proved its address, because nobody is left to run them. Until then
 * they sell nothing (`storeOpen` in http/store.ts).
 */
export const ownerlessSweep: Sweep = {
  name: 'stores.ownerless',
  async run({ db }) {
    const rows = await db
      .selectFrom('account')
      .innerJoin('member', 'member.account_id', 'account.id')
      .innerJoin('store', 'store.id', 'member.store_id')
      .where('account.deleted_at', 'is not', null)
      .where('member.role', '=', 'owner')
      .where('store.deleted_at', 'is', null)
      .limit(AT_ONCE)
      .select(['member.store_id', 'member.account_id'])
      .execute();
    for (const row of rows) {
      const store = storeIdOf(row);
      // An ended account never comes back and transfers no store, so the row is still true after the lock is taken.
      await transaction(db, async (tx) =>
        endStore(tx, store, await lockStore(tx, store), { accountId: row.account_id, name: DELETED_NAME }),
      );
    }
  },
};
