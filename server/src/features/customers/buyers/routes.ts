import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { serve } from '../../../http/serve.ts';
import { blockBuyer, unblockBuyer } from './block-buyer.ts';
import { extendRight } from './extend-right.ts';
import { readBuyer } from './read-buyer.ts';
import { revokeRight } from './revoke-right.ts';

const done = { success: true } as const;

/** One buyer of a store, for its people. */
export function buyersRoutes(app: App, { db }: Deps): void {
  serve(app, 'POST /buyers/details', async ({ store, body: { kind, value } }) => ({
    ...done,
    ...(await readBuyer(db, store.id, { kind, value })),
  }));

  serve(app, 'POST /buyers/rights/extend', async ({ store, caller, body: { id, days, reason } }) => {
    await transaction(db, (tx) => extendRight(tx, store.id, caller, { id, days, reason }));
    return done;
  });

  serve(app, 'POST /buyers/rights/revoke', async ({ store, caller, body: { id, reason } }) => {
    await transaction(db, (tx) => revokeRight(tx, store.id, caller, { id, reason }));
    return done;
  });

  serve(app, 'POST /buyers/block', async ({ store, caller, body: { kind, value, reason } }) => {
    await transaction(db, (tx) => blockBuyer(tx, store.id, caller, { kind, value, reason }));
    return done;
  });

  serve(app, 'POST /buyers/unblock', async ({ store, caller, body: { kind, value } }) => {
    await transaction(db, (tx) => unblockBuyer(tx, store.id, caller, { kind, value }));
    return done;
  });
}
