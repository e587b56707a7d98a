import { ShoppingCart } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useAppStore } from '../state/app-store.ts';

// Nearly nobody who shops is logged in here: the others need none of its script.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** The right end of the navbar: the cart with its count, and the account's menu for who is logged in on this host. */
export function NavActions({ cart }: { cart: boolean }) {
  const count = useAppStore((state) => state.basket.itens.length);
  const user = useAppStore((state) => state.auth.user);
  const label = count === 0 ? 'Carrinho' : `Carrinho, ${count} ${count === 1 ? 'item' : 'itens'}`;
  return (
    <>
      {cart ? (
        <a
          href="/checkout"
          aria-label={label}
          title="Carrinho"
          className="relative grid size-11 place-items-center rounded-control hover:bg-hover"
        >
          <ShoppingCart className="size-5" aria-hidden="true" />
          {count > 0 ? (
            <span
              aria-hidden="true"
              className="figures absolute top-0.5 right-0.5 grid min-w-5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-5 font-bold text-on-accent"
            >
              {count}
            </span>
          ) : null}
        </a>
      ) : null}
      {user ? (
        <Suspense fallback={null}>
          <AccountMenu name={user.name} email={user.email} avatar={user.avatar} />
        </Suspense>
      ) : null}
    </>
  );
}
