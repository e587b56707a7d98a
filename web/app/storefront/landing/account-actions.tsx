import { User } from 'lucide-react';

const link = 'flex min-h-11 items-center rounded-control px-3 font-medium hover:bg-hover';
const entry = 'flex min-h-11 w-full items-center rounded-control px-3 text-left hover:bg-hover';

/**
 * The right end of the navbar: login and registration, or SPEC.md's menu for a logged-in person (the login is kept
 * only on this host). The document is the same for everybody; `parts/account.ts` fills in the person. Nothing of that
 * file is imported here, because this frame belongs to the layout of every shop, and no shop loads it.
 */
export function AccountActions() {
  return (
    <div data-part="account" className="contents">
      <div data-logged-in="no" className="contents">
        <a href="/login" className={link}>
          Entrar
        </a>
        <a href="/registrar" className="btn btn-primary min-h-11 px-3 whitespace-nowrap sm:px-4">
          Criar loja
        </a>
      </div>
      <div data-logged-in="yes" hidden className="contents">
        <a href="/dashboard" className={link}>
          Dashboard
        </a>
        <AccountMenu />
      </div>
    </div>
  );
}

/** The browser's own popover: it closes by itself on Escape or a press outside. */
function AccountMenu() {
  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        data-account-button=""
        className="grid size-11 place-items-center rounded-full hover:bg-hover"
      >
        <img data-avatar="" alt="" hidden width={36} height={36} className="size-9 rounded-full object-cover" />
        {/* SPEC.md: without a picture of the person, a default one. */}
        <span
          data-face=""
          className="grid size-9 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text"
        >
          <User className="size-5" aria-hidden="true" />
        </span>
      </button>
      <div
        id="account-menu"
        popover="auto"
        className="fixed top-14 right-4 left-auto m-0 w-64 rounded-card border border-line bg-overlay p-2 text-text shadow-soft"
      >
        <div className="mb-1 border-b border-line px-3 pt-1 pb-3">
          <p data-name="" className="truncate font-semibold" />
          <p data-email="" className="truncate text-small text-muted" />
        </div>
        <a href="/profile" className={entry}>
          Meu Perfil
        </a>
        <a href="/dashboard" className={entry}>
          Dashboard
        </a>
        <button type="button" data-logout="" className={entry}>
          Sair
        </button>
      </div>
    </>
  );
}
