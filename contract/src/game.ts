import { z } from 'zod';
import { GameListOffers } from './city-lists.ts';
import { limits } from './limits.ts';
import { games } from './targets/entries.ts';

export type { GameCommand, GameHelloAnswer, GameSyncAnswer } from './game-answers.ts';

/**
 * The protocol between a connected game server and Vitrine (docs/game-server-protocol.md). It has two calls, both
 * repeatable: `POST /v1/game/hello` once per start, then `POST /v1/game/sync` again and again.
 * Lua and MTA encode an empty table as `[]`, so `[]` is accepted as an empty object. Both sides ignore unknown
 * fields. A missing list is an empty one. All ids are strings, all amounts integers.
 */
export const gameProtocolVersion = 1;

/** Request headers. The token itself is never sent: `server` is its public key id. */
export const gameHeaders = {
  /** First 12 hex digits of SHA-256 of the identification token. */
  server: 'x-vitrine-server',
  /** Unix time in seconds, by the game server's clock plus the offset that it has learnt. */
  time: 'x-vitrine-time',
  /** 32 random hex digits of the script's start, then 16 that count its requests; or 16 to 64 that are random each time. */
  nonce: 'x-vitrine-nonce',
  /**
   * Request: hex HMAC-SHA256(token, method LF path LF time LF nonce LF hex SHA-256(body)), path without query.
   * Answer: hex HMAC-SHA256(token, nonce LF hex SHA-256(body)).
   */
  signature: 'x-vitrine-signature',
} as const;

const orEmptyObject = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), schema);
/** Lua may send an empty list as `{}`. */
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
/** As many as the database can keep (int4). */
const count = integer.min(0).max(2_147_483_647);

export const GameHello = z.object({
  protocol: integer,
  /** Version of the installed script, `1.0.0`. */
  version: shortText(20),
  game: z.enum(games),
  /** Artifact build or game version, in the server's own words. */
  server_version: shortText(120).optional(),
  /** `vrp1`, `vrpex`, `creative3`, `creative4`, `creative_network`, `standalone`, …; `paper`, `spigot`, `folia`, `velocity`, `bungeecord`; `mta` */
  framework: shortText(40),
  framework_version: shortText(60).optional(),
  /**
   * The actions that the adapter can do while the player's character is loaded, and while it is not. Some other words
   * are possible. `in_order`: the script runs the deliveries of one player in the order of arrival, and gives back
   * (`held_back`) what it has not begun when one of them waits; without it, it gets one delivery of a player at a time.
   * `who`: the script answers questions (`GameSyncAnswer.who`); without it, it gets none. `arguments`:
   * the script reads `template` and `argv` of commands; without it, it gets only lines without quotes. `instead`: a
   * `remove_group` may name the group that takes its place. `names`: names of groups may hold spaces and accents. `own:` and
   * a name: a script of the city registered this action for `run_action`. `plate`: the script reads the plate of a vehicle;
   * both values are false if its base keeps no plates. Without the word, vehicles with a plate wait for a newer script.
   * `identity`: the script reads a player's `identity`; without it, it gets only deliveries for city ids.
   */
  capabilities: orEmptyObject(
    z.record(
      shortText(40),
      orEmptyObject(z.object({ online: z.boolean().optional(), offline: z.boolean().optional() })),
    ),
  ),
  database: shortText(40).optional(),
  resource: shortText(80).optional(),
  /** Random, new at each start of the script. */
  boot_id: shortText(64).min(8),
  /** Random, made once and kept in the journal. A new value means another journal, or that the former one was lost. */
  journal_id: shortText(64).min(8),
  now: integer,
  /** Number of journal rows whose outcome is not settled yet. */
  pending: integer.min(0).optional(),
  /** The city's lists. Absent: the script tells none, or not yet. */
  lists: orEmptyObject(GameListOffers).optional().catch(undefined),
});
export type GameHello = z.infer<typeof GameHello>;

const gameResultStatuses = ['succeeded', 'failed', 'deferred', 'uncertain'] as const;

const GameResult = z.object({
  id: shortText(64).min(1),
  attempt: integer.min(1),
  /** `deferred`: nothing happened, so it is offered again later (player offline, inventory full, base not ready). */
  status: z.enum(gameResultStatuses),
  /** One of `gameCodes`. An unknown code is stored and shown as `adapter_error`. */
  code: shortText(40),
  message: z
    .string()
    .transform((text) => text.slice(0, limits.deliveryMessageMax))
    .optional(),
  /** Unix seconds of the outcome. */
  at: integer.optional(),
  /** Proof that was read back after the effect (balance, amount before and after, …). Stored as sent, at most 2 KB. */
  detail: orEmptyObject(z.record(shortText(40), z.union([z.string().max(200), z.number(), z.boolean()]))).optional(),
});

/** A result that cannot be read is dropped alone: it must not block those beside it. What is no result at all is refused. */
const results = listOf(z.record(z.string(), z.unknown()), limits.gameResultsMax).transform((list) =>
  list.flatMap((one) => {
    const result = GameResult.safeParse(one);
    return result.success ? [result.data] : [];
  }),
);

/** A city's answer about a city id: the character exists, it does not, or the base cannot tell. */
const personStatuses = ['found', 'missing', 'unknown'] as const;

export const GamePerson = z.object({
  city_id: shortText(20),
  status: z.enum(personStatuses),
  /** The character's name as the base stores it, in UTF-8. We store and show only its mask. */
  name: shortText(limits.gamePersonNameMax).optional().catch(undefined),
});
export type GamePerson = z.infer<typeof GamePerson>;

/** A malformed answer is dropped alone: it must not block the results beside it. */
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
  results,
  /** Ids that are taken and not finished. Their leases are renewed. */
  in_progress: listOf(shortText(64), limits.gameResultsMax),
  /** Deferred ids whose cause is gone (room in the inventory, base ready again). They are offered again at once. */
  ready: listOf(shortText(64), limits.gameResultsMax),
  /** The loaded characters: city ids as digits, other ids as `kind:value` (`citizen_id:ABC12345`). */
  online: listOf(shortText(limits.playerKeyMax), limits.gameOnlineMax),
  players: orEmptyObject(z.object({ online: count, max: count.optional() })).optional(),
  /** Answers to the questions of `GameSyncAnswer.who`, each sent once. */
  people,
  /** How many commands the script takes now. */
  want: integer.min(0).max(limits.gameBatch).default(0),
});
export type GameSync = z.infer<typeof GameSync>;

/**
 * Errors are JSON `{ success: false, error, code, now?, retry_after_ms? }`. They are not signed, so a client may only
 * slow down because of them. Codes: game_auth (401), clock_skew (401, with `now`),
 * superseded (409), game_mismatch (422), game_version (426), rate_limited (429), invalid_request (400),
 * unavailable (503).
 */

/** What follows an outcome: nothing, a retry by itself, an act of the player or owner, or a person's decision. */
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
  plate_taken: {
    kind: 'terminal',
    text: 'A placa já é de outro veículo na cidade: combine outra com o cliente, corrija e reenvie',
  },
  invalid_args: { kind: 'terminal', text: 'Dado inválido: confira o produto' },
  insufficient_funds: { kind: 'terminal', text: 'Saldo insuficiente para remover' },
  command_not_found: { kind: 'terminal', text: 'Comando inexistente no servidor' },
  action_refused: { kind: 'terminal', text: 'O script da cidade recusou a ação' },
  command_denied: { kind: 'terminal', text: 'Comando sem permissão no servidor' },
  unsupported_action: { kind: 'terminal', text: 'Esta base não oferece esta ação' },
  framework_missing: { kind: 'retry', text: 'Base do servidor indisponível' },
  db_unavailable: { kind: 'retry', text: 'Banco de dados do servidor indisponível' },
  adapter_error: { kind: 'retry', text: 'Erro na base do servidor' },
  timeout: { kind: 'retry', text: 'Sem resposta da base do servidor' },
  storage_unavailable: {
    kind: 'retry',
    text: 'O servidor da cidade não guarda o registro das entregas: nada foi executado. Confira o disco do servidor',
  },
  held_back: { kind: 'retry', text: 'Espera uma entrega anterior deste jogador' },
  uncertain: { kind: 'human', text: 'Não foi possível confirmar; verifique na cidade' },
  expired: { kind: 'terminal', text: 'Prazo esgotado' },
  cancelled: { kind: 'terminal', text: 'Cancelada' },
} as const satisfies Record<string, { kind: OutcomeKind; text: string }>;
