import { sql } from 'kysely';
import { forgetOldSessions } from '../../http/session.ts';
import { forgetEndedThrottles } from '../../http/throttle.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { forgetEndedChallenges } from './passkeys/passkeys.ts';
import { mailDueRecoveries } from './second-factor/factor-recovery.ts';
import { forgetOldSecurityEvents } from './security-log/record-security.ts';

/** Mails at the middle and at the end of each recovery of a second factor. */
export const recoverySweep: Sweep = { name: 'accounts.recoveries', every: 60, run: mailDueRecoveries };

/** Deletes rows that nothing needs any more. */
export const tidySweep: Sweep = {
  name: 'accounts.tidy',
  every: 3600,
  async run({ db }) {
    await forgetEndedThrottles(db);
    await forgetOldSessions(db);
    await forgetOldSecurityEvents(db);
    await forgetEndedChallenges(db);
    await db.deleteFrom('oauth_state').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
    await db.deleteFrom('one_time_token').where('expires_at', '<', sql<Date>`now() - interval '7 days'`).execute();
  },
};
