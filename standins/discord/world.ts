import type { Clock } from '../lib/clock.ts';
import type { Application, Behaviour, Channel, Guild, Member, Role, User } from './model.ts';
import { compareRoles, EVERYONE_DEFAULT } from './permissions.ts';
import { createSnowflakes } from './snowflake.ts';

/** Everything that exists at this Discord: one application with its bot, people, servers. */
export type World = {
  clock: Clock;
  application: Application;
  behaviour: Behaviour;
  users: Map<string, User>;
  guilds: Map<string, Guild>;
  /** The bot's direct channels by the other person's id. */
  directs: Map<string, Channel>;
  /** People who take no direct messages from members of their servers. */
  closedDms: Set<string>;
  newId: () => string;
};

export const DEFAULT_BEHAVIOUR: Behaviour = {
  roleToNonMember: 'unknown-member',
  missingBot: 'unknown-guild',
  nonceMs: 180_000,
  nonMemberBanLimit: 1000,
};

export function createWorld(clock: Clock, application: Application): World {
  return {
    clock,
    application,
    behaviour: { ...DEFAULT_BEHAVIOUR },
    users: new Map(),
    guilds: new Map(),
    directs: new Map(),
    closedDms: new Set(),
    newId: createSnowflakes(clock.now),
  };
}

/** The bot's user has the application's id, as in every application since 2016. */
export function makeBotUser(application: Application): User {
  return {
    id: application.id,
    username: application.name.toLowerCase().replaceAll(' ', '-'),
    globalName: application.name,
    email: null,
    verified: true,
    avatar: null,
    mfaEnabled: application.ownerHasMfa,
    bot: true,
  };
}

export function makeGuild(world: World, input: { id: string; name: string; ownerId: string; mfaLevel?: 0 | 1 }): Guild {
  const everyone: Role = {
    id: input.id,
    name: '@everyone',
    position: 0,
    permissions: EVERYONE_DEFAULT,
    color: 0,
    managed: false,
    botId: null,
  };
  const guild: Guild = {
    id: input.id,
    name: input.name,
    ownerId: input.ownerId,
    mfaLevel: input.mfaLevel ?? 0,
    roles: new Map([[everyone.id, everyone]]),
    channels: new Map(),
    members: new Map(),
    bans: new Map(),
    auditLog: [],
    stale: new Map(),
  };
  world.guilds.set(guild.id, guild);
  join(world, guild, input.ownerId);
  return guild;
}

/** Finds a server or throws. The caller is a developer, not the product, so the text is for people. */
export function guildOf(world: World, guildId: string): Guild {
  const guild = world.guilds.get(guildId);
  if (!guild) throw new RangeError(`Servidor desconhecido: ${guildId}`);
  return guild;
}

export function botIsIn(world: World, guild: Guild): boolean {
  return guild.members.has(world.application.id);
}

/** A person enters the server. If they are inside, nothing changes. A banned person cannot enter. */
export function join(world: World, guild: Guild, userId: string, roleIds: string[] = []): Member {
  if (!world.users.has(userId)) throw new RangeError(`Pessoa desconhecida: ${userId}`);
  if (guild.bans.has(userId)) throw new RangeError('Esta pessoa está banida do servidor.');
  const present = guild.members.get(userId);
  if (present) return present;
  const member: Member = { userId, roleIds: [...roleIds], joinedAt: world.clock.now(), nick: null };
  guild.members.set(userId, member);
  return member;
}

/** A person leaves and loses their roles; a bot also takes its own role away. The owner cannot leave. */
export function leave(guild: Guild, userId: string): void {
  if (userId === guild.ownerId) throw new RangeError('O dono não pode sair do servidor.');
  guild.members.delete(userId);
  for (const role of [...guild.roles.values()]) if (role.botId === userId) deleteRole(guild, role.id);
}

/**
 * An invitation is accepted: the bot enters with a managed role that has the granted bits. New roles start at the
 * bottom, so an owner must drag it up before it can give anything; seeds set `position`.
 */
export function addBot(world: World, guild: Guild, permissions: bigint, position = 1): void {
  const botId = world.application.id;
  guild.bans.delete(botId);
  const existing = [...guild.roles.values()].find((role) => role.botId === botId);
  if (existing && guild.members.has(botId)) {
    existing.permissions = permissions;
    return;
  }
  for (const role of guild.roles.values()) if (role.position >= position && role.id !== guild.id) role.position += 1;
  const name = world.application.name;
  const role: Role = { id: world.newId(), name, position, permissions, color: 0, managed: true, botId };
  guild.roles.set(role.id, role);
  join(world, guild, botId, [role.id]);
}

/** Moves a role to a place in the order (1 is just above `@everyone`). The others close the gap, as when dragging. */
export function moveRole(guild: Guild, roleId: string, position: number): void {
  const role = guild.roles.get(roleId);
  if (!role || role.id === guild.id) throw new RangeError('Cargo desconhecido, ou que não se move.');
  const others = [...guild.roles.values()]
    .filter((other) => other.id !== guild.id && other !== role)
    .sort(compareRoles);
  const place = Math.min(Math.max(Math.trunc(position), 1), others.length + 1);
  others.splice(place - 1, 0, role);
  for (const [index, each] of others.entries()) each.position = index + 1;
}

/** Deletes a role and takes it from everyone. `@everyone` stays. */
export function deleteRole(guild: Guild, roleId: string): void {
  if (roleId === guild.id || !guild.roles.delete(roleId)) throw new RangeError('Cargo desconhecido, ou @everyone.');
  for (const member of guild.members.values()) member.roleIds = member.roleIds.filter((id) => id !== roleId);
}
