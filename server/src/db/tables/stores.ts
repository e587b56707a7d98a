import type { LegalData, StoreSettings } from '@vitrine/contract/stores';
import type { GeneratedAlways } from 'kysely';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface StoreTable {
  id: string;
  name: string;
  subdomain: string;
  description: Generated<string>;
  primary_color: Generated<string>;
  secondary_color: Generated<string>;
  logo: string | null;
  banner: string | null;
  status: Generated<'active' | 'inactive'>;
  time_zone: Generated<string>;
  legal: Generated<Json<Partial<LegalData>>>;
  settings: Generated<Json<Partial<StoreSettings>>>;
  page_version: Generated<number>;
  /** What the store's kept pages say about its city. */
  city_online: Generated<boolean>;
  /** It sells nothing before this time. Null: nothing holds its opening back. */
  opens_at: Timestamp | null;
  policy_confirmed_at: Timestamp | null;
  policy_confirmed_by: string | null;
  /** The secret part of its notice address, stored while no payment account is connected. */
  notice_key: string | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
  settings_version: Generated<number>;
}

export interface SubdomainHoldTable {
  subdomain: string;
  store_id: string;
  until: Timestamp;
}

export interface StoreCredentialTable {
  store_id: string;
  token_cipher: Buffer;
  token_mask: string;
  collector_id: string;
  nickname: Generated<string>;
  test_user: Generated<boolean>;
  pix_adapter: 'payments' | 'orders' | 'preference' | null;
  notice_key: string;
  problem: string | null;
  checked_at: Generated<Timestamp>;
}

export interface PaymentAccountChangeTable {
  store_id: string;
  id: string;
  account_id: string;
  session_id: string;
  actor: string;
  device: string;
  network: string;
  collector_id: string;
  nickname: string;
  former_token_cipher: Buffer | null;
  former_token_mask: string | null;
  former_collector_id: string | null;
  former_nickname: string | null;
  former_test_user: boolean | null;
  former_pix_adapter: 'payments' | 'orders' | 'preference' | null;
  at: Generated<Timestamp>;
  /** Drawn while the store is locked, so a later row has a higher one. */
  position: GeneratedAlways<number>;
  /** Sessions that have accepted the change. */
  hidden_in: Generated<string[]>;
}

export interface GameTokenTable {
  store_id: string;
  id: string;
  /** Null: the store's first seat. */
  seat_id: string | null;
  key_id: string;
  token_hash: Buffer;
  token_cipher: Buffer;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
}

export interface AuditEntryTable {
  store_id: string;
  id: string;
  account_id: string | null;
  actor: string;
  action: string;
  object_id: string | null;
  text: string;
  before: Json | null;
  after: Json | null;
  at: Generated<Timestamp>;
}

export interface HolderFrictionTable {
  store_id: string;
  holder: Buffer;
  until: Timestamp;
}

/** A store of which somebody has the panel open. */
export interface WatchedStoreTable {
  store_id: string;
  since: Generated<Timestamp>;
  until: Timestamp;
}

export interface DeletionTable {
  store_id: string;
  kind: string;
  object_id: string;
  kept: Json;
  at: Generated<Timestamp>;
}
