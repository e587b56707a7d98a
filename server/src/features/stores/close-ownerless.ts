import { transaction } from '../../db/transaction.ts';
import { storeIdOf } from '../../http/store.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { DELETED_NAME } from '../accounts/own-data/erase-account.ts';
import { endStore } from './delete-store.ts';
import { lockStore } from './lock-store.ts';

/** Stores that one run closes at most. */
const AT_ONCE = 50;

/**
 * Deletes stores whose owner's account ended before it proved its address: nobody is left to run them, and they sell
 * nothing meanwhile (`storeOpen` in http/store.ts).
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
      // An account that ended never comes back, and hands nothing over: what was found still holds behind the lock.
      await transaction(db, async (tx) =>
        endStore(tx, store, await lockStore(tx, store), { accountId: row.account_id, name: DELETED_NAME }),
      );
    }
  },
};
