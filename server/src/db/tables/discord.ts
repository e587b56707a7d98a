import type { Generated, Timestamp } from './columns.ts';

export interface DiscordGuildTable {
  store_id: string;
  /** The store whose main server this is; null for its other servers. */
  main_of: string | null;
  guild_id: string;
  guild_name: string;
  bound_by: string;
  bound_at: Generated<Timestamp>;
  problem: string | null;
  checked_at: Timestamp | null;
  held: Generated<string[]>;
  look_at: Timestamp | null;
  try_at: Timestamp | null;
  roles_seen: string | null;
  channels_seen: string | null;
  channel_turn: Generated<boolean>;
}

export interface DiscordMessageTable {
  store_id: string;
  delivery_id: string;
  began_at: Generated<Timestamp>;
}

export interface DiscordCheckTable {
  store_id: string;
  person: Buffer;
  result: 'member' | 'not_member' | 'missing';
  checked_at: Generated<Timestamp>;
}

export interface OutsideStopTable {
  name: string;
  reason: string;
  since: Generated<Timestamp>;
  next_check_at: Timestamp;
}

export interface OutsideWaitTable {
  name: string;
  until: Timestamp;
}
