import { alertKind } from '@vitrine/contract/alert-kinds';
import { mailsTo, noticeKindNames } from '@vitrine/contract/notice-kinds';
import { mayDo, type Permission } from '@vitrine/contract/permissions';
import type { Deps } from '../../deps.ts';
import { type Attachment, createMailer, type Mailer, smtpSettings } from '../../integrations/email/smtp.ts';
import { allowMail } from './mail-allowance.ts';
import { withUnsubscribeLink } from './mail-document.ts';
import { countMail } from './mail-figures.ts';
import { type ClaimedMail, claimMail, holdMail, postponeMail, rememberBounce, settleMail } from './outbox.ts';
import { openData, renderMail } from './render-mail.ts';
import { unsubscribeUrls } from './unsubscribe.ts';

/** 10 s, 40 s, 3 min, 11 min, 43 min, then every 2 hours: about a day in all. */
const MOST_ATTEMPTS = 16;
const pauseSeconds = (attempts: number) => Math.min(7200, 10 * 4 ** Math.max(0, attempts - 1));
/** A mail that has waited this long for its store's budget is dropped. */
const MOST_HOURS_HELD = 24;

/**
 * Sends one mail of the outbox. It claims the mail first, so that the job and the sweep never both send it. After a crash
 * between the mail server's yes and our note of it, the mail leaves again under the same Message-ID. A mail over a budget
 * waits for the budget's next window. A mail to a member who was removed, lost the right or chose otherwise meanwhile is dropped, and
 * a notice waits for the end of the store's quiet hours. An address that the server refuses for good is remembered.
 *
 * A mail that cannot be rendered is an error in the log and is tried again like one that the server refused to take for
 * now: a newer process beside this one may know its kind, and a mended version sends it.
 */
export async function sendOne(deps: Deps, mailId: string, attach: Attach): Promise<void> {
  const { db, config, log } = deps;
  if (!config.mail.smtpUrl) return;
  const mail = await claimMail(db, mailId);
  if (!mail) return;
  if (!isTheirs(mail)) {
    countMail(mail.kind, 'not_theirs');
    return await settleMail(db, mailId, 'dropped', 'not_theirs');
  }
  if (!isWanted(mail)) {
    countMail(mail.kind, 'unwanted');
    return await settleMail(db, mailId, 'dropped', 'unwanted');
  }
  // It waited for its mail server into the night.
  if (mail.quiet > 0 && mail.hears.length > 0 && !mail.hears.some((kind) => alertKind(kind)?.severe)) {
    // Nothing was sent at this attempt. A first attempt is given back, so that the next one is the first again.
    const wait = mail.attempts === 1 ? holdMail : postponeMail;
    return await wait(db, mailId, mail.quiet, 'quiet hours');
  }
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
  const outcome = await renderAndSend(deps, config.mail.smtpUrl, mail, attach);
  countMail(mail.kind, outcome.state);
  if (outcome.state === 'sent') return await settleMail(db, mailId, 'sent', null);
  const givenUp = outcome.state === 'refused' || mail.attempts >= MOST_ATTEMPTS;
  const facts = { mail: mailId, kind: mail.kind, attempts: mail.attempts, outcome: outcome.state };
  if (outcome.state === 'unrendered') log.error({ ...facts, problem: outcome.problem }, 'a mail cannot be rendered');
  else log.warn(facts, 'mail not sent');
  if (outcome.state === 'refused' && outcome.mailbox) await rememberBounce(db, mail.to, outcome.problem);
  if (givenUp) await settleMail(db, mailId, 'failed', outcome.problem);
  else await postponeMail(db, mailId, pauseSeconds(mail.attempts), outcome.problem);
}

/** Whether a mail to a member may still be read by them. They may have been removed, or lost a right, while it waited. */
const isTheirs = ({ member, role, needs }: ClaimedMail) =>
  member === null || (role !== null && needs.every((permission) => mayDo(role, permission as Permission)));

/** Whether a member still wants one of the notices that a mail tells. */
const isWanted = ({ role, hears, chosen }: ClaimedMail) =>
  hears.length === 0 ||
  noticeKindNames.some((kind) => role !== null && hears.includes(kind) && mailsTo(role, kind, chosen[kind] ?? null));

type Outcome = Awaited<ReturnType<Mailer['send']>> | { state: 'unrendered'; problem: string };

/** The files that go with a mail. A feature above this one draws them, `data` is what the kind keeps. */
export type Attach = (
  deps: Deps,
  mail: { kind: string; storeId: string | null; data: unknown },
) => Promise<Attachment[]>;

/** Files that cannot be drawn are an error in the log, and the mail leaves without them: its words say the same. */
async function filesOf(deps: Deps, { id, kind, storeId, data }: ClaimedMail, attach: Attach): Promise<Attachment[]> {
  try {
    return data ? await attach(deps, { kind, storeId, data: openData(deps.config, id, data) }) : [];
  } catch (error) {
    deps.log.error({ err: error, mail: id, kind }, 'a mail leaves without its files');
    return [];
  }
}

async function renderAndSend(deps: Deps, smtpUrl: string, mail: ClaimedMail, attach: Attach): Promise<Outcome> {
  const { config } = deps;
  let words: ReturnType<typeof renderMail>;
  try {
    words = renderMail(config, mail);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { state: 'unrendered', problem: `cannot be rendered: ${problem}`.slice(0, 500) };
  }
  const unsubscribe = unsubscribeUrls(config, mail);
  return await createMailer(smtpSettings(smtpUrl)).send({
    id: mail.id,
    to: mail.to,
    ...words,
    ...(unsubscribe && withUnsubscribeLink(words, unsubscribe.page)),
    attachments: await filesOf(deps, mail, attach),
    unsubscribe: unsubscribe?.post,
    from: config.mail.from,
  });
}
