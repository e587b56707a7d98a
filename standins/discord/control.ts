import type { Clock } from '../lib/clock.ts';
import type { Faults } from '../lib/faults.ts';
import type { Journal, JournalEntry, JournalFilter } from '../lib/journal.ts';
import { addChannel, messagesIn, setOverwrite } from './channels.ts';
import type { Commands } from './commands.ts';
import type { createDiscordFaults } from './discord-faults.ts';
import type { Interaction, SendInput } from './interaction.ts';
import type { Interactions } from './interactions.ts';
import { DEFAULT_LIMITS, type LimitSettings, type RateLimits } from './limits.ts';
import type { AuditEntry, Behaviour, Channel, ChannelMessage } from './model.ts';
import type { OAuth } from './oauth.ts';
import { permissionsOf } from './permissions.ts';
import { DEMO_SEED, plant, type Seed } from './seed.ts';
import { addBot, botIsIn, DEFAULT_BEHAVIOUR, deleteRole, guildOf, join, leave, moveRole, type World } from './world.ts';

export type Parts = {
  world: World;
  oauth: OAuth;
  limits: RateLimits;
  commands: Commands;
  interactions: Interactions;
  journal: Journal;
  faults: ReturnType<typeof createDiscordFaults>;
};

/** What a developer or a test may do to this Discord. Methods throw RangeError when a named thing does not exist. */
export type DiscordControl = {
  clock: Clock;
  faults: Parts['faults'];
  /**
   * Back to the start: demo people and servers, no codes, messages, faults and counts, and real time. The commands
   * and the interactions URL stay, because the application sets them only when it starts.
   */
  reset(): void;
  /** Adds people and servers; returns their ids in the order given. */
  seed(seed: Seed): { userIds: string[]; guildIds: string[] };
  state(): Record<string, unknown>;
  requests(filter?: JournalFilter): JournalEntry[];
  join(guildId: string, userId: string, roleIds?: string[]): void;
  leave(guildId: string, userId: string): void;
  kickBot(guildId: string): void;
  /** Invites the bot with these bits (decimal string). Its role starts at the bottom. */
  addBot(guildId: string, permissions: string): void;
  /** Position 1 is just above `@everyone`. */
  moveRole(guildId: string, roleId: string, position: number): void;
  deleteRole(guildId: string, roleId: string): void;
  /** Opens a text channel, or one of another kind; returns its id. */
  addChannel(guildId: string, name: string, kind?: Channel['kind']): string;
  deleteChannel(guildId: string, channelId: string): void;
  /** Replaces what a channel allows and denies to a role or member. Bits are decimal strings. */
  overwrite(guildId: string, channelId: string, of: { id: string; allow?: string; deny?: string }): void;
  /** What the bot wrote in a channel, or to a person, oldest first. */
  messages(channelOrUserId: string): ChannelMessage[];
  /** Whether a person takes direct messages. */
  setDms(userId: string, open: boolean): void;
  /** The whole server is deleted. */
  deleteGuild(guildId: string): void;
  /** A member's role ids; undefined for a person outside the server. */
  rolesOf(guildId: string, userId: string): string[] | undefined;
  isBanned(guildId: string, userId: string): boolean;
  auditLog(guildId: string): AuditEntry[];
  setLimits(settings: Partial<LimitSettings>): void;
  setBehaviour(behaviour: Partial<Behaviour>): void;
  /** Whether the bot's owner has a second factor. */
  setOwnerMfa(has: boolean): void;
  setBotToken(token: string): void;
  setRedirectUris(uris: string[]): void;
  /** Names of a command's options; empty when it is not registered. */
  commandOptions(command: string): string[];
  sendInteraction(input: SendInput): Promise<Interaction>;
  /** Newest first. */
  interactions(): Interaction[];
  waitForInteraction(fits: (interaction: Interaction) => boolean, timeoutMs?: number): Promise<Interaction>;
};

function describeState({ world, oauth, limits, commands, interactions }: Parts): Record<string, unknown> {
  const { secret: _secret, botToken: _botToken, ...application } = world.application;
  return {
    now: new Date(world.clock.now()).toISOString(),
    application: { ...application, publicKey: interactions.key.publicKeyHex },
    behaviour: world.behaviour,
    limits: limits.settings,
    oauth: oauth.counts(),
    commands: commands.list(),
    users: [...world.users.values()],
    guilds: [...world.guilds.values()].map((guild) => ({
      id: guild.id,
      name: guild.name,
      ownerId: guild.ownerId,
      mfaLevel: guild.mfaLevel,
      botPresent: botIsIn(world, guild),
      botPermissions: permissionsOf(guild, world.application.id).toString(),
      roles: [...guild.roles.values()].map((role) => ({ ...role, permissions: role.permissions.toString() })),
      channels: [...guild.channels.values()].map(({ id, name, kind, messages }) => ({ id, name, kind, messages })),
      members: [...guild.members.values()],
      bans: [...guild.bans.values()],
      auditLog: guild.auditLog,
    })),
    interactions: interactions.list().map(({ token: _token, ...interaction }) => interaction),
  };
}

/** The typed control of one running stand-in. The HTTP routes under `/__control` call the same functions. */
export function createControl(parts: Parts): DiscordControl {
  const { world, oauth, limits, commands, interactions, journal, faults } = parts;
  const start = structuredClone(world.application);
  const guild = (guildId: string) => guildOf(world, guildId);
  const control: DiscordControl = {
    clock: world.clock,
    faults,
    reset() {
      const { interactionsUrl } = world.application;
      Object.assign(world.application, structuredClone(start), { interactionsUrl });
      world.behaviour = { ...DEFAULT_BEHAVIOUR };
      limits.settings = { ...DEFAULT_LIMITS };
      const { users, guilds, directs, closedDms } = world;
      const clearable: { clear(): void }[] = [users, guilds, directs, closedDms, oauth, limits, interactions];
      for (const part of [...clearable, journal, faults as Faults]) part.clear();
      world.clock.reset();
      plant(world, DEMO_SEED);
    },
    seed: (seed) => plant(world, seed),
    state: () => describeState(parts),
    requests: (filter) => journal.list(filter),
    join: (guildId, userId, roleIds) => void join(world, guild(guildId), userId, roleIds),
    leave: (guildId, userId) => leave(guild(guildId), userId),
    kickBot: (guildId) => leave(guild(guildId), world.application.id),
    addBot: (guildId, permissions) => addBot(world, guild(guildId), BigInt(permissions)),
    moveRole: (guildId, roleId, position) => moveRole(guild(guildId), roleId, position),
    deleteRole: (guildId, roleId) => deleteRole(guild(guildId), roleId),
    addChannel: (guildId, name, kind) => addChannel(world, guild(guildId), name, kind).id,
    deleteChannel: (guildId, channelId) => void guild(guildId).channels.delete(channelId),
    overwrite: (guildId, channelId, of) => setOverwrite(guild(guildId), channelId, of),
    messages: (id) => messagesIn(world, id),
    setDms: (userId, open) => void (open ? world.closedDms.delete(userId) : world.closedDms.add(userId)),
    deleteGuild: (guildId) => void world.guilds.delete(guild(guildId).id),
    rolesOf: (guildId, userId) => guild(guildId).members.get(userId)?.roleIds.slice(),
    isBanned: (guildId, userId) => guild(guildId).bans.has(userId),
    auditLog: (guildId) => [...guild(guildId).auditLog],
    setLimits: (settings) => void Object.assign(limits.settings, settings),
    setBehaviour: (behaviour) => void Object.assign(world.behaviour, behaviour),
    setOwnerMfa: (has) => {
      world.application.ownerHasMfa = has;
    },
    setBotToken: (token) => {
      world.application.botToken = token;
    },
    setRedirectUris: (uris) => {
      world.application.redirectUris = [...uris];
    },
    commandOptions: (name) => commands.find(name, undefined)?.options.map((option) => option.name) ?? [],
    sendInteraction: (input) => interactions.send(input),
    interactions: () => interactions.list(),
    waitForInteraction: (fits, timeoutMs) => interactions.waitFor(fits, timeoutMs),
  };
  plant(world, DEMO_SEED);
  return control;
}
