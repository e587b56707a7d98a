import type { Order, Payment } from './model.ts';
import { qrPng } from './qr-png.ts';
import type { State } from './state.ts';
import { fieldsOf, formatDate, formatDateOrNull, listOf, textOfCents } from './values.ts';

/** The payments of an order, oldest first. */
export function paymentsOf(state: State, order: Order): Payment[] {
  return [...state.payments.values()].filter((payment) => payment.orderId === order.id);
}

interface StateName {
  status: string;
  status_detail: string;
}

function paymentState(payment: Payment): StateName {
  switch (payment.status) {
    case 'pending':
      return { status: 'action_required', status_detail: 'waiting_transfer' };
    case 'authorized':
      return { status: 'action_required', status_detail: 'waiting_capture' };
    case 'in_process':
      return { status: 'processing', status_detail: 'in_process' };
    case 'approved':
    case 'in_mediation':
      return { status: 'processed', status_detail: payment.refunds.length > 0 ? refundDetail(payment) : 'accredited' };
    case 'rejected':
      return { status: 'failed', status_detail: payment.statusDetail.replace(/^cc_rejected_/, '') };
    case 'cancelled':
      return payment.statusDetail === 'expired'
        ? { status: 'expired', status_detail: 'expired' }
        : { status: 'canceled', status_detail: 'canceled' };
    case 'refunded':
      return { status: 'refunded', status_detail: 'refunded' };
    case 'charged_back':
      return { status: 'charged_back', status_detail: payment.statusDetail };
  }
}

function refundDetail(payment: Payment): string {
  return payment.refunds.some((refund) => refund.status === 'approved') ? 'partially_refunded' : 'accredited';
}

/** The order's state follows its payments: a settled one wins over refused or expired ones (facts, section 6). */
export function orderState(order: Order, payments: Payment[]): StateName {
  const settled = payments.find((payment) => payment.approvedAt !== null);
  const latest = settled ?? payments.at(-1);
  if (!settled && order.canceledAt !== null) return { status: 'canceled', status_detail: 'canceled' };
  if (!latest || (order.mode === 'manual' && latest.status === 'rejected')) {
    return { status: 'created', status_detail: 'created' };
  }
  return paymentState(latest);
}

function paymentBody(state: State, payment: Payment): Record<string, unknown> {
  return {
    id: payment.transactionId,
    reference_id: payment.id,
    amount: textOfCents(payment.amount),
    ...(payment.approvedAt === null ? {} : { paid_amount: textOfCents(payment.amount) }),
    ...paymentState(payment),
    ...(payment.expiresAt === null ? {} : { date_of_expiration: formatDateOrNull(payment.expiresAt) }),
    payment_method: {
      id: payment.methodId,
      type: payment.typeId,
      ...(payment.qrCode === null
        ? {}
        : {
            ticket_url: `${state.settings.publicUrl}/pix/${payment.id}`,
            qr_code: payment.qrCode,
          }),
    },
  };
}

/** An order in the API's shape, without the picture of the code, which takes time to draw. */
export function orderBody(state: State, order: Order, payments: Payment[]): Record<string, unknown> {
  const paid = payments.filter((payment) => payment.approvedAt !== null);
  const refunds = payments.flatMap((payment) =>
    payment.refunds.map((refund) => ({
      id: `REF01${refund.id}`,
      transaction_id: payment.transactionId,
      reference_id: refund.id,
      amount: textOfCents(refund.amount),
      status: refund.status === 'approved' ? 'processed' : refund.status === 'rejected' ? 'failed' : 'processing',
    })),
  );
  const updatedAt = Math.max(order.createdAt, order.canceledAt ?? 0, ...payments.map((payment) => payment.updatedAt));
  return {
    id: order.id,
    user_id: String(order.sellerId),
    type: 'online',
    processing_mode: order.mode,
    capture_mode: 'automatic_async',
    external_reference: order.body.external_reference ?? null,
    total_amount: textOfCents(order.totalAmount),
    total_paid_amount: textOfCents(paid.reduce((sum, payment) => sum + payment.amount, 0)),
    country_code: 'BRA',
    currency: 'BRL',
    ...orderState(order, payments),
    created_date: formatDate(order.createdAt),
    last_updated_date: formatDate(updatedAt),
    payer: fieldsOf(order.body.payer),
    items: listOf(order.body.items),
    integration_data: { application_id: '1122334455667788' },
    ...(order.preferenceId === null
      ? {}
      : { checkout_url: `${state.settings.publicUrl}/checkout/v1/redirect?pref_id=${order.preferenceId}` }),
    transactions: {
      payments: payments.map((payment) => paymentBody(state, payment)),
      ...(refunds.length ? { refunds } : {}),
    },
  };
}

/** `orderBody` with `qr_code_base64` in each Pix payment. */
export async function orderBodyWithPicture(
  state: State,
  order: Order,
  payments: Payment[],
): Promise<Record<string, unknown>> {
  const body = orderBody(state, order, payments);
  for (const entry of listOf(fieldsOf(body.transactions).payments)) {
    const method = fieldsOf(fieldsOf(entry).payment_method);
    if (typeof method.qr_code === 'string') method.qr_code_base64 = await qrPng(method.qr_code);
  }
  return body;
}
