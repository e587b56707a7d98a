import {
  type APIGuildMember,
  RESTJSONErrorCodes,
  type RESTPutAPIGuildBanJSONBody,
  Routes,
} from 'discord-api-types/v10';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/database.ts';
import { createDiscordRest, DiscordError, type DiscordRest } from '../../integrations/discord/rest.ts';
import type { Outcome } from '../deliveries/apply-outcomes.ts';
import type { DeliveryCode } from '../deliveries/delivery.ts';
import type { Standing } from '../deliveries/places/standing.ts';
import { sharedBlocks } from './discord-turns.ts';
import { isRepair, type RepairCode } from './guild-holds.ts';

const clients = new WeakMap<Db, Map<string, DiscordRest>>();

/**
 * The bot's client, one per process and token, because it remembers limits. It shares them with all processes through the
 * database. Undefined without a bot.
 */
export function discordOf({ db, config }: { db: Db; config: Config }): DiscordRest | undefined {
  const { discord, publicUrl } = config;
  if (!discord.botToken) return undefined;
  const key = `${discord.apiUrl} ${discord.botToken}`;
  const ours = clients.get(db) ?? new Map<string, DiscordRest>();
  clients.set(db, ours);
  const known = ours.get(key);
  if (known) return known;
  const { apiUrl, botToken } = discord;
  const made = createDiscordRest({ apiUrl, botToken, site: publicUrl, blocks: sharedBlocks(db) });
  ours.set(key, made);
  return made;
}

export interface DiscordDelivery {
  id: string;
  attempts: number;
  action_type: string;
  /** Why the attempt before did not deliver it. */
  code: string | null;
  args: Record<string, string | number>;
  player: string;
  /** Order's number, for the server's audit log. */
  number: number;
}

/** The result of an attempt: its outcome, and whether it matters to other deliveries. */
export type Attempted =
  | { outcome: Omit<Outcome, 'id'>; fine?: true }
  /** Refused for a cause that the server's owner can repair. It waits, and so do other deliveries with the same cause. */
  | { repair: RepairCode; saw?: Standing | undefined }
  /** A message left us, and nobody knows whether it arrived. */
  | { unproven: true }
  /** The token is refused, so nothing more may be sent to Discord. */
  | { stop: string }
  /** Discord asks us to wait this many seconds. The attempt does not count. */
  | { wait: number; global: boolean };

const failed = (code: DeliveryCode): Attempted => ({ outcome: { status: 'failed', code } });
const deferred = (code: DeliveryCode, pause?: number): Attempted => ({
  outcome: { status: 'deferred', code, ...(pause !== undefined && { pause }) },
});
const done = (code: DeliveryCode = 'ok', stood?: Standing): Attempted => ({
  outcome: { status: 'succeeded', code, stood },
  fine: true,
});

const rolesOf = (member: Pick<APIGuildMember, 'roles'> | undefined): readonly string[] => member?.roles ?? [];

/** What the server's owner must repair, where Discord's answer says so. */
export function repairOf(error: unknown): RepairCode | undefined {
  if (!(error instanceof DiscordError)) return undefined;
  switch (error.code) {
    case RESTJSONErrorCodes.UnknownRole:
      return 'unknown_role';
    // Discord answers one of these for a server that the bot is not in.
    case RESTJSONErrorCodes.UnknownGuild:
    case RESTJSONErrorCodes.MissingAccess:
      return 'bot_missing';
    case RESTJSONErrorCodes.MissingPermissions:
      return 'missing_permissions';
  }
  return undefined;
}

/** Discord's error numbers, and what follows each (facts/discord.md section 4). */
export function outcomeOf(error: DiscordError, { action_type, attempts }: DiscordDelivery): Attempted {
  if (error.status === 429) return { wait: error.retryAfter ?? 60, global: error.global };
  if (error.status === 401 || error.code === RESTJSONErrorCodes.InvalidToken)
    return { stop: `${error.status} ${error.code}` };
  const repair = repairOf(error);
  // Nobody has a role that does not exist.
  if (repair) return action_type === 'remove_role' && repair === 'unknown_role' ? done('not_owned') : { repair };
  switch (error.code) {
    case RESTJSONErrorCodes.UnknownMember:
      // The player left, and the role with them, so nothing is left to take.
      return action_type === 'remove_role' ? done('not_owned') : deferred('not_a_member');
    case RESTJSONErrorCodes.UnknownBan:
      return done('not_banned');
    case RESTJSONErrorCodes.UnknownUser:
      return failed('unknown_user');
    case RESTJSONErrorCodes.InvalidRole:
      return failed('invalid_role');
    case RESTJSONErrorCodes.TwoFactorAuthenticationIsRequired:
      return failed('second_factor');
    case RESTJSONErrorCodes.MaximumNumberOfNonGuildMemberBansHasBeenExceeded:
      return failed('too_many_bans');
  }
  // 5 s, 10 s, 20 s … up to an hour, a fifth of jitter.
  const pause = Math.min(3600, 5 * 2 ** Math.min(attempts - 1, 10)) * (0.9 + Math.random() * 0.2);
  const overloaded = error.status >= 500 || error.code === RESTJSONErrorCodes.APIResourceOverloaded;
  if (error.status === 0 || overloaded) return deferred('discord_unavailable', pause);
  return failed('discord_refused');
}

/**
 * One attempt of one delivery at Discord, outside any transaction. Every effect may be repeated. A role counts as given
 * only to a current member, because reports disagree on what Discord answers otherwise. The look at the member also
 * tells whether they had the role before.
 */
export async function attemptDiscord(
  rest: DiscordRest,
  guild: string,
  delivery: DiscordDelivery,
  signal: AbortSignal,
): Promise<Attempted> {
  const { action_type, args, player } = delivery;
  const options = { reason: `Vitrine: pedido ${delivery.number}`, signal };
  const member = Routes.guildMember(guild, player);
  const ban = Routes.guildBan(guild, player);
  const role = String(args.roleId);
  const place = `role:${role}`;
  const look = () => rest.call<Pick<APIGuildMember, 'roles'>>('GET', member, { signal });
  let saw: Standing | undefined;
  try {
    switch (action_type) {
      case 'add_role': {
        // A retry after a refusal costs one call: the refused attempt saw what was there before.
        const retried = delivery.code !== null && isRepair(delivery.code);
        if (!retried)
          saw = { place, site: guild, prior: rolesOf(await look()).includes(role) ? role : '', stands: role };
        await rest.call('PUT', Routes.guildMemberRole(guild, player, role), options);
        if (retried) await look();
        return done('ok', saw ?? { place, site: guild, prior: null, stands: role });
      }
      case 'remove_role':
        await rest.call('DELETE', Routes.guildMemberRole(guild, player, role), options);
        return done('ok', { place, site: guild, prior: null, stands: '' });
      case 'ban':
        await rest.call('PUT', ban, {
          ...options,
          body: { delete_message_seconds: 0 } satisfies RESTPutAPIGuildBanJSONBody,
        });
        return done();
      case 'unban':
        await rest.call('DELETE', ban, options);
        return done();
    }
    return failed('unsupported_action');
  } catch (error) {
    if (error instanceof DiscordError) {
      const attempted = outcomeOf(error, delivery);
      if (!('repair' in attempted) || !saw) return attempted;
      return { ...attempted, saw: { ...saw, stands: saw.prior ?? '' } };
    }
    // Aborted while it waited: this process ends, and another one goes on.
    if (signal.aborted) return deferred('discord_unavailable', 0);
    throw error;
  }
}
