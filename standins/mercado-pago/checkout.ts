import type { Ledger, NewPayment } from './ledger.ts';
import type { Payment, Preference } from './model.ts';
import { totalOf } from './preference-input.ts';
import type { State } from './state.ts';
import { DAY, fieldsOf, listOf, parseDate, snakeCaseKeys, textOrNull } from './values.ts';

/** The result of a test card, by the holder's name (facts, section 8). */
export const HOLDERS: Record<string, { status: Payment['status']; detail: string; label: string }> = {
  APRO: { status: 'approved', detail: 'accredited', label: 'aprovado' },
  CONT: { status: 'in_process', detail: 'pending_contingency', label: 'em análise' },
  OTHE: { status: 'rejected', detail: 'cc_rejected_other_reason', label: 'recusado sem motivo' },
  CALL: { status: 'rejected', detail: 'cc_rejected_call_for_authorize', label: 'banco pede autorização' },
  FUND: { status: 'rejected', detail: 'cc_rejected_insufficient_amount', label: 'sem limite' },
  SECU: { status: 'rejected', detail: 'cc_rejected_bad_filled_security_code', label: 'código de segurança errado' },
  EXPI: { status: 'rejected', detail: 'cc_rejected_bad_filled_date', label: 'validade errada' },
  FORM: { status: 'rejected', detail: 'cc_rejected_bad_filled_other', label: 'formulário errado' },
  CARD: { status: 'rejected', detail: 'cc_rejected_bad_filled_card_number', label: 'número errado' },
  INST: { status: 'rejected', detail: 'cc_rejected_invalid_installments', label: 'parcelas inválidas' },
  DUPL: { status: 'rejected', detail: 'cc_rejected_duplicated_payment', label: 'pagamento repetido' },
  LOCK: { status: 'rejected', detail: 'cc_rejected_card_disabled', label: 'cartão bloqueado' },
  CTNA: { status: 'rejected', detail: 'cc_rejected_card_type_not_allowed', label: 'tipo de cartão não aceito' },
};

export type Means = 'card' | 'pix' | 'balance' | 'ticket';

const MEANS: Record<Means, { methodId: string; typeId: string }> = {
  card: { methodId: 'master', typeId: 'credit_card' },
  pix: { methodId: 'pix', typeId: 'bank_transfer' },
  balance: { methodId: 'account_money', typeId: 'account_money' },
  ticket: { methodId: 'bolbradesco', typeId: 'ticket' },
};

/** Whether the preference offers this method: the balance always, Pix only if the seller has a key. */
export function offers(state: State, preference: Preference, means: Means): boolean {
  const { methodId, typeId } = MEANS[means];
  if (means === 'pix' && !state.sellerById(preference.sellerId)?.pixKey) return false;
  const methods = fieldsOf(preference.body.payment_methods);
  const excluded = (name: string, id: string): boolean =>
    listOf(methods[name]).some((entry) => fieldsOf(entry).id === id);
  return !excluded('excluded_payment_methods', methodId) && !excluded('excluded_payment_types', typeId);
}

/** Makes the payment that a person chose on the page. `holder` counts only for cards. */
export function payPreference(
  state: State,
  ledger: Ledger,
  preference: Preference,
  means: Means,
  holder: string,
): Payment {
  const { body } = preference;
  const now = state.clock.now();
  const input: NewPayment = {
    sellerId: preference.sellerId,
    amount: totalOf(body),
    ...MEANS[means],
    payer: { email: 'comprador@example.com', ...fieldsOf(body.payer) },
    description: textOrNull(fieldsOf(listOf(body.items)[0]).title),
    externalReference: textOrNull(body.external_reference),
    notificationUrl: textOrNull(body.notification_url),
    metadata: fieldsOf(snakeCaseKeys(fieldsOf(body.metadata))),
    preferenceId: preference.id,
    merchantOrderId: preference.orderId === null ? preference.merchantOrderId : null,
    orderId: preference.orderId,
  };
  if (means === 'pix') return ledger.create({ ...input, expiresAt: parseDate(body.date_of_expiration) ?? now + DAY });
  if (means === 'ticket')
    return ledger.create({ ...input, expiresAt: parseDate(body.date_of_expiration) ?? now + 3 * DAY });
  if (means === 'balance') return ledger.create({ ...input, status: 'approved', statusDetail: 'accredited' });
  const outcome = HOLDERS[holder] ?? { status: 'rejected' as const, detail: 'cc_rejected_other_reason' };
  const binary = body.binary_mode === true && outcome.status === 'in_process';
  return ledger.create({
    ...input,
    status: binary ? 'rejected' : outcome.status,
    statusDetail: binary ? 'rejected_high_risk' : outcome.detail,
  });
}

/** The address back to the shop with the service's parameters (facts, section 3), or null. */
export function returnUrl(preference: Preference, payment: Payment | null): string | null {
  const urls = fieldsOf(preference.body.back_urls);
  const name =
    payment === null || payment.status === 'rejected' || payment.status === 'cancelled'
      ? 'failure'
      : payment.approvedAt !== null
        ? 'success'
        : 'pending';
  const target = textOrNull(urls[name]) ?? textOrNull(urls.success);
  if (target === null) return null;
  const url = new URL(target);
  const parameters: Record<string, string | null> = {
    collection_id: payment?.id ?? null,
    collection_status: payment?.status ?? null,
    payment_id: payment?.id ?? null,
    status: payment?.status ?? null,
    external_reference: textOrNull(preference.body.external_reference),
    payment_type: payment?.typeId ?? null,
    merchant_order_id: payment === null ? null : preference.merchantOrderId,
    preference_id: preference.id,
    site_id: 'MLB',
    processing_mode: 'aggregator',
    merchant_account_id: null,
  };
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value ?? 'null');
  return url.href;
}

/** Whether the person is sent back without a click. */
export function returnsByItself(preference: Preference, payment: Payment): boolean {
  const { auto_return } = preference.body;
  return auto_return === 'all' || (auto_return === 'approved' && payment.approvedAt !== null);
}
