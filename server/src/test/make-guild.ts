import type { Db } from '../db/database.ts';
import type { StoreId } from '../http/store.ts';

/** Binds a Discord server to a store, as its main one by default. It was looked at just now, so that no sweep asks about it. */
export async function bindGuild(db: Db, store: StoreId, guild: string, { main = true } = {}): Promise<void> {
  await db
    .insertInto('discord_guild')
    .values({
      store_id: store,
      main_of: main ? store : null,
      guild_id: guild,
      guild_name: 'G',
      bound_by: '391822001983488000',
      checked_at: new Date(),
    })
    .execute();
}
