import { z } from 'zod';
import { Done, id, requiredText, StoreScope } from './common.ts';
import { renewLefts } from './renew-words.ts';

export * from './renew-words.ts';

/** Sending what did not arrive as its product says today. */

/** POST /v1/deliveries/renew/preview */
export const RenewTarget = StoreScope.extend({ ids: z.array(id).min(1).max(100) });

/** The longest sentence of an action: a message with all that may stand in it. */
const SENTENCE_MAX = 5_000;

/** POST /v1/deliveries/renew: with what the person saw that each would do. */
export const RenewSend = StoreScope.extend({
  changes: z
    .array(z.object({ id, after: requiredText(SENTENCE_MAX, 'Confira a entrega.') }))
    .min(1)
    .max(100),
});

export const RenewPreview = z.object({
  id,
  product: z.string(),
  orderNumber: z.number().int(),
  /** The receiver's id. */
  player: z.string(),
  /** What it does now, as a sentence, pt-BR. */
  before: z.string(),
  /** What it would do as its product says today; null where it is left out. */
  after: z.string().nullable(),
  left: z.enum(renewLefts).nullable(),
  /** Why the product's action cannot be carried out, pt-BR; otherwise null. */
  problem: z.string().nullable(),
});
export type RenewPreview = z.infer<typeof RenewPreview>;
export const RenewPreviewAnswer = Done.extend({ changes: z.array(RenewPreview) });

export const RenewAnswer = Done.extend({
  /** How many are in the queue again. */
  sent: z.number().int(),
  left: z.array(z.object({ reason: z.enum(renewLefts), count: z.number().int() })),
});
