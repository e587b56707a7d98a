import type { Deps } from '../../deps.ts';
import { createMailer, smtpSettings } from '../../integrations/email/smtp.ts';
import { allowMail } from './mail-allowance.ts';
import { withUnsubscribeLink } from './mail-document.ts';
import { countMail } from './mail-figures.ts';
import { claimMail, holdMail, postponeMail, rememberBounce, settleMail } from './outbox.ts';
import { unsubscribeUrls } from './unsubscribe.ts';

/** 10 s, 40 s, 3 min, 11 min, 43 min, then every 2 hours: about a day in all. */
const MOST_ATTEMPTS = 16;
const pauseSeconds = (attempts: number) => Math.min(7200, 10 * 4 ** Math.max(0, attempts - 1));
/** A mail that has waited this long for its store's budget is dropped. */
const MOST_HOURS_HELD = 24;

/**
 * Sends one mail of the outbox. It claims the mail first, so that the job and the sweep never both send it. After a crash
 * between the mail server's yes and our note of it, the mail leaves again under the same Message-ID. A mail over a budget
 * waits for the budget's next window. An address that the server refuses for good is remembered.
 */
export async function sendOne({ db, config, log }: Deps, mailId: string): Promise<void> {
  if (!config.mail.smtpUrl) return;
  const mail = await claimMail(db, mailId);
  if (!mail) return;
  // Only the first attempt counts, so that a mail server that is away uses up no budget.
  const allowance = mail.attempts === 1 ? await allowMail(db, mail, config.mail.perHour) : { allowed: true as const };
  if (!allowance.allowed) {
    const { whose, wait, first } = allowance;
    if (first) log.error({ perHour: config.mail.perHour }, 'the mail budget of the platform is used up');
    const tooOld = whose === 'store' && mail.hours_old >= MOST_HOURS_HELD;
    countMail(mail.kind, tooOld ? 'store_budget' : 'waiting');
    if (tooOld) return await settleMail(db, mailId, 'dropped', 'store_budget');
    return await holdMail(db, mailId, wait, `${whose} budget`);
  }
  const unsubscribe = unsubscribeUrls(config, mail);
  const outcome = await createMailer(smtpSettings(config.mail.smtpUrl)).send({
    ...mail,
    ...(unsubscribe && withUnsubscribeLink(mail, unsubscribe.page)),
    unsubscribe: unsubscribe?.post,
    from: config.mail.from,
  });
  countMail(mail.kind, outcome.state);
  if (outcome.state === 'sent') return await settleMail(db, mailId, 'sent', null);
  const givenUp = outcome.state === 'refused' || mail.attempts >= MOST_ATTEMPTS;
  log.warn({ mail: mailId, attempts: mail.attempts, outcome: outcome.state }, 'mail not sent');
  if (outcome.state === 'refused' && outcome.mailbox) await rememberBounce(db, mail.to, outcome.problem);
  if (givenUp) await settleMail(db, mailId, 'failed', outcome.problem);
  else await postponeMail(db, mailId, pauseSeconds(mail.attempts), outcome.problem);
}
