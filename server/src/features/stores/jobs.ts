import type { Sweep } from '../../jobs/sweep.ts';
import { forgetFormerAccounts } from './payment-account/payment-change.ts';

/** Deletes former payment accounts that can no longer be put back. */
export const formerAccountSweep: Sweep = {
  name: 'stores.former-accounts',
  every: 600,
  run: ({ db }) => forgetFormerAccounts(db),
};
