import { publicUser } from './interaction-payload.ts';
import type { Guild, Member, Role, User } from './model.ts';

/** Our nouns in the API's shape (facts: section 3, and the resources User, Guild, Role of the documentation). */

export function roleShape(role: Role): Record<string, unknown> {
  return {
    id: role.id,
    name: role.name,
    description: null,
    permissions: role.permissions.toString(),
    position: role.position,
    color: role.color,
    colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: role.managed,
    mentionable: false,
    icon: null,
    unicode_emoji: null,
    flags: 0,
    ...(role.botId && { tags: { bot_id: role.botId } }),
  };
}

export function guildShape(guild: Guild): Record<string, unknown> {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    owner_id: guild.ownerId,
    mfa_level: guild.mfaLevel,
    verification_level: 1,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    roles: [...guild.roles.values()].map(roleShape),
    emojis: [],
    stickers: [],
    features: [],
    preferred_locale: 'pt-BR',
    premium_tier: 0,
    nsfw_level: 0,
    region: 'deprecated',
  };
}

export function memberShape(user: User, member: Member): Record<string, unknown> {
  return {
    user: publicUser(user),
    nick: member.nick,
    avatar: null,
    roles: member.roleIds,
    joined_at: new Date(member.joinedAt).toISOString(),
    premium_since: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
  };
}

/** The user of `GET /users/@me`, with the e-mail only for its scope. */
export function selfShape(user: User, withEmail: boolean): Record<string, unknown> {
  return {
    ...publicUser(user),
    flags: 0,
    banner: null,
    accent_color: null,
    avatar_decoration_data: null,
    locale: 'pt-BR',
    mfa_enabled: user.mfaEnabled,
    premium_type: 0,
    ...(withEmail && { email: user.email, verified: user.verified }),
  };
}
