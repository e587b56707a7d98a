import { watchScrolled } from './lib/scrolled.ts';
import { appState, STATE_KEY } from './state/app-state.ts';
import { wakeCartBar, wakeCartLink } from './storefront/parts/cart-count.ts';
import { ownOrder } from './storefront/pending/own-order.ts';

/**
 * The script of the shop's pages. The server draws a page whole. An element that reacts has the name of its part in
 * `data-part` and gets its behaviour here, without React; only the checkout is a React island. Small parts of every page
 * come with this file. Every other part is a file of its own with a function `wake`, so a page loads only what it shows. No
 * zod and no panel code.
 */
const parts: Record<string, (place: HTMLElement) => void> = { 'cart-bar': wakeCartBar, 'cart-link': wakeCartLink };
const files: Record<string, () => Promise<{ wake(place: HTMLElement): void | Promise<void> }>> = {
  account: () => import('./storefront/parts/account.ts'),
  'add-to-cart': () => import('./storefront/parts/add-to-cart.ts'),
  'buy-into-cart': () => import('./storefront/parts/buy-into-cart.ts'),
  calculator: () => import('./storefront/landing/front/calculator.ts'),
  checkout: () => import('./storefront/checkout/checkout-island.tsx'),
  failure: () => import('./storefront/checkout/failure.ts'),
  order: () => import('./storefront/order/live-order.ts'),
  pending: () => import('./storefront/pending/pending-bar.ts'),
  search: () => import('./storefront/parts/product-search.ts'),
};

async function wake(place: HTMLElement): Promise<void> {
  const name = place.dataset.part ?? '';
  if (name === 'pending') {
    // Loaded only where this browser has an unpaid order, and not on that order's own pages.
    const order = ownOrder();
    if (!order || location.href.includes(order)) return;
  }
  const file = files[name];
  const part = file ? (await file()).wake : parts[name];
  if (!part) throw new Error(`No part called "${name}": add it to shop.ts`);
  await part(place);
}

// Code that reads the layout runs before code that changes it: so the browser computes the layout once.
for (const bar of document.querySelectorAll<HTMLElement>('[data-navbar]')) watchScrolled(bar);
const woken = [...document.querySelectorAll<HTMLElement>('[data-part]')].map((place) =>
  wake(place).catch(console.error),
);
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
  void Promise.all(woken).then(() => {
    window.vitrineAwake = true;
    if (window.vitrinePressed?.isConnected) window.vitrinePressed.click();
  });
});
