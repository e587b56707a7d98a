import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate, idempotencyKey, keyConflict, requireApplication } from './access.ts';
import { paymentsError } from './errors.ts';
import type { Ledger } from './ledger.ts';
import type { Payment, Seller } from './model.ts';
import { readPayment } from './payment-input.ts';
import { paymentBody } from './payment-view.ts';
import type { State } from './state.ts';
import { DAY, fieldsOf, MINUTE, parseDate } from './values.ts';

const DATE_FIELDS = { date_created: 'createdAt', date_last_updated: 'updatedAt', date_approved: 'approvedAt' } as const;
type DateField = keyof typeof DATE_FIELDS;

/** The seller's own payment, not one of Orders. Throws 404 code 2000, also for the fault `not-found-yet`. */
export function findPayment(state: State, request: FastifyRequest, seller: Seller, id: string): Payment {
  const payment = state.payments.get(id);
  const hidden = request.fault?.kind === 'not-found-yet';
  if (!payment || hidden || payment.sellerId !== seller.userId || payment.orderId !== null) {
    throw paymentsError(404, 2000, 'Payment not found');
  }
  return payment;
}

/** The version that a reader sees: with the fault `stale-read`, the one before the latest change. */
function seen(request: FastifyRequest, payment: Payment): Payment {
  return request.fault?.kind === 'stale-read' ? (payment.previous ?? payment) : payment;
}

const UNITS: Record<string, number> = { MINUTES: MINUTE, HOURS: 60 * MINUTE, DAYS: DAY, MONTHS: 30 * DAY };

/** An absolute date, `NOW`, or `NOW-30DAYS`. Throws 400 code 23. */
function searchDate(state: State, value: string): number {
  const relative = /^NOW(?:-(\d+)(MINUTES|HOURS|DAYS|MONTHS))?$/.exec(value);
  if (relative) return state.clock.now() - Number(relative[1] ?? 0) * (UNITS[relative[2] ?? ''] ?? 0);
  const at = parseDate(value);
  if (at === null)
    throw paymentsError(400, 23, 'The following parameters must be valid date and format: begin_date, end_date');
  return at;
}

function search(
  state: State,
  request: FastifyRequest,
  seller: Seller,
): { found: Payment[]; limit: number; offset: number } {
  const query = fieldsOf(request.query);
  const text = (name: string): string | undefined => (query[name] === undefined ? undefined : String(query[name]));
  const field = (name: string, fallback: DateField): DateField => {
    const value = text(name) ?? fallback;
    if (!(value in DATE_FIELDS)) throw paymentsError(400, 1, `Invalid parameter ${name}`);
    return value as DateField;
  };
  const limit = Math.min(100, Math.max(0, Number(text('limit') ?? 30) || 0));
  const offset = Math.max(0, Number(text('offset') ?? 0) || 0);
  const range = DATE_FIELDS[field('range', 'date_created')];
  const sort = DATE_FIELDS[field('sort', 'date_created')];
  const from = text('begin_date') === undefined ? -Infinity : searchDate(state, text('begin_date') ?? '');
  const to = text('end_date') === undefined ? Infinity : searchDate(state, text('end_date') ?? '');
  const direction = text('criteria') === 'asc' ? 1 : -1;
  const found = [...state.payments.values()]
    .filter((payment) => payment.sellerId === seller.userId && payment.orderId === null)
    .map((payment) => seen(request, payment))
    .filter(
      (payment) =>
        (text('external_reference') === undefined || payment.externalReference === text('external_reference')) &&
        (text('status') === undefined || payment.status === text('status')) &&
        (text('id') === undefined || payment.id === text('id')) &&
        (payment[range] ?? Infinity) >= from &&
        (payment[range] ?? -Infinity) <= to,
    )
    .sort((a, b) => direction * ((a[sort] ?? 0) - (b[sort] ?? 0) || Number(a.id) - Number(b.id)));
  return { found: request.fault?.kind === 'not-found-yet' ? [] : found, limit, offset };
}

/** Payments API (facts, section 4). */
export function registerPayments(app: FastifyInstance, state: State, ledger: Ledger): void {
  app.post('/v1/payments', async (request, reply) => {
    const seller = authenticate(state, request);
    requireApplication(seller, 'payments');
    const key = idempotencyKey(request);
    const answer = await state.once(`payments ${seller.userId}`, key, request.body, keyConflict(), async () => {
      const payment = ledger.create(readPayment(state, seller, request.body));
      return { status: 201, body: await paymentBody(state, payment) };
    });
    return reply.code(answer.status).send(answer.body);
  });

  app.get('/v1/payments/search', async (request) => {
    const seller = authenticate(state, request);
    const { found, limit, offset } = search(state, request, seller);
    const page = found.slice(offset, offset + limit);
    return {
      paging: { total: found.length, limit, offset },
      results: await Promise.all(page.map((payment) => paymentBody(state, payment))),
    };
  });

  app.get<{ Params: { id: string } }>('/v1/payments/:id', async (request) => {
    const seller = authenticate(state, request);
    return paymentBody(state, seen(request, findPayment(state, request, seller, request.params.id)));
  });

  app.put<{ Params: { id: string } }>('/v1/payments/:id', async (request) => {
    const seller = authenticate(state, request);
    const payment = findPayment(state, request, seller, request.params.id);
    const { status } = fieldsOf(request.body);
    if (status !== 'cancelled') throw paymentsError(400, 2016, 'The status change is not allowed');
    if (!ledger.allows(payment, 'cancel')) {
      throw paymentsError(400, 2018, 'The action requested is not valid for the current payment state');
    }
    ledger.move(payment, 'cancel');
    return paymentBody(state, payment);
  });
}
