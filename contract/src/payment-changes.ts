import { z } from 'zod';
import { id, subdomain } from './common.ts';

/** A new payment account of a store, shown to its administrators while it can be undone. */
export interface PaymentChange {
  id: string;
  /** Nickname of the account that is connected since, and its number at the provider. */
  account: string;
  accountId: string;
  /** Nickname of the account before; null where there was none. */
  former: string | null;
  person: string;
  device: string;
  place: string;
  at: string;
  /** Until when it can be undone. */
  until: string;
  /** Whether the caller's session said that it is right: then it is shown among the settings only. */
  hidden: boolean;
}

/** POST /v1/store/payment-account */
export interface PaymentChangesAnswer {
  success: true;
  changes: PaymentChange[];
}

/** POST /v1/store/payment-account/undo, POST /v1/store/payment-account/accept */
export const PaymentChangeTarget = z.object({ subdomain: subdomain.optional(), id });
