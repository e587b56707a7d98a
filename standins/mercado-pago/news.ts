import type { Payment } from './model.ts';
import type { Notices } from './notices.ts';
import { orderBody, orderState, paymentsOf } from './order-view.ts';
import type { State } from './state.ts';
import { fieldsOf, formatDate } from './values.ts';

/** Sends a change to each address that wants it: webhook, IPN twin, or the panel's (facts, sections 6 and 7). */
export function createNews(state: State, notices: Notices): (payment: Payment, action: 'created' | 'updated') => void {
  const envelope = (topic: string, action: string, sellerId: number, resourceId: string): Record<string, unknown> => ({
    id: Number(state.nextId()),
    live_mode: true,
    type: topic,
    date_created: formatDate(state.clock.now()),
    user_id: sellerId,
    api_version: 'v1',
    action,
    data: { id: resourceId },
  });

  return (payment, action) => {
    const seller = state.sellerById(payment.sellerId);
    if (!seller) return;
    const common = { sellerId: seller.userId, secret: seller.webhookSecret };
    if (payment.orderId !== null) {
      const order = state.orders.get(payment.orderId);
      if (!seller.panelUrl || !order) return;
      const payments = paymentsOf(state, order);
      const name = `order.${orderState(order, payments).status}`;
      const { id, status, status_detail, external_reference, total_paid_amount, transactions } = orderBody(
        state,
        order,
        payments,
      );
      const data = { id, status, status_detail, external_reference, total_paid_amount, transactions };
      const body = { ...envelope('order', name, seller.userId, order.id), application_id: '1122334455667788', data };
      notices.send({
        ...common,
        topic: 'order',
        kind: 'webhook',
        url: seller.panelUrl,
        resourceId: order.id,
        action: name,
        body,
      });
      return;
    }
    const url = payment.notificationUrl ?? seller.panelUrl;
    if (!url) return;
    const name = `payment.${action}`;
    notices.send({
      ...common,
      topic: 'payment',
      kind: 'webhook',
      url,
      resourceId: payment.id,
      action: name,
      body: envelope('payment', name, seller.userId, payment.id),
    });
    if (payment.notificationUrl === null || new URL(url).searchParams.get('source_news') === 'webhooks') return;
    const ipn = (topic: 'payment' | 'merchant_order', id: string, resource: string): void =>
      notices.send({
        ...common,
        topic,
        kind: 'ipn',
        url,
        resourceId: id,
        action: name,
        body: fieldsOf({ resource, topic }),
      });
    ipn('payment', payment.id, payment.id);
    if (payment.merchantOrderId !== null) {
      const resource = `${state.settings.publicUrl}/merchant_orders/${payment.merchantOrderId}`;
      ipn('merchant_order', payment.merchantOrderId, resource);
    }
  };
}
