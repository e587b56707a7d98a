import { Search, X } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { controlClass } from '../../ui/field.tsx';

/** The shop window's search field; `parts/product-search.ts` does the search. */
export function ProductSearch() {
  return (
    <div data-part="search" className="relative">
      <input
        name="busca"
        type="search"
        aria-label="Buscar na loja"
        placeholder="Buscar na loja"
        enterKeyHint="search"
        className={classNames(controlClass, 'px-9.5 [&::-webkit-search-cancel-button]:hidden')}
      />
      {/* Painted behind the field, which gives the height: nothing moves when it arrives. */}
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <button
        type="button"
        hidden
        data-clear=""
        aria-label="Limpar busca"
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-text"
      >
        <X className="size-4" />
      </button>
      <span role="status" className="sr-only" />
    </div>
  );
}
