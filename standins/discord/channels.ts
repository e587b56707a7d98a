import { badField, DiscordError } from './errors.ts';
import type { Channel, ChannelMessage, Guild } from './model.ts';
import { guildForBot } from './moderation.ts';
import { PERMISSION, permissionsIn } from './permissions.ts';
import { SNOWFLAKE } from './snowflake.ts';
import { botIsIn, type World } from './world.ts';

/**
 * Channels and the bot's messages. Each function cites the page of Discord's documentation that it follows
 * (docs.discord.com/developers, repository discord/discord-api-docs).
 */

const MOST_CHARACTERS = 2000;
const LONGEST_NONCE = 25;

export function addChannel(
  world: World,
  guild: Guild,
  name: string,
  kind: Channel['kind'] = 'text',
  id = world.newId(),
): Channel {
  const position = guild.channels.size;
  const channel: Channel = { id, name, kind, position, recipientId: null, overwrites: [], messages: [] };
  guild.channels.set(id, channel);
  return channel;
}

export function setOverwrite(
  guild: Guild,
  channelId: string,
  { id, allow, deny }: { id: string; allow?: string | undefined; deny?: string | undefined },
): void {
  const channel = guild.channels.get(channelId);
  if (!channel) throw new RangeError('Canal desconhecido.');
  const kind = guild.roles.has(id) ? 'role' : 'member';
  const others = channel.overwrites.filter((one) => one.id !== id);
  channel.overwrites = [...others, { id, kind, allow: BigInt(allow ?? 0), deny: BigInt(deny ?? 0) }];
}

export function messagesIn(world: World, channelOrUserId: string): ChannelMessage[] {
  const direct = world.directs.get(channelOrUserId);
  const found = direct ?? findChannel(world, channelOrUserId)?.channel;
  return found?.messages.map((message) => ({ ...message })) ?? [];
}

interface Found {
  channel: Channel;
  /** Undefined for a direct channel. */
  guild: Guild | undefined;
}

function findChannel(world: World, channelId: string): Found | undefined {
  for (const guild of world.guilds.values()) {
    const channel = guild.channels.get(channelId);
    if (channel) return { channel, guild };
  }
  const channel = [...world.directs.values()].find(({ id }) => id === channelId);
  return channel && { channel, guild: undefined };
}

/**
 * The channel, if the bot sees it: 10003 if there is none, 50001 without VIEW_CHANNEL or without the bot in the server (resources/channel,
 * Get Channel; topics/opcodes-and-status-codes, JSON error codes).
 */
export function channelForBot(world: World, channelId: string): Found {
  if (!SNOWFLAKE.test(channelId)) throw badField('channel_id', 'NUMBER_TYPE_COERCE', 'Value is not snowflake.');
  const found = findChannel(world, channelId);
  if (!found) throw new DiscordError(10003);
  const { guild, channel } = found;
  if (!guild) return found;
  const bits = botIsIn(world, guild) ? permissionsIn(guild, world.application.id, channel) : 0n;
  if (!(bits & PERMISSION.VIEW_CHANNEL)) throw new DiscordError(50001);
  return found;
}

/** All channels of a server without its threads, also those that the bot does not see (resources/guild, Get Guild Channels). */
export function channelsOf(world: World, guildId: string): Found[] {
  const guild = guildForBot(world, guildId);
  return [...guild.channels.values()].map((channel) => ({ channel, guild }));
}

/** The bot's direct channel with a person; an existing one is answered again (resources/user, Create DM). */
export function openDirect(world: World, body: unknown): Channel {
  const { recipient_id: recipientId } = (body ?? {}) as { recipient_id?: unknown };
  if (typeof recipientId !== 'string' || !SNOWFLAKE.test(recipientId)) {
    throw badField('recipient_id', 'NUMBER_TYPE_COERCE', 'Value is not snowflake.');
  }
  const user = world.users.get(recipientId);
  if (!user || user.bot) throw new DiscordError(50033);
  const known = world.directs.get(recipientId);
  if (known) return known;
  const channel: Channel = {
    id: world.newId(),
    name: user.username,
    kind: 'direct',
    position: 0,
    recipientId,
    overwrites: [],
    messages: [],
  };
  world.directs.set(recipientId, channel);
  return channel;
}

/**
 * Refuses a message to a place that does not take it: 50008 if the channel has no texts, 50013 without SEND_MESSAGES, 50278
 * without a common server, 50007 if the person closed direct messages (topics/opcodes-and-status-codes).
 */
function checkPlace(world: World, { guild, channel }: Found): void {
  if (guild) {
    if (channel.kind === 'category') throw new DiscordError(50008);
    const bits = permissionsIn(guild, world.application.id, channel);
    if (!(bits & PERMISSION.SEND_MESSAGES)) throw new DiscordError(50013);
    return;
  }
  const person = channel.recipientId ?? '';
  const common = [...world.guilds.values()].some((one) => botIsIn(world, one) && one.members.has(person));
  if (!common) throw new DiscordError(50278);
  if (world.closedDms.has(person)) throw new DiscordError(50007);
}

interface MessageBody {
  content?: unknown;
  nonce?: unknown;
  enforce_nonce?: unknown;
  allowed_mentions?: { parse?: unknown; users?: unknown; roles?: unknown };
}

/**
 * Whom a message notifies. Without `allowed_mentions` every mention in the content counts, with it only those that it allows.
 * @everyone also needs the permission (resources/message, Allowed Mentions Object).
 */
function pingedBy(world: World, { guild, channel }: Found, content: string, allowed: MessageBody['allowed_mentions']) {
  const parse =
    allowed === undefined ? ['everyone', 'users', 'roles'] : Array.isArray(allowed.parse) ? allowed.parse : [];
  const listed = (of: unknown, id: string) => Array.isArray(of) && of.includes(id);
  const pinged = new Set<string>();
  const bits = guild ? permissionsIn(guild, world.application.id, channel) : 0n;
  const everyone = parse.includes('everyone') && (bits & PERMISSION.MENTION_EVERYONE) !== 0n;
  if (everyone && /@(everyone|here)/.test(content)) pinged.add('everyone');
  for (const [, role, id = ''] of content.matchAll(/<@(&?)!?(\d{17,20})>/g)) {
    if (role ? parse.includes('roles') : parse.includes('users')) pinged.add(id);
    else if (listed(role ? allowed?.roles : allowed?.users, id)) pinged.add(id);
  }
  return [...pinged];
}

/**
 * Writes a message (resources/message, Create Message): content up to 2000 characters, and `nonce` up to 25. With
 * `enforce_nonce`, a nonce that this author used in "the past few minutes" answers the former message and makes no new one.
 */
export function writeMessage(world: World, channelId: string, input: unknown): ChannelMessage {
  const found = channelForBot(world, channelId);
  checkPlace(world, found);
  const body = (input ?? {}) as MessageBody;
  const { content = '', nonce = null } = body;
  if (typeof content !== 'string' || [...content].length > MOST_CHARACTERS) {
    throw badField('content', 'BASE_TYPE_MAX_LENGTH', `Must be ${MOST_CHARACTERS} or fewer in length.`);
  }
  if (content.trim() === '') throw new DiscordError(50006);
  const given = nonce === null ? null : String(nonce);
  if (given !== null && given.length > LONGEST_NONCE) {
    throw badField('nonce', 'BASE_TYPE_MAX_LENGTH', `Must be ${LONGEST_NONCE} or fewer in length.`);
  }
  const now = world.clock.now();
  if (given !== null && body.enforce_nonce === true) {
    const former = everyMessage(world).find(
      ({ nonce: own, at }) => own === given && at > now - world.behaviour.nonceMs,
    );
    if (former) return former;
  }
  const pinged = pingedBy(world, found, content, body.allowed_mentions);
  const message: ChannelMessage = { id: world.newId(), at: now, channelId, content, nonce: given, pinged };
  found.channel.messages.push(message);
  return message;
}

function everyMessage(world: World): ChannelMessage[] {
  const channels = [...world.guilds.values()].flatMap((guild) => [...guild.channels.values()]);
  return [...channels, ...world.directs.values()].flatMap(({ messages }) => messages);
}
