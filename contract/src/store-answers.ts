import { z } from 'zod';
import { Done, id, instant } from './common.ts';
import { roles } from './roles.ts';
import { StoreSettings, storeStatuses } from './stores.ts';

/** Stores as their own people read them, apart from stores.ts: forms load that file, and these schemas are for the server. */

/** A store as its own people see it. Secrets are there only for roles that may see them, the payment token never whole. */
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
  status: z.enum(storeStatuses),
  /** The caller's. */
  role: z.enum(roles),
  /** Address of the storefront. */
  url: z.string(),
  /** Identification token of game server and Discord; null for roles without the right, and while the session is not confirmed. */
  apiToken: z.string().nullable(),
  mercadoPago: z.object({
    /** Mask such as `••••1234`, or empty. */
    accessToken: z.string(),
    connected: z.boolean(),
    /** Nickname of the account. */
    account: z.string().nullable(),
    /** Whether the account is a test user. */
    test: z.boolean(),
    /** Set when the provider refused the token since. */
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
});
export type Store = z.infer<typeof Store>;

/** GET /v1/store */
export const StoresAnswer = Done.extend({ response: z.array(Store) });
/** POST /v1/store/create, POST /v1/store/edit, POST /v1/store/status */
export const StoreAnswer = Done.extend({ response: Store });

/** GET /v1/store/connection: state of game servers and Discord, polled by the connection steps. */
export const StoreConnection = Done.extend({
  /** Whether somebody confirmed the notice on Cfx.re's licence. */
  policyConfirmed: z.boolean(),
  /** The address that the game server's script calls. */
  gameUrl: z.string(),
  /** Newest sign of life first. */
  servers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      game: z.string(),
      framework: z.string(),
      version: z.string(),
      online: z.boolean(),
      /** Who is playing now; null while the server is offline, or does not say. */
      players: z.number().int().nullable(),
      lastSeenAt: instant,
      /** Deliveries that wait for it. */
      queued: z.number().int(),
      /** A line for the owner, such as two servers with one token. */
      notice: z.string().nullable(),
    }),
  ),
  discord: z.object({
    /** Invite of the bot; null when no bot is configured on this installation. */
    inviteUrl: z.string().nullable(),
    allowedByPlan: z.boolean(),
    guild: z.object({ id: z.string(), name: z.string(), boundAt: instant, problem: z.string().nullable() }).nullable(),
  }),
});
export type StoreConnection = z.infer<typeof StoreConnection>;

/** POST /v1/store/token: null where the store has none that can be read; a new one takes its place. */
export const StoreTokenAnswer = Done.extend({ apiToken: z.string().nullable() });
/** POST /v1/store/token/rotate: the new token. */
export const StoreTokenMade = Done.extend({ apiToken: z.string() });

/** A role of the connected Discord server, for the role picker. */
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

/** GET /v1/discord/roles: highest first. */
export const DiscordRolesAnswer = Done.extend({ roles: z.array(DiscordRole) });
