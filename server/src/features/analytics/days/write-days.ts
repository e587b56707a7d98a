import { transaction } from '../../../db/transaction.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import { dueDays, writeDays } from './queries.ts';

/** Stretches of days of a store that one run writes; the next run takes the rest. */
const BATCH = 50;

/** Days that ended are counted once and kept, so that no screen counts their orders again. */
export const daysSweep: Sweep = {
  name: 'analytics.days',
  every: 60,
  async run({ db }) {
    for (const days of await dueDays(db, BATCH)) await transaction(db, (tx) => writeDays(tx, days));
  },
};
