import { limits } from '@vitrine/contract/limits';

/**
 * Keeps `data-scrolled` on the element while the page is scrolled beyond SPEC.md's threshold; styles hang on it.
 * Returns the function that stops watching. Works without React, so pages of the shop use it as well.
 */
export function watchScrolled(element: HTMLElement): () => void {
  const update = () => element.toggleAttribute('data-scrolled', window.scrollY > limits.navbarScrollPx);
  update();
  window.addEventListener('scroll', update, { passive: true });
  return () => window.removeEventListener('scroll', update);
}
