import { watchScrolled } from './lib/scrolled.ts';
import { appState, STATE_KEY } from './state/app-state.ts';
import { wakeAccount } from './storefront/parts/account.ts';
import { wakeAddToCart } from './storefront/parts/add-to-cart.ts';
import { wakeCartBar, wakeCartLink } from './storefront/parts/cart-count.ts';
import { wakeSearch } from './storefront/parts/product-search.ts';

/**
 * The script of the shop's pages. The server draws every part of a page whole; what reacts carries its name in `data-part`
 * and gets its behaviour here, without React. Only the checkout is a React island. The parts of the shop's window come
 * with this file; each other is its own, so that a page loads only what stands on it. No zod, no panel code in here.
 */
const parts: Record<string, (place: HTMLElement) => void | Promise<void>> = {
  account: wakeAccount,
  'add-to-cart': wakeAddToCart,
  'buy-into-cart': async (place) => (await import('./storefront/parts/buy-into-cart.ts')).wakeBuyIntoCart(place),
  'cart-bar': wakeCartBar,
  'cart-link': wakeCartLink,
  checkout: async (place) => (await import('./storefront/checkout/checkout-island.tsx')).wakeCheckout(place),
  failure: async (place) => (await import('./storefront/checkout/failure.ts')).wakeFailure(place),
  order: async (place) => (await import('./storefront/order/live-order.ts')).wakeOrder(place),
  search: wakeSearch,
};

async function wake(place: HTMLElement): Promise<void> {
  const part = parts[place.dataset.part ?? ''];
  if (!part) throw new Error(`No part called "${place.dataset.part}": add it to shop.ts`);
  await part(place);
}

// First what reads the layout, then what changes it.
for (const bar of document.querySelectorAll<HTMLElement>('[data-navbar]')) watchScrolled(bar);
for (const place of document.querySelectorAll<HTMLElement>('[data-part]')) void wake(place).catch(console.error);
// The error page's buttons.
document.querySelector('[data-back]')?.addEventListener('click', () => window.history.back());
document.querySelector('[data-reload]')?.addEventListener('click', () => window.location.reload());

// Another tab of this store changed the cart, or the way back shows a page as it was left: without reading again, the
// next change made here would overwrite it.
const read = () => void appState.persist.rehydrate();
window.addEventListener('storage', ({ key }) => key === STATE_KEY && read());
window.addEventListener('pageshow', ({ persisted }) => persisted && read());

// A task of its own: the first look into the storage waits for the browser to fetch it, and what is found moves the layout.
setTimeout(() => {
  read();
  // From now on presses are heard. One that came before is done now (lib/after-paint.ts).
  window.vitrineAwake = true;
  if (window.vitrinePressed?.isConnected) window.vitrinePressed.click();
});
