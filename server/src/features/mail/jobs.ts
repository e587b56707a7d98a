import type { Sweep } from '../../jobs/sweep.ts';
import type { Run } from '../../jobs/task.ts';
import { sendOne } from './email.ts';
import { dueMails, forgetOldMails } from './outbox.ts';

/** Task `mail.send`. What fails is put off in the row itself, so the job never does. */
export const sendMailJob: Run<{ mailId: string }> = (deps, { mailId }) => sendOne(deps, mailId);

/** Mails whose time has come again, or whose job was lost. */
export const mailSweep: Sweep = {
  name: 'mail.due',
  async run(deps) {
    if (!deps.config.mail.smtpUrl) return;
    for (const id of await dueMails(deps.db, 50)) await sendOne(deps, id);
  },
};

/** Mails and refused addresses that nothing needs any more. */
export const mailTidySweep: Sweep = { name: 'mail.tidy', every: 3600, run: ({ db }) => forgetOldMails(db) };
