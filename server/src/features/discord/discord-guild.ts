import { type APIGuild, RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { sql } from 'kysely';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { StoreId } from '../../http/store.ts';
import { DiscordError } from '../../integrations/discord/rest.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { makeDue } from '../deliveries/make-due.ts';
import { discordOf } from './discord.ts';

/** Discord answers one of these for a server that the bot is not in. */
const absent = new Set<number>([RESTJSONErrorCodes.UnknownGuild, RESTJSONErrorCodes.MissingAccess]);

/** Checks a bound server: its name, and whether the bot is still in it. Throws what may be tried again. */
export async function checkGuild(deps: Deps, store: StoreId): Promise<void> {
  const rest = discordOf(deps.config);
  const binding = await deps.db
    .selectFrom('guild_binding')
    .where('store_id', '=', store)
    .select(['guild_id', 'problem'])
    .executeTakeFirst();
  if (!rest || !binding) return;
  let name: string | undefined;
  let problem: string | null = null;
  try {
    name = (await rest.call<APIGuild>('GET', Routes.guild(binding.guild_id)))?.name;
    // That the bot is there says nothing about its permissions: Discord's next answer to an action does.
    if (binding.problem === 'missing_permissions') problem = binding.problem;
  } catch (error) {
    if (!(error instanceof DiscordError) || !absent.has(error.code)) throw error;
    problem = 'bot_missing';
  }
  await deps.db
    .updateTable('guild_binding')
    .set({ problem, checked_at: sql<Date>`now()`, ...(name && { guild_name: name.slice(0, 100) }) })
    .where('store_id', '=', store)
    .where('guild_id', '=', binding.guild_id)
    .execute();
}

/** Asks whether the bot's token works again. If it does, everything that waited goes on at once. */
export async function checkToken(deps: Deps): Promise<void> {
  const rest = discordOf(deps.config);
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
