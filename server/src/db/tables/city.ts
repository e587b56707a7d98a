import type { Generated, Json, Timestamp } from './columns.ts';

export interface GameServerTable {
  store_id: string;
  id: string;
  journal_id: string;
  boot_id: string;
  epoch: number;
  name: string;
  game: string;
  framework: Generated<string>;
  version: Generated<string>;
  capabilities: Generated<Json<Record<string, unknown>>>;
  online_ids: Generated<Json<string[]>>;
  players: number | null;
  max_players: number | null;
  notice: string | null;
  hello_at: Generated<Timestamp>;
  shopping_until: Timestamp | null;
  first_seen_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  previous_boot_id: string | null;
  boot_changed_at: Timestamp | null;
  /** Null: the store's first seat. */
  seat_id: string | null;
  token_id: string | null;
}

export interface GameSeatTable {
  store_id: string;
  id: string;
  name: string;
  game: Generated<'fivem' | 'minecraft' | 'mta'>;
  server_id: string | null;
  approved_journal: string | null;
  by_silence: Generated<boolean>;
  held_at: Timestamp | null;
  silence_minutes: Generated<number | null>;
  identity: Generated<
    'city_id' | 'citizen_id' | 'identifier' | 'minecraft_name' | 'minecraft_uuid' | 'mta_account' | 'discord_id'
  >;
  identity_label: string | null;
  identity_help: string | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
}

export interface GameRconTable {
  store_id: string;
  seat_id: string;
  host: string;
  port: number;
  password_cipher: Buffer;
  problem: 'address' | 'unreachable' | 'password' | null;
  tries: Generated<number>;
  next_at: Generated<Timestamp>;
  held_by: string | null;
  held_until: Timestamp | null;
}

export interface GameClaimTable {
  store_id: string;
  id: string;
  seat_id: string;
  journal_id: string;
  boot_id: string;
  state: 'settling' | 'waiting' | 'approved' | 'refused';
  reason: 'restart' | 'copy' | 'new_journal' | 'replaced';
  framework: Generated<string>;
  version: Generated<string>;
  first_seen_at: Generated<Timestamp>;
  heard_since: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
}

interface ListedName {
  name: string;
  label?: string;
  allowed?: boolean;
}

export interface CityListTable {
  store_id: string;
  seat_id: string;
  kind: 'groups' | 'items' | 'vehicles' | 'commands';
  hash: string | null;
  closed: Generated<boolean>;
  entries: Generated<Json<ListedName[]>>;
  changed_at: Timestamp | null;
  coming_hash: string | null;
  coming: Json<ListedName[]> | null;
  coming_from: number | null;
}

export interface GameNonceTable {
  store_id: string;
  nonce: string;
  at: Generated<Timestamp>;
}

export interface CityCheckTable {
  store_id: string;
  city_id: number;
  asked_at: Timestamp | null;
  sent_at: Timestamp | null;
  opened_at: Generated<Timestamp>;
  result: 'found' | 'missing' | 'unknown' | null;
  name: string | null;
  answered_at: Timestamp | null;
}
