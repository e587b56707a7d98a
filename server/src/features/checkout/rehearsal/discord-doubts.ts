import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { Deps } from '../../../deps.ts';
import type { StoreId } from '../../../http/store.ts';
import { DiscordError, type DiscordRest } from '../../../integrations/discord/rest.ts';
import { codeOf, type DeliveryCode } from '../../deliveries/delivery.ts';
import type { Planned } from '../../deliveries/plan-deliveries.ts';
import { discordOf, repairOf } from '../../discord/discord.ts';
import { type GuildRoles, readGuildRoles } from '../../discord/discord-roles.ts';
import { findGuild } from '../../discord/guilds/store-guilds.ts';
import { planAllowsDiscord } from '../../plans/current-plan.ts';
import type { Doubt } from './doubt.ts';

type Cause = 'discord_missing' | 'bot_refused' | 'not_a_member';

/** `more` says what to do, if the code's own text says only what happened. */
const because = (cause: Cause, code: DeliveryCode, place: Doubt['place'] = 'discord', more = ''): Doubt => ({
  state: 'waits',
  cause,
  remedy: `${codeOf(code).text}.${more}`,
  place,
});

const notThere: Doubt = {
  state: 'waits',
  cause: 'not_a_member',
  remedy: 'O jogador não está no servidor do Discord: peça que ele entre. A entrega espera e continua sozinha.',
  place: null,
};

/** Whether the person is in the server; true if Discord does not say. */
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
 * What stands against actions of Discord for this person, by action; those without a doubt are missing. Each Discord server is
 * asked about its roles and about the member, once each.
 */
export async function discordDoubts(
  deps: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  person: string,
  planned: readonly Planned[],
): Promise<Map<Planned, Doubt>> {
  const doubts = new Map<Planned, Doubt>();
  if (planned.length === 0) return doubts;
  const allowed = await planAllowsDiscord(deps.db, store);
  const servers = Map.groupBy(planned, ({ args: { server } }) => (server === undefined ? undefined : String(server)));
  for (const [server, actions] of servers) {
    const doubtOf = allowed
      ? await doubtsAt(deps, store, server, person)
      : () => because('discord_missing', 'plan_without_discord', 'plan', ' Escolha um plano que inclua.');
    for (const action of actions) {
      const doubt = doubtOf(action);
      if (doubt) doubts.set(action, doubt);
    }
  }
  return doubts;
}

/** What stands against an action at one server of the store; the main one if none is named. */
async function doubtsAt(
  deps: Pick<Deps, 'db' | 'config'>,
  store: StoreId,
  server: string | undefined,
  person: string,
): Promise<(action: Planned) => Doubt | undefined> {
  const all = (doubt: Doubt) => () => doubt;
  const guild = await findGuild(deps.db, store, server);
  if (!guild && server !== undefined)
    return all({ ...because('discord_missing', 'server_ended', 'product'), state: 'fails' });
  const rest = discordOf(deps);
  if (!guild || !rest) {
    const more = ' Convide o bot e use /conectar no seu servidor.';
    return all(because('discord_missing', 'discord_not_bound', 'discord', more));
  }
  // Discord counts refused calls of all stores together, so a known refusal is not asked again. A look each minute ends the hold.
  if (guild.held.includes('bot')) {
    return all(because('bot_refused', 'bot_missing', 'discord', ' Se ele já voltou, vemos isso em até um minuto.'));
  }
  let seen: GuildRoles;
  try {
    seen = await readGuildRoles(rest, guild.guild_id, deps.config.discord.clientId);
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    const repair = repairOf(error);
    return all(repair ? because('bot_refused', repair) : because('bot_refused', 'discord_unavailable', null));
  }
  const away = person !== '' && !(await isMember(rest, guild.guild_id, person));
  return ({ type, args: { roleId } }) => {
    if (type === 'ban' || type === 'unban')
      return seen.mayBan ? undefined : because('bot_refused', 'missing_permissions');
    if (roleId !== undefined) {
      const role = seen.roles.find(({ id }) => id === roleId);
      if (!role) return because('bot_refused', 'unknown_role', 'product');
      if (!seen.mayManage) return because('bot_refused', 'missing_permissions');
      if (role.reason !== null) {
        const remedy = `${role.reason} A ordem muda no Discord, em Configurações do servidor, Cargos.`;
        return { ...because('bot_refused', 'missing_permissions'), remedy };
      }
    }
    return away && type === 'add_role' ? notThere : undefined;
  };
}
