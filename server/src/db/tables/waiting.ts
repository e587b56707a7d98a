import type { Generated, Timestamp } from './columns.ts';

export interface WaitingRequestTable {
  store_id: string;
  id: string;
  /** Null: it waits for the opening of the store. */
  product_id: string | null;
  email: string;
  token_hash: Buffer;
  created_at: Generated<Timestamp>;
  confirmed_at: Timestamp | null;
  expires_at: Timestamp;
}
