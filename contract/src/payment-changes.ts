import { z } from 'zod';
import { Done, id, instant, subdomain } from './common.ts';

/** A new payment account of a store, shown to its administrators while it can be undone. */
export const PaymentChange = z.object({
  id,
  /** Nickname of the account that this change connected. */
  account: z.string(),
  /** The account's number at the provider. */
  accountId: z.string(),
  /** Nickname of the former account; null if there was none. */
  former: z.string().nullable(),
  /** The name of whoever connected it, and where from. */
  person: z.string(),
  device: z.string(),
  place: z.string(),
  at: instant,
  /** Until when it can be undone. */
  until: instant,
  /** True if this session has accepted the new account: then only the settings show it. */
  hidden: z.boolean(),
});
export type PaymentChange = z.infer<typeof PaymentChange>;

/** POST /v1/store/payment-account */
export const PaymentChangesAnswer = Done.extend({ changes: z.array(PaymentChange) });
export type PaymentChangesAnswer = z.infer<typeof PaymentChangesAnswer>;

/** POST /v1/store/payment-account/undo, POST /v1/store/payment-account/accept */
export const PaymentChangeTarget = z.object({ subdomain: subdomain.optional(), id });
