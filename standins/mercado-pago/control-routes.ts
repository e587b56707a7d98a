import type { FastifyInstance } from 'fastify';
import type { Control, ControlMoveOptions, DeliveryFilter } from './control.ts';
import { ControlError } from './errors.ts';
import type { Payment, SellerInput } from './model.ts';
import { fieldsOf, isFields, numberOfCents } from './values.ts';
import type { WebhookFaultInput } from './webhook-faults.ts';

const MOVES = ['approve', 'reject', 'review', 'cancel', 'expire', 'mediate', 'chargeback'] as const;

function summary(payment: Payment): Record<string, unknown> {
  const { previous: _previous, amount, fee, refunds, ...rest } = payment;
  return {
    ...rest,
    amount: numberOfCents(amount),
    fee: numberOfCents(fee),
    refunds: refunds.map((refund) => ({ ...refund, amount: numberOfCents(refund.amount) })),
  };
}

function number(fields: Record<string, unknown>, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === '') return undefined;
  const parsed = Number(value);
  if (!Number.isFinite(parsed)) throw new ControlError(400, `${name} is not a number`);
  return parsed;
}

function moveOptions(body: unknown): ControlMoveOptions {
  const fields = fieldsOf(body);
  const amount = number(fields, 'amount');
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(typeof fields.detail === 'string' ? { detail: fields.detail } : {}),
    ...(fields.force === true || fields.force === 'true' ? { force: true } : {}),
  };
}

/** `/__control`: the typed control in JSON, with amounts in reais. The library serves faults and requests. */
export function registerControl(app: FastifyInstance, control: Control): void {
  app.post('/__control/reset', async () => {
    control.reset();
    return { reset: true };
  });

  app.post('/__control/seed', async (request) => {
    const { sellers } = fieldsOf(request.body);
    const valid = Array.isArray(sellers) && sellers.every((one) => isFields(one) && typeof one.token === 'string');
    if (!valid) throw new ControlError(400, 'sellers: a list of objects with a token');
    const seeded = control.seed({ sellers: sellers as SellerInput[] });
    return { sellers: seeded.map((seller) => ({ ...seller, balance: numberOfCents(seller.balance) })) };
  });

  app.get('/__control/clock', async () => ({ now: control.now() }));
  app.post('/__control/clock', async (request) => {
    control.advance(number(fieldsOf(request.body), 'advance') ?? 0);
    return { now: control.now() };
  });

  app.post('/__control/settings', async (request) => {
    const { loopbackUrls, webhookTimeoutMs, webhookRetryMs } = fieldsOf(request.body);
    control.settings({
      ...(typeof loopbackUrls === 'boolean' ? { loopbackUrls } : {}),
      ...(typeof webhookTimeoutMs === 'number' ? { webhookTimeoutMs } : {}),
      ...(Array.isArray(webhookRetryMs) ? { webhookRetryMs: webhookRetryMs.map(Number) } : {}),
    });
    return { changed: true };
  });

  app.get('/__control/payments', async (request) => {
    const { external_reference } = fieldsOf(request.query);
    const filter = typeof external_reference === 'string' ? { externalReference: external_reference } : {};
    return control.payments(filter).map(summary);
  });

  for (const move of MOVES) {
    app.post<{ Params: { id: string } }>(`/__control/payments/:id/${move}`, async (request) =>
      summary(control[move](request.params.id, moveOptions(request.body))),
    );
  }

  app.post<{ Params: { id: string } }>('/__control/payments/:id/refund', async (request) => {
    const fields = fieldsOf(request.body);
    const amount = number(fields, 'amount');
    const status = fields.status === 'in_process' ? 'in_process' : 'approved';
    const refund = control.refund(request.params.id, amount === undefined ? { status } : { amount, status });
    return { ...refund, amount: numberOfCents(refund.amount) };
  });

  app.post<{ Params: { id: string } }>('/__control/payments/:id/settle-refund', async (request) => {
    const { status, refundId } = fieldsOf(request.body);
    if (status !== 'approved' && status !== 'rejected') throw new ControlError(400, 'status: approved or rejected');
    const which = typeof refundId === 'string' ? refundId : undefined;
    const refund = control.settleRefund(request.params.id, status, which);
    return { ...refund, amount: numberOfCents(refund.amount) };
  });

  app.get('/__control/deliveries', async (request) => control.deliveries(request.query as DeliveryFilter));

  app.post('/__control/webhook-faults', async (request, reply) => {
    try {
      control.addWebhookFault(request.body as WebhookFaultInput);
    } catch (error) {
      throw new ControlError(400, error instanceof Error ? error.message : 'invalid fault');
    }
    return reply.code(201).send({ added: true });
  });
  app.delete('/__control/webhook-faults', async () => {
    control.clearWebhookFaults();
    return { cleared: true };
  });
}
