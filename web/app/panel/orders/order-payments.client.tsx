import { paymentStatusTexts } from '@vitrine/contract/order-words';
import type { Order, OrderDetails } from '@vitrine/contract/orders';
import { refundStateTexts } from '@vitrine/contract/refund-words';
import { money } from '../../lib/format.ts';
import { Badge } from '../../ui/surfaces.tsx';
import { paymentMethodOf, paymentTones, refundText } from './order-texts.ts';
import { paymentDetailText } from './payment-detail.ts';
import { Timeline } from './timeline.client.tsx';

interface PaymentsProps extends Pick<OrderDetails, 'payments' | 'refunds'> {
  order: Order;
}

/** What was paid for an order, each attempt with its history, and what went back. */
export function Payments({ order, payments, refunds }: PaymentsProps) {
  if (payments.length === 0) {
    return (
      <p className="text-muted">
        {order.kind === 'rehearsal'
          ? 'Simulação, sem cobrança: não conta como venda.'
          : order.paymentMethod === 'manual'
            ? 'Pedido manual, sem cobrança.'
            : 'Nenhuma cobrança foi feita.'}
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-5">
      {payments.map((payment) => (
        <li key={payment.id}>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <p>
              {paymentMethodOf(payment.method)} · <span className="figures font-semibold">{money(payment.value)}</span>
              {payment.refunded > 0 ? (
                <span className="figures text-muted"> ({money(payment.refunded)} devolvidos)</span>
              ) : null}
            </p>
            <Badge tone={paymentTones[payment.status]}>{paymentStatusTexts[payment.status]}</Badge>
          </div>
          {payment.reference ? (
            <p className="figures mb-2 text-small break-all text-muted">Mercado Pago: {payment.reference}</p>
          ) : null}
          <Timeline
            label="Histórico do pagamento"
            entries={payment.history.map(({ at, status, detail }) => ({
              at,
              title: paymentStatusTexts[status],
              detail: paymentDetailText(detail),
            }))}
          />
        </li>
      ))}
      {refunds.length > 0 ? (
        <li>
          <p className="mb-2 font-medium">Reembolsos</p>
          <Timeline
            label="Reembolsos"
            entries={refunds.map((refund) => ({
              at: refund.at,
              title: `${money(refund.value)} · ${refundStateTexts[refund.state]}`,
              detail: refundText(refund),
            }))}
          />
        </li>
      ) : null}
    </ul>
  );
}
