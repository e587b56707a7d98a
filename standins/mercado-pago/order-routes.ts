import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticate, idempotencyKey, keyConflict, requireApplication } from './access.ts';
import { ordersError } from './errors.ts';
import type { Ledger } from './ledger.ts';
import type { Order, Payment, Seller } from './model.ts';
import { type OrderInput, readOrder } from './order-input.ts';
import { orderBodyWithPicture, paymentsOf } from './order-view.ts';
import { addPreference } from './preference-routes.ts';
import type { Answer, State } from './state.ts';
import { centsOfText, fieldsOf, listOf, numberOfCents, textOrNull } from './values.ts';

function find(state: State, request: FastifyRequest, seller: Seller, id: string): Order {
  const order = state.orders.get(id);
  if (!order || order.sellerId !== seller.userId || request.fault?.kind === 'not-found-yet') {
    throw ordersError(404, 'order_not_found', 'Order not found.');
  }
  return order;
}

/** The link of a manual order is a preference whose payments belong to the order. */
function addLink(state: State, seller: Seller, order: Order, reference: string): void {
  const config = fieldsOf(order.body.config);
  const { success_url, failure_url, pending_url, auto_return } = fieldsOf(config.online);
  const methods = fieldsOf(config.payment_method);
  const ids = (list: unknown): { id: string }[] => listOf(list).map((id) => ({ id: String(id) }));
  const preference = addPreference(
    state,
    seller,
    {
      items: [{ title: `Pedido ${reference}`, quantity: 1, unit_price: numberOfCents(order.totalAmount) }],
      payer: order.body.payer,
      external_reference: reference,
      back_urls: { success: success_url ?? '', failure: failure_url ?? '', pending: pending_url ?? '' },
      ...(auto_return === undefined ? {} : { auto_return }),
      payment_methods: {
        excluded_payment_methods: ids(methods.not_allowed_ids),
        excluded_payment_types: ids(methods.not_allowed_types),
      },
    },
    order.id,
  );
  order.preferenceId = preference.id;
}

function place(state: State, ledger: Ledger, seller: Seller, input: OrderInput): Order {
  const now = state.clock.now();
  const order: Order = {
    id: state.nextCode('ORD'),
    sellerId: seller.userId,
    mode: input.mode,
    body: input.body,
    totalAmount: input.totalAmount,
    createdAt: now,
    canceledAt: null,
    preferenceId: null,
  };
  state.orders.set(order.id, order);
  if (input.mode === 'manual') {
    addLink(state, seller, order, input.externalReference);
  } else {
    ledger.create({
      sellerId: seller.userId,
      amount: input.totalAmount,
      methodId: 'pix',
      typeId: 'bank_transfer',
      payer: fieldsOf(input.body.payer),
      description: textOrNull(input.body.description),
      externalReference: input.externalReference,
      expiresAt: now + input.lifetime,
      orderId: order.id,
    });
  }
  return order;
}

/** The refund that each entry of `transactions` asks for; an empty body asks for all. */
function wantedRefunds(ledger: Ledger, payments: Payment[], body: unknown): { payment: Payment; amount: number }[] {
  const paid = payments.filter((payment) => payment.approvedAt !== null);
  const entries = listOf(fieldsOf(body).transactions);
  if (entries.length === 0) {
    return paid
      .filter((payment) => ledger.refundable(payment) > 0)
      .map((payment) => ({ payment, amount: ledger.refundable(payment) }));
  }
  return entries.map((entry) => {
    const { id, amount } = fieldsOf(entry);
    const payment = payments.find((one) => one.transactionId === id);
    if (!payment) throw ordersError(404, 'transaction_not_found', 'Transaction not found in the order.');
    const cents = centsOfText(amount);
    if (cents === null) throw ordersError(400, 'property_value', 'The value of a property is invalid.', ['amount']);
    return { payment, amount: cents };
  });
}

/** Orders API (facts, section 6): Pix at once, or a Checkout Pro link. */
export function registerOrders(app: FastifyInstance, state: State, ledger: Ledger): void {
  const enter = (request: FastifyRequest): Seller => {
    const seller = authenticate(state, request, 'orders');
    requireApplication(seller, 'orders');
    return seller;
  };
  const answerWith = async (status: number, order: Order): Promise<Answer> => ({
    status,
    body: await orderBodyWithPicture(state, order, paymentsOf(state, order)),
  });

  app.post('/v1/orders', async (request, reply) => {
    const seller = enter(request);
    const key = idempotencyKey(request, 'orders');
    const scope = `orders ${seller.userId}`;
    const answer = await state.once(scope, key, request.body, keyConflict('orders'), async () =>
      answerWith(201, place(state, ledger, seller, readOrder(state, seller, request.body))),
    );
    return reply.code(answer.status).send(answer.body);
  });

  app.get<{ Params: { id: string } }>('/v1/orders/:id', async (request) => {
    const order = find(state, request, enter(request), request.params.id);
    const stale = request.fault?.kind === 'stale-read';
    const payments = paymentsOf(state, order).map((payment) => (stale ? (payment.previous ?? payment) : payment));
    return orderBodyWithPicture(state, order, payments);
  });

  app.post<{ Params: { id: string } }>('/v1/orders/:id/cancel', async (request, reply) => {
    const seller = enter(request);
    const key = idempotencyKey(request, 'orders');
    const order = find(state, request, seller, request.params.id);
    const answer = await state.once(`cancel ${order.id}`, key, request.body ?? {}, keyConflict('orders'), async () => {
      const payments = paymentsOf(state, order);
      const open = payments.filter((payment) => ledger.allows(payment, 'cancel'));
      const settled = payments.some((payment) => payment.approvedAt !== null);
      const nothingLeft = order.mode === 'automatic' && open.length === 0;
      if (order.canceledAt !== null || settled || nothingLeft) {
        throw ordersError(409, 'cannot_cancel_order', 'The order cannot be canceled in its current status.');
      }
      order.canceledAt = state.clock.now();
      for (const payment of open) ledger.move(payment, 'cancel');
      return answerWith(200, order);
    });
    return reply.code(answer.status).send(answer.body);
  });

  app.post<{ Params: { id: string } }>('/v1/orders/:id/refund', async (request, reply) => {
    const seller = enter(request);
    const key = idempotencyKey(request, 'orders');
    const order = find(state, request, seller, request.params.id);
    const answer = await state.once(`refund ${order.id}`, key, request.body ?? {}, keyConflict('orders'), async () => {
      const wanted = wantedRefunds(ledger, paymentsOf(state, order), request.body);
      if (wanted.length === 0)
        throw ordersError(409, 'cannot_refund_order', 'The order cannot be refunded in its current status.');
      for (const { payment, amount } of wanted) {
        const obstacle = ledger.refundObstacle(payment, amount);
        if (obstacle === 'state')
          throw ordersError(409, 'cannot_refund_order', 'The order cannot be refunded in its current status.');
        if (obstacle)
          throw ordersError(400, 'refund_amount_exceeds', 'The refund exceeds what is available.', [obstacle]);
      }
      for (const { payment, amount } of wanted) ledger.refund(payment, amount, seller.refundMode);
      return answerWith(201, order);
    });
    return reply.code(answer.status).send(answer.body);
  });
}
