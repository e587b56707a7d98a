import { watchScrolled } from './lib/scrolled.ts';
import { appState, STATE_KEY } from './state/app-state.ts';
import { wakeAddToCart } from './storefront/parts/add-to-cart.ts';
import { wakeCartBar, wakeCartLink } from './storefront/parts/cart-count.ts';
import { ownOrder } from './storefront/pending/own-order.ts';

/**
 * The script of the shop's pages. The server draws a page whole. An element that reacts has the name of its part in
 * `data-part` and gets its behaviour here, without React; only the checkout is a React island. Small parts of every page
 * come with this file, every other part is a file of its own, so a page loads only what it shows. No zod and no panel
 * code.
 */
const parts: Record<string, (place: HTMLElement) => void | Promise<void>> = {
  account: async (place) => (await import('./storefront/parts/account.ts')).wakeAccount(place),
  'add-to-cart': wakeAddToCart,
  'buy-into-cart': async (place) => (await import('./storefront/parts/buy-into-cart.ts')).wakeBuyIntoCart(place),
  calculator: async (place) => (await import('./storefront/landing/front/calculator.ts')).wakeCalculator(place),
  'cart-bar': wakeCartBar,
  'cart-link': wakeCartLink,
  checkout: async (place) => (await import('./storefront/checkout/checkout-island.tsx')).wakeCheckout(place),
  failure: async (place) => (await import('./storefront/checkout/failure.ts')).wakeFailure(place),
  order: async (place) => (await import('./storefront/order/live-order.ts')).wakeOrder(place),
  // Loaded only where this browser has an unpaid order, and not on that order's own pages.
  pending: async (place) => {
    const order = ownOrder();
    if (order && !location.href.includes(order))
      (await import('./storefront/pending/pending-bar.ts')).wakePending(place);
  },
  search: async (place) => (await import('./storefront/parts/product-search.ts')).wakeSearch(place),
};

async function wake(place: HTMLElement): Promise<void> {
  const part = parts[place.dataset.part ?? ''];
  if (!part) throw new Error(`No part called "${place.dataset.part}": add it to shop.ts`);
  await part(place);
}

// Code that reads the layout runs before code that changes it: so the browser computes the layout once.
for (const bar of document.querySelectorAll<HTMLElement>('[data-navbar]')) watchScrolled(bar);
for (const place of document.querySelectorAll<HTMLElement>('[data-part]')) void wake(place).catch(console.error);
// The error page's buttons.
document.querySelector('[data-back]')?.addEventListener('click', () => window.history.back());
document.querySelector('[data-reload]')?.addEventListener('click', () => window.location.reload());

// Another tab of this store changed the cart, or the back button shows an old page. The stored cart is read again,
// because the next change here would overwrite it.
const read = () => void appState.persist.rehydrate();
window.addEventListener('storage', ({ key }) => key === STATE_KEY && read());
window.addEventListener('pageshow', ({ persisted }) => persisted && read());

// It runs in its own task: the first read of the storage is slow, and its result moves the layout.
setTimeout(() => {
  read();
  // From now on the page reacts to presses. An earlier press is repeated now (lib/inline-scripts/after-paint.ts).
  window.vitrineAwake = true;
  if (window.vitrinePressed?.isConnected) window.vitrinePressed.click();
});
