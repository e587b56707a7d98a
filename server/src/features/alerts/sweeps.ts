import { limits } from '@vitrine/contract/limits';
import { sql } from 'kysely';
import type { Sweep } from '../../jobs/sweep.ts';
import { sweepPosts } from './channel-news.ts';
import { mailNews } from './mail-news.ts';
import { watchAlerts } from './watch-alerts.ts';

/** Looks for troubles that began or ended, and tells the owners. */
const alertSweep: Sweep = {
  name: 'alerts.watch',
  every: 15,
  async run({ db, config }) {
    await watchAlerts(db);
    await mailNews(db, config);
    await sweepPosts(db);
  },
};

/** Forgets alerts that ended long ago. */
const alertTidySweep: Sweep = {
  name: 'alerts.tidy',
  every: 3600,
  async run({ db }) {
    const end = sql<Date>`now() - make_interval(days => ${limits.alertKeepDays})`;
    await db.deleteFrom('alert').where('phase', '=', 'well').where('since', '<', end).execute();
  },
};

export const alertSweeps = [alertSweep, alertTidySweep];
