import type { Sweep } from '../../jobs/sweep.ts';
import type { Run } from '../../jobs/task.ts';
import { type Attach, sendOne } from './email.ts';
import { dueMails, forgetOldMails } from './outbox.ts';

/** Task `mail.send`. The job never fails: a mail that could not leave is put off in its own row. */
export const sendMailJob =
  (attach: Attach): Run<{ mailId: string }> =>
  (deps, { mailId }) =>
    sendOne(deps, mailId, attach);

/** Sends mails that are due again, and mails whose job was lost. */
export const mailSweep = (attach: Attach): Sweep => ({
  name: 'mail.due',
  async run(deps) {
    if (!deps.config.mail.smtpUrl) return;
    for (const id of await dueMails(deps.db, 50)) await sendOne(deps, id, attach);
  },
});

/** Deletes old mails and old refused addresses. */
export const mailTidySweep: Sweep = { name: 'mail.tidy', every: 3600, run: ({ db }) => forgetOldMails(db) };
