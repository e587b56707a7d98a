import { addressOf } from '@vitrine/contract/calls/address';
import { formatReais } from '@vitrine/contract/money';
import { paymentMethodTexts } from '@vitrine/contract/order-words';
import type { PublicOrder } from '@vitrine/contract/orders';
import { clockText, secondsLeft } from '../order/countdown.ts';
import { discardOnPress } from './discard.ts';
import { forgetOwnOrder, ownOrder, ownProducts } from './own-order.ts';

/** The name of the unpaid thing, before its price: 'Pix de', 'Pedido de'. A phone shows the price alone. */
const kindOf = ({ paymentMethod }: PublicOrder) => `${paymentMethod === 'pix' ? paymentMethodTexts.pix : 'Pedido'} de`;

/** Marks products that are sold out because the buyer's own order holds the last units: "reserved for you", with a link to the order. */
function showReserved(page: string): void {
  const ordered = ownProducts();
  for (const place of document.querySelectorAll<HTMLElement>('[data-out]')) {
    if (!ordered.includes(place.dataset.out ?? '')) continue;
    place.textContent = 'Reservado para você';
    const way = place.closest<HTMLElement>('main')?.querySelector<HTMLElement>('[data-out-way]');
    if (!way || way.dataset.outWay !== place.dataset.out) continue;
    const link = document.createElement('a');
    [link.href, link.className, link.textContent] = [page, 'btn btn-primary mt-3 w-full', 'Ver meu pedido'];
    way.replaceChildren('Está no seu pedido, que espera o pagamento.', link);
  }
}

/**
 * The bar of the buyer's own unpaid order, on every page of the shop but the order's own (shop.ts). The page is the same for
 * everybody, so the browser's memory says which order it is, and one call says its state. It hides when the order is decided.
 */
export function wake(bar: HTMLElement): void {
  const find = <Kind extends HTMLElement>(name: string) => bar.querySelector<Kind>(`[data-${name}]`);
  const [kind, text, state, clock] = [find('kind'), find('text'), find('state'), find('clock')];
  const drop = find<HTMLButtonElement>('discard');
  const [pay, change] = [find<HTMLAnchorElement>('pay'), find<HTMLAnchorElement>('change')];
  if (!kind || !text || !state || !clock || !drop || !pay || !change) return;
  let deadline = 0;
  /** How far this phone's clock is behind the server's, in ms. */
  let offset = 0;

  const tick = () => {
    const left = deadline && secondsLeft(deadline, Date.now() + offset);
    // A day counts down in hours, so that the bar is one row on a phone.
    clock.textContent = left ? `· ${left < 3600 ? clockText(left) : `${Math.floor(left / 3600)} h`}` : '';
    if (!deadline || left) return;
    // The order may still wait, for a new code. The server says whether it does.
    deadline = 0;
    bar.hidden = true;
    ask();
  };
  const look = async () => {
    const reference = ownOrder();
    bar.hidden = bar.hidden || reference === null;
    if (!reference) return;
    const answer = await fetch(addressOf('GET /order/:external_reference', { external_reference: reference }));
    const order = answer.ok ? ((await answer.json()) as { response: PublicOrder }).response : undefined;
    const now = ownOrder();
    if (now !== reference) {
      // Meanwhile it was ended, or another one took its place: this answer comes too late.
      if (now) await look();
      return;
    }
    if (answer.status === 404 || (order && order.status !== 'pending')) {
      bar.hidden = true;
      // The tab of its payment was closed, or another phone paid.
      if (order?.status === 'completed') (await import('../checkout/empty-paid-cart.ts')).emptyPaidCart(reference);
      else forgetOwnOrder(reference);
    }
    if (order?.status !== 'pending') return;
    const { payment } = order;
    const reviewed = payment?.status === 'in_process';
    if (payment && !payment.expiresAt && !reviewed) {
      // The order's time is over, and it ends in a moment.
      bar.hidden = true;
      return;
    }
    const page = `/pedido/${encodeURIComponent(reference)}`;
    const price = formatReais(order.finalvalue);
    if (kind.textContent !== kindOf(order)) kind.textContent = kindOf(order);
    if (text.textContent !== price) text.textContent = price;
    state.textContent = reviewed ? 'em análise' : 'esperando';
    showReserved(page);
    pay.href =
      order.paymentMethod === 'pix' && payment?.pixCode ? `/checkout/pix/${reference}` : (payment?.payUrl ?? page);
    pay.textContent = reviewed ? 'Ver pedido' : 'Pagar';
    change.href = `${page}#trocar`;
    // These two were hidden if the bar has just told that a former order was cancelled.
    pay.hidden = false;
    drop.hidden = false;
    change.hidden = reviewed;
    drop.dataset.discard = reference;
    deadline = reviewed ? 0 : Date.parse(payment?.expiresAt ?? '') || 0;
    offset = (Date.parse(answer.headers.get('date') ?? '') || Date.now()) - Date.now();
    // A Pix code is over, and the order waits for a new one.
    if (!secondsLeft(deadline, Date.now() + offset)) deadline = 0;
    tick();
    bar.hidden = false;
  };
  const ask = () => void look().catch((error) => console.error('own order', error));

  ask();
  setInterval(tick, 1_000);
  window.addEventListener('pageshow', ({ persisted }) => persisted && ask());
  document.addEventListener('visibilitychange', () => document.hidden || ask());
  discardOnPress(bar, async () => {
    deadline = 0;
    tick();
    kind.textContent = '';
    text.textContent = 'Pedido cancelado. Nada foi cobrado.';
    state.textContent = '';
    for (const control of [pay, change, drop]) control.hidden = true;
  });
}
