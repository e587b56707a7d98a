import { suggestedKind } from '@vitrine/contract/identity';
import { limits } from '@vitrine/contract/limits';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import type { Config } from '../../../config.ts';
import type { Db } from '../../../db/database.ts';
import type { StoreId } from '../../../http/store.ts';
import { countWaitingDeliveries, listGameServers, listWaitingScripts, policyConfirmedAt } from '../queries.ts';

/** Role management, ban, seeing channels and writing in them: all that Discord actions need (facts/discord.md, 6). */
const BOT_PERMISSIONS = '268438532';

const waitingTexts = {
  new_journal:
    'Outro servidor se conectou com este token. Se você trocou de máquina, aprove. Se não foi você, recuse e troque o token.',
  replaced: 'O servidor que entregava antes voltou. Aprove se ele deve retomar as entregas.',
  copy: 'Uma cópia deste servidor se conectou: pasta copiada ou backup restaurado. Aprove só se ela deve assumir.',
  restart: 'O servidor reiniciou.',
} as const;

const SILENCE_NOTICE =
  'Assumiu as entregas porque o servidor anterior ficou sem contato. Se não foi você que ligou este, troque o token.';
const TOKEN_NOTICE =
  'Ainda usa o token antigo, que para de valer 24 horas depois da troca. Copie o novo para o server.cfg.';

const rconProblems = {
  address: 'O endereço não existe mais ou não é público. Corrija em RCON; as entregas esperam.',
  unreachable: 'O servidor não respondeu por RCON. Tentamos de novo sozinhos; as entregas esperam.',
  password: 'O servidor recusou a senha do RCON. Informe a senha nova em RCON; as entregas esperam.',
} as const;

/** What the owner does about a Discord server's problem. The rest goes on by itself. */
const guildProblems: Record<string, string> = {
  bot_missing: 'O bot não está mais neste servidor. Convide de novo; as entregas que esperam continuam sozinhas.',
  missing_permissions:
    'O bot não pode dar um cargo ou banir. No Discord, arraste o cargo do bot para cima dos cargos que ele entrega e confira as permissões; as entregas que esperam continuam sozinhas.',
  unknown_role:
    'Um cargo vendido não existe mais neste servidor. Escolha outro cargo no produto; as entregas com o cargo antigo esperam.',
  channel_forbidden:
    'O bot não pode ver um dos canais ou escrever nele: nas permissões do canal, dê ao bot “Ver canal” e “Enviar mensagens”.',
  unknown_channel: 'Um produto usa um canal que não existe neste servidor do Discord: escolha outro no produto.',
};

/** A store's Discord servers, the main one first. */
export async function listGuilds(db: Db, store: StoreId) {
  return await db
    .selectFrom('discord_guild')
    .where('store_id', '=', store)
    .select(['guild_id', 'guild_name', 'bound_at', 'problem', 'main_of'])
    .orderBy((on) => on('main_of', 'is', null))
    .orderBy('bound_at')
    .orderBy('guild_id')
    .execute();
}

/**
 * State of a store's game servers and Discord servers, as the connection steps poll it. `allowedByPlan`: the plan
 * includes Discord. `connects`: the caller may connect servers, so they may also read the address of RCON.
 */
export async function readStoreConnection(
  db: Db,
  config: Config,
  store: StoreId,
  { allowedByPlan, connects }: { allowedByPlan: boolean; connects: boolean },
): Promise<StoreConnection> {
  const [confirmedAt, connected, servers, queued, scripts] = await Promise.all([
    policyConfirmedAt(db, store),
    listGuilds(db, store),
    listGameServers(db, store, limits.gameOfflineSeconds),
    countWaitingDeliveries(db, store),
    listWaitingScripts(db, store),
  ]);
  const guilds = connected.map(({ guild_id, guild_name, bound_at, problem }) => ({
    id: guild_id,
    name: guild_name,
    boundAt: bound_at.toISOString(),
    problem: problem && (guildProblems[problem] ?? problem),
  }));
  return {
    success: true,
    policyConfirmed: confirmedAt !== null,
    gameUrl: config.publicUrl,
    servers: servers.map((server) => ({
      id: server.id,
      name: server.name,
      first: server.id === store,
      game: server.game,
      framework: server.framework ?? '',
      version: server.version ?? '',
      online: server.online,
      answer: server.answer,
      silentSeconds: server.silent_seconds,
      players: server.online ? server.players : null,
      lastSeenAt: server.last_seen_at?.toISOString() ?? null,
      queued: queued.find(({ seat }) => seat === server.id)?.count ?? 0,
      silenceMinutes: server.silence_minutes,
      identity: server.identity,
      identityLabel: server.identity_label ?? '',
      identityHelp: server.identity_help ?? '',
      suggested: suggestedKind(server.game, server.framework ?? '') ?? null,
      rcon:
        server.host === null || server.port === null
          ? null
          : {
              host: connects ? server.host : null,
              port: connects ? server.port : null,
              problem: server.problem && rconProblems[server.problem],
            },
      notice: server.old_token ? TOKEN_NOTICE : server.by_silence ? SILENCE_NOTICE : null,
      waiting: scripts
        .filter(({ seat_id }) => seat_id === server.id)
        .map(({ id, state, reason, framework, version, first_seen_at, last_seen_at }) => ({
          id,
          refused: state === 'refused',
          text: waitingTexts[reason],
          framework,
          version,
          firstSeenAt: first_seen_at.toISOString(),
          lastSeenAt: last_seen_at.toISOString(),
        })),
    })),
    discord: {
      inviteUrl: inviteUrl(config),
      allowedByPlan,
      guild: connected[0]?.main_of ? (guilds[0] ?? null) : null,
      guilds,
    },
  };
}

/** Where an owner invites the bot to a server; null on an installation without a bot. */
function inviteUrl({ discord }: Config): string | null {
  if (!discord.botToken || !discord.clientId) return null;
  const query = new URLSearchParams({
    client_id: discord.clientId,
    scope: 'bot applications.commands',
    permissions: BOT_PERMISSIONS,
  });
  return `${discord.authorizeUrl}?${query}`;
}
