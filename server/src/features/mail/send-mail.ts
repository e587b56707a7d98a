import { type NoticeKindName, noticePermission } from '@vitrine/contract/notice-kinds';
import type { Permission } from '@vitrine/contract/permissions';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { newId } from '../../db/ids.ts';
import type { StoreId } from '../../http/store.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { judgeMail } from './judge-mail.ts';
import type { MailData, MailKindName, StoreMailKind } from './kinds/mail-kinds.ts';
import { countMail } from './mail-figures.ts';
import { mailboxOf } from './mailbox.ts';
import { sealData } from './render-mail.ts';

/** What mails need of the configuration: where our links begin, and the secret that seals their data. */
export type MailConfig = Pick<Config, 'publicUrl' | 'secret'>;

type MailOf<Kind extends MailKindName> = {
  kind: Kind;
  /** A checked e-mail address. */
  to: string;
  /**
   * What the words are made of. A function is called only if the mail may leave. Use one for mails with a new link: the new
   * link ends the one before it, and nobody may lose a working link for a mail that never comes.
   */
  data: MailData<Kind> | (() => Promise<MailData<Kind>>);
  /**
   * The member of the store who gets the mail, and what it tells of. A mail that waited leaves only while they may still read
   * all of it. `hears` are the kinds of notices in it; the member must still want one of them. Without a member, the address
   * gets the mail whatever happens to its account. A warning to a former owner needs that.
   */
  member?: { account: string; needs: readonly Permission[] } | { account: string; hears: readonly NoticeKindName[] };
} & (Kind extends StoreMailKind ? { storeId: StoreId } : { storeId?: undefined });

export type OutgoingMail = { [Kind in MailKindName]: MailOf<Kind> }[MailKindName];

/**
 * Writes a mail into the outbox, in the transaction of the event that it tells. The mail is rendered and leaves after the
 * commit and never without it, and no answer waits for a mail server. A mail that must not leave (`judgeMail`) is stored as
 * `dropped`, without address and data, and the caller goes on. Throws if the data does not fit the kind. Returns its id.
 */
export async function sendMail(tx: Tx, config: Pick<Config, 'secret'>, outgoing: OutgoingMail): Promise<string> {
  const { kind, to, storeId, data, member } = outgoing;
  if (/[\s\p{Cc}<>,;]/u.test(to)) throw new Error('the recipient of a mail is not a single e-mail address');
  const id = newId();
  const verdict = await judgeMail(tx, { kind, to, storeId });
  const mail = { id, kind, mailbox: mailboxOf(to), store_id: storeId ?? null };
  if ('problem' in verdict) {
    const { problem } = verdict;
    await tx
      .insertInto('mail')
      .values({ ...mail, recipient: '', state: 'dropped', problem })
      .execute();
    countMail(kind, problem);
    return id;
  }
  const values = typeof data === 'function' ? await data() : data;
  const written = {
    ...mail,
    state: 'pending' as const,
    recipient: to,
    data: sealData(config, id, kind, values),
    ...(member && { member_id: member.account, ...asked(member) }),
  };
  if (verdict.wait === 0) {
    await tx.insertInto('mail').values(written).execute();
    // Strangers can cause a flood of one kind. As a group, such a kind takes turns with the others.
    await enqueue(tx, 'mail.send', { mailId: id, storeId }, { group: `mail ${kind}` });
    return id;
  }
  // Without a job: the sweep sends it when it is due.
  const next_at = sql<Date>`now() + make_interval(secs => ${verdict.wait})`;
  await tx
    .insertInto('mail')
    .values({ ...written, next_at })
    .execute();
  countMail(kind, 'waiting');
  return id;
}

const asked = (member: NonNullable<OutgoingMail['member']>) =>
  'needs' in member
    ? { needs: [...member.needs] }
    : { needs: [...new Set(member.hears.map(noticePermission))], hears: [...new Set(member.hears)] };

/** Why a mail that was just written does not leave (`judgeMail`); null if it does. Ask before you say that a mail was sent. */
export async function dropReason(tx: Tx, id: string): Promise<string | null> {
  const { state, problem } = await tx
    .selectFrom('mail')
    .where('id', '=', id)
    .select(['state', 'problem'])
    .executeTakeFirstOrThrow();
  return state === 'dropped' ? (problem ?? 'dropped') : null;
}
