import type { FastifyInstance } from 'fastify';
import type { ApiRoute } from './api-gate.ts';
import { channelForBot, channelsOf, openDirect, writeMessage } from './channels.ts';
import type { Channel, ChannelMessage, Guild } from './model.ts';
import type { World } from './world.ts';

/** Channel types (docs.discord.com/developers/resources/channel, Channel Types). */
const TYPES: Record<Channel['kind'], number> = { text: 0, direct: 1, voice: 2, category: 4, announcement: 5 };

const bot = (bucket: string): { config: { api: ApiRoute } } => ({ config: { api: { auth: 'bot', bucket } } });

function channelShape({ channel, guild }: { channel: Channel; guild: Guild | undefined }): Record<string, unknown> {
  const { id, name, kind, position, recipientId, overwrites } = channel;
  const common = { id, type: TYPES[kind], flags: 0, last_message_id: channel.messages.at(-1)?.id ?? null };
  if (!guild) return { ...common, recipients: [{ id: recipientId, username: name }] };
  return {
    ...common,
    guild_id: guild.id,
    name,
    position,
    parent_id: null,
    nsfw: false,
    permission_overwrites: overwrites.map((one) => ({
      id: one.id,
      type: one.kind === 'role' ? 0 : 1,
      allow: one.allow.toString(),
      deny: one.deny.toString(),
    })),
  };
}

function messageShape(world: World, { id, at, channelId, content, nonce, pinged }: ChannelMessage) {
  const { id: botId, name } = world.application;
  return {
    id,
    channel_id: channelId,
    author: { id: botId, username: name, discriminator: '0', avatar: null, bot: true },
    content,
    timestamp: new Date(at).toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: pinged.includes('everyone'),
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    type: 0,
    ...(nonce !== null && { nonce }),
  };
}

/** Channels and messages. `api` is the scope of `/api/v10` with the gate installed. */
export function channelRoutes(api: FastifyInstance, world: World): void {
  api.get<{ Params: { guild: string } }>('/guilds/:guild/channels', bot('guilds/channels'), async ({ params }) =>
    channelsOf(world, params.guild).map(channelShape),
  );
  api.get<{ Params: { channel: string } }>('/channels/:channel', bot('channels'), async ({ params }) =>
    channelShape(channelForBot(world, params.channel)),
  );
  api.post('/users/@me/channels', bot('users/@me/channels'), async ({ body }) =>
    channelShape({ channel: openDirect(world, body), guild: undefined }),
  );
  api.post<{ Params: { channel: string } }>(
    '/channels/:channel/messages',
    bot('channels/messages'),
    async ({ params, body }) => messageShape(world, writeMessage(world, params.channel, body)),
  );
}
