import { z } from 'zod';
import { Done, id, instant, version } from './common.ts';
import { identityKinds } from './identity.ts';
import { StoreSettings, storeStatuses } from './stores.ts';
import { games } from './targets/entries.ts';
import { HeldRole } from './team-roles.ts';

/** Stores as members read them: schemas for the server only, so they are apart from stores.ts, which forms load. */

/** A store as its members see it. Only some roles see its secrets, and nobody sees the whole payment token. */
export const Store = z.object({
  id,
  name: z.string(),
  nameStore: z.string(),
  nameDomain: z.string(),
  subdomain: z.string(),
  /** `#rrggbb`, like the second one. */
  primaryColor: z.string(),
  secondaryColor: z.string(),
  logo: z.string().nullable(),
  banner: z.string().nullable(),
  description: z.string(),
  /** It sells nothing before this time; null: nothing holds its opening back. */
  opensAt: instant.nullable(),
  status: z.enum(storeStatuses),
  /** The caller's role. */
  role: HeldRole,
  /** ISO date-time until when the caller may enter without a second factor; null: for good. */
  factorDue: z.string().nullable(),
  /** Address of the storefront. */
  url: z.string(),
  /** Token for game servers and Discord; null for roles without the right, and in a session that is not confirmed. */
  apiToken: z.string().nullable(),
  mercadoPago: z.object({
    /** Mask such as `••••1234`, or empty. */
    accessToken: z.string(),
    connected: z.boolean(),
    /** Nickname of the account. */
    account: z.string().nullable(),
    /** Whether the account is a test user. */
    test: z.boolean(),
    /** Set if the provider has refused the token since it was saved. */
    problem: z.string().nullable(),
  }),
  legal: z.object({
    name: z.string(),
    document: z.string(),
    address: z.string(),
    contact: z.string(),
    terms: z.string().optional(),
    privacy: z.string().optional(),
  }),
  settings: StoreSettings,
  createdAt: instant,
  /** The version of what `POST /store/edit` changes. */
  version,
});
export type Store = z.infer<typeof Store>;

/** GET /v1/store */
export const StoresAnswer = Done.extend({ response: z.array(Store) });
/** POST /v1/store/create, POST /v1/store/edit, POST /v1/store/status */
export const StoreAnswer = Done.extend({ response: Store });

const ConnectedGuild = z.object({
  id: z.string(),
  name: z.string(),
  boundAt: instant,
  /** What the owner must repair, pt-BR; null while the bot can do everything. */
  problem: z.string().nullable(),
});

/** GET /v1/store/connection: state of game servers and Discord. The connection steps ask repeatedly. */
export const StoreConnection = Done.extend({
  /** Whether a person has confirmed the notice on Cfx.re's licence. */
  policyConfirmed: z.boolean(),
  /** The address that the game server's script calls. */
  gameUrl: z.string(),
  /** The store's first server comes first; its token is the store's `apiToken`. */
  servers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      first: z.boolean(),
      game: z.enum(games),
      framework: z.string(),
      version: z.string(),
      online: z.boolean(),
      /** `silent`: it does not answer, and counts as online until it is `away`. `never`: it never connected. */
      answer: z.enum(['never', 'answers', 'silent', 'away']),
      /** For how many seconds nothing was heard of it, by our clock. A server that answers is heard once a minute or more often. */
      silentSeconds: z.number().int().nullable(),
      /** Number of players now; null while the server is offline or does not say it. */
      players: z.number().int().nullable(),
      /** Null: it never connected. */
      lastSeenAt: instant.nullable(),
      /** Number of deliveries that wait for it. */
      queued: z.number().int(),
      /** Another script may take over after this many silent minutes; null: never by itself. */
      silenceMinutes: z.number().int().nullable(),
      /** How it knows its players, with the owner's words for it: empty text where they are those of the kind. */
      identity: z.enum(identityKinds),
      identityLabel: z.string(),
      identityHelp: z.string(),
      /** The kind that its base suggests; null where nothing is known of it. */
      suggested: z.enum(identityKinds).nullable(),
      /**
       * The RCON connection by which its commands go, and why the last try failed; null: a script fetches the commands. Only
       * members who may connect servers read the address.
       */
      rcon: z
        .object({ host: z.string().nullable(), port: z.number().int().nullable(), problem: z.string().nullable() })
        .nullable(),
      /** A line for the owner, such as a token that is being replaced. */
      notice: z.string().nullable(),
      /** Running scripts with this server's token that get no deliveries, newest first. */
      waiting: z.array(
        z.object({
          id: z.string(),
          refused: z.boolean(),
          /** Why it waits and what to do. */
          text: z.string(),
          framework: z.string(),
          version: z.string(),
          firstSeenAt: instant,
          lastSeenAt: instant,
        }),
      ),
    }),
  ),
  discord: z.object({
    /** The bot's invitation; null if this installation has no bot. */
    inviteUrl: z.string().nullable(),
    allowedByPlan: z.boolean(),
    /** The main server; null while none is connected. */
    guild: ConnectedGuild.nullable(),
    /** All connected servers, the main one first. */
    guilds: z.array(ConnectedGuild),
  }),
});
export type StoreConnection = z.infer<typeof StoreConnection>;

/** POST /v1/store/token: the whole token; null if it is unreadable and a new one must replace it. */
export const StoreTokenAnswer = Done.extend({ apiToken: z.string().nullable() });
/** POST /v1/store/token/rotate: the new token. */
export const StoreTokenMade = Done.extend({ apiToken: z.string() });

/** A role of a connected Discord server, for the role picker. */
export const DiscordRole = z.object({
  id: z.string(),
  name: z.string(),
  /** `#rrggbb` */
  color: z.string(),
  /** Whether the bot may give it; otherwise `reason` says why not, in pt-BR. */
  assignable: z.boolean(),
  reason: z.string().nullable(),
});
export type DiscordRole = z.infer<typeof DiscordRole>;

/** A text channel of a connected Discord server, for the channel picker. */
export const DiscordChannel = z.object({
  id: z.string(),
  name: z.string(),
  /** Why the bot cannot write in it, in pt-BR; null where it can. */
  reason: z.string().nullable(),
});
export type DiscordChannel = z.infer<typeof DiscordChannel>;

/** GET /v1/discord/channels: in the server's order. */
export const DiscordChannelsAnswer = Done.extend({ channels: z.array(DiscordChannel) });

/** GET /v1/discord/roles: highest first. */
export const DiscordRolesAnswer = Done.extend({ roles: z.array(DiscordRole) });
