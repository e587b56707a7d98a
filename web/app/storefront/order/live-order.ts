import type { PublicOrder } from '@vitrine/contract/orders';
import { morph } from '../../lib/morph.ts';
import { appState } from '../../state/app-state.ts';
import { onceStored } from '../../state/watch-state.ts';
import { readDraft, writeDraft } from '../checkout/draft.ts';
import { claimPaidCart } from '../checkout/tab-memory.ts';
import { celebrate } from './confetti.ts';
import { runCountdown } from './countdown.ts';
import { followOrder } from './follow-order.ts';
import { copyOnPress, renewOnPress } from './pix-controls.ts';
import { withdrawOnSubmit } from './withdraw-form.ts';

const PART = 'order';
/** Longest wait for the page's own document. */
const PATIENCE_MS = 10_000;

interface Wish {
  order: PublicOrder;
  /** The server's clock when the page was made, as ISO text. */
  now: string;
  /** Confetti once the order is completed. */
  festive?: boolean;
  /** Where a completed order is shown, if not here. */
  paidPage?: string;
}

/** What a page about one order writes for `wakeOrder`. */
export const liveOrder = ({ order, now, festive = false, paidPage }: Wish) => ({
  'data-part': PART,
  'data-order': JSON.stringify(order),
  'data-now': now,
  'data-festive': festive ? '' : undefined,
  'data-paid-page': paidPage,
});

/** Once an order of this tab is paid, what it bought leaves the cart. */
function emptyPaidCart(reference: string): void {
  onceStored(() => {
    if (!claimPaidCart(reference)) return;
    appState.getState().clearBasket();
    // Who the buyer is stays for the next purchase.
    writeDraft({ ...readDraft(), coupon: null, quantities: {} });
  });
}

/**
 * Keeps a page about one order at the order as it is: the server draws it again, and what changed is changed in place. So
 * the page is the same document with and without a script, and one description of it is enough.
 */
export function wakeOrder(place: HTMLElement): void {
  const shown = () => place.dataset.order ?? '';
  let celebrated = false;
  let offset = 0;
  let asked = 0;
  let drawn = 0;

  function look(): void {
    offset = Date.parse(place.dataset.now ?? '') - Date.now();
    const { status, external_reference } = JSON.parse(shown()) as PublicOrder;
    if (status !== 'completed') return;
    emptyPaidCart(external_reference);
    if (place.dataset.paidPage) window.location.replace(place.dataset.paidPage);
    if (place.dataset.festive === undefined || celebrated) return;
    celebrated = true;
    celebrate().catch((error) => console.error('confetti', error));
  }

  async function redraw(): Promise<void> {
    asked += 1;
    const turn = asked;
    const { status, page } = await fetchPage(window.location.href);
    const next = page?.querySelector(`[data-part="${PART}"]`);
    if (!next) throw new Error(`no order in the answer ${status}`);
    // An answer that was overtaken by a later one says nothing new.
    if (turn < drawn) return;
    drawn = turn;
    morph(place, next);
    look();
  }

  look();
  const refresh = followOrder({ shown, redraw });
  runCountdown(place, () => Date.now() + offset, redraw);
  copyOnPress(place);
  renewOnPress(place, refresh);
  withdrawOnSubmit(place, refresh);
}

/** A page of ours as the browser itself reads it: turning a text into markup is what the shop's policy forbids (Trusted Types). */
function fetchPage(address: string): Promise<{ status: number; page: Document | null }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.timeout = PATIENCE_MS;
    request.onload = () => resolve({ status: request.status, page: request.responseXML });
    request.onerror = () => reject(new Error('the page did not arrive'));
    request.ontimeout = () => reject(new Error('the page did not arrive in time'));
    request.send();
  });
}
