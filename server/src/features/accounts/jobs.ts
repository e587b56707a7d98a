import { sql } from 'kysely';
import type { Sweep } from '../../jobs/sweeps.ts';
import type { Run } from '../../jobs/tasks.ts';
import { sendOne } from './email.ts';
import { goOnWithRecoveries } from './factor-recovery.ts';
import { dueMails, forgetOldMails } from './outbox.ts';
import { forgetEndedChallenges } from './passkeys.ts';
import { forgetOldSecurityEvents } from './record-security.ts';
import { forgetEndedThrottles } from './throttle.ts';

/** Task `mail.send`. What fails is put off in the row itself, so the job never does. */
export const sendMailJob: Run<{ mailId: string }> = (deps, { mailId }) => sendOne(deps, mailId);

/** Mails whose time has come again, or whose job was lost. */
export const mailSweep: Sweep = {
  name: 'accounts.mail',
  async run(deps) {
    if (!deps.config.mail.smtpUrl) return;
    for (const id of await dueMails(deps.db, 50)) await sendOne(deps, id);
  },
};

/** Mails of the middle and the end of second factors' recoveries. */
export const recoverySweep: Sweep = { name: 'accounts.recoveries', every: 60, run: goOnWithRecoveries };

/** Rows that nothing needs any more. */
export const tidySweep: Sweep = {
  name: 'accounts.tidy',
  every: 3600,
  async run({ db }) {
    await forgetEndedThrottles(db);
    await forgetOldMails(db);
    await forgetOldSecurityEvents(db);
    await forgetEndedChallenges(db);
    await db.deleteFrom('oauth_state').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
    await db.deleteFrom('one_time_token').where('expires_at', '<', sql<Date>`now() - interval '7 days'`).execute();
    await db
      .deleteFrom('session')
      .where((on) =>
        on.or([
          on('revoked_at', '<', sql<Date>`now() - interval '30 days'`),
          on('last_seen_at', '<', sql<Date>`now() - interval '90 days'`),
        ]),
      )
      .execute();
  },
};
