import { z } from 'zod';
import { email } from './common.ts';

/**
 * The customer's area of a store, `/minhas-compras`. Its pages send plain forms; the calls take JSON too. The host
 * names the store.
 */

/** POST /v1/customer/link: a sign-in link by mail. */
export const CustomerLink = z.object({ email: email('E-mail inválido.') });

/** POST /v1/customer/enter: takes the link's token. */
export const CustomerEnter = z.object({ token: z.string().max(100) });

export const eraseTexts = { confirm: 'Marque a caixa para confirmar que você quer apagar seus dados.' } as const;

/** POST /v1/customer/erase: needs the ticked box of the form. */
export const CustomerErase = z.object({ confirm: z.literal('sim', { error: eraseTexts.confirm }) });
