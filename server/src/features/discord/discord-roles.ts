import type { DiscordServerChoice } from '@vitrine/contract/discord-servers';
import type { DiscordRole } from '@vitrine/contract/store-answers';
import { type APIGuildMember, type APIRole, type APIUser, PermissionFlagsBits, Routes } from 'discord-api-types/v10';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/errors.ts';
import type { StoreId } from '../../http/store.ts';
import type { DiscordRest } from '../../integrations/discord/rest.ts';
import { discordOf } from './discord.ts';
import { keptLists } from './guilds/discord-lists.ts';
import { requireGuild } from './guilds/store-guilds.ts';

const rolesOf = keptLists<DiscordRole>();

/** Either permission is enough (facts/discord.md section 3). */
const MAY_MANAGE_ROLES = PermissionFlagsBits.Administrator | PermissionFlagsBits.ManageRoles;
const MAY_BAN = PermissionFlagsBits.Administrator | PermissionFlagsBits.BanMembers;

/** What a bot with these roles may do in a Discord server. */
export interface GuildRoles {
  /** Highest first. Roles that no bot can give are left out. Each says whether our bot may give it. */
  roles: DiscordRole[];
  /** Whether our bot may give any role. */
  mayManage: boolean;
  mayBan: boolean;
}

/**
 * The roles of a Discord server for our bot. `me` is the bot's id; without it Discord is asked. Throws DiscordError.
 */
export async function readGuildRoles(rest: DiscordRest, guild: string, me: string | undefined): Promise<GuildRoles> {
  const bot = me ?? (await botOf(rest));
  const all = (await rest.call<APIRole[]>('GET', Routes.guildRoles(guild))) ?? [];
  const member = await rest.call<APIGuildMember>('GET', Routes.guildMember(guild, bot));
  return judgeRoles(all, guild, ({ id }) => member?.roles.includes(id) ?? false);
}

/** Judges all roles of a server; `isBots` names those that our bot has. Pure. */
export function judgeRoles(all: readonly APIRole[], guild: string, isBots: (role: APIRole) => boolean): GuildRoles {
  const higher = (a: APIRole, b: APIRole) => a.position - b.position || (BigInt(a.id) < BigInt(b.id) ? 1 : -1);
  const botRoles = all.filter(isBots);
  const top = botRoles.toSorted(higher).at(-1);
  const everyone = all.filter(({ id }) => id === guild);
  const bits = [...botRoles, ...everyone].reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  const roles = all
    .filter(({ id, managed }) => id !== guild && !managed)
    .sort((a, b) => higher(b, a))
    .map((role) => {
      const assignable = top !== undefined && higher(role, top) < 0;
      return {
        id: role.id,
        name: role.name,
        color: `#${role.color.toString(16).padStart(6, '0')}`,
        assignable,
        reason: assignable ? null : 'Este cargo está acima do cargo do bot. Arraste o cargo do bot para cima dele.',
      };
    });
  return { roles, mayManage: (bits & MAY_MANAGE_ROLES) !== 0n, mayBan: (bits & MAY_BAN) !== 0n };
}

const bots = new WeakMap<DiscordRest, string>();

/**
 * The id of a client's bot. It never changes, so it is asked for once: each question counts against all servers
 * together.
 */
export async function botOf(rest: DiscordRest): Promise<string | undefined> {
  const known = bots.get(rest);
  if (known !== undefined) return known;
  const bot = await rest.call<APIUser>('GET', Routes.user());
  if (bot) bots.set(rest, bot.id);
  return bot?.id;
}

/**
 * The roles of one of the store's Discord servers for the picker, highest first. Roles that no bot can give are left out. The
 * others say why ours cannot give them. `server` names it, or is undefined for the main one; `fresh` asks Discord again
 * (discord-lists.ts). Refuses `discord_not_bound`, `discord_server_not_found` and `discord_unavailable`.
 */
export async function discordRoles(
  { db, config }: Deps,
  store: StoreId,
  { server, fresh }: z.output<typeof DiscordServerChoice>,
): Promise<DiscordRole[]> {
  const rest = discordOf({ db, config });
  const { guild_id: guild } = await requireGuild(db, store, server);
  if (!rest) throw new Refusal('discord_not_bound');
  return await rolesOf(`${config.discord.apiUrl} ${guild}`, fresh !== undefined, async () => {
    const { roles, mayManage } = await readGuildRoles(rest, guild, config.discord.clientId);
    if (mayManage) return roles;
    const reason = 'O bot não tem a permissão “Gerenciar cargos” neste servidor.';
    return roles.map((role) => ({ ...role, assignable: false, reason }));
  });
}
