import type { Generated, Timestamp } from './columns.ts';

export interface MailTable {
  id: string;
  store_id: string | null;
  recipient: string;
  /** Sealed for `mail:` and the row's id. Null once the mail has ended, and in rows with words. */
  data: Buffer | null;
  /** Subject and words of a mail that an earlier version wrote. */
  subject: Generated<string>;
  text_body: Generated<string>;
  html_body: Generated<string>;
  /** The member of its store whom it is for; null: the mail leaves, whatever happens to a membership. */
  member_id: string | null;
  /** Permissions that the member must still have. */
  needs: Generated<string[]>;
  /** Kinds of notices in it, of which the member must still want one; empty: it is no notice. */
  hears: Generated<string[]>;
  state: Generated<'pending' | 'queued' | 'sent' | 'failed' | 'dropped'>;
  kind: Generated<string>;
  mailbox: Generated<string>;
  attempts: Generated<number>;
  next_at: Generated<Timestamp>;
  problem: string | null;
  created_at: Generated<Timestamp>;
  sent_at: Timestamp | null;
}

export interface MailBounceTable {
  mailbox: string;
  bounces: Generated<number>;
  until: Timestamp;
  problem: string;
  last_at: Generated<Timestamp>;
}

export interface MailOptoutTable {
  mailbox: string;
  kind: string;
  at: Generated<Timestamp>;
}

export interface AlarmTable {
  name: string;
  hour: Timestamp;
  detail: string;
}
