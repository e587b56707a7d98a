import type { ActionTarget } from '@vitrine/contract/actions';
import type { GeneratedAlways } from 'kysely';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface GameServerTable {
  store_id: string;
  id: string;
  journal_id: string;
  boot_id: string;
  epoch: number;
  name: string;
  game: string;
  framework: Generated<string>;
  version: Generated<string>;
  capabilities: Generated<Json<Record<string, unknown>>>;
  online_ids: Generated<Json<string[]>>;
  players: number | null;
  max_players: number | null;
  notice: string | null;
  hello_at: Generated<Timestamp>;
  shopping_until: Timestamp | null;
  first_seen_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  previous_boot_id: string | null;
  boot_changed_at: Timestamp | null;
}

export interface GameNonceTable {
  store_id: string;
  nonce: string;
  at: Generated<Timestamp>;
}

export interface CustomerRightTable {
  store_id: string;
  id: string;
  target: ActionTarget;
  holder: string;
  subject: string;
  ends_at: Timestamp | null;
  ended_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface RightSourceTable {
  store_id: string;
  right_id: string;
  order_id: string;
  item_id: string;
  days: number | null;
  ends_at: Timestamp | null;
  ended_at: Timestamp | null;
}

export interface DeliveryTable {
  store_id: string;
  id: string;
  order_id: string;
  item_id: string;
  action_index: number;
  occurrence: Generated<number>;
  phase: 'confirmation' | 'expiration' | 'reversal';
  target: ActionTarget;
  action_type: string;
  args: Json<Record<string, string | number>>;
  label: string;
  subject: string | null;
  player: string;
  discord_id: string;
  client: number;
  state: 'scheduled' | 'queued' | 'sent' | 'succeeded' | 'failed' | 'uncertain' | 'cancelled';
  seq: GeneratedAlways<number>;
  due_at: Generated<Timestamp>;
  depends_on: string | null;
  attempts: Generated<number>;
  server_id: string | null;
  lease_epoch: number | null;
  lease_until: Timestamp | null;
  cancel_requested: Generated<boolean>;
  waiting: Generated<boolean>;
  code: string | null;
  message: string | null;
  detail: Json | null;
  noticed: Generated<boolean>;
  first_sent_at: Timestamp | null;
  finished_at: Timestamp | null;
  give_up_at: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface DeliveryHistoryTable {
  store_id: string;
  delivery_id: string;
  id: string;
  state: string;
  attempt: number;
  code: string | null;
  message: string | null;
  actor: string | null;
  at: Generated<Timestamp>;
}

export interface OutsideStopTable {
  name: string;
  reason: string;
  since: Generated<Timestamp>;
  next_check_at: Timestamp;
}

export interface StoreVisitTable {
  store_id: string;
  day: string;
  visits: Generated<number>;
}

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

export interface CityCheckTable {
  store_id: string;
  city_id: number;
  asked_at: Timestamp | null;
  sent_at: Timestamp | null;
  opened_at: Generated<Timestamp>;
  result: 'found' | 'missing' | 'unknown' | null;
  name: string | null;
  answered_at: Timestamp | null;
}
