import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';

/** The Discord server that an action names, or the main one where it names none; undefined where the store has no such server. */
export async function findGuild(db: Db, store: StoreId, server: string | undefined) {
  const guilds = db.selectFrom('discord_guild').select(['guild_id', 'guild_name', 'held', 'problem', 'main_of']);
  return await (server === undefined
    ? guilds.where('main_of', '=', store)
    : guilds.where('store_id', '=', store).where('guild_id', '=', server)
  ).executeTakeFirst();
}

/** The same for a person's choice. Refuses `discord_not_bound` without a main server, and `discord_server_not_found`. */
export async function requireGuild(db: Db, store: StoreId, server: string | undefined) {
  const guild = await findGuild(db, store, server);
  if (!guild) throw new Refusal(server === undefined ? 'discord_not_bound' : 'discord_server_not_found');
  return guild;
}

/** In SQL, the Discord server of the delivery `alias`; null where it names none and its store has none. */
export const guildOf = (alias: string) =>
  sql<string | null>`coalesce(${sql.ref(`${alias}.args`)}->>'server',
    (select own.guild_id from discord_guild own where own.main_of = ${sql.ref(`${alias}.store_id`)}))`;

/** True in SQL where the row of `delivery` goes to this server of the store. */
export const isAt = (store: StoreId, guild: string) =>
  sql<boolean>`(delivery.store_id = ${store} and ${guildOf('delivery')} = ${guild})`;
