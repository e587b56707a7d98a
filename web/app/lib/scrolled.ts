import { shopLimits } from '@vitrine/contract/shop-limits';

/**
 * Sets `data-scrolled` on the element while the page is scrolled beyond SPEC.md's threshold; styles use it.
 * Returns the function that stops watching. It needs no React, so pages of the shop use it too.
 */
export function watchScrolled(element: HTMLElement): () => void {
  const update = () => element.toggleAttribute('data-scrolled', window.scrollY > shopLimits.navbarScrollPx);
  update();
  window.addEventListener('scroll', update, { passive: true });
  return () => window.removeEventListener('scroll', update);
}
