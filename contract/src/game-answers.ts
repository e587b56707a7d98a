import { z } from 'zod';
import { cityListKinds } from './city-lists.ts';
import { Done, id } from './common.ts';
import { identityKinds } from './identity.ts';

/** Answers of the game protocol, for the server only, so apart from game.ts. Amounts and times are integers. */

const integer = z.number().int();

/** POST /v1/game/hello */
export const GameHelloAnswer = Done.extend({
  store: z.object({ name: z.string(), subdomain: z.string() }),
  /** Id of this server's row under its token. */
  server_id: id,
  /** Each hello of a seated server opens a new epoch. 0 for a server that waits. */
  epoch: integer,
  /** `waiting`: another server holds the seat. It gets no commands and says hello again after `next_poll_ms`. */
  seat: z.enum(['seated', 'waiting']),
  /** Unix seconds by the platform's clock. */
  now: integer,
  next_poll_ms: integer,
  min_version: z.string(),
  latest_version: z.string(),
  download_url: z.string(),
  /** `online`: how many city ids a sync may tell. Scripts that are older than this field tell 500. */
  limits: z.object({ commands: integer, results: integer, body_bytes: integer, online: integer }),
  /** pt-BR lines to print in the console. */
  notices: z.array(z.string()),
  settings: z.object({
    /** If true, the script reports `player_mismatch` when the order's Discord id is not the player's. */
    check_discord: z.boolean(),
  }),
  /** Lists that Vitrine does not know in this form. The script sends them page by page (`POST /game/lists`). */
  lists: z.array(z.enum(cityListKinds)),
});
export type GameHelloAnswer = z.infer<typeof GameHelloAnswer>;

/** Typed, rendered arguments. The action decides which of them are present. */
const GameCommandArgs = z.object({
  /** execute_command: the console line, for scripts without `arguments`. Other scripts write their own line. */
  command: z.string().optional(),
  /** execute_command: the owner's template as saved, and its arguments, one for each token. */
  template: z.string().optional(),
  argv: z.array(z.string()).optional(),
  /** add_group, remove_group. */
  group: z.string().optional(),
  /** remove_group, for scripts with `instead`: the group of the same place that the player is still owed. */
  instead: z.string().optional(),
  /** add_money, remove_money, add_item. */
  amount: z.number().optional(),
  /** add_vehicle, remove_vehicle. */
  vehicle: z.string().optional(),
  /** add_vehicle: the plate that the buyer chose; absent where the city makes one. */
  plate: z.string().optional(),
  /** add_item. */
  item: z.string().optional(),
});

export const GameCommand = z.object({
  /** The delivery's id, and the key of the journal. One id always means one effect. */
  id,
  attempt: integer,
  player: z.object({
    /** Absent where the server knows its players by another kind of id. */
    city_id: z.string().optional(),
    /** Any other id, with its kind. Only scripts with `identity` get it. */
    identity: z.object({ kind: z.enum(identityKinds), value: z.string() }).optional(),
    discord_id: z.string().optional(),
    name: z.string().optional(),
  }),
  action: z.string(),
  args: GameCommandArgs,
  /** The order's public number, for logs. */
  order: z.string(),
  phase: z.enum(['confirmation', 'expiration', 'reversal']),
  /** Present if the owner wants it only while the player is in the city, even if the base could do it without the player. */
  only_online: z.literal(true).optional(),
  /** Unix seconds. The command must not start after this. */
  expires_at: integer,
  /** The product's name, for logs. */
  label: z.string(),
});
export type GameCommand = z.infer<typeof GameCommand>;

/** POST /v1/game/sync */
export const GameSyncAnswer = Done.extend({
  epoch: integer,
  now: integer,
  next_poll_ms: integer,
  /** Ids whose outcome is stored. The journal may turn them into tombstones. */
  settled: z.array(z.string()),
  commands: z.array(GameCommand),
  /**
   * For each id that `in_progress` named: until when it may start, in unix seconds (the renewed `expires_at`). Absent if
   * `in_progress` named nothing. An id that is missing here no longer belongs to this server.
   */
  leases_until: z.record(id, integer).optional(),
  /**
   * Those ids of `in_progress` that have an outcome here already or wait for a person. A script that finds such a delivery
   * interrupted in its journal does not run it again. Absent if there are no such ids.
   */
  decided: z.array(id).optional(),
  /** Ids that must not start any more. */
  cancel: z.array(z.string()),
  /** City ids that a checkout asks about, only for scripts with `who`. They are sent once and never journaled. */
  who: z.array(z.string()),
  notices: z.array(z.string()),
});
export type GameSyncAnswer = z.infer<typeof GameSyncAnswer>;
