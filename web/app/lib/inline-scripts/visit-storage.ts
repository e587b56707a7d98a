import { STATE_KEY } from '../../state/app-state.ts';

/**
 * Some browsers refuse storage: cookies are blocked, or an app shows the page without it. The cart then lives as long as the visit: a
 * pressed link carries it in its hash, and the tab's name holds it through a reload. Neither of the two holds
 * anything about the buyer. The checkout says once that storage is refused. The function is sent as text: it may use only its arguments.
 */
function keepForVisit(cart: string): void {
  try {
    localStorage.setItem(`${cart}-prova`, '');
    localStorage.removeItem(`${cart}-prova`);
    return;
  } catch {
    // The storage is refused, full, or null.
  }
  const items = new Map<string, string>();
  const mark = `${cart}=`;
  const write = (key: string, value: string) => {
    items.set(key, value);
    if (key === cart) window.name = mark + value;
  };
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: write,
    removeItem: (key: string) => items.delete(key),
  };
  const carried = new URLSearchParams(location.hash.slice(1)).get(cart);
  try {
    // A full storage can still be read.
    for (const key of Object.keys(localStorage)) items.set(key, localStorage.getItem(key) ?? '');
  } catch {
    // The storage is refused.
  }
  if (carried) {
    write(cart, carried);
    history.replaceState(history.state, '', location.pathname + location.search);
  } else if (window.name.startsWith(mark)) {
    items.set(cart, window.name.slice(mark.length));
  }
  Object.defineProperty(window, 'localStorage', { configurable: true, value: storage });
  document.querySelector('[data-refused]')?.removeAttribute('hidden');
  addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/"]');
      if (!link) return;
      // 'Comprar agora' is a link to /buy, which puts the product into the cart that comes with it.
      if (link.closest('[data-part="add-to-cart"]')) event.stopPropagation();
      const value = items.get(cart);
      if (value && !link.hash) link.hash = new URLSearchParams({ [cart]: value }).toString();
    },
    true,
  );
}

/** The text of that script. */
export const visitStorage = `(${keepForVisit})(${JSON.stringify(STATE_KEY)})`;
