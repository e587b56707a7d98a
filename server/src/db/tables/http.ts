import type { Timestamp } from './columns.ts';

export interface ThrottleTable {
  key: string;
  hits: number;
  window_ends_at: Timestamp;
}
