import type { DiscordServerChoice } from '@vitrine/contract/discord-servers';
import type { DiscordChannel } from '@vitrine/contract/store-answers';
import {
  type APIGuildChannel,
  type APIGuildMember,
  type APIRole,
  ChannelType,
  OverwriteType,
  PermissionFlagsBits,
  Routes,
} from 'discord-api-types/v10';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import type { DiscordRest } from '../../../integrations/discord/rest.ts';
import { discordOf } from '../discord.ts';
import { botOf } from '../discord-roles.ts';
import { keptLists } from '../guilds/discord-lists.ts';
import { requireGuild } from '../guilds/store-guilds.ts';

const channelsOf = keptLists<DiscordChannel>();

const WRITABLE: readonly ChannelType[] = [ChannelType.GuildText, ChannelType.GuildAnnouncement];
const { Administrator, SendMessages, ViewChannel } = PermissionFlagsBits;

interface BotInGuild {
  guild: string;
  bot: string;
  roleIds: readonly string[];
  roles: readonly APIRole[];
}

/**
 * A member's permissions in a channel: those of the roles, then the overwrites of @everyone, of all roles together, and of the
 * member (Discord's documentation, topics/permissions). Pure.
 */
function permissionsIn(
  { permission_overwrites: overwrites = [] }: Pick<APIGuildChannel, 'permission_overwrites'>,
  { guild, bot, roleIds, roles }: BotInGuild,
): bigint {
  const own = roles.filter(({ id }) => id === guild || roleIds.includes(id));
  const base = own.reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  if ((base & Administrator) !== 0n) return base | ViewChannel | SendMessages;
  const layers = [
    overwrites.filter(({ id }) => id === guild),
    overwrites.filter(({ id, type }) => type === OverwriteType.Role && id !== guild && roleIds.includes(id)),
    overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === bot),
  ];
  return layers.reduce((bits, layer) => {
    const deny = layer.reduce((sum, one) => sum | BigInt(one.deny), 0n);
    return (bits & ~deny) | layer.reduce((sum, one) => sum | BigInt(one.allow), 0n);
  }, base);
}

/** As Discord lists the channels that have texts. */
type Listed = APIGuildChannel & { position: number };

async function readChannels(rest: DiscordRest, guild: string, me: string | undefined): Promise<DiscordChannel[]> {
  const bot = me ?? (await botOf(rest)) ?? '';
  const channels = (await rest.call<Listed[]>('GET', Routes.guildChannels(guild))) ?? [];
  const roles = (await rest.call<APIRole[]>('GET', Routes.guildRoles(guild))) ?? [];
  const member = await rest.call<APIGuildMember>('GET', Routes.guildMember(guild, bot));
  const ours = { guild, bot, roles, roleIds: member?.roles ?? [] };
  return channels
    .filter(({ type }) => WRITABLE.includes(type))
    .sort((a, b) => a.position - b.position)
    .map((channel) => {
      const bits = permissionsIn(channel, ours);
      const reason =
        (bits & ViewChannel) === 0n
          ? 'O bot não vê este canal.'
          : (bits & SendMessages) === 0n
            ? 'O bot não pode escrever neste canal.'
            : null;
      return { id: channel.id, name: channel.name, reason };
    });
}

/**
 * The text channels of one of the store's Discord servers in their order, each with why the bot cannot write in it. `server`
 * names it, or is undefined for the main one; `fresh` asks Discord again (discord-lists.ts). Refuses `discord_not_bound`,
 * `discord_server_not_found` and `discord_unavailable`.
 */
export async function discordChannels(
  { db, config }: Deps,
  store: StoreId,
  { server, fresh }: z.output<typeof DiscordServerChoice>,
): Promise<DiscordChannel[]> {
  const rest = discordOf({ db, config });
  const { guild_id: guild } = await requireGuild(db, store, server);
  if (!rest) throw new Refusal('discord_not_bound');
  return await channelsOf(`${config.discord.apiUrl} ${guild}`, fresh !== undefined, () =>
    readChannels(rest, guild, config.discord.clientId),
  );
}
