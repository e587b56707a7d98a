import type { ActionTarget } from '@vitrine/contract/actions';
import type { GeneratedAlways } from 'kysely';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface CustomerRightTable {
  store_id: string;
  id: string;
  target: ActionTarget;
  holder: string;
  subject: string;
  ends_at: Timestamp | null;
  ended_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  looked_at: Generated<Timestamp>;
}

export interface RightSourceTable {
  store_id: string;
  right_id: string;
  order_id: string;
  item_id: string;
  days: number | null;
  /** When its days begin, where its action has a delay. */
  begins_at: Timestamp | null;
  ends_at: Timestamp | null;
  ended_at: Timestamp | null;
}

export interface RightPlaceTable {
  store_id: string;
  target: ActionTarget;
  site: string;
  holder: string;
  place: string;
  prior: string;
  stands: string;
  updated_at: Generated<Timestamp>;
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
  /** From the payment until it may go out; 0: at once. */
  delay_minutes: Generated<number>;
  /** It waits for the player, even if the base could do it without them. */
  only_online: Generated<boolean>;
  attempts: Generated<number>;
  /** Attempts that were given back before they began. */
  not_begun: Generated<number>;
  server_id: string | null;
  /** Null: the store's first seat. */
  seat_id: string | null;
  /** 0: the order's own delivery; n: its n-th resend. */
  resend: Generated<number>;
  resend_of: string | null;
  resend_job: string | null;
  lease_epoch: number | null;
  lease_until: Timestamp | null;
  /** When its last attempt went out. */
  sent_at: Timestamp | null;
  cancel_requested: Generated<boolean>;
  waiting: Generated<boolean>;
  code: string | null;
  message: string | null;
  detail: Json | null;
  aftermath: Json | null;
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

export interface ResendJobTable {
  store_id: string;
  id: string;
  state: 'running' | 'paused' | 'cancelled' | 'done';
  filter: Json;
  as_of: Timestamp;
  reason: string;
  account_id: string | null;
  actor: string;
  total: number;
  resent: Generated<number>;
  excluded: Generated<number>;
  withdrawn: Generated<number>;
  cursor_at: Timestamp | null;
  cursor_id: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
}
