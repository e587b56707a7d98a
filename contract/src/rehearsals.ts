import { z } from 'zod';
import { snowflakePattern } from './actions.ts';
import { Done, id, StoreScope } from './common.ts';
import { limits } from './limits.ts';

/** A rehearsal: what a purchase of now would do, step by step, with what stands against it. Nothing is sold or sent. */

/** What stands against a step. */
export const rehearsalCauses = [
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

/** POST /v1/products/rehearse */
export const Rehearse = StoreScope.extend({
  id,
  clientId: z.number().int().min(1).max(limits.cityIdMax),
  discordId: z.string().trim().regex(snowflakePattern, 'O ID do Discord deve ter de 17 a 20 números.').optional(),
});

const RehearsalStep = z.object({
  /** What happens, pt-BR: the action with its values. */
  text: z.string(),
  /** - `goes`: nothing is known against it
   *  - `waits`: it waits for the buyer or the owner, and goes on by itself
   *  - `fails`: it does not arrive as things are */
  state: z.enum(['goes', 'waits', 'fails']),
  cause: z.enum(rehearsalCauses).nullable(),
  /** What to do about the cause, pt-BR. */
  remedy: z.string().nullable(),
});
export type RehearsalStep = z.infer<typeof RehearsalStep>;

export const RehearsalAnswer = Done.extend({
  /** In the order in which they happen: price and payment, then each action. */
  steps: z.array(RehearsalStep),
});
export type RehearsalAnswer = z.infer<typeof RehearsalAnswer>;
