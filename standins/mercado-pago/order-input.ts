import { isEmail, isExternalReference, isForbiddenPayer, isUsableUrl, isWithinExpiry } from './checks.ts';
import { ordersError } from './errors.ts';
import type { Seller } from './model.ts';
import type { State } from './state.ts';
import { centsOfText, DAY, type Fields, fieldsOf, isFields, listOf, parseDuration } from './values.ts';

const KNOWN = {
  order: `type processing_mode external_reference total_amount payer items transactions config description capture_mode
          marketplace marketplace_fee currency expiration_time checkout_available_at shipment additional_info
          integration_data`.split(/\s+/),
  payment: ['amount', 'payment_method', 'expiration_time'],
};

export interface OrderInput {
  mode: 'automatic' | 'manual';
  body: Fields;
  totalAmount: number;
  externalReference: string;
  /** How long the Pix of an automatic order lives, in milliseconds. */
  lifetime: number;
}

function only(fields: Fields, known: string[], path: string): void {
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const details = unknown.map((name) => `${path}${name}: property not supported`);
    throw ordersError(400, 'unsupported_properties', 'An unsupported property was sent.', details);
  }
}

function needed(fields: Fields, names: string[], path: string): void {
  const missing = names.filter((name) => fields[name] === undefined || fields[name] === null);
  if (missing.length > 0) {
    const details = missing.map((name) => `${path}${name}: required property is missing`);
    throw ordersError(400, 'required_properties', 'Some required properties are missing.', details);
  }
}

function value(detail: string): never {
  throw ordersError(400, 'property_value', 'The value of a property is invalid.', [detail]);
}

/** A decimal text above zero, in centavos. A JSON number has the wrong type here (facts, section 2). */
function amountOf(given: unknown, path: string): number {
  if (typeof given !== 'string') {
    throw ordersError(400, 'property_type', 'The type of a property is invalid.', [`${path}: must be a string`]);
  }
  const cents = centsOfText(given);
  if (cents === null || cents <= 0) return value(`${path}: must be a positive decimal`);
  return cents;
}

function checkPayer(seller: Seller, payer: unknown): void {
  const fields = fieldsOf(payer);
  needed(fields, ['email'], 'payer.');
  if (!isEmail(fields.email) || fields.email.length >= 254) value('payer.email: must be a valid email');
  if (isForbiddenPayer(seller, fields.email)) throw ordersError(403, '4390', 'Payer email forbidden');
}

function checkItems(items: unknown, total: number): void {
  if (items === undefined) return;
  if (!Array.isArray(items) || items.length === 0) value('items: at least one');
  let sum = 0;
  for (const [index, item] of items.entries()) {
    const fields = fieldsOf(item);
    needed(fields, ['title', 'unit_price', 'quantity'], `items[${index}].`);
    if (!Number.isInteger(fields.quantity) || Number(fields.quantity) < 1) value(`items[${index}].quantity: from 1`);
    sum += amountOf(fields.unit_price, `items[${index}].unit_price`) * Number(fields.quantity);
  }
  if (sum !== total) {
    const message = 'Order items total amount sum does not match order total amount';
    throw ordersError(400, 'order_items_total_amount_mismatch', message);
  }
}

function checkTransactions(body: Fields, total: number): number {
  const payments = listOf(fieldsOf(body.transactions).payments);
  if (payments.length === 0) needed({}, ['transactions.payments'], '');
  if (payments.length > 1)
    throw ordersError(400, 'maximum_items', 'maximum 1 items required', ['transactions.payments']);
  const payment = fieldsOf(payments[0]);
  only(payment, KNOWN.payment, 'transactions.payments[0].');
  needed(payment, ['amount', 'payment_method'], 'transactions.payments[0].');
  if (amountOf(payment.amount, 'transactions.payments[0].amount') !== total) {
    throw ordersError(400, 'invalid_total_amount', 'total_amount is not equivalent to sum of transactions amounts');
  }
  const { id, type } = fieldsOf(payment.payment_method);
  if (id !== 'pix' || type !== 'bank_transfer')
    value('transactions.payments[0].payment_method: only pix, bank_transfer');
  if (payment.expiration_time === undefined) return DAY;
  const lifetime = parseDuration(payment.expiration_time);
  if (lifetime === null || !isWithinExpiry(lifetime)) {
    return value('transactions.payments[0].expiration_time: an ISO 8601 duration from 30 minutes to 30 days');
  }
  return lifetime;
}

/** The checks of `POST /v1/orders` (facts, section 6). Throws ApiError. */
export function readOrder(state: State, seller: Seller, body: unknown): OrderInput {
  if (!isFields(body)) throw ordersError(400, 'json_syntax_error', 'The request has no valid JSON structure.');
  only(body, KNOWN.order, '');
  needed(body, ['type', 'processing_mode', 'external_reference', 'total_amount', 'payer'], '');
  if (body.type !== 'online') value('type: only online');
  const mode = body.processing_mode;
  if (mode !== 'automatic' && mode !== 'manual') return value('processing_mode: automatic or manual');
  const totalAmount = amountOf(body.total_amount, 'total_amount');
  const externalReference = body.external_reference;
  if (!isExternalReference(externalReference)) return value('external_reference: up to 64 of A-Z a-z 0-9 _ -');
  checkPayer(seller, body.payer);
  checkItems(body.items, totalAmount);
  const online = fieldsOf(fieldsOf(body.config).online);
  for (const name of ['success_url', 'failure_url', 'pending_url']) {
    if (online[name] !== undefined && !isUsableUrl(state, online[name], ['https:', 'http:']))
      value(`config.online.${name}`);
  }
  const lifetime = mode === 'automatic' ? checkTransactions(body, totalAmount) : DAY;
  if (mode === 'automatic' && !seller.pixKey) {
    throw ordersError(400, '13253', 'Collector user without key enabled for QR render');
  }
  return { mode, body, totalAmount, externalReference: String(externalReference), lifetime };
}
