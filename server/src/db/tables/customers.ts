import type { Generated, Timestamp } from './columns.ts';

export interface BuyerBlockTable {
  store_id: string;
  buyer: string;
  reason: string;
  actor: string;
  created_at: Generated<Timestamp>;
}

export interface CustomerLoginTable {
  store_id: string;
  token_hash: Buffer;
  purpose: 'discord' | 'return' | 'mail';
  verifier: Generated<string>;
  browser_hash: Buffer | null;
  discord_id: string | null;
  discord_name: string | null;
  discord_avatar: string | null;
  page: 'checkout' | null;
  email: string | null;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}
