import { z } from 'zod';
import { Done } from './common.ts';
import { limits } from './limits.ts';

/** POST /v1/game/player: a player asks in the city what they have. */
export const GamePlayerAsk = z.object({
  epoch: z.number().int(),
  boot_id: z.string().max(64),
  journal_id: z.string().max(64),
  /** As in `online` of a sync: a city id's digits, any other id as `kind:value`. */
  player: z
    .string()
    .min(1)
    .max(limits.playerKeyMax)
    .regex(/^[\x21-\x7e]+$/),
});
export type GamePlayerAsk = z.infer<typeof GamePlayerAsk>;

export const GamePlayerAnswer = Done.extend({
  /** One row for each product, the next to end first. */
  benefits: z.array(
    z.object({
      /** The product's name as it was bought. */
      name: z.string(),
      /** Unix seconds; null: without end. */
      until: z.number().int().nullable(),
      /** The same by Brasília's clock, for people: `24/12/2026, 18:00`. */
      until_text: z.string().nullable(),
    }),
  ),
});
export type GamePlayerAnswer = z.infer<typeof GamePlayerAnswer>;
