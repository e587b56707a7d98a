import { isExternalReference, isForbiddenPayer, isUsableUrl, URL_LENGTH } from './checks.ts';
import { type ApiError, paymentsError } from './errors.ts';
import type { Seller } from './model.ts';
import type { State } from './state.ts';
import { centsOfNumber, type Fields, fieldsOf, isFields, listOf, parseDate } from './values.ts';

const refuse = (error: string, message: string): ApiError => paymentsError(400, null, message, error);

function checkItems(value: unknown): void {
  if (!Array.isArray(value) || value.length === 0) throw refuse('invalid_items', 'items needed');
  for (const item of value) {
    const { title, quantity, unit_price, currency_id } = fieldsOf(item);
    if (typeof title !== 'string' || title.trim() === '') throw refuse('invalid_items', 'title needed');
    if (!Number.isInteger(quantity) || Number(quantity) < 1) throw refuse('invalid_items', 'quantity invalid');
    const cents = centsOfNumber(unit_price);
    if (cents === null || cents <= 0) throw refuse('invalid_items', 'unit_price invalid');
    if (currency_id !== undefined && currency_id !== 'BRL') throw refuse('invalid_items', 'currency_id invalid');
  }
}

const BACK_URLS = ['success', 'pending', 'failure'] as const;

/** An address that is not public is stored empty, so there is no way back; with `auto_return` that is an error. */
function checkReturns(state: State, body: Fields): Record<string, string> {
  const given = fieldsOf(body.back_urls);
  const kept = Object.fromEntries(
    BACK_URLS.map((name) => [name, isUsableUrl(state, given[name], ['https:', 'http:']) ? String(given[name]) : '']),
  );
  const { auto_return } = body;
  if (auto_return !== undefined && auto_return !== null) {
    if (auto_return !== 'approved' && auto_return !== 'all') throw refuse('invalid_auto_return', 'auto_return invalid');
    if (!kept.success) throw refuse('invalid_auto_return', 'auto_return invalid. back_url.success must be defined');
  }
  return kept;
}

function checkPaymentMethods(value: unknown): void {
  if (value === undefined || value === null) return;
  if (!isFields(value)) throw refuse('invalid_payment_methods', 'payment_methods invalid');
  for (const name of ['excluded_payment_methods', 'excluded_payment_types']) {
    const list = value[name] ?? [];
    if (!Array.isArray(list) || list.some((entry) => typeof fieldsOf(entry).id !== 'string')) {
      throw refuse('invalid_payment_methods', `${name} invalid`);
    }
    if (list.some((entry) => fieldsOf(entry).id === 'account_money')) {
      throw refuse('invalid_payment_methods', 'account_money cannot be excluded');
    }
  }
  const { installments } = value;
  if (installments !== undefined && (!Number.isInteger(installments) || Number(installments) < 1)) {
    throw refuse('invalid_installments', 'installments invalid');
  }
}

function checkDates(body: Fields): void {
  for (const name of ['expiration_date_from', 'expiration_date_to', 'date_of_expiration']) {
    const value = body[name];
    if (value !== undefined && value !== null && parseDate(value) === null) {
      throw refuse(`invalid_${name}`, `${name} invalid. Use yyyy-MM-ddTHH:mm:ss.SSSZ`);
    }
  }
}

/**
 * The checks of `POST` and `PUT /checkout/preferences` on the whole body (facts, section 3). Unknown names are
 * ignored, as in the service. Returns the body to store. Throws ApiError.
 */
export function readPreference(state: State, seller: Seller, body: unknown): Fields {
  if (!isFields(body)) throw refuse('bad_request', 'Params Error');
  checkItems(body.items);
  checkDates(body);
  checkPaymentMethods(body.payment_methods);
  const { external_reference, notification_url, statement_descriptor, marketplace_fee, metadata, payer } = body;
  if (external_reference !== undefined && external_reference !== null && !isExternalReference(external_reference)) {
    throw refuse('invalid_external_reference', 'external_reference invalid');
  }
  if (notification_url !== undefined && notification_url !== null) {
    const valid = isUsableUrl(state, notification_url) && String(notification_url).length <= URL_LENGTH;
    if (!valid) throw refuse('invalid_notification_url', 'notification_url invalid');
  }
  if (statement_descriptor !== undefined && !/^.{0,22}$/.test(String(statement_descriptor))) {
    throw refuse('invalid_statement_descriptor', 'statement_descriptor invalid');
  }
  if (metadata !== undefined && metadata !== null && !isFields(metadata)) {
    throw refuse('invalid_metadata', 'metadata invalid');
  }
  if (marketplace_fee !== undefined && marketplace_fee !== 0 && !seller.oauth) {
    throw refuse('invalid_marketplace_fee', 'marketplace_fee needs a token obtained by OAuth');
  }
  const email = fieldsOf(payer).email;
  if (typeof email === 'string' && isForbiddenPayer(seller, email))
    throw paymentsError(403, 4390, 'Payer email forbidden');
  return { ...body, back_urls: checkReturns(state, body) };
}

/** Centavos of all lines. */
export function totalOf(body: Fields): number {
  return listOf(body.items).reduce<number>((sum, item) => {
    const { unit_price, quantity } = fieldsOf(item);
    return sum + (centsOfNumber(unit_price) ?? 0) * Number(quantity);
  }, 0);
}
