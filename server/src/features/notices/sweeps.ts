import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Sweep } from '../../jobs/sweep.ts';
import { tellEvents } from './tell-events.ts';

/** Tells members what happened in their store. */
const tellSweep: Sweep = { name: 'notices.tell', run: ({ db, config }) => tellEvents(db, config) };

/** Forgets what was told long ago. */
const tidySweep: Sweep = {
  name: 'notices.tidy',
  every: 3600,
  async run({ db }) {
    const end = sql<Date>`now() - make_interval(days => ${limits.noticeKeepDays})`;
    await db.deleteFrom('notice').where('at', '<', end).execute();
  },
};

export const noticeSweeps = [tellSweep, tidySweep];
