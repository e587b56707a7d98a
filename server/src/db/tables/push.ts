import type { Generated, Json, Timestamp } from './columns.ts';

export interface PushKeyTable {
  one: Generated<boolean>;
  public_key: string;
  private_cipher: Buffer;
}

export interface PushSubscriptionTable {
  id: string;
  account_id: string;
  session_id: string;
  endpoint_hash: Buffer;
  /** Sealed: endpoint and keys. */
  data: Buffer;
  service: string;
  device: string;
  created_at: Generated<Timestamp>;
  sent_at: Timestamp | null;
}

export interface PushMessageTable {
  id: string;
  subscription_id: string;
  store_id: string | null;
  kind: string;
  words: Json;
  made_at: Generated<Timestamp>;
  due_at: Generated<Timestamp>;
  tries: Generated<number>;
}
