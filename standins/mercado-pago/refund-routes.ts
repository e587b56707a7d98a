import type { FastifyInstance } from 'fastify';
import { authenticate, idempotencyKey, keyConflict, liveCredentialsError } from './access.ts';
import { paymentsError } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { findPayment } from './payment-routes.ts';
import { refundBody } from './payment-view.ts';
import type { State } from './state.ts';
import { centsOfNumber, fieldsOf } from './values.ts';

const OBSTACLES = {
  state: { code: 2063, text: 'The action requested is not valid for the current payment state' },
  too_old: { code: 2024, text: 'Payment too old to be refunded' },
  amount: { code: 4040, text: 'Invalid refund amount' },
  balance: { code: 2032, text: 'Insufficient amount in the account to make the refund' },
} as const;

/** Refunds of the Payments API (facts, section 5). */
export function registerRefunds(app: FastifyInstance, state: State, ledger: Ledger): void {
  app.post<{ Params: { id: string } }>('/v1/payments/:id/refunds', async (request, reply) => {
    const seller = authenticate(state, request);
    if (seller.tags.includes('test_user')) throw liveCredentialsError();
    const key = idempotencyKey(request);
    const payment = findPayment(state, request, seller, request.params.id);
    const scope = `refunds ${seller.userId} ${payment.id}`;
    const answer = await state.once(scope, key, request.body ?? {}, keyConflict(), async () => {
      const wanted = fieldsOf(request.body).amount;
      const amount = wanted === undefined || wanted === null ? ledger.refundable(payment) : centsOfNumber(wanted);
      if (amount === null) throw paymentsError(400, 4041, 'amount attribute must be numeric');
      const obstacle = ledger.refundObstacle(payment, amount);
      if (obstacle) throw paymentsError(400, OBSTACLES[obstacle].code, OBSTACLES[obstacle].text);
      const rendersInProcess = request.headers['x-render-in-process-refunds'] === 'true';
      if (seller.refundMode === 'in_process' && !rendersInProcess) {
        // Without the header an outage gives an error, but the refund goes on (facts, section 5).
        ledger.refund(payment, amount, 'in_process');
        throw paymentsError(400, 2063, 'The refund is in process');
      }
      const refund = ledger.refund(payment, amount, seller.refundMode);
      return { status: 201, body: refundBody(payment, refund) };
    });
    return reply.code(answer.status).send(answer.body);
  });

  app.get<{ Params: { id: string } }>('/v1/payments/:id/refunds', async (request) => {
    const payment = findPayment(state, request, authenticate(state, request), request.params.id);
    return payment.refunds.map((refund) => refundBody(payment, refund));
  });

  app.get<{ Params: { id: string; refundId: string } }>('/v1/payments/:id/refunds/:refundId', async (request) => {
    const payment = findPayment(state, request, authenticate(state, request), request.params.id);
    const refund = payment.refunds.find((one) => one.id === request.params.refundId);
    if (!refund) throw paymentsError(404, 2000, 'Refund not found');
    return refundBody(payment, refund);
  });
}
