import {
  type APIChannel,
  type APIMessage,
  RESTJSONErrorCodes,
  type RESTPostAPIChannelMessageJSONBody,
  type RESTPostAPICurrentUserCreateDMChannelJSONBody,
  Routes,
} from 'discord-api-types/v10';
import { DiscordError, type DiscordRest } from '../../../integrations/discord/rest.ts';
import { type Attempted, type DiscordDelivery, outcomeOf } from '../discord.ts';
import { nonceOf } from './message-journal.ts';

/** Seconds to wait after Discord said that the bot opens direct channels too fast. */
const SLOW_SECONDS = 60;
/** Discord's number for a person who shares no server with the bot; discord-api-types does not name it. */
const NO_MUTUAL_GUILDS = 50278;
const MOST_KEPT = 5000;

/** The server of each channel, which never changes. */
const guilds = new WeakMap<DiscordRest, Map<string, string>>();

/**
 * The server of a channel; '' for a direct one. Every store shares one bot, so a store's action must not write in the
 * channel of another's server.
 */
async function guildOfChannel(rest: DiscordRest, channel: string, options: Options): Promise<string> {
  const known = guilds.get(rest) ?? new Map<string, string>();
  guilds.set(rest, known);
  const kept = known.get(channel);
  if (kept !== undefined) return kept;
  const found = await rest.call<APIChannel>('GET', Routes.channel(channel), options);
  const guild = (found && 'guild_id' in found && found.guild_id) || '';
  known.set(channel, guild);
  if (known.size > MOST_KEPT) known.delete(known.keys().next().value ?? '');
  return guild;
}

interface Options {
  party: string;
  signal: AbortSignal;
}

/** A message as Discord gets it: nothing in it notifies anybody. A repetition with the same `nonce` writes no second message. */
const messageBody = (content: string, nonce: string): RESTPostAPIChannelMessageJSONBody => ({
  content,
  nonce,
  enforce_nonce: true,
  allowed_mentions: { parse: [] },
});

/** Whether Discord may have written a message although the call failed. */
const mayHaveArrived = ({ status, unsent }: DiscordError): boolean => !unsent && (status === 0 || status >= 500);

/** The channel to write in: the action's own, or the direct one with a member. Undefined for a channel elsewhere. */
async function channelOf(
  rest: DiscordRest,
  guild: string,
  { action_type, args, player }: DiscordDelivery,
  options: Options,
): Promise<string | undefined> {
  if (action_type === 'send_message') {
    const channel = String(args.channelId);
    return (await guildOfChannel(rest, channel, options)) === guild ? channel : undefined;
  }
  // The bot is in the servers of many stores. Only a member of this one's server gets its messages.
  await rest.call('GET', Routes.guildMember(guild, player), options);
  const body: RESTPostAPICurrentUserCreateDMChannelJSONBody = { recipient_id: player };
  const direct = await rest.call<APIChannel>('POST', Routes.userChannels(), { ...options, body });
  return direct?.id;
}

/** Discord's error numbers for channels and messages; all others mean what they mean for roles. */
function outcomeOfMessage(error: DiscordError, delivery: DiscordDelivery): Attempted {
  const direct = delivery.action_type === 'send_direct';
  switch (error.code) {
    case RESTJSONErrorCodes.CannotSendMessagesToThisUser:
    case NO_MUTUAL_GUILDS:
      return { outcome: { status: 'failed', code: 'dm_closed' } };
    case RESTJSONErrorCodes.InvalidRecipients:
      return { outcome: { status: 'failed', code: 'unknown_user' } };
    case RESTJSONErrorCodes.OpeningDirectMessagesTooFast:
      return { wait: SLOW_SECONDS, global: false };
    case RESTJSONErrorCodes.UnknownChannel:
    case RESTJSONErrorCodes.CannotSendMessagesInNonTextChannel:
      return { repair: 'unknown_channel' };
    // A bot outside the server gets the same answer. The next look tells the two causes apart.
    case RESTJSONErrorCodes.MissingAccess:
    case RESTJSONErrorCodes.MissingPermissions:
      if (!direct) return { repair: 'channel_forbidden' };
  }
  return outcomeOf(error, delivery);
}

/** One attempt to write a message, outside any transaction. `unproven` where it may have arrived. */
export async function attemptMessage(
  rest: DiscordRest,
  guild: string,
  delivery: DiscordDelivery,
  signal: AbortSignal,
): Promise<Attempted> {
  const options = { party: guild, signal };
  let writing = false;
  try {
    const channel = await channelOf(rest, guild, delivery, options);
    if (channel === undefined) return { repair: 'unknown_channel' };
    writing = true;
    const made = await rest.call<APIMessage>('POST', Routes.channelMessages(channel), {
      ...options,
      body: messageBody(String(delivery.args.message), nonceOf(delivery.id)),
    });
    return { outcome: { status: 'succeeded', code: 'ok', detail: { channel, message: made?.id } }, fine: true };
  } catch (error) {
    if (error instanceof DiscordError) {
      return writing && mayHaveArrived(error) ? { unproven: true } : outcomeOfMessage(error, delivery);
    }
    if (!signal.aborted) throw error;
    return writing ? { unproven: true } : { outcome: { status: 'deferred', code: 'discord_unavailable', pause: 0 } };
  }
}
