import type { Generated, Json, Timestamp } from './columns.ts';

/** From which value on a store needs two people. */
export interface ApprovalRuleTable {
  store_id: string;
  centavos: number;
}

/** What a member asked another one to approve. */
export interface ApprovalTable {
  store_id: string;
  id: string;
  kind: 'refund' | 'manual';
  order_id: string | null;
  state: Generated<'waiting' | 'approved' | 'declined' | 'withdrawn' | 'ended'>;
  centavos: number;
  what: string;
  reason: string | null;
  /** Null once it no longer waits. */
  input: Json | null;
  key: string | null;
  request_hash: Buffer | null;
  asked_by: string;
  at: Generated<Timestamp>;
  ends_at: Timestamp;
  decided_by: string | null;
  decided_at: Timestamp | null;
}
