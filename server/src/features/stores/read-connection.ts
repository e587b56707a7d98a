import { limits } from '@vitrine/contract/limits';
import type { StoreConnection } from '@vitrine/contract/store-answers';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import type { StoreId } from '../../http/store.ts';
import { countWaitingDeliveries, listGameServers, readConnection } from './queries.ts';

/** Role management and ban: all that Discord actions need (facts/discord.md, 6). */
const BOT_PERMISSIONS = '268435460';

/** State of a store's game servers and Discord server, as the connection steps poll it. */
export async function readStoreConnection(
  db: Db,
  config: Config,
  store: StoreId,
  allowedByPlan: boolean,
): Promise<StoreConnection> {
  const [row, servers, waiting] = await Promise.all([
    readConnection(db, store),
    listGameServers(db, store, limits.gameOfflineSeconds),
    countWaitingDeliveries(db, store),
  ]);
  // Deliveries that no server has taken yet count for the server that was seen last.
  const unclaimed = waiting.find(({ server_id }) => server_id === null)?.count ?? 0;
  return {
    success: true,
    policyConfirmed: row.policy_confirmed_at !== null,
    gameUrl: config.publicUrl,
    servers: servers.map((server, index) => ({
      id: server.id,
      name: server.name,
      game: server.game,
      framework: server.framework,
      version: server.version,
      online: server.online,
      players: server.online ? server.players : null,
      lastSeenAt: server.last_seen_at.toISOString(),
      queued: (waiting.find(({ server_id }) => server_id === server.id)?.count ?? 0) + (index === 0 ? unclaimed : 0),
      notice: server.notice,
    })),
    discord: {
      inviteUrl: inviteUrl(config),
      allowedByPlan,
      guild: row.guild_id
        ? {
            id: row.guild_id,
            name: row.guild_name ?? '',
            boundAt: (row.bound_at ?? new Date(0)).toISOString(),
            problem: row.guild_problem,
          }
        : null,
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
