import { z } from 'zod';
import { benefitStates, buyerKinds } from './buyer-words.ts';
import { Done, id, instant, requiredLine, requiredText, StoreScope } from './common.ts';
import { identityKinds } from './identity.ts';
import { limits } from './limits.ts';
import { Order } from './order-answers.ts';

/** One buyer of a store, by an id or an e-mail of their orders. */

/** POST /v1/buyers/details, /v1/buyers/unblock */
export const BuyerTarget = StoreScope.extend({
  kind: z.enum(buyerKinds),
  value: requiredLine(limits.emailMax, 'Informe o cliente.'),
});
/** POST /v1/buyers/block */
export const BuyerBlock = BuyerTarget.extend({ reason: requiredText(limits.blockReasonMax, 'Informe o motivo.') });

/** POST /v1/buyers/rights/extend: by the id of a benefit. */
export const RightExtend = StoreScope.extend({
  id,
  days: z
    .number({ error: 'Informe os dias.' })
    .int('Informe os dias.')
    .min(1, 'Informe os dias.')
    .max(limits.extendDaysMax, 'No máximo 365 dias.'),
  reason: requiredText(limits.blockReasonMax, 'Informe o motivo.'),
});

/** POST /v1/buyers/rights/revoke: by the id of a benefit. */
export const RightRevoke = StoreScope.extend({
  id,
  reason: requiredText(limits.blockReasonMax, 'Informe o motivo.'),
});

const name = z.object({ kind: z.enum(buyerKinds), value: z.string() });

/** POST /v1/buyers/details */
export const BuyerAnswer = Done.extend({
  /** The identity that was asked for, in its normal form. */
  buyer: name,
  /** Names and other identities on the same orders, as their buyers typed them. Nobody proved that they are one person. */
  names: z.array(z.string()),
  others: z.array(name),
  /** The first order's time. */
  since: instant,
  sums: z.object({
    orders: z.number().int(),
    completed: z.number().int(),
    /** Reais of completed sales, less what went back. */
    spent: z.number(),
    /** Reais that went back. */
    refunded: z.number(),
  }),
  /** What the buyer holds, the next to end first. Then what has ended. */
  benefits: z.array(
    z.object({
      id,
      product: z.string(),
      gives: z.array(z.string()),
      /** The player who holds it; null for a Discord login. */
      player: z.object({ kind: z.enum(identityKinds), value: z.string() }).nullable(),
      state: z.enum(benefitStates),
      /** Its end, past or future; null without an end. */
      endsAt: instant.nullable(),
      /** The order that ends last. */
      orderId: id,
      orderNumber: z.number().int(),
    }),
  ),
  /** The newest 50. */
  orders: z.array(Order),
  /** Notes of the store's people on these orders, newest first. */
  notes: z.array(
    z.object({ id, at: instant, author: z.string(), text: z.string(), orderId: id, orderNumber: z.number().int() }),
  ),
  /** Null while the buyer may buy. */
  block: z.object({ reason: z.string(), by: z.string(), at: instant }).nullable(),
});
export type BuyerAnswer = z.infer<typeof BuyerAnswer>;
