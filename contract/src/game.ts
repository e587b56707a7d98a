import { z } from 'zod';
import { limits } from './limits.ts';

/**
 * The game-server protocol: what a connected server and Vitrine say to each other (docs/game-server-protocol.md).
 * Two calls, both repeatable: `POST /v1/game/hello` once per start, `POST /v1/game/sync` for ever.
 * Lua and MTA encode an empty table as `[]`, so `[]` is accepted wherever an object is expected; unknown fields are
 * ignored on both sides; a missing list is an empty one. All ids are strings, all amounts integers.
 */
export const gameProtocolVersion = 1;

/** Request headers. The token itself never travels: `server` is its public key id. */
export const gameHeaders = {
  /** First 12 hex digits of SHA-256 of the identification token. */
  server: 'x-vitrine-server',
  /** Unix time in seconds, by the game server's clock plus the offset it learnt. */
  time: 'x-vitrine-time',
  /** 16 to 64 hex digits, never used twice within 10 minutes. */
  nonce: 'x-vitrine-nonce',
  /**
   * Request: hex HMAC-SHA256(token, method LF path LF time LF nonce LF hex SHA-256(body)), path without query.
   * Answer: hex HMAC-SHA256(token, nonce LF hex SHA-256(body)).
   */
  signature: 'x-vitrine-signature',
} as const;

export const gameKinds = ['fivem', 'mta', 'minecraft'] as const;

const orEmptyObject = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), schema);
/** A Lua table without entries may arrive as `{}` where a list is meant. */
const listOf = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess(
    (value) =>
      value === undefined || (value !== null && typeof value === 'object' && Object.keys(value).length === 0)
        ? []
        : value,
    z.array(item).max(max),
  );
const shortText = (max: number) => z.string().max(max);
const integer = z.number().int();

export const GameHello = z.object({
  protocol: integer,
  /** Version of the installed script, `1.0.0`. */
  version: shortText(20),
  game: z.enum(gameKinds),
  /** Artifact build or game version, as the server tells it. */
  server_version: shortText(120).optional(),
  /** `vrp1`, `vrpex`, `creative3`, `creative4`, `creative_network`, `standalone`, … */
  framework: shortText(40),
  framework_version: shortText(60).optional(),
  /**
   * Which actions the chosen adapter can do while the player's character is loaded and while it is not. Besides
   * actions, `who` says that the script answers questions (`GameSyncAnswer.who`), one without it is never asked;
   * `arguments` says that it reads `template` and `argv` of commands, one without it gets only lines without quotes.
   */
  capabilities: orEmptyObject(
    z.record(
      shortText(40),
      orEmptyObject(z.object({ online: z.boolean().optional(), offline: z.boolean().optional() })),
    ),
  ),
  database: shortText(40).optional(),
  resource: shortText(80).optional(),
  /** Random per start of the script. */
  boot_id: shortText(64).min(8),
  /** Random, made once and kept in the journal: another value means another (or a lost) journal. */
  journal_id: shortText(64).min(8),
  now: integer,
  /** Journal rows whose outcome has not been settled yet. */
  pending: integer.min(0).optional(),
});
export type GameHello = z.infer<typeof GameHello>;

export interface GameHelloAnswer {
  success: true;
  store: { name: string; subdomain: string };
  /** Id of this server's row under the store's token. */
  server_id: string;
  /** Opened by every hello; a sync with an older epoch is answered 409 `superseded` and that instance stops. */
  epoch: number;
  /** Unix seconds by the platform's clock. */
  now: number;
  next_poll_ms: number;
  min_version: string;
  latest_version: string;
  download_url: string;
  limits: { commands: number; results: number; body_bytes: number };
  /** pt-BR lines to print in the console. */
  notices: string[];
  settings: {
    /** Compare the order's Discord id with the player's before an effect; on a difference report `player_mismatch`. */
    check_discord: boolean;
  };
}

export const gameResultStatuses = ['succeeded', 'failed', 'deferred', 'uncertain'] as const;

export const GameResult = z.object({
  id: shortText(64).min(1),
  attempt: integer.min(1),
  /** `deferred`: nothing happened, offer it again later (player offline, inventory full, base not ready). */
  status: z.enum(gameResultStatuses),
  /** One of `gameCodes`; an unknown one is kept and shown as `adapter_error`. */
  code: shortText(40),
  message: z
    .string()
    .transform((text) => text.slice(0, limits.deliveryMessageMax))
    .optional(),
  /** Unix seconds of the outcome. */
  at: integer.optional(),
  /** Proof read back after the effect (balance, amount before and after, ...): kept as it came, at most 2 KB. */
  detail: orEmptyObject(z.record(shortText(40), z.union([z.string().max(200), z.number(), z.boolean()]))).optional(),
});
export type GameResult = z.infer<typeof GameResult>;

/** What a city may say of a city id: there is such a character, there is none, or its base cannot tell. */
export const personStatuses = ['found', 'missing', 'unknown'] as const;

export const GamePerson = z.object({
  city_id: shortText(20),
  status: z.enum(personStatuses),
  /** The character's name as the base keeps it, in UTF-8; only its mask is ever kept or shown. */
  name: shortText(limits.gamePersonNameMax).optional().catch(undefined),
});
export type GamePerson = z.infer<typeof GamePerson>;

/** Answers are not deliveries: one that is malformed is dropped, and never in the way of the results beside it. */
const people = z
  .array(z.unknown())
  .catch([])
  .transform((list) =>
    list.slice(0, limits.gameWhoMax).flatMap((one) => {
      const person = GamePerson.safeParse(one);
      return person.success ? [person.data] : [];
    }),
  );

export const GameSync = z.object({
  epoch: integer,
  boot_id: shortText(64),
  journal_id: shortText(64),
  /** Request counter of this boot, for logs. */
  seq: integer.optional(),
  results: listOf(GameResult, limits.gameResultsMax),
  /** Ids taken and not finished: their leases are renewed. */
  in_progress: listOf(shortText(64), limits.gameResultsMax),
  /** Ids that were put off and whose cause is gone (room in the inventory, base back): offered again at once. */
  ready: listOf(shortText(64), limits.gameResultsMax),
  /** City ids of the loaded characters, as strings. */
  online: listOf(shortText(20), limits.gameOnlineMax),
  players: orEmptyObject(z.object({ online: integer.min(0), max: integer.min(0).optional() })).optional(),
  /** Answers to the questions of `GameSyncAnswer.who`, once each. */
  people,
  /** How many commands may be sent now. */
  want: integer.min(0).max(limits.gameBatch).default(0),
});
export type GameSync = z.infer<typeof GameSync>;

/** Typed, rendered arguments; which of them are there depends on the action. */
export interface GameCommandArgs {
  /** execute_command: the console line for scripts that do not announce `arguments`; others write their own. */
  command?: string;
  /** execute_command: the owner's template, as it was saved, and its arguments: as many as it has tokens. */
  template?: string;
  argv?: string[];
  /** add_group, remove_group. */
  group?: string;
  /** add_money, remove_money, add_item. */
  amount?: number;
  /** add_vehicle, remove_vehicle. */
  vehicle?: string;
  /** add_item. */
  item?: string;
}

export interface GameCommand {
  /** The delivery's id: the key of the journal. The same id always means the same effect. */
  id: string;
  attempt: number;
  player: { city_id: string; discord_id?: string; name?: string };
  action: string;
  args: GameCommandArgs;
  /** The order's public number, for logs. */
  order: string;
  phase: 'confirmation' | 'expiration' | 'reversal';
  /** Unix seconds; not to be started after it. */
  expires_at: number;
  /** The product's name, for logs. */
  label: string;
}

export interface GameSyncAnswer {
  success: true;
  epoch: number;
  now: number;
  next_poll_ms: number;
  /** Ids whose outcome is stored: the journal may turn them into tombstones. */
  settled: string[];
  commands: GameCommand[];
  /** Ids not to be started any more. */
  cancel: string[];
  /** City ids that a checkout asks about; only for scripts that announced `who`. Not repeated, not in the journal. */
  who: string[];
  notices: string[];
}

/**
 * Errors: JSON `{ success: false, error, code, now?, retry_after_ms? }`. They are not signed, so they may only slow a
 * client down. Codes: game_auth (401), clock_skew (401, with `now`), game_token_revoked (403), superseded (409),
 * game_unsupported (422), game_version (426), rate_limited (429), invalid_request (400), unavailable (503).
 */

/** What follows an outcome: nothing more, a retry by itself, the player's or owner's doing, or a person's decision. */
export type OutcomeKind = 'success' | 'deferred' | 'retry' | 'terminal' | 'human';

/** Codes of outcomes with their meaning and pt-BR text (facts/game-servers.md 10.7). */
export const gameCodes = {
  ok: { kind: 'success', text: 'Entregue' },
  already_owned: { kind: 'success', text: 'O jogador já possuía' },
  not_banned: { kind: 'success', text: 'O jogador não estava banido' },
  not_owned: { kind: 'success', text: 'O jogador não possuía' },
  executed: { kind: 'success', text: 'Comando executado' },
  player_not_found: { kind: 'terminal', text: 'Cidadão não encontrado na cidade' },
  player_offline: { kind: 'deferred', text: 'Jogador fora da cidade; será entregue quando entrar' },
  player_mismatch: { kind: 'human', text: 'O Discord do pedido não é o do jogador com este ID' },
  player_ambiguous: { kind: 'human', text: 'Mais de um personagem para este ID' },
  inventory_full: { kind: 'deferred', text: 'Inventário cheio' },
  invalid_item: { kind: 'terminal', text: 'Item inválido: confira o produto' },
  invalid_group: { kind: 'terminal', text: 'Grupo inválido: confira o produto' },
  invalid_vehicle: { kind: 'terminal', text: 'Veículo inválido: confira o produto' },
  invalid_args: { kind: 'terminal', text: 'Dado inválido: confira o produto' },
  insufficient_funds: { kind: 'terminal', text: 'Saldo insuficiente para remover' },
  command_not_found: { kind: 'terminal', text: 'Comando inexistente no servidor' },
  command_denied: { kind: 'terminal', text: 'Comando sem permissão no servidor' },
  unsupported_action: { kind: 'terminal', text: 'Esta base não oferece esta ação' },
  framework_missing: { kind: 'retry', text: 'Base do servidor indisponível' },
  db_unavailable: { kind: 'retry', text: 'Banco de dados do servidor indisponível' },
  adapter_error: { kind: 'retry', text: 'Erro na base do servidor' },
  timeout: { kind: 'retry', text: 'Sem resposta da base do servidor' },
  uncertain: { kind: 'human', text: 'Não foi possível confirmar; verifique na cidade' },
  expired: { kind: 'terminal', text: 'Prazo esgotado' },
  cancelled: { kind: 'terminal', text: 'Cancelada' },
} as const satisfies Record<string, { kind: OutcomeKind; text: string }>;
export type GameCode = keyof typeof gameCodes;
