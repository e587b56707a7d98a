import { z } from 'zod';
import { Done, email } from './common.ts';

/**
 * The customer's area of a store, `/minhas-compras`. Its pages send plain forms; the calls take JSON too. The host
 * names the store.
 */

/** GET /v1/customer/discord/start: with `to`, the sign-in ends in the checkout instead of the customer's area. */
export const CustomerStart = z.object({ to: z.literal('checkout').optional() });

/** GET /v1/customer/me */
export const CustomerMe = Done.extend({
  /** Whoever is signed in with Discord at this store in this browser; null for nobody. */
  discord: z
    .object({
      id: z.string(),
      /** As Discord named the person at the sign-in; null if no letter of it is visible, or if the sign-in is older than this field. */
      name: z.string().nullable(),
      avatar: z.string(),
    })
    .nullable(),
});
export type CustomerMe = z.infer<typeof CustomerMe>;

/** POST /v1/customer/link: a sign-in link by mail. */
export const CustomerLink = z.object({ email: email('E-mail inválido.') });

/** POST /v1/customer/enter: takes the link's token. */
export const CustomerEnter = z.object({ token: z.string().max(100) });

const eraseTexts = { confirm: 'Marque a caixa para confirmar que você quer apagar seus dados.' } as const;

/** POST /v1/customer/erase: needs the ticked box of the form. */
export const CustomerErase = z.object({ confirm: z.literal('sim', { error: eraseTexts.confirm }) });
