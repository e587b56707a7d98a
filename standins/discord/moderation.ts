import { badField, DiscordError } from './errors.ts';
import type { AuditEntry, Ban, Guild, Member, Role, User } from './model.ts';
import { mayDo, outranksMember, outranksRole, PERMISSION } from './permissions.ts';
import { SNOWFLAKE } from './snowflake.ts';
import { botIsIn, type World } from './world.ts';

/** The call's audit reason, and how long reads show the old state (fault `lag`), in ms. */
export type Circumstances = { reason: string | null; lagMs: number };

function checkId(field: string, id: string): void {
  if (SNOWFLAKE.test(id)) return;
  throw badField(field, 'NUMBER_TYPE_COERCE', `Value "${id.slice(0, 40)}" is not snowflake.`);
}

/** The server, if the bot is in it; else error 10004 or 50001, as the test chose (facts: section 4). */
export function guildForBot(world: World, guildId: string): Guild {
  checkId('guild_id', guildId);
  const guild = world.guilds.get(guildId);
  if (guild && botIsIn(world, guild)) return guild;
  throw new DiscordError(guild && world.behaviour.missingBot === 'missing-access' ? 50001 : 10004);
}

function guildWithPermission(world: World, guildId: string, bit: bigint): Guild {
  const guild = guildForBot(world, guildId);
  if (!mayDo(guild, world.application.id, bit)) throw new DiscordError(50013);
  return guild;
}

/** The same for changes: if the server demands a second factor, the bot's owner must have one. */
function guildToModerate(world: World, guildId: string, bit: bigint): Guild {
  const guild = guildWithPermission(world, guildId, bit);
  if (guild.mfaLevel === 1 && !world.application.ownerHasMfa) throw new DiscordError(60003);
  return guild;
}

function userOf(world: World, userId: string): User {
  checkId('user_id', userId);
  const user = world.users.get(userId);
  if (!user) throw new DiscordError(10013);
  return user;
}

function note(world: World, guild: Guild, entry: Omit<AuditEntry, 'id' | 'at' | 'actorId'>): void {
  guild.auditLog.unshift({ id: world.newId(), at: world.clock.now(), actorId: world.application.id, ...entry });
}

/** Keeps the old state for reads, for a while. */
function remember(world: World, guild: Guild, userId: string, lagMs: number): void {
  if (lagMs <= 0) return;
  const until = world.clock.now() + lagMs;
  const member = guild.members.get(userId);
  guild.stale.set(`member:${userId}`, { until, member: member && { ...member, roleIds: [...member.roleIds] } });
  guild.stale.set(`ban:${userId}`, { until, ban: guild.bans.get(userId) });
}

function staleView(world: World, guild: Guild, key: string): { member?: Member; ban?: Ban } | undefined {
  const view = guild.stale.get(key);
  if (view && view.until > world.clock.now()) return view;
  guild.stale.delete(key);
  return undefined;
}

export function readMember(world: World, guildId: string, userId: string): { user: User; member: Member } {
  const guild = guildForBot(world, guildId);
  const user = userOf(world, userId);
  const stale = staleView(world, guild, `member:${userId}`);
  const member = stale ? stale.member : guild.members.get(userId);
  if (!member) throw new DiscordError(10007);
  return { user, member };
}

export function readBan(world: World, guildId: string, userId: string): { user: User; reason: string | null } {
  const guild = guildWithPermission(world, guildId, PERMISSION.BAN_MEMBERS);
  const user = userOf(world, userId);
  const stale = staleView(world, guild, `ban:${userId}`);
  const ban = stale ? stale.ban : guild.bans.get(userId);
  if (!ban) throw new DiscordError(10026);
  return { user, reason: ban.reason };
}

function roleToHandle(world: World, guild: Guild, roleId: string): Role {
  checkId('role_id', roleId);
  const role = guild.roles.get(roleId);
  if (!role) throw new DiscordError(10011);
  if (role.managed || role.id === guild.id) throw new DiscordError(50028);
  if (!outranksRole(guild, world.application.id, role)) throw new DiscordError(50013);
  return role;
}

/**
 * Gives or takes a role as the bot. A repeat succeeds and leaves no audit entry.
 * Errors: 10004/50001, 50013 (permission or order of roles), 60003, 10011, 50028, 10013, 10007.
 */
export function changeRole(
  world: World,
  change: 'give' | 'take',
  ids: { guildId: string; userId: string; roleId: string },
  { reason, lagMs }: Circumstances,
): void {
  const guild = guildToModerate(world, ids.guildId, PERMISSION.MANAGE_ROLES);
  const role = roleToHandle(world, guild, ids.roleId);
  const user = userOf(world, ids.userId);
  const member = guild.members.get(user.id);
  if (!member) {
    if (world.behaviour.roleToNonMember === 'silent') return;
    throw new DiscordError(10007);
  }
  if (member.roleIds.includes(role.id) === (change === 'give')) return;
  remember(world, guild, user.id, lagMs);
  member.roleIds = change === 'give' ? [...member.roleIds, role.id] : member.roleIds.filter((held) => held !== role.id);
  const words = `${change === 'give' ? 'adicionou' : 'removeu'} o cargo ${role.name}`;
  note(world, guild, { action: 'MEMBER_ROLE_UPDATE', targetId: user.id, change: words, reason });
}

/**
 * Bans a person as the bot, inside the server or not. A repeat succeeds.
 * Errors: 10004/50001, 50013 (permission, rank, the owner, the bot itself), 60003, 10013, 30035.
 */
export function ban(world: World, guildId: string, userId: string, { reason, lagMs }: Circumstances): void {
  const guild = guildToModerate(world, guildId, PERMISSION.BAN_MEMBERS);
  const user = userOf(world, userId);
  if (!outranksMember(guild, world.application.id, user.id)) throw new DiscordError(50013);
  if (guild.bans.has(user.id)) return;
  const outsider = !guild.members.has(user.id);
  const outsiders = [...guild.bans.values()].filter((each) => each.outsider).length;
  if (outsider && outsiders >= world.behaviour.nonMemberBanLimit) throw new DiscordError(30035);
  remember(world, guild, user.id, lagMs);
  guild.members.delete(user.id);
  guild.bans.set(user.id, { userId: user.id, reason, outsider });
  note(world, guild, { action: 'MEMBER_BAN_ADD', targetId: user.id, change: 'baniu', reason });
}

/** Ends a ban as the bot. Errors: 10004/50001, 50013, 60003, 10013, 10026 (not banned). */
export function unban(world: World, guildId: string, userId: string, { reason, lagMs }: Circumstances): void {
  const guild = guildToModerate(world, guildId, PERMISSION.BAN_MEMBERS);
  const user = userOf(world, userId);
  if (!guild.bans.has(user.id)) throw new DiscordError(10026);
  remember(world, guild, user.id, lagMs);
  guild.bans.delete(user.id);
  note(world, guild, { action: 'MEMBER_BAN_REMOVE', targetId: user.id, change: 'removeu o banimento', reason });
}
