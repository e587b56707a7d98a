import type { Generated, Json, Timestamp } from './columns.ts';

export interface IdempotencyKeyTable {
  store_id: string;
  scope: string;
  key: string;
  request_hash: Buffer;
  order_id: string | null;
  answer: Json | null;
  status: number | null;
  working_until: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
}

export interface SpentProofTable {
  proof: Buffer;
  until: Timestamp;
}
