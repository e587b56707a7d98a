import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { watchScrolled } from './lib/scrolled.ts';
import { STATE_KEY, useAppStore } from './state/app-store.ts';
import { AddToCart } from './storefront/add-to-cart.tsx';
import { ApexActions } from './storefront/apex-actions.tsx';
import { CartBar } from './storefront/cart-bar.tsx';
import { NavActions } from './storefront/nav-actions.tsx';
import { ProductSearch } from './storefront/product-search.tsx';

/**
 * Every island of the storefront, by the name its `<Island>` carries. The small ones of the shop's window come with this
 * file; each other is its own, so that a page loads only what stands on it. No zod, no panel code, no router hooks in
 * here: links are plain `<a href>`.
 */
const islands: Record<string, () => ComponentType<never> | Promise<ComponentType<never>>> = {
  AddToCart: () => AddToCart,
  ApexActions: () => ApexActions,
  BuyIntoCart: () => import('./storefront/buy-into-cart.tsx').then((file) => file.BuyIntoCart),
  CartBar: () => CartBar,
  CheckoutForm: () => import('./storefront/checkout/checkout-form.tsx').then((file) => file.CheckoutForm),
  FailureActions: () => import('./storefront/checkout/failure-actions.tsx').then((file) => file.FailureActions),
  NavActions: () => NavActions,
  OrderView: () => import('./storefront/order/order-view.tsx').then((file) => file.OrderView),
  PixPayment: () => import('./storefront/order/pix-payment.tsx').then((file) => file.PixPayment),
  ProductSearch: () => ProductSearch,
};

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const load = islands[element.dataset.island ?? ''];
  if (!load) throw new Error(`No island called "${element.dataset.island}": add it to islands.tsx`);
  const Component = (await load()) as ComponentType<object>;
  const props: object = JSON.parse(element.dataset.props ?? '{}');
  hydrateRoot(
    element,
    <StrictMode>
      <Component {...props} />
    </StrictMode>,
    { onRecoverableError: (error) => console.error('hydration', error) },
  );
}

const waking = [...document.querySelectorAll<HTMLElement>('[data-island]')].map(hydrateIsland);
// The stored basket arrives after the islands have taken over the server's HTML, never before: see state/app-store.ts.
void Promise.allSettled(waking).then((results) => {
  for (const result of results) if (result.status === 'rejected') console.error(result.reason);
  requestAnimationFrame(() => void useAppStore.persist.rehydrate());
});
// Another tab of this store changed the cart, or the way back shows a page as it was left: without reading again, the
// next change made here would overwrite it.
const readAgain = () => void useAppStore.persist.rehydrate();
window.addEventListener('storage', ({ key }) => key === STATE_KEY && readAgain());
window.addEventListener('pageshow', ({ persisted }) => persisted && readAgain());

for (const bar of document.querySelectorAll<HTMLElement>('[data-navbar]')) watchScrolled(bar);
// The error page's buttons, on pages where React hydrates nothing around them.
document.querySelector('[data-back]')?.addEventListener('click', () => window.history.back());
document.querySelector('[data-reload]')?.addEventListener('click', () => window.location.reload());
