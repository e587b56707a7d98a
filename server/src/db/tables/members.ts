import type { Generated, Timestamp } from './columns.ts';

export interface MemberTable {
  store_id: string;
  account_id: string;
  role: 'owner' | 'admin' | 'manager' | 'attendant' | 'own';
  own_role_id: string | null;
  created_at: Generated<Timestamp>;
}

export interface InvitationTable {
  store_id: string;
  id: string;
  email: string;
  email_key: string;
  role: 'admin' | 'manager' | 'attendant' | 'own';
  own_role_id: string | null;
  token_hash: Buffer;
  invited_by: string;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  accepted_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

/** A role that a store made for itself. */
export interface StoreRoleTable {
  store_id: string;
  id: string;
  name: string;
  permissions: string[];
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

/** A store that asks its team for a second factor. */
export interface TeamFactorTable {
  store_id: string;
  days: number;
  since: Generated<Timestamp>;
}
