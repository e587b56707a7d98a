import { useAppStore } from '../state/app-store.ts';

/** The cart that follows on a phone: there once something is in it. */
export function CartBar() {
  const count = useAppStore((state) => state.basket.itens.length);
  if (count === 0) return null;
  return (
    <div className="sticky bottom-0 z-20 border-t border-line bg-overlay p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden">
      <a
        href="/checkout"
        className="flex min-h-12 items-center justify-between rounded-control bg-accent px-4 font-semibold text-on-accent hover:bg-accent-hover"
      >
        <span>Ver carrinho</span>
        <span className="figures">
          {count} {count === 1 ? 'item' : 'itens'}
        </span>
      </a>
    </div>
  );
}
