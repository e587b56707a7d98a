import type { Generated, Timestamp } from './columns.ts';

export interface GuildBindingTable {
  store_id: string;
  guild_id: string;
  guild_name: string;
  bound_by: string;
  bound_at: Generated<Timestamp>;
  problem: string | null;
  checked_at: Timestamp | null;
}

export interface OutsideStopTable {
  name: string;
  reason: string;
  since: Generated<Timestamp>;
  next_check_at: Timestamp;
}
