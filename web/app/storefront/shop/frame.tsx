import type { StorefrontStore } from '@vitrine/contract/pages';
import { ReceiptText, ShoppingCart } from 'lucide-react';
import { firstLetter } from '../../lib/brand/first-letter.ts';
import { classNames } from '../../lib/class-names.ts';
import { LogoMark } from '../../lib/logo.tsx';
import { DiscordMark } from '../customer/discord-mark.tsx';
import { outside, SocialLinks } from './contact.tsx';
import { MenuDrawer, MenuPress, MenuRow, menuOf, menuShape } from './menu.tsx';
import { atWidth } from './picture.tsx';

/** Page width and side space of header, pages and footer. */
export const container = 'mx-auto w-full max-w-6xl px-4 md:px-6';

/** The store's logo, or the first letter of its name on its colour. */
export function StoreMark({ store, className }: { store: StorefrontStore; className: string }) {
  if (store.logo) {
    return (
      <img
        src={atWidth(store.logo, 160)}
        alt=""
        width={160}
        height={160}
        loading="lazy"
        className={`${className} rounded-control bg-raised object-cover`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`${className} grid place-items-center rounded-control bg-accent font-bold text-on-accent`}
    >
      {firstLetter(store.name)}
    </span>
  );
}

/**
 * SPEC.md's main navbar on a store's host: home and cart. The account's menu is on the apex, where the login is kept.
 * Every column has its width before its content arrives, so nothing moves on a slow line.
 */
export function StoreHeader({ store }: { store: StorefrontStore }) {
  const menu = menuOf(store);
  const listed = menu.length > 0;
  const { discord } = store.links;
  return (
    <header
      data-navbar=""
      className="sticky top-0 z-30 border-b border-transparent bg-surface transition-[border-color] duration-(--motion-slow) data-scrolled:border-line"
    >
      <nav
        aria-label="Principal"
        data-menu={listed ? menuShape(menu) : undefined}
        className={classNames(
          `${container} grid h-14 items-center gap-3 md:h-16`,
          store.open ? 'grid-cols-[minmax(0,1fr)_auto_2.75rem]' : 'grid-cols-[minmax(0,1fr)_auto]',
          listed && 'shop-menu-bar',
        )}
      >
        <a
          href="/"
          className="-ml-1 flex max-w-full justify-self-start min-h-11 min-w-0 items-center gap-2.5 rounded-control px-1"
        >
          <StoreMark store={store} className="size-8 shrink-0" />
          <span className="truncate font-semibold tracking-tight">{store.name}</span>
        </a>
        {listed ? <MenuRow menu={menu} /> : null}
        <div className="-mr-2 flex">
          {discord ? (
            <a
              href={discord}
              {...outside}
              aria-label="Discord da loja"
              title="Discord da loja"
              // On a phone the menu has this link.
              className={classNames(
                'grid size-11 place-items-center rounded-control hover:bg-hover',
                listed && 'max-md:hidden',
              )}
            >
              <DiscordMark />
            </a>
          ) : null}
          <a
            href="/minhas-compras"
            aria-label="Minhas compras"
            title="Minhas compras"
            className="relative flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 text-small font-medium hover:bg-hover sm:pl-9"
          >
            <span className="max-sm:hidden">Minhas compras</span>
            <ReceiptText className="size-5 sm:absolute sm:left-2" aria-hidden="true" />
          </a>
        </div>
        {store.open ? <CartLink /> : null}
        {listed ? <MenuPress /> : null}
      </nav>
      {listed ? <MenuDrawer store={store} menu={menu} /> : null}
      <PendingBar />
    </header>
  );
}

const barLink = 'prose-link inline-flex min-h-11 shrink-0 items-center text-small font-semibold';

/** The buyer's own unpaid order. The browser that placed it fills this in (`pending/pending-bar.ts`). */
function PendingBar() {
  return (
    <section
      data-part="pending"
      hidden
      aria-label="Pedido esperando pagamento"
      className="border-t border-line bg-raised"
    >
      <div className={`${container} flex min-h-11 items-center gap-x-3 sm:gap-x-5`}>
        <p className="figures flex min-w-0 grow gap-x-1 text-small font-medium whitespace-nowrap">
          <span role="status" className="truncate">
            <span data-kind="" className="max-sm:sr-only" /> <span data-text="" />
          </span>{' '}
          <span data-state="" className="max-sm:sr-only" />{' '}
          <span data-clock="" aria-hidden="true" className="max-[22rem]:hidden" />
        </p>
        <a data-pay="" href="/checkout" className={barLink}>
          Pagar
        </a>
        <a data-change="" href="/checkout" aria-label="Trocar forma de pagamento" className={barLink}>
          Trocar<span className="max-sm:hidden">&nbsp;forma</span>
        </a>
        <button type="button" data-discard="" aria-label="Cancelar pedido" className={barLink}>
          Cancelar<span className="max-sm:hidden">&nbsp;pedido</span>
        </button>
      </div>
    </section>
  );
}

/** The cart's link; `parts/cart-count.ts` fills in the number of products. */
function CartLink() {
  return (
    <a
      data-part="cart-link"
      href="/checkout"
      aria-label="Carrinho"
      title="Carrinho"
      className="relative grid size-11 place-items-center rounded-control hover:bg-hover"
    >
      <ShoppingCart className="size-5" aria-hidden="true" />
      <span
        hidden
        data-count=""
        aria-hidden="true"
        className="figures absolute top-0.5 right-0.5 grid min-w-5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-5 font-bold text-on-accent"
      />
    </a>
  );
}

/** The seller (Decreto 7.962/2013), the terms, and the platform. */
export function StoreFooter({ store }: { store: StorefrontStore }) {
  const { legal } = store;
  const links = [
    { href: '/', text: 'Loja', show: true },
    ...menuOf(store).map(({ path, title }) => ({ href: path, text: title, show: true })),
    { href: '/minhas-compras', text: 'Minhas compras', show: true },
    { href: '/termos', text: 'Termos de uso', show: legal.hasTerms },
    { href: '/privacidade', text: 'Privacidade', show: legal.hasPrivacy },
  ];
  return (
    <footer className="mt-16 border-t border-line bg-raised">
      <div className={`${container} grid gap-8 py-10 text-small text-muted md:grid-cols-[1fr_auto]`}>
        <div className="min-w-0">
          <p className="font-semibold text-text">{legal.name || store.name}</p>
          {legal.document ? (
            <p className="figures mt-1">
              {legal.document.replace(/\D/g, '').length === 14 ? 'CNPJ' : 'CPF'} {legal.document}
            </p>
          ) : null}
          {legal.address ? <p className="mt-1">{legal.address}</p> : null}
          {legal.contact ? <p className="mt-1">Contato: {legal.contact}</p> : null}
          <SocialLinks store={store} />
          <p className="mt-4 max-w-xl">
            Pagamento processado pelo Mercado Pago. Você pode desistir da compra em até 7 dias, na página do pedido
            {legal.contact ? ' ou pelo contato acima' : ''}.
          </p>
        </div>
        <nav aria-label="Rodapé" className="grid grid-cols-2 gap-x-6 md:flex md:flex-col md:items-end">
          {links.map(({ href, text, show }) =>
            show ? (
              <a
                key={href}
                href={href}
                className="flex min-h-11 min-w-11 items-center hover:text-text md:min-h-8 md:justify-end"
              >
                {text}
              </a>
            ) : null,
          )}
        </nav>
        <p className="flex items-center gap-2 md:col-span-2">
          <LogoMark className="size-5" />
          Feito com Vitrine: pago é entregue, uma vez, e todo mundo vê.
        </p>
      </div>
    </footer>
  );
}
