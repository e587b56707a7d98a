import { EXPIRY_LEAST, isEmail, isForbiddenPayer, isUsableUrl, isWithinExpiry, URL_LENGTH } from './checks.ts';
import { paymentsError } from './errors.ts';
import type { NewPayment } from './ledger.ts';
import type { Seller } from './model.ts';
import type { State } from './state.ts';
import { centsOfNumber, DAY, type Fields, fieldsOf, isFields, parseDate, snakeCaseKeys, textOrNull } from './values.ts';

const KNOWN = new Set(
  `additional_info application_fee binary_mode callback_url campaign_id capture coupon_amount coupon_code
   date_of_expiration description differential_pricing_id external_reference installments issuer_id merchant_account_id
   metadata net_amount notification_url payer payment_method_id payment_method_option_id point_of_interaction
   processing_mode sponsor_id statement_descriptor three_d_secure_mode token transaction_amount transaction_details`.split(
    /\s+/,
  ),
);

function checkPayer(seller: Seller, value: unknown): Fields {
  if (!isFields(value)) throw paymentsError(400, 4006, 'payer attribute is malformed');
  const { email } = value;
  if (typeof email === 'string' && email.length >= 254) {
    throw paymentsError(400, 4051, 'payer.email must be shorter than 254 characters');
  }
  if (!isEmail(email)) throw paymentsError(400, 4050, 'payer.email must be a valid email');
  if (isForbiddenPayer(seller, email)) throw paymentsError(403, 4390, 'Payer email forbidden');
  const { identification } = value;
  if (identification !== undefined) {
    const { type, number } = fieldsOf(identification);
    const length = type === 'CPF' ? 11 : type === 'CNPJ' ? 14 : 0;
    if (String(number ?? '').replace(/\D/g, '').length !== length || length === 0) {
      throw paymentsError(400, 2067, 'Invalid user identification number');
    }
  }
  return value;
}

function checkExpiry(state: State, value: unknown): number {
  const now = state.clock.now();
  if (value === undefined || value === null) return now + DAY;
  const at = parseDate(value);
  if (at === null)
    throw paymentsError(400, 23, 'The following parameters must be valid date and format: date_of_expiration');
  // The text has whole ms and so has the clock, so exactly 30 minutes are accepted.
  if (!isWithinExpiry(at - now)) {
    throw paymentsError(400, 7523, `Invalid expiration date, least ${EXPIRY_LEAST / 60_000} minutes, most 30 days`);
  }
  return at;
}

/**
 * The checks of `POST /v1/payments` for Pix, one problem at a time in a fixed order (facts, sections 2 and 4).
 * Throws ApiError.
 */
export function readPayment(state: State, seller: Seller, body: unknown): NewPayment {
  if (!isFields(body)) throw paymentsError(400, 1, 'Params Error');
  const unknown = Object.keys(body).find((name) => !KNOWN.has(name));
  if (unknown) throw paymentsError(400, 8, `The name of the following parameters is wrong: ${unknown}`);
  const amount = centsOfNumber(body.transaction_amount);
  if (amount === null || amount <= 0 || amount > 15_000_000_00) {
    throw paymentsError(400, 4037, 'Invalid transaction_amount');
  }
  if (body.payment_method_id !== 'pix') throw paymentsError(400, 1, 'Invalid parameter payment_method_id');
  const payer = checkPayer(seller, body.payer);
  const expiresAt = checkExpiry(state, body.date_of_expiration);
  const url = body.notification_url;
  if (url !== undefined && url !== null) {
    if (!isUsableUrl(state, url)) throw paymentsError(400, 4020, 'notificaction_url attribute must be url valid');
    if (String(url).length > URL_LENGTH) {
      throw paymentsError(400, 4021, `notificaction_url attribute must be shorter than ${URL_LENGTH} character`);
    }
  }
  if (body.metadata !== undefined && !isFields(body.metadata)) {
    throw paymentsError(400, 4022, 'metadata attribute must be a valid JSON');
  }
  const reference = body.external_reference;
  if (reference !== undefined && reference !== null && (typeof reference !== 'string' || reference.length > 256)) {
    throw paymentsError(400, 1, 'Invalid parameter external_reference');
  }
  const fee = body.application_fee === undefined ? 0 : centsOfNumber(body.application_fee);
  if (fee === null || fee < 0) throw paymentsError(400, 4039, 'application_fee cannot be a negative value');
  if (fee > 0 && !seller.oauth) throw paymentsError(400, 2059, 'application_fee needs a token obtained by OAuth');
  if (fee > amount) throw paymentsError(400, 4038, 'application_fee cannot be bigger than transaction_amount');
  if (!seller.pixKey) throw paymentsError(400, 13253, 'Collector user without key enabled for QR render');
  return {
    sellerId: seller.userId,
    amount,
    methodId: 'pix',
    typeId: 'bank_transfer',
    payer,
    expiresAt,
    applicationFee: fee,
    description: textOrNull(body.description),
    externalReference: textOrNull(reference),
    notificationUrl: textOrNull(url),
    metadata: fieldsOf(snakeCaseKeys(fieldsOf(body.metadata))),
  };
}
