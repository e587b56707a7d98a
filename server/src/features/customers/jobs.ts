import { sql } from 'kysely';
import { forgetCustomerSessions } from '../../http/customer-session.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { eraseDue, eraseOld } from './erase-purchases.ts';

export const customerSweeps: Sweep[] = [
  {
    name: 'customers.erase',
    every: 600,
    run: ({ db }) => eraseDue(db),
  },
  {
    name: 'customers.forget',
    every: 3600,
    run: ({ db }) => eraseOld(db),
  },
  {
    name: 'customers.tidy',
    every: 3600,
    // Sign-ins and sessions say who was here. Nothing needs them once they are over.
    async run({ db }) {
      await db.deleteFrom('customer_login').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
      await forgetCustomerSessions(db);
    },
  },
];
