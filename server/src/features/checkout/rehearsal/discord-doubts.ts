import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { DiscordError, type DiscordRest } from '../../../integrations/discord/rest.ts';
import { codeOf, type DeliveryCode } from '../../deliveries/delivery.ts';
import type { Planned } from '../../deliveries/plan-deliveries.ts';
import { discordOf, repairOf } from '../../discord/discord.ts';
import { type GuildRoles, readGuildRoles } from '../../discord/discord-roles.ts';
import { planAllowsDiscord } from '../../plans/current-plan.ts';

/** Why an action of Discord would wait, with what to do (pt-BR). */
interface DiscordDoubt {
  state: 'waits' | 'fails';
  cause: 'discord_missing' | 'bot_refused' | 'not_a_member';
  remedy: string;
}

const because = (cause: DiscordDoubt['cause'], code: DeliveryCode): DiscordDoubt => ({
  state: 'waits',
  cause,
  remedy: codeOf(code).text,
});

/** Whether the person is in the server; true where Discord does not say. */
async function isMember(rest: DiscordRest, guild: string, person: string): Promise<boolean> {
  try {
    await rest.call('GET', Routes.guildMember(guild, person));
    return true;
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    return error.code !== RESTJSONErrorCodes.UnknownMember && error.code !== RESTJSONErrorCodes.UnknownUser;
  }
}

/**
 * What stands against actions of Discord for this person, by action; those without a doubt are missing. Discord is asked
 * about its roles and about the member, once each.
 */
export async function discordDoubts(
  deps: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  person: string,
  planned: readonly Planned[],
): Promise<Map<Planned, DiscordDoubt>> {
  if (planned.length === 0) return new Map();
  const all = (doubt: DiscordDoubt) => new Map(planned.map((one) => [one, doubt]));
  const { db } = deps;
  const binding = await db
    .selectFrom('guild_binding')
    .where('store_id', '=', store)
    .select('guild_id')
    .executeTakeFirst();
  if (!binding) return all(because('discord_missing', 'discord_not_bound'));
  if (!(await planAllowsDiscord(db, store))) return all(because('discord_missing', 'plan_without_discord'));
  const rest = discordOf(deps);
  if (!rest) return all(because('discord_missing', 'discord_not_bound'));
  let seen: GuildRoles;
  try {
    seen = await readGuildRoles(rest, binding.guild_id, deps.config.discord.clientId);
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    return all(because('bot_refused', repairOf(error) ?? 'discord_unavailable'));
  }
  const away = person !== '' && !(await isMember(rest, binding.guild_id, person));
  const doubtOf = ({ type, args: { roleId } }: Planned): DiscordDoubt | undefined => {
    if (type === 'ban' || type === 'unban')
      return seen.mayBan ? undefined : because('bot_refused', 'missing_permissions');
    if (roleId !== undefined) {
      const role = seen.roles.find(({ id }) => id === roleId);
      if (!role) return because('bot_refused', 'unknown_role');
      if (!seen.mayManage) return because('bot_refused', 'missing_permissions');
      if (role.reason !== null) return { state: 'waits', cause: 'bot_refused', remedy: role.reason };
    }
    return away && type === 'add_role' ? because('not_a_member', 'not_a_member') : undefined;
  };
  return new Map(
    planned.flatMap((one) => {
      const doubt = doubtOf(one);
      return doubt ? [[one, doubt] as const] : [];
    }),
  );
}
