import type { EventKindName, EventNews } from '@vitrine/contract/notice-kinds';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface NoticeTable {
  store_id: string;
  id: string;
  kind: EventKindName;
  news: EventNews;
  order_id: string | null;
  data: Generated<Json>;
  at: Generated<Timestamp>;
  /** When its mails were written; null: they are due. */
  mail_at: Timestamp | null;
  /** The same for pushes. */
  push_at: Timestamp | null;
}

export interface NoticeChoiceTable {
  store_id: string;
  account_id: string;
  kind: string;
  mail: boolean | null;
  push: boolean | null;
}
