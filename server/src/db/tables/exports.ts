import type { Generated, Json, Timestamp } from './columns.ts';

export interface ListFileTable {
  store_id: string;
  id: string;
  account_id: string;
  kind: 'orders' | 'customers';
  filter: Json;
  state: Generated<'waiting' | 'running' | 'ready' | 'failed'>;
  cursor: string | null;
  rows: Generated<number>;
  parts: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  finished_at: Timestamp | null;
  kept_until: Timestamp;
}

export interface ListFilePartTable {
  store_id: string;
  file_id: string;
  n: number;
  body: string;
}
