import type { StorefrontStore } from '@vitrine/contract/pages';
import { Menu, X } from 'lucide-react';
import { useLocation } from 'react-router';
import { outside } from './contact.tsx';

/** The owner's pages in the menu of the shop: in a row where there is room, else in a drawer that opens without a script. */

type MenuPage = StorefrontStore['pages'][number];

const DRAWER = 'menu-da-loja';
/** The most letters that all titles together have in a row beside the store's name. With more, every width gets the drawer. */
const ROW_LETTERS = 44;
const ROW_PAGES = 5;

export const menuOf = ({ pages }: StorefrontStore): MenuPage[] => pages.filter(({ inMenu }) => inMenu);

/** How wide screens show the menu. */
export const menuShape = (menu: readonly MenuPage[]): 'row' | 'drawer' =>
  menu.length <= ROW_PAGES && menu.reduce((sum, { title }) => sum + title.length, 0) <= ROW_LETTERS ? 'row' : 'drawer';

function MenuLink({ href, children }: { href: string; children: string }) {
  const { pathname } = useLocation();
  return (
    <a href={href} aria-current={pathname === href ? 'page' : undefined}>
      {children}
    </a>
  );
}

export function MenuRow({ menu }: { menu: readonly MenuPage[] }) {
  return (
    <ul className="shop-menu-row">
      {menu.map(({ path, title }) => (
        <li key={path}>
          <MenuLink href={path}>{title}</MenuLink>
        </li>
      ))}
    </ul>
  );
}

export function MenuPress() {
  return (
    <button
      type="button"
      popoverTarget={DRAWER}
      aria-label="Menu"
      title="Menu"
      className="shop-menu-press grid size-11 place-items-center rounded-control hover:bg-hover"
    >
      <Menu className="size-5" aria-hidden="true" />
    </button>
  );
}

export function MenuDrawer({ store, menu }: { store: StorefrontStore; menu: readonly MenuPage[] }) {
  const { discord } = store.links;
  return (
    <div id={DRAWER} popover="auto" className="shop-menu">
      <div className="shop-menu-top">
        <p className="truncate font-semibold">{store.name}</p>
        <button
          type="button"
          popoverTarget={DRAWER}
          popoverTargetAction="hide"
          aria-label="Fechar menu"
          className="grid size-11 place-items-center rounded-control hover:bg-hover"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      <nav aria-label="Menu da loja">
        <ul className="shop-menu-list">
          <li>
            <MenuLink href="/">Loja</MenuLink>
          </li>
          {menu.map(({ path, title }) => (
            <li key={path}>
              <MenuLink href={path}>{title}</MenuLink>
            </li>
          ))}
          {discord ? (
            <li>
              <a href={discord} {...outside}>
                Discord da loja
              </a>
            </li>
          ) : null}
        </ul>
      </nav>
    </div>
  );
}
