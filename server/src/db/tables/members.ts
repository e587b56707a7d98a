import type { Generated, Timestamp } from './columns.ts';

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
