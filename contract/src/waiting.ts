import { z } from 'zod';
import { email, id, mailToken } from './common.ts';

/** "Avise-me": one mail when a sold-out product is back, or when the store opens. The pages send plain forms. */

/** POST /v1/customer/wait: asks for a confirmation mail. Without a product it is about the store's opening. */
export const WaitAsk = z.object({ email: email('E-mail inválido.'), product: id.optional() });

/** POST /v1/customer/wait/confirm and /end: the token of the mailed link. */
export const WaitToken = z.object({ token: mailToken });
