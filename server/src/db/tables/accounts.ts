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
