import { watchState } from '../../state/watch-state.ts';

const itemsText = (count: number) => `${count} ${count === 1 ? 'item' : 'itens'}`;

function watchCount(tell: (count: number) => void): void {
  watchState(({ basket }) => basket.itens.length, tell);
}

/** The navbar's cart: shows how many products it holds. */
export function wakeCartLink(link: HTMLElement): void {
  const badge = link.querySelector<HTMLElement>('[data-count]');
  watchCount((count) => {
    link.setAttribute('aria-label', count === 0 ? 'Carrinho' : `Carrinho, ${itemsText(count)}`);
    if (!badge) return;
    badge.textContent = String(count);
    badge.hidden = count === 0;
  });
}

/** The cart bar on a phone: shows when the cart has something in it. */
export function wakeCartBar(bar: HTMLElement): void {
  const text = bar.querySelector('[data-count]');
  watchCount((count) => {
    if (text) text.textContent = itemsText(count);
    bar.hidden = count === 0;
  });
}
