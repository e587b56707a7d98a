import type { Generated, Timestamp } from './columns.ts';

export interface ThrottleTable {
  key: string;
  hits: number;
  window_ends_at: Timestamp;
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

export interface CustomerSessionTable {
  store_id: string;
  id: string;
  token_hash: Buffer;
  discord_id: string | null;
  discord_name: string | null;
  discord_avatar: string | null;
  email: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  revoked_at: Timestamp | null;
}
