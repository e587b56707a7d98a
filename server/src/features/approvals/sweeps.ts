import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Sweep } from '../../jobs/sweep.ts';
import { endOldApprovals } from './end-approval.ts';

/** Ends requests that nobody answered in time. */
const endSweep: Sweep = { name: 'approvals.end', every: 60, run: ({ db }) => endOldApprovals(db) };

/** Forgets requests that ended long ago; the log of changes keeps what was done. */
const tidySweep: Sweep = {
  name: 'approvals.tidy',
  every: 3600,
  async run({ db }) {
    const end = sql<Date>`now() - make_interval(days => ${limits.approvalKeepDays})`;
    await db.deleteFrom('approval').where('state', '<>', 'waiting').where('decided_at', '<', end).execute();
  },
};

export const approvalSweeps = [endSweep, tidySweep];
