import type { LegalData, StoreSettings } from '@vitrine/contract/stores';
import type { Generated, Json, Timestamp } from './columns.ts';

export interface AccountTable {
  id: string;
  name: string;
  email: string | null;
  email_key: string | null;
  email_verified_at: Timestamp | null;
  password_hash: string | null;
  discord_id: string | null;
  discord_avatar: string | null;
  google_id: string | null;
  /** When the login was linked. null if it made the account, or was linked before this was recorded. */
  discord_linked_at: Timestamp | null;
  google_linked_at: Timestamp | null;
  totp_secret: Buffer | null;
  totp_enabled_at: Timestamp | null;
  totp_last_step: number | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
}

export interface SessionTable {
  id: string;
  account_id: string;
  token_hash: Buffer;
  user_agent: Generated<string>;
  device_hash: Buffer | null;
  created_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  revoked_at: Timestamp | null;
  confirmed_at: Timestamp | null;
  factor_at: Timestamp | null;
}

export interface OneTimeTokenTable {
  token_hash: Buffer;
  purpose: 'verify_email' | 'reset_password' | 'recovery_code' | 'drop_logins' | 'finish_recovery' | 'restore_email';
  account_id: string;
  email: string | null;
  /** Of a registration that waits for its confirmation, with `password_hash`. */
  name: string | null;
  password_hash: string | null;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface OauthStateTable {
  state_hash: Buffer;
  provider: string;
  verifier: string;
  account_id: string | null;
  session_id: string | null;
  expires_at: Timestamp;
  used_at: Timestamp | null;
  answer: Json | null;
}

export interface FactorRecoveryTable {
  account_id: string;
  id: string;
  started_at: Generated<Timestamp>;
  ready_at: Timestamp;
  halfway_mailed_at: Timestamp | null;
  ready_mailed_at: Timestamp | null;
}

export interface PasskeyTable {
  id: string;
  account_id: string;
  name: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<string[]>;
  created_at: Generated<Timestamp>;
  last_used_at: Timestamp | null;
}

export interface PasskeyChallengeTable {
  state_hash: Buffer;
  challenge: string;
  purpose: 'add' | 'login' | 'confirm';
  session_id: string | null;
  expires_at: Timestamp;
}

export interface ThrottleTable {
  key: string;
  hits: number;
  window_ends_at: Timestamp;
}

export interface PlanTable {
  id: string;
  name: string;
  price_centavos: number;
  product_limit: number | null;
  category_limit: number | null;
  sub_user_limit: number | null;
  discord_integration: boolean;
  position: number;
}

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
  policy_confirmed_at: Timestamp | null;
  policy_confirmed_by: string | null;
  /** The secret part of its notice address, stored while no payment account is connected. */
  notice_key: string | null;
  created_at: Generated<Timestamp>;
  deleted_at: Timestamp | null;
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
  position: Generated<string>;
  /** Sessions that have accepted the change. */
  hidden_in: Generated<string[]>;
}

export interface GameTokenTable {
  store_id: string;
  id: string;
  key_id: string;
  token_hash: Buffer;
  token_cipher: Buffer;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
}

export interface GuildBindingTable {
  store_id: string;
  guild_id: string;
  guild_name: string;
  bound_by: string;
  bound_at: Generated<Timestamp>;
  problem: string | null;
  checked_at: Timestamp | null;
}

export interface MemberTable {
  store_id: string;
  account_id: string;
  role: 'owner' | 'admin' | 'manager' | 'attendant';
  created_at: Generated<Timestamp>;
}

export interface InvitationTable {
  store_id: string;
  id: string;
  email: string;
  email_key: string;
  role: 'admin' | 'manager' | 'attendant';
  token_hash: Buffer;
  invited_by: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  accepted_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

export interface AuditEntryTable {
  store_id: string;
  id: string;
  account_id: string | null;
  actor: string;
  action: string;
  text: string;
  before: Json | null;
  after: Json | null;
  at: Generated<Timestamp>;
}

export interface SecurityEventTable {
  id: string;
  account_id: string;
  store_id: string | null;
  kind: string;
  detail: Generated<Json<Record<string, string | number | boolean>>>;
  device: Generated<string>;
  network: Generated<string>;
  at: Generated<Timestamp>;
}

export interface SubscriptionTable {
  store_id: string;
  plan_id: string;
  paid_until: Timestamp;
  updated_at: Generated<Timestamp>;
}

export interface PlanReminderTable {
  store_id: string;
  paid_until: Timestamp;
  kind: 'soon' | 'ended';
  at: Generated<Timestamp>;
}

export interface SubscriptionPaymentTable {
  store_id: string;
  id: string;
  plan_id: string;
  centavos: number;
  method: string;
  status: 'pending' | 'paid' | 'cancelled' | 'refunded' | 'charged_back';
  reference: string;
  provider_id: string | null;
  idempotency_key: string;
  init_point: string | null;
  next_check_at: Timestamp | null;
  checks: Generated<number>;
  expires_at: Timestamp;
  created_at: Generated<Timestamp>;
  paid_at: Timestamp | null;
}

/** One row in the whole database. */
export interface InstallationTable {
  one: Generated<boolean>;
  /** A known text, sealed with the installation's secret. */
  canary: Buffer;
  created_at: Generated<Timestamp>;
}
