import { Refusal } from '../../../http/errors.ts';
import type { StoreId } from '../../../http/store.ts';
import { createMercadoPago } from '../../../integrations/mercado-pago/client.ts';
import { MercadoPagoError } from '../../../integrations/mercado-pago/errors.ts';
import type { CheckedToken } from '../edit-store.ts';

const DEADLINE_MS = 5000;
/** Brazil, in the provider's names of countries. */
const BRAZIL = 'MLB';

/**
 * Asks the provider whose token this is. Refuses tokens that the provider does not know (`payment_token_refused`) and
 * accounts of other countries (`payment_token_country`). If it does not answer: `provider_failed`. No transaction may be open.
 */
export async function checkPaymentToken(baseUrl: string, store: StoreId, token: string): Promise<CheckedToken> {
  // The token goes into a header, which can carry only these characters.
  if (!/^[\x21-\x7e]{10,400}$/.test(token)) throw new Refusal('payment_token_refused');
  const me = await createMercadoPago({ baseUrl, party: store, accessToken: token, deadlineMs: DEADLINE_MS })
    .me()
    .catch((error) => {
      if (!(error instanceof MercadoPagoError)) throw error;
      throw new Refusal(error.kind === 'refused' ? 'payment_token_refused' : 'provider_failed');
    });
  if (me.site_id !== BRAZIL) throw new Refusal('payment_token_country');
  const { id, nickname, tags } = me;
  return { token, collectorId: String(id), nickname: nickname.slice(0, 120), testUser: tags.includes('test_user') };
}
