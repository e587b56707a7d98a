import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { api } from '../lib/api.ts';
import { useAppStore } from '../state/app-store.ts';

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
      {user ? <AccountMenu name={user.name} email={user.email} avatar={user.avatar} /> : null}
    </>
  );
}

const entry = 'flex min-h-11 w-full items-center rounded-control px-3 text-left hover:bg-hover';

/** A popover of the browser's own: it closes on a press outside and on Escape by itself. */
function AccountMenu({ name, email, avatar }: { name: string; email: string | null; avatar: string | null }) {
  const [broken, setBroken] = useState(false);
  const logout = () => {
    const ended = api('POST', '/logout', { body: {} }).catch((error) => console.error('logout', error));
    useAppStore.getState().loggedOut();
    void ended;
  };
  const picture =
    avatar && !broken ? (
      <img
        src={avatar}
        alt=""
        width={36}
        height={36}
        onError={() => setBroken(true)}
        className="size-9 rounded-full object-cover"
      />
    ) : (
      <span className="grid size-9 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text">
        {[...name][0]?.toUpperCase()}
      </span>
    );
  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        aria-label={`Sua conta, ${name}`}
        className="grid size-11 place-items-center rounded-full hover:bg-hover"
      >
        {picture}
      </button>
      <div
        id="account-menu"
        popover="auto"
        className="fixed top-14 right-4 left-auto m-0 w-64 rounded-card border border-line bg-overlay p-2 text-text shadow-soft"
      >
        <div className="mb-1 border-b border-line px-3 pt-1 pb-3">
          <p className="truncate font-semibold">{name}</p>
          <p className="truncate text-small text-muted">{email}</p>
        </div>
        <a href="/profile" className={entry}>
          Meu Perfil
        </a>
        <a href="/dashboard" className={entry}>
          Dashboard
        </a>
        <button type="button" onClick={logout} className={entry}>
          Sair
        </button>
      </div>
    </>
  );
}
