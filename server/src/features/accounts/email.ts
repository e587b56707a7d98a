import type { Deps } from '../../deps.ts';
import { createMailer } from '../../integrations/email/smtp.ts';
import { claimMail, postponeMail, settleMail } from './outbox.ts';

/** 10 s, 40 s, 3 min, 11 min, 43 min, then every 2 hours: about a day in all. */
const MOST_ATTEMPTS = 16;
const pauseSeconds = (attempts: number) => Math.min(7200, 10 * 4 ** Math.max(0, attempts - 1));

/**
 * Sends one mail of the outbox. Claimed first, so that the job and the sweep never send it both; a crash between the
 * mail server's yes and our note of it sends it again, under the same Message-ID.
 */
export async function sendOne({ db, config, log }: Deps, mailId: string): Promise<void> {
  if (!config.mail.smtpUrl) return;
  const mail = await claimMail(db, mailId);
  if (!mail) return;
  const outcome = await createMailer(config.mail.smtpUrl).send({ ...mail, from: config.mail.from });
  if (outcome.state === 'sent') return await settleMail(db, mailId, 'sent', null);
  const over = outcome.state === 'refused' || mail.attempts >= MOST_ATTEMPTS;
  log.warn({ mail: mailId, attempts: mail.attempts, outcome: outcome.state }, 'mail not sent');
  if (over) await settleMail(db, mailId, 'failed', outcome.problem);
  else await postponeMail(db, mailId, pauseSeconds(mail.attempts), outcome.problem);
}
