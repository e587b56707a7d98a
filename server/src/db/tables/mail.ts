import type { Generated, Timestamp } from './columns.ts';

export interface MailTable {
  id: string;
  store_id: string | null;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  state: Generated<'queued' | 'sent' | 'failed' | 'dropped'>;
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
