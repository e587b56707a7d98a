import type { Generated, Json, Timestamp } from './columns.ts';

export interface AlertTable {
  store_id: string;
  id: string;
  kind: string;
  /** The seat of a game server; empty where a store has one thing of the kind. */
  subject: Generated<string>;
  phase: 'suspected' | 'open' | 'calm' | 'well';
  since: Timestamp;
  begun_at: Timestamp;
  looked_at: Timestamp;
  told_at: Timestamp | null;
  repeats: Generated<number>;
  things: Generated<number>;
  version: Generated<number>;
}

export interface AlertNewsTable {
  store_id: string;
  id: string;
  alert_id: string;
  news: 'begun' | 'grown' | 'well';
  things: number;
  mail: 'due' | 'told';
  at: Generated<Timestamp>;
}

export interface AlertSettingTable {
  store_id: string;
  silence_minutes: Generated<number>;
  /** `HH:MM` by the store's clock; null: no quiet hours. */
  quiet_from: string | null;
  quiet_until: string | null;
  /** Only the previous version reads it; `notice_choice` took its place. */
  no_mail: Generated<string[]>;
  /** The Discord server of the channel; null: the main one. */
  guild_id: string | null;
  channel_id: string | null;
  channel_name: Generated<string>;
  channel_problem: string | null;
  version: Generated<number>;
}

export interface AlertPostTable {
  store_id: string;
  id: string;
  items: Json;
  text: string | null;
  begun_at: Timestamp | null;
  due_at: Generated<Timestamp>;
  made_at: Generated<Timestamp>;
}
