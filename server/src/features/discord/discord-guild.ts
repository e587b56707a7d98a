import { outsideName } from '@vitrine/contract/names';
import { type APIGuild, Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { StoreId } from '../../http/store.ts';
import type { DiscordRest } from '../../integrations/discord/rest.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { discordOf, repairOf } from './discord.ts';
import { holdGuild, lookNow } from './guild-holds.ts';

/**
 * Checks a store's servers, each by itself: its name, and whether the bot is still in it. Where that differs from what is stored,
 * a look settles it. Throws what may be tried again.
 */
export async function checkGuilds(deps: Deps, store: StoreId): Promise<void> {
  const rest = discordOf(deps);
  if (!rest) return;
  const guilds = await deps.db
    .selectFrom('discord_guild')
    .where('store_id', '=', store)
    .select(['guild_id', 'problem'])
    .execute();
  const checks = await Promise.allSettled(guilds.map((guild) => checkGuild(deps, rest, store, guild)));
  const failed = checks.find((check) => check.status === 'rejected');
  if (failed) throw failed.reason;
}

async function checkGuild(
  { db }: Deps,
  rest: DiscordRest,
  store: StoreId,
  { guild_id: guild, problem }: { guild_id: string; problem: string | null },
): Promise<void> {
  let name: string | undefined;
  let present = true;
  try {
    name = outsideName((await rest.call<APIGuild>('GET', Routes.guild(guild)))?.name ?? '', 100);
  } catch (error) {
    if (repairOf(error) !== 'bot_missing') throw error;
    present = false;
  }
  await transaction(db, async (tx) => {
    await tx
      .updateTable('discord_guild')
      .set({ checked_at: sql<Date>`now()`, ...(name && { guild_name: name }) })
      .where('store_id', '=', store)
      .where('guild_id', '=', guild)
      .execute();
    if (!present) await holdGuild(tx, store, guild, { hold: 'bot', problem: 'bot_missing' });
    else if (problem === 'bot_missing') await lookNow(tx, store, guild);
  });
}

/** Asks whether the bot's token works again. If it does, everything that waited goes on at once. */
export async function checkToken(deps: Deps): Promise<void> {
  const rest = discordOf(deps);
  if (!rest) return;
  try {
    await rest.call('GET', Routes.user());
  } catch (error) {
    deps.log.error({ err: error }, 'Discord refuses the bot token or does not answer; its deliveries are stopped');
    return;
  }
  await transaction(deps.db, async (tx) => {
    await tx.deleteFrom('outside_stop').where('name', '=', 'discord').execute();
    const stores = new Set(await makeDue(tx, 'discord', sql`code = 'discord_stopped'`));
    for (const storeId of stores) await enqueue(tx, 'discord.deliver', { storeId });
  });
}
