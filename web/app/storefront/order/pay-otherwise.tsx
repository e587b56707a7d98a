import { paymentMethodTexts } from '@vitrine/contract/order-words';
import type { OrderPaymentMethod, PublicOrder } from '@vitrine/contract/orders';

/**
 * What a buyer can do with an unpaid order besides paying it as it is: pay the same order with another method of the store, or cancel
 * it. Only the browser that placed the order offers to cancel it (`live-order.ts`).
 */
export function PayOtherwise({ order, methods }: { order: PublicOrder; methods: readonly OrderPaymentMethod[] }) {
  const others = methods.filter((method) => method !== order.paymentMethod);
  if (order.status !== 'pending' || order.payment?.status === 'in_process') return null;
  return (
    <section id="trocar" aria-labelledby="trocar-titulo" className="needs-script mt-5 border-t border-line pt-4">
      <h3 id="trocar-titulo" className="font-semibold">
        Trocar forma de pagamento
      </h3>
      <p className="mt-1 text-small text-muted">O pedido continua o mesmo, com o mesmo preço.</p>
      <div role="alert">
        <p data-problem="" hidden className="mt-3 rounded-control bg-bad-soft px-3 py-2 text-small text-bad" />
      </div>
      <div className="mt-3 grid gap-3">
        {others.map((method) => (
          <button
            key={method}
            type="button"
            data-renew={order.external_reference}
            data-method={method}
            className="btn btn-secondary"
          >
            {paymentMethodTexts[method]}
          </button>
        ))}
        <button type="button" hidden data-discard={order.external_reference} className="btn btn-secondary text-bad">
          Cancelar pedido
        </button>
      </div>
    </section>
  );
}
