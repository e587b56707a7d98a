import type { PublicOrder, SharedPix } from '@vitrine/contract/orders';
import { discardOnPress } from '../pending/discard.ts';
import { ownOrder } from '../pending/own-order.ts';
import { celebrate } from './confetti.ts';
import { runCountdown } from './countdown.ts';
import { followOrder } from './follow-order.ts';
import { morph } from './morph.ts';
import { copyOnPress, renewOnPress } from './pix-controls.ts';
import { withdrawOnSubmit } from './withdraw-form.ts';

const PART = 'order';
/** Longest wait for the page's own document, in ms. */
const PATIENCE_MS = 10_000;
/** A paid page waits at most this long until its cart is emptied, in ms. The next page does it too. */
const EMPTYING_MS = 1_000;

interface Wish {
  order: PublicOrder;
  /** The address of the order's live events. */
  events: string;
  /** The server's clock when the page was made, as ISO text. */
  now: string;
  /** Confetti once the order is completed. */
  festive?: boolean;
  /** The page of a completed order, if it is another one. */
  paidPage?: string;
}

/** The attributes that a page about one order writes for `wake`. */
export const liveOrder = ({ order, events, now, festive = false, paidPage }: Wish) => ({
  'data-part': PART,
  'data-order': JSON.stringify(order),
  'data-events': events,
  'data-now': now,
  'data-festive': festive ? '' : undefined,
  'data-paid-page': paidPage,
});

interface SharedWish {
  /** The last part of the shared address. */
  share: string;
  pix: SharedPix;
  now: string;
}

/** The attributes that the page of whoever pays for another person writes for `wake`. */
export const sharedPix = ({ share, pix: { state, pixCode }, now }: SharedWish) => ({
  'data-part': PART,
  'data-share': share,
  'data-state': state,
  'data-code': pixCode ?? '',
  'data-now': now,
});

/**
 * Keeps a page about one order up to date: the server draws the page again, and only changed elements are replaced.
 * So the page is the same document with and without a script.
 */
export async function wake(place: HTMLElement): Promise<void> {
  if (place.dataset.share) return (await import('./follow-shared-pix.ts')).followSharedPix(place);
  const shown = () => place.dataset.order ?? '';
  const { external_reference: reference } = JSON.parse(shown()) as PublicOrder;
  let celebrated = false;
  let offset = 0;
  let asked = 0;
  let drawn = 0;

  function look(): void {
    offset = Date.parse(place.dataset.now ?? '') - Date.now();
    const { status } = JSON.parse(shown()) as PublicOrder;
    for (const end of place.querySelectorAll<HTMLElement>('[data-discard]')) end.hidden = ownOrder() !== reference;
    if (status !== 'completed') return;
    // It happens once for an order, in the browser that placed it.
    const emptied =
      ownOrder() === reference
        ? import('../checkout/empty-paid-cart.ts').then((cart) => cart.emptyPaidCart(reference)).catch(console.error)
        : undefined;
    const { paidPage } = place.dataset;
    if (paidPage) {
      // Whoever goes on at once would keep paid products in the cart.
      const late = new Promise((pass) => setTimeout(pass, EMPTYING_MS));
      void Promise.race([emptied, late]).then(() => window.location.replace(paidPage));
      return;
    }
    // Most orders are delivered, so the rest loads what corrects an id.
    if (place.querySelector('[data-correct]')) {
      void import('./correct-form.ts').then((form) => form.offerCorrection(place, refresh)).catch(console.error);
    }
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
    // A later answer has already been drawn.
    if (turn < drawn) return;
    drawn = turn;
    morph(place, next);
    look();
  }

  const refresh = followOrder({ shown, events: place.dataset.events ?? '', redraw });
  look();
  runCountdown(place, () => Date.now() + offset, redraw);
  // What is shown may be a copy that the service worker kept.
  window.addEventListener('online', () => void redraw().catch((error) => console.error('order page', error)));
  copyOnPress(place);
  renewOnPress(place, refresh);
  withdrawOnSubmit(place, refresh);
  discardOnPress(place, async () => {
    await refresh();
    // The pressed button is gone, and whoever listens to the page goes on at its title.
    place.querySelector<HTMLElement>('h1')?.focus();
  });
}

/** Loads a page with the browser's own parser, because the shop's Trusted Types forbid turning text into markup. */
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
