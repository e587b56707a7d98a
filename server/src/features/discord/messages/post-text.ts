import { transaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { planAllowsDiscord } from '../../plans/current-plan.ts';
import { discordOf } from '../discord.ts';
import { findGuild } from '../guilds/store-guilds.ts';
import { stopDiscord } from '../stop-discord.ts';
import { attemptMessage } from './discord-messages.ts';

/** Why a text cannot be written until somebody repairs it. */
export type PostRefusal =
  | 'discord_not_bound'
  | 'server_ended'
  | 'plan_without_discord'
  | 'channel_forbidden'
  | 'unknown_channel';

/** How an attempt to write a text ended. `unproven`: it may be there. `unsent`: it is not, and may be tried again. */
export type Posted = 'written' | 'unproven' | 'unsent' | { wait: number } | { refused: PostRefusal };

/**
 * Writes a text in a channel of one of the store's Discord servers, outside any transaction. A null `server` means the main one.
 * The text notifies nobody. Within the minutes in which Discord remembers `id`, a repetition writes no second text.
 */
export async function postText(
  deps: Deps,
  store: StoreId,
  { id, server, channel, text }: { id: string; server: string | null; channel: string; text: string },
  signal: AbortSignal,
): Promise<Posted> {
  const { db } = deps;
  const rest = discordOf(deps);
  if (!rest || (await db.selectFrom('outside_stop').where('name', '=', 'discord').select('name').executeTakeFirst())) {
    return 'unsent';
  }
  const binding = await findGuild(db, store, server ?? undefined);
  if (!binding) return { refused: server === null ? 'discord_not_bound' : 'server_ended' };
  if (!(await planAllowsDiscord(db, store))) return { refused: 'plan_without_discord' };
  const attempted = await attemptMessage(
    rest,
    binding.guild_id,
    {
      id,
      attempts: 1,
      action_type: 'send_message',
      code: null,
      args: { channelId: channel, message: text },
      player: '',
      number: 0,
    },
    signal,
  );
  if ('unproven' in attempted) return 'unproven';
  if ('wait' in attempted) return { wait: attempted.wait };
  if ('stop' in attempted) {
    await transaction(db, (tx) => stopDiscord(tx, attempted.stop));
    return 'unsent';
  }
  if ('repair' in attempted) {
    return { refused: attempted.repair === 'unknown_channel' ? 'unknown_channel' : 'channel_forbidden' };
  }
  const { status } = attempted.outcome;
  return status === 'succeeded' ? 'written' : status === 'deferred' ? 'unsent' : { refused: 'channel_forbidden' };
}
