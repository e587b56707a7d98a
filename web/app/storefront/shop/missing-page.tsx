import type { StorefrontCategory, StorefrontStore } from '@vitrine/contract/pages';
import { CartBar } from '../cart-bar.tsx';
import { EmptyBag } from '../message-page.tsx';
import { NotOpen } from '../under-development.tsx';
import { columnsFor } from './card-shape.ts';
import { container } from './frame.tsx';
import { ProductSearch } from './product-search.tsx';
import { Shelves } from './shelves.tsx';

interface MissingPageProps {
  store: StorefrontStore;
  categories: StorefrontCategory[];
  title: string;
  text: string;
}

/** An address that leads nowhere, inside the shop: whoever came by an old link still finds what is sold now. */
export function MissingPage({ store, categories, title, text }: MissingPageProps) {
  if (!store.open) return <NotOpen store={store} />;
  return (
    <>
      <div className={`${container} flex flex-col items-center pt-8 text-center`}>
        <EmptyBag />
        <h1 className="mt-3 text-display font-bold tracking-tight text-balance">{title}</h1>
        <p className="mt-1 text-muted text-pretty">{text}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-3">
          <a href="/" className="btn btn-primary">
            Ir para o início
          </a>
          <button type="button" data-back="" className="needs-script btn btn-secondary">
            Voltar
          </button>
        </div>
        {categories.length > 0 ? (
          <div className="needs-script mt-8 w-full max-w-md text-left">
            <ProductSearch />
          </div>
        ) : null}
      </div>
      <Shelves
        categories={categories}
        density={store.density}
        columns={columnsFor(
          store.density,
          categories.map(({ products }) => products),
        )}
      />
      <CartBar />
    </>
  );
}
