import { checkoutTexts } from '@vitrine/contract/order-words';

/** The failure page's content. Only known reasons are shown, because anybody can write an address. */
export interface Failure {
  text: string;
  /** The order's reference, to open it and pay it again; null without an order. */
  reference: string | null;
}

const REFERENCE = /^[\w-]{1,80}$/;

/** Reads our own `reason` and the parameters that the payment provider adds when it sends a buyer back. */
export function failureOf(search: string): Failure {
  const query = new URLSearchParams(search);
  const given = query.get('external_reference') ?? '';
  const reference = REFERENCE.test(given) ? given : null;
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

/** Shows the address's reason on the failure page, and a link to the order if there is one. */
export function wake(place: HTMLElement): void {
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
