/** The nouns of this stand-in. Times are ms since 1970 by the stand-in's own clock; ids are strings. */

export type User = {
  id: string;
  username: string;
  globalName: string | null;
  email: string | null;
  verified: boolean;
  avatar: string | null;
  mfaEnabled: boolean;
  bot: boolean;
};

export type Role = {
  id: string;
  name: string;
  position: number;
  permissions: bigint;
  color: number;
  managed: boolean;
  /** Set on the role that Discord makes for an invited bot. */
  botId: string | null;
};

export type Member = { userId: string; roleIds: string[]; joinedAt: number; nick: string | null };

/** `outsider`: was not in the server when banned. Discord limits the number of such bans. */
export type Ban = { userId: string; reason: string | null; outsider: boolean };

export type AuditEntry = {
  id: string;
  at: number;
  action: 'MEMBER_ROLE_UPDATE' | 'MEMBER_BAN_ADD' | 'MEMBER_BAN_REMOVE' | 'BOT_ADD';
  actorId: string;
  targetId: string;
  /** What was added or removed, in words for a developer. */
  change: string;
  /** Decoded from `X-Audit-Log-Reason`. */
  reason: string | null;
};

/** What a channel allows and denies to a role or a member, beside the server's own bits. */
type Overwrite = { id: string; kind: 'role' | 'member'; allow: bigint; deny: bigint };

/** A message of the bot; `pinged` is whom Discord notified. */
export type ChannelMessage = {
  id: string;
  at: number;
  channelId: string;
  content: string;
  nonce: string | null;
  pinged: string[];
};

/** A channel of a server, or the direct channel of the bot with one person. */
export type Channel = {
  id: string;
  name: string;
  kind: 'text' | 'announcement' | 'voice' | 'category' | 'direct';
  position: number;
  /** The person of a direct channel. */
  recipientId: string | null;
  overwrites: Overwrite[];
  /** Oldest first. */
  messages: ChannelMessage[];
};

export type Guild = {
  id: string;
  name: string;
  ownerId: string;
  /** 1: moderation demands a second factor of the acting person; for a bot, of its owner. */
  mfaLevel: 0 | 1;
  roles: Map<string, Role>;
  channels: Map<string, Channel>;
  members: Map<string, Member>;
  bans: Map<string, Ban>;
  auditLog: AuditEntry[];
  /** What GETs still show after a change with the fault `lag`: key `member:<id>` or `ban:<id>`. */
  stale: Map<string, { until: number; member?: Member; ban?: Ban }>;
};

export type Application = {
  id: string;
  name: string;
  secret: string;
  botToken: string;
  redirectUris: string[];
  interactionsUrl: string | null;
  /** Whether the person who owns the bot has a second factor. */
  ownerHasMfa: boolean;
};

/** What the test chooses, because reports about the real service disagree or a limit is unpublished. */
export type Behaviour = {
  /** Giving a role to someone outside the server: nothing happens (204), or 404 10007. */
  roleToNonMember: 'silent' | 'unknown-member';
  /** The answer for a server without the bot: 404 10004, or 403 50001. */
  missingBot: 'unknown-guild' | 'missing-access';
  /** How long a nonce is remembered, ms: "the past few minutes". */
  nonceMs: number;
  /** Bans of people outside the server before error 30035. */
  nonMemberBanLimit: number;
};
