import type { Channel, Guild, Role } from './model.ts';

/** The permission bits that this stand-in checks; others are stored without a meaning. */
export const PERMISSION = {
  CREATE_INSTANT_INVITE: 1n << 0n,
  BAN_MEMBERS: 1n << 2n,
  ADMINISTRATOR: 1n << 3n,
  MANAGE_GUILD: 1n << 5n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  MENTION_EVERYONE: 1n << 17n,
  MANAGE_ROLES: 1n << 28n,
} as const;

/** What `@everyone` may do in a new server. */
export const EVERYONE_DEFAULT = PERMISSION.VIEW_CHANNEL | PERMISSION.SEND_MESSAGES;

/** Every bit that is defined here, as an owner or administrator has them. */
export const ALL_PERMISSIONS = Object.values(PERMISSION).reduce((all, bit) => all | bit, 0n);

/** A member's roles with `@everyone`. Unknown ids (of deleted roles) are skipped. */
function rolesOf(guild: Guild, userId: string): Role[] {
  const ids = [guild.id, ...(guild.members.get(userId)?.roleIds ?? [])];
  return ids.flatMap((id) => guild.roles.get(id) ?? []);
}

/** A member's permissions in the server; 0 for someone who is not in it. */
export function permissionsOf(guild: Guild, userId: string): bigint {
  if (!guild.members.has(userId)) return 0n;
  if (guild.ownerId === userId) return ALL_PERMISSIONS;
  const bits = rolesOf(guild, userId).reduce((all, role) => all | role.permissions, 0n);
  return bits & PERMISSION.ADMINISTRATOR ? bits | ALL_PERMISSIONS : bits;
}

export function mayDo(guild: Guild, userId: string, bit: bigint): boolean {
  return (permissionsOf(guild, userId) & bit) === bit;
}

/**
 * A member's permissions in a channel: the server's, then @everyone's overwrite, those of all roles together, and the
 * member's own (docs.discord.com/developers/topics/permissions, Permission Overwrites). Without VIEW_CHANNEL nothing is left.
 */
export function permissionsIn(guild: Guild, userId: string, channel: Channel): bigint {
  const base = permissionsOf(guild, userId);
  if (base & PERMISSION.ADMINISTRATOR || guild.ownerId === userId) return ALL_PERMISSIONS;
  const roleIds = guild.members.get(userId)?.roleIds ?? [];
  const layers = [
    channel.overwrites.filter(({ id }) => id === guild.id),
    channel.overwrites.filter(({ id, kind }) => kind === 'role' && roleIds.includes(id)),
    channel.overwrites.filter(({ id, kind }) => kind === 'member' && id === userId),
  ];
  const bits = layers.reduce((sum, layer) => {
    const deny = layer.reduce((all, one) => all | one.deny, 0n);
    const allow = layer.reduce((all, one) => all | one.allow, 0n);
    return (sum & ~deny) | allow;
  }, base);
  return bits & PERMISSION.VIEW_CHANNEL ? bits : 0n;
}

/**
 * Order of roles: positive if `a` is above `b`. At the same position the lower id is the higher role (facts: section
 * 3, hierarchy).
 */
export function compareRoles(a: Role, b: Role): number {
  if (a.position !== b.position) return a.position - b.position;
  return BigInt(a.id) < BigInt(b.id) ? 1 : BigInt(a.id) > BigInt(b.id) ? -1 : 0;
}

/** The highest role of a member; `@everyone` when there is no other. */
export function topRole(guild: Guild, userId: string): Role | undefined {
  return rolesOf(guild, userId).sort(compareRoles).at(-1);
}

/** Whether `actor` may give or take `role`: only roles strictly below the actor's highest one; the owner any. */
export function outranksRole(guild: Guild, actorId: string, role: Role): boolean {
  if (guild.ownerId === actorId) return true;
  const top = topRole(guild, actorId);
  return top !== undefined && compareRoles(top, role) > 0;
}

/** Whether `actor` may ban `target`: never the owner, never themselves; members only below the actor's highest role. */
export function outranksMember(guild: Guild, actorId: string, targetId: string): boolean {
  if (targetId === guild.ownerId || targetId === actorId) return false;
  if (!guild.members.has(targetId)) return true;
  const target = topRole(guild, targetId);
  return target === undefined || outranksRole(guild, actorId, target);
}
