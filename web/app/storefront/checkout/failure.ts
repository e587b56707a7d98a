import { checkoutTexts } from '@vitrine/contract/order-words';

/** What the failure page tells. Only known reasons are shown: an address is anybody's to write. */
export interface Failure {
  text: string;
  /** There is an order to look at, and to pay again. */
  reference: string | null;
}

const REFERENCE = /^[\w-]{1,80}$/;

/** Reads our own `reason`, and what the payment provider adds when it sends a buyer back. */
export function failureOf(search: string): Failure {
  const query = new URLSearchParams(search);
  const named = query.get('external_reference') ?? '';
  const reference = REFERENCE.test(named) ? named : null;
  const reason = query.get('reason');
  const status = query.get('status') ?? query.get('collection_status');
  if (reason === 'no_link') return { text: checkoutTexts.noLink, reference };
  if (reason === 'failed') return { text: checkoutTexts.failed, reference };
  if (status === 'rejected') {
    return {
      text: 'O pagamento foi recusado. Confira os dados do cartão ou escolha outra forma de pagamento.',
      reference,
    };
  }
  if (status === 'null' || status === 'cancelled') {
    return { text: 'O pagamento não foi concluído. Nada foi cobrado.', reference };
  }
  return { text: checkoutTexts.failed, reference };
}

/** Tells on the failure page what the address says, and leads to the order where there is one. */
export function wakeFailure(place: HTMLElement): void {
  const { text, reference } = failureOf(window.location.search);
  const alert = place.querySelector('[role=alert]');
  if (alert && alert.textContent !== text) alert.textContent = text;
  const order = place.querySelector<HTMLAnchorElement>('[data-order]');
  const retry = place.querySelector<HTMLElement>('[data-retry]');
  if (!reference || !order || !retry) return;
  order.href = `/pedido/${encodeURIComponent(reference)}`;
  order.hidden = false;
  retry.hidden = true;
}
