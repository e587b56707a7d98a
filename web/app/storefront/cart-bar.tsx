/** The cart bar on a phone. `parts/cart-count.ts` shows it when the cart has something in it. */
export function CartBar() {
  return (
    <div
      data-part="cart-bar"
      hidden
      className="sticky bottom-0 z-20 border-t border-line bg-overlay p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
    >
      <a
        href="/checkout"
        className="flex min-h-12 items-center justify-between rounded-control border border-transparent bg-accent px-4 font-semibold text-on-accent hover:bg-accent-hover"
      >
        <span>Ver carrinho</span>
        <span data-count="" className="figures" />
      </a>
    </div>
  );
}
