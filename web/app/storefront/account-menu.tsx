import { useState } from 'react';
import { api } from '../lib/api.ts';
import { useAppStore } from '../state/app-store.ts';

const entry = 'flex min-h-11 w-full items-center rounded-control px-3 text-left hover:bg-hover';

/** A popover of the browser's own: it closes on a press outside and on Escape by itself. */
export function AccountMenu({ name, email, avatar }: { name: string; email: string | null; avatar: string | null }) {
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
