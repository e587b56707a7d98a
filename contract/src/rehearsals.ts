import { z } from 'zod';
import { snowflakePattern } from './actions.ts';
import { Done, id, instant, StoreScope } from './common.ts';
import { Delivery } from './order-answers.ts';
import { OrderCreate, OrderTarget } from './orders.ts';

/**
 * A rehearsal has two parts. The look says what a purchase of now would do, and sends nothing. The run is an order that is no
 * sale: its goods go out by the real chain, and its end takes back what can be taken back.
 */

/** What stands against a step. */
const rehearsalCauses = [
  'no_server',
  'server_silent',
  'not_seated',
  'player_missing',
  'player_offline',
  'name_missing',
  'script_outdated',
  'unsupported',
  'command_denied',
  'name_unsure',
  'no_room',
  'inventory',
  'discord_missing',
  'bot_refused',
  'not_a_member',
  'unsafe',
] as const;
export type RehearsalCause = (typeof rehearsalCauses)[number];

/** Where in the panel a cause is mended. */
const RehearsalPlace = z.enum(['product', 'servers', 'discord', 'plan']);
export type RehearsalPlace = z.infer<typeof RehearsalPlace>;

/** For which product and player. The ids are those that a checkout of the product asks for. */
const Rehearsed = StoreScope.extend(
  OrderCreate.pick({ clientId: true, identities: true, serverId: true }).shape,
).extend({ id });

/** POST /v1/products/rehearse */
export const Rehearse = Rehearsed.extend({
  discordId: z.string().trim().regex(snowflakePattern, 'O ID do Discord deve ter de 17 a 20 números.').optional(),
});
export type Rehearse = z.infer<typeof Rehearse>;

/** POST /v1/rehearsals/start */
export const RehearsalStart = Rehearsed.extend(OrderCreate.pick({ discordId: true }).shape);
export type RehearsalStart = z.infer<typeof RehearsalStart>;

/** POST /v1/rehearsals */
export const RehearsalLook = StoreScope.extend({
  /** The order of one rehearsal; without it, the one that is under way. */
  id: id.optional(),
});

/** POST /v1/rehearsals/end */
export const RehearsalEnd = OrderTarget;

/**
 * What the end of a rehearsal means for a step:
 * - `taken`: it is taken back
 * - `runs`: it runs then, and not before
 * - `stays`: nothing takes it back
 */
const AtEnd = z.enum(['taken', 'runs', 'stays']);
export type AtEnd = z.infer<typeof AtEnd>;

const RehearsalStep = z.object({
  /** What happens, pt-BR: the action with its values. */
  text: z.string(),
  /** - `goes`: nothing is known against it
   *  - `waits`: it waits for the buyer or the owner, and goes on by itself
   *  - `fails`: it does not arrive as things are */
  state: z.enum(['goes', 'waits', 'fails']),
  cause: z.enum(rehearsalCauses).nullable(),
  /** What to do about the cause, or what else is to be known of the step, pt-BR. */
  remedy: z.string().nullable(),
  /** What the owner types in the city's console, where that ends the cause; the remedy ends with it. Null otherwise. */
  line: z.string().nullable(),
  /** Null where it is mended outside of the panel, or nothing is to be mended. */
  place: RehearsalPlace.nullable(),
  /** Null for the price, and for what only takes back an earlier step. */
  atEnd: AtEnd.nullable(),
});
export type RehearsalStep = z.infer<typeof RehearsalStep>;

export const RehearsalAnswer = Done.extend({
  /** In the order in which they happen: price and payment, then each action. */
  steps: z.array(RehearsalStep),
});
export type RehearsalAnswer = z.infer<typeof RehearsalAnswer>;

const RunStep = z.object({
  /** What goes out, with the values that are sent and the other side's answer. */
  delivery: Delivery,
  atEnd: AtEnd,
  /** What takes it back; null before the end, and where nothing does. */
  back: Delivery.nullable(),
});
export type RunStep = z.infer<typeof RunStep>;

/** A rehearsal that runs or ran. */
const RehearsalRun = z.object({
  /** Its order. */
  id,
  number: z.number().int(),
  product: z.string(),
  productId: id,
  /** Who receives it, as its first server knows the player. */
  player: z.string(),
  discordId: z.string(),
  startedAt: instant,
  /** When it is undone by itself. */
  endsAt: instant,
  /** When it was undone; null while it is under way. */
  endedAt: instant.nullable(),
  /** In the order in which they were made. */
  steps: z.array(RunStep),
});
export type RehearsalRun = z.infer<typeof RehearsalRun>;

export const RehearsalRunAnswer = Done.extend({ rehearsal: RehearsalRun.nullable() });
export const RehearsalStarted = Done.extend({ rehearsal: RehearsalRun });
