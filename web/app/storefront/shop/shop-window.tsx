import type { StorefrontCategory, StorefrontStore } from '@vitrine/contract/pages';
import type { ShownWindow } from '@vitrine/contract/window-shown';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { CartBar } from '../cart-bar.tsx';
import { placeSections } from '../sections/placing.ts';
import { SectionScript, SectionStyle, WindowSection } from '../sections/window-sections.tsx';
import { Banner } from './banner.tsx';
import { columnsFor } from './card-shape.ts';
import { container, StoreMark } from './frame.tsx';
import { ProductSearch } from './product-search.tsx';
import { isSmall, Shelves } from './shelves.tsx';

interface ShopWindowProps {
  store: StorefrontStore;
  categories: StorefrontCategory[];
  /** The sections that the owner built; null: none were ever published. */
  built: ShownWindow | null;
}

/**
 * The store's home: its name and banner, whether its city is online, the owner's sections, and all products by category.
 * Announcements and a hero at the beginning stand above the name. A hero there takes the place of the banner.
 */
export function ShopWindow({ store, categories, built }: ShopWindowProps) {
  const sections = built?.sections ?? [];
  const rest = built?.rest ?? categories;
  // The page's first picture is fetched before all others: the hero's, else that of the first product.
  const { top, below, pictured, firstGrid, shelved, lists } = placeSections(sections);
  const hero = top.at(-1)?.kind === 'hero';
  const shelves = [...shelved, ...rest];
  // Whoever sees all products at once needs neither search nor chips.
  const small = below.length === 0 && isSmall(rest, store.density);
  const several = shelves.length > 1 && !small;
  const { density } = store;
  const columns = columnsFor(density, [...lists, ...rest.map(({ products }) => products)]);
  return (
    <>
      <SectionStyle sections={sections} />
      {top.map((section) => (
        <WindowSection key={section.id} section={section} density={columns} top />
      ))}
      {hero ? null : <Banner store={store} />}
      <div className={`${container} shop-head`} data-below={hero ? 'hero' : undefined}>
        <div className="shop-top flex flex-col gap-3 lg:flex-row lg:items-end lg:justify-between lg:gap-8">
          <div className="min-w-0">
            <div className="shop-name flex gap-3 md:gap-4">
              <StoreMark
                store={store}
                className="shop-mark relative -mt-6 size-18 shrink-0 border-4 border-surface text-lead md:-mt-10 md:size-24 md:text-display"
              />
              <div className="min-w-0 pt-2">
                <h1 className="text-title font-bold tracking-tight text-balance md:text-display">{store.name}</h1>
                <ServerStatus server={store.server} />
              </div>
            </div>
            {store.description ? (
              <p className="shop-about mt-2 line-clamp-2 max-w-2xl text-muted text-pretty md:line-clamp-3">
                {store.description}
              </p>
            ) : null}
          </div>
          {small ? null : (
            <div className="needs-script w-full shrink-0 md:w-80">
              <ProductSearch />
            </div>
          )}
        </div>
      </div>

      {several ? (
        <nav
          aria-label="Categorias"
          className="shop-chips sticky top-[calc(3.5rem+var(--bar,0rem))] z-20 mt-3 border-b border-line bg-surface md:top-[calc(4rem+var(--bar,0rem))] md:mt-5"
          data-category-chips=""
        >
          <div className={`${container} relative`}>
            <ul className="scroll-row flex gap-2 overflow-x-auto py-2 max-md:-mx-4 max-md:px-4">
              {shelves.map(({ id, name }) => (
                <li key={id} className="shrink-0">
                  <a href={`#categoria-${id}`} className="chip">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
            <Turn to="-1" className="left-0 md:left-2" icon={<ChevronLeft className="size-5" />} />
            <Turn to="1" className="right-0 md:right-2" icon={<ChevronRight className="size-5" />} />
          </div>
        </nav>
      ) : null}

      <Shelves
        categories={rest}
        density={density}
        columns={columns}
        first={!pictured && firstGrid === -1}
        {...(below.length > 0 && {
          before: {
            shelved,
            sections: below.map((section, index) => (
              <WindowSection key={section.id} section={section} density={columns} first={index === firstGrid} />
            )),
          },
        })}
      />
      <SectionScript sections={sections} />
      <CartBar />
    </>
  );
}

/** Turns the row of chips, for a mouse (parts/category-chips.ts). */
function Turn({ to, icon, className }: { to: '-1' | '1'; icon: ReactNode; className: string }) {
  return (
    <button
      type="button"
      hidden
      data-turn={to}
      tabIndex={-1}
      aria-hidden="true"
      className={classNames(
        'absolute top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-full border border-line-strong bg-raised hover:bg-hover pointer-coarse:hidden',
        className,
      )}
    >
      {icon}
    </button>
  );
}

function ServerStatus({ server }: { server: StorefrontStore['server'] }) {
  if (!server) return null;
  const players =
    server.players === null ? '' : server.players === 1 ? ' · 1 jogador' : ` · ${server.players} jogadores`;
  return (
    <p className="figures mt-0.5 flex items-baseline gap-2 text-small text-muted">
      <span
        aria-hidden="true"
        className={`size-2 shrink-0 rounded-full ${server.online ? 'bg-ok' : 'border border-line-strong bg-transparent'}`}
      />
      {server.online
        ? `${server.city ? 'Cidade' : 'Servidor'} online${players}`
        : `${server.city ? 'Cidade offline: a entrega espera ela' : 'Servidor offline: a entrega espera ele'} voltar`}
    </p>
  );
}
